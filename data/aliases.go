package data

import "time"

// AliasesDocument is /api/aliases.json: which model is meant by the names that providers, boards and feeds print.
// Names are case-sensitive here, but readers may ignore case. A name that is not in the list means none of the models,
// however similar it looks.
type AliasesDocument struct {
	Version     string    `json:"version"`     // of the snapshot
	LastUpdated Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
	Aliases     []Alias   `json:"aliases"`     // sorted by name; a name may appear several times
	Ambiguous   []string  `json:"ambiguous"`   // names whose meaning depends on the source or the day: look at only, except, from and until
}

// Alias is one way to write the name of a model.
type Alias struct {
	Name      string           `json:"name"`                // exactly as printed
	Tool      string           `json:"tool"`                // a model id
	Match     AliasMatch       `json:"match"`               // how the name leads to the model
	Only      string           `json:"only,omitempty"`      // id of the only source in which it does; absent: in all
	Except    []AliasException `json:"except,omitempty"`    // sources in which it is another model
	From      string           `json:"from,omitempty"`      // first day on which it does: 2006-01-02, 2006-01 or 2006
	Until     string           `json:"until,omitempty"`     // last day
	Effort    string           `json:"effort,omitempty"`    // reasoning setting that the name also states
	Harness   string           `json:"harness,omitempty"`   // agent that the name also states
	Sources   []string         `json:"sources,omitempty"`   // ids of the sources whose last reading prints the name
	Withdrawn string           `json:"withdrawn,omitempty"` // version of the first snapshot that no longer lists the model
	Successor string           `json:"successor,omitempty"` // id of the model to look at instead of a withdrawn one, if its provider sells one
}

// HoldsOn reports whether a name leads to its model on the day of an instant.
func (a Alias) HoldsOn(at time.Time) bool {
	day := at.UTC().Format(time.DateOnly)
	return day >= a.From && (a.Until == "" || day[:min(len(day), len(a.Until))] <= a.Until)
}

// AliasException is a source in which a name does not mean the model.
type AliasException struct {
	Source string `json:"source"` // its id
	Why    string `json:"why"`    // what the name means there
}

// AliasMatch says how a name leads to its model.
type AliasMatch string

// The kinds of match. A person has checked those of the catalogue; the others follow from one of them.
const (
	MatchID       AliasMatch = "id"       // it is the id
	MatchName     AliasMatch = "name"     // it is the name
	MatchDated    AliasMatch = "dated"    // in the catalogue: an identifier with the date of a release
	MatchAlias    AliasMatch = "alias"    // in the catalogue: any other spelling
	MatchSpelling AliasMatch = "spelling" // one of these in another case, or with other spaces, hyphens and underscores
	MatchMaker    AliasMatch = "maker"    // one of these after the key of the model's own provider, as in openai/gpt-5.5
	MatchSetting  AliasMatch = "setting"  // one of these followed by a setting, as in gpt-5.5_high
)
