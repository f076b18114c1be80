package catalog

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// NormalForm makes spellings equal that differ only in case, in the form of their characters (a wide letter is the
// letter) or in which of space, underscore and hyphen of any kind joins their words. Points stay: gpt-4.1 and
// gpt-4-1 differ.
func NormalForm(name string) string {
	words := strings.FieldsFunc(strings.ToLower(norm.NFKC.String(name)), func(c rune) bool {
		return c == '-' || c == '_' || unicode.IsSpace(c) || ('\u2010' <= c && c <= '\u2015')
	})
	return strings.Join(words, "-")
}

// ScopedAlias is a spelling that means the tool only under a condition.
type ScopedAlias struct {
	Name   string `yaml:"name"`
	Source string `yaml:"source,omitempty" check:"collector"` // collector name; empty: every source
	From   Date   `yaml:"from,omitempty" check:"past"`        // means this tool from this day on
	Until  Date   `yaml:"until,omitempty"`                    // and up to this day
}

// spelling is one way to write the name of a tool.
type spelling struct {
	ScopedAlias
	tool  string     // its id
	owner yaml.Place // of the tool
	at    yaml.Place
}

// spellings lists every spelling of a tool.
func spellings(t Tool, at yaml.Place) []spelling {
	all := []spelling{
		{ScopedAlias{Name: t.ID}, t.ID, at, at.Key("id")},
		{ScopedAlias{Name: t.Name}, t.ID, at, at.Key("name")},
	}
	for i, name := range t.Aliases {
		all = append(all, spelling{ScopedAlias{Name: name}, t.ID, at, at.Key("aliases").Item(i)})
	}
	for i, a := range t.ScopedAliases {
		all = append(all, spelling{a, t.ID, at, at.Key("scopedAliases").Item(i)})
	}
	return all
}

// clashes reports whether two spellings of one normal form mean two tools. A spelling of one source wins there over one of every
// source, so only spellings of the same scope contradict each other.
func (s spelling) clashes(earlier spelling) bool {
	return s.owner != earlier.owner && s.Source == earlier.Source &&
		!s.From.First.After(earlier.end()) && !earlier.From.First.After(s.end())
}

func (s spelling) end() time.Time {
	if s.Until.IsZero() {
		return time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
	}
	return s.Until.First
}

// validateSpellings checks that no spelling fits two tools, or a tool and another model.
func (c *checks) validateSpellings() {
	seen := map[string][]spelling{}
	for i, t := range c.catalog.Tools {
		for _, s := range spellings(t, c.toolAt[i]) {
			c.register(s, seen)
		}
	}
	for i, w := range c.catalog.Withdrawn { // whose names keep their meaning: naming.yaml does not say it again
		for _, s := range spellings(Tool{ID: w.ID, Name: w.Name, Aliases: w.Aliases}, c.in("withdrawn.yaml").Key("withdrawn").Item(i)) {
			c.register(s, seen)
		}
	}
	c.validateOthers(seen)
}

// register checks a spelling against those before it, and adds it to them.
func (c *checks) register(s spelling, seen map[string][]spelling) {
	form := NormalForm(s.Name)
	if form == "" {
		c.Add(s.at, "a name must not be empty")
	}
	if earlier := data.Find(seen[form], s.clashes); earlier != nil {
		c.Add(s.at, "%q of %s is also a spelling of %s (%s); give one of them a source or dates, or remove it", s.Name, s.tool, earlier.tool, earlier.at)
	}
	seen[form] = append(seen[form], s)
}
