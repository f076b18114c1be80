package data

// AliasesDocument is /api/aliases.json: which tool is meant by the names that providers, boards and feeds print.
// Case counts here, though readers may ignore it; a name that is not in the list means none of the tools, however much
// it looks like one.
type AliasesDocument struct {
	Version     string    `json:"version"`     // of the snapshot
	LastUpdated Timestamp `json:"lastUpdated"` // when the refresh behind this snapshot ran
	Aliases     []Alias   `json:"aliases"`     // by name; a name may stand here several times
	Ambiguous   []string  `json:"ambiguous"`   // names whose meaning depends on the source or the day: look at only, except, from and until
}

// Alias is one way to write the name of a tool.
type Alias struct {
	Name      string           `json:"name"`                // letter by letter
	Tool      string           `json:"tool"`                // a tool id
	Match     AliasMatch       `json:"match"`               // how the name leads to the tool
	Only      string           `json:"only,omitempty"`      // id of the one source in which it does; absent: in all
	Except    []AliasException `json:"except,omitempty"`    // sources in which it is another model
	From      string           `json:"from,omitempty"`      // first day on which it does: 2006-01-02, 2006-01 or 2006
	Until     string           `json:"until,omitempty"`     // last day
	Effort    string           `json:"effort,omitempty"`    // reasoning setting that the name states besides
	Harness   string           `json:"harness,omitempty"`   // agent that the name states besides
	Sources   []string         `json:"sources,omitempty"`   // ids of the sources whose last reading prints the name
	Withdrawn string           `json:"withdrawn,omitempty"` // snapshot version since which the tool is no longer listed
}

// AliasException is a source in which a name is not the tool.
type AliasException struct {
	Source string `json:"source"` // its id
	Why    string `json:"why"`    // what the name means there
}

// AliasMatch says how a name leads to its tool.
type AliasMatch string

// The kinds of match. Those of the catalogue have been read by a person; the others follow from one of them.
const (
	MatchID       AliasMatch = "id"       // it is the id
	MatchName     AliasMatch = "name"     // it is the name
	MatchDated    AliasMatch = "dated"    // in the catalogue: an identifier with the date of a release
	MatchAlias    AliasMatch = "alias"    // in the catalogue: any other spelling
	MatchSpelling AliasMatch = "spelling" // as one of these but for case, or for spaces, hyphens and underscores
	MatchMaker    AliasMatch = "maker"    // one of these behind the key of the tool's own provider, as in openai/gpt-5.5
	MatchSetting  AliasMatch = "setting"  // one of these before a setting, as in gpt-5.5_high
)
