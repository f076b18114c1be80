package catalog

import "slices"

// Withdrawn is a tool that was listed once. Its names keep their meaning: who has stored one can look it up for ever,
// and no source that still prints one makes a new model of it.
type Withdrawn struct {
	ID        string   `yaml:"id" check:"slug"`
	Name      string   `yaml:"name" check:"text=100"`
	Released  string   `yaml:"released" check:"month"`                 // YYYY-MM
	Since     Date     `yaml:"since" check:"past"`                     // the first day on which the catalogue no longer lists it
	Why       string   `yaml:"why" check:"text=200"`                   // as the end of a sentence that begins with its name
	Successor string   `yaml:"successor,omitempty" check:"known=tool"` // id of the tool to look at instead, if its provider sells one
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
