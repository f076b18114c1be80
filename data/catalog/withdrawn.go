package catalog

import "pricepoint/data"

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
	return data.Find(c.Withdrawn, func(w Withdrawn) bool { return w.ID == id })
}
