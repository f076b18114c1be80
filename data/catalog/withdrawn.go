package catalog

import "slices"

// Withdrawn is a tool that was listed once. Its names keep their meaning: who has stored one can look it up for ever,
// and no source that still prints one makes a new model of it.
type Withdrawn struct {
	ID        string   `yaml:"id"`
	Name      string   `yaml:"name"`
	Released  string   `yaml:"released"`            // YYYY-MM
	Since     Date     `yaml:"since"`               // the first day on which the catalogue no longer lists it
	Why       string   `yaml:"why"`                 // as the end of a sentence that begins with its name
	Successor string   `yaml:"successor,omitempty"` // id of the tool to look at instead, if its provider sells one
	Aliases   []string `yaml:"aliases,omitempty"`
}

// Spellings are all its names.
func (w Withdrawn) Spellings() []string { return append([]string{w.ID, w.Name}, w.Aliases...) }

// WithdrawnTool is the tool of an id that was listed once, nil if none was.
func (c *Catalog) WithdrawnTool(id string) *Withdrawn {
	i := slices.IndexFunc(c.Withdrawn, func(w Withdrawn) bool { return w.ID == id })
	if i < 0 {
		return nil
	}
	return &c.Withdrawn[i]
}

func (l *loader) validateWithdrawn() {
	at := l.in("withdrawn.yaml").Key("withdrawn")
	var ids []string
	for i, w := range l.catalog.Withdrawn {
		here := at.Item(i)
		ids = append(ids, w.ID)
		l.slug(here.Key("id"), w.ID)
		l.text(here.Key("name"), w.Name, 100)
		l.text(here.Key("why"), w.Why, 200)
		l.released(here.Key("released"), w.Released)
		l.past(here.Key("since"), w.Since)
		if w.Successor != "" && !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return t.ID == w.Successor }) {
			l.Add(here.Key("successor"), "no tool has the id %q", w.Successor)
		}
	}
	l.distinct(at, "id", ids)
}

// validateWithdrawnSpellings refuses a name that has come to mean something else. It adds the names to those seen, so
// that naming.yaml does not say again what they mean.
func (l *loader) validateWithdrawnSpellings(seen map[string][]spelling) {
	for i, w := range l.catalog.Withdrawn {
		at := l.in("withdrawn.yaml").Key("withdrawn").Item(i)
		for _, s := range spellings(Tool{ID: w.ID, Name: w.Name, Aliases: w.Aliases}, at) {
			l.register(s, seen)
		}
	}
}
