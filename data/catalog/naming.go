package catalog

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Naming is how printed names are taken apart, which names are known not to mean a tool, and under which headings of
// pricing pages the prices stand that are published.
type Naming struct {
	Grammars []Grammar     `yaml:"grammars" check:"distinct=source"`
	Headings []Headings    `yaml:"headings,omitempty"`
	Others   []OtherModels `yaml:"others"`
	Sellers  []Seller      `yaml:"sellers,omitempty" check:"distinct=name"`
}

// Seller is somebody who sells what others make, under the keys that price lists have for them.
type Seller struct {
	Name string   `yaml:"name" check:"text=100"`
	Keys []string `yaml:"keys" check:"distinct text=100"`
}

// SellerName is what people call the seller that a list has under a key; the key itself where nobody has said.
func (n Naming) SellerName(key string) string {
	if s := data.Find(n.Sellers, func(s Seller) bool { return slices.Contains(s.Keys, key) }); s != nil {
		return s.Name
	}
	return key
}

// Grammar is how one source writes a name: who offers the model before a "/", and suffixes that are no part of it.
type Grammar struct {
	Source string `yaml:"source" check:"collector"`
	// Makers are the prefixes before "/" under which the providers offer their own models -> provider id.
	Makers map[string]string `yaml:"makers,omitempty"`
	// Hosts are prefixes of those who are no maker of ours: what stands behind one is another offer. "*" is
	// everybody who is not a maker; without it a prefix nobody has heard of is an unknown name.
	Hosts []string `yaml:"hosts,omitempty" check:"distinct text=100"`
	// Seller is whose own prices the list has; empty: those of many, whose keys stand before the names.
	Seller   string   `yaml:"seller,omitempty" check:"text=100"`
	Suffixes []Suffix `yaml:"suffixes,omitempty" check:"distinct=text"`
}

// Suffix is a setting or a route written at the end of a name.
type Suffix struct {
	Text    string `yaml:"text"` // "-thinking", in any case; "#" is a whole number: "_#K"
	Effort  string `yaml:"effort,omitempty" check:"effort"`
	Harness string `yaml:"harness,omitempty"`
	Route   string `yaml:"route,omitempty"` // why the name is another offer of the model than its maker's standard one
}

// Cut takes the suffix off the end of a name. It reports false when the name has no such end, or is nothing else.
func (s Suffix) Cut(name string) (string, bool) {
	before, after, counted := strings.Cut(s.Text, "#")
	if !counted {
		return cutEnd(name, s.Text)
	}
	rest, ok := cutEnd(name, after)
	digits := len(rest) - len(strings.TrimRight(rest, "0123456789"))
	if !ok || digits == 0 {
		return name, false
	}
	return cutEnd(rest[:len(rest)-digits], before)
}

// cutEnd is strings.CutSuffix in any case.
func cutEnd(name, end string) (string, bool) {
	at := len(name) - len(end)
	if at <= 0 || !strings.EqualFold(name[at:], end) {
		return name, false
	}
	return name[:at], true
}

// OtherModels are printed names that are known not to mean a tool, for one reason. A spelling of a tool wins
// over prefixes and words.
type OtherModels struct {
	Names    []string `yaml:"names,omitempty"`                    // whole names
	Prefixes []string `yaml:"prefixes,omitempty"`                 // beginnings, where a word or a number of the name ends
	Words    []string `yaml:"words,omitempty"`                    // whole words anywhere in the name
	Source   string   `yaml:"source,omitempty" check:"collector"` // empty: in every source
	Why      string   `yaml:"why" check:"text=200"`
}

// Pattern covers many names.
type Pattern struct {
	form string // normal form
	word bool   // anywhere in the name, else at its beginning
}

// Patterns are the prefixes and then the words.
func (o OtherModels) Patterns() []Pattern {
	return append(data.Each(o.Prefixes, func(text string) Pattern { return Pattern{form: NormalForm(text)} }),
		data.Each(o.Words, func(text string) Pattern { return Pattern{form: NormalForm(text), word: true} })...)
}

// First is the byte that every name begins with which a prefix covers. Names that hold a word may begin with any.
func (p Pattern) First() (first byte, word bool) {
	if p.form == "" {
		return 0, p.word
	}
	return p.form[0], p.word
}

// Covers reports whether the pattern fits a name in its normal form: "gpt-3" fits gpt-3-small and not gpt-3.5, and
// "claude" fits claude-2 and not claudette. An empty pattern fits nothing.
func (p Pattern) Covers(form string) bool {
	if p.form == "" {
		return false
	}
	if !p.word {
		rest, begins := strings.CutPrefix(form, p.form)
		return begins && !continues(p.form, rest)
	}
	for from := 0; ; {
		at := strings.Index(form[from:], p.form)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(form[:at])
		if !isWord(before) && !continues(p.form, form[at+len(p.form):]) {
			return true
		}
		from = at + 1
	}
}

// continues reports whether rest goes on with the word or the number that text ends with. A letter is not part of a
// number that follows it (llama, llama3), but one behind a number is (gpt-4, gpt-4o).
func continues(text, rest string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	next, size := utf8.DecodeRuneInString(rest)
	if !unicode.IsDigit(last) {
		return unicode.IsLetter(last) && unicode.IsLetter(next)
	}
	if next == '.' {
		next, _ = utf8.DecodeRuneInString(rest[size:])
		return unicode.IsDigit(next)
	}
	return isWord(next)
}

// isWord reports whether a character is part of a word. The end of a text is not.
func isWord(c rune) bool { return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsDigit(c)) }

func (g Grammar) validate(check *checks, at yaml.Place) {
	for _, maker := range sorted(g.Makers) {
		check.known(at.Key("makers").Key(maker), g.Makers[maker], "provider")
	}
}

func (s Suffix) validate(check *checks, at yaml.Place) {
	if s.Text == "" || !strings.ContainsRune(" -_(:", rune(s.Text[0])) {
		check.Add(at.Key("text"), "suffix %q must begin with a separator, or it would cut words apart", s.Text)
	}
}

// validateOthers checks that no name of another model is a spelling of a tool.
func (c *checks) validateOthers(tools map[string][]spelling) {
	for i, o := range c.catalog.Naming.Others {
		for j, name := range o.Names {
			for _, s := range tools[NormalForm(name)] {
				if s.Source == o.Source {
					c.Add(c.in("naming.yaml").Key("others").Item(i).Key("names").Item(j), "%q is a spelling of %s (%s); one of the two is wrong", name, s.tool, s.at)
				}
			}
		}
	}
}

// Headings are the headings, tabs, captions and other titles under which a pricing page prints what text tokens cost at
// the standard service, or that say nothing of it. Prices under any other are those of another product.
type Headings struct {
	Source string   `yaml:"source,omitempty" json:"source,omitempty"` // empty: on every page
	Texts  []string `yaml:"texts,omitempty" json:"texts,omitempty"`   // around prices, that say nothing of them: as TextKey writes them
	Titles []string `yaml:"titles,omitempty" json:"titles,omitempty"` // capitals and punctuation do not matter; "#" is a word with a number: "Gemini # Pro", "Kimi #"
}

// KnowsHeading reports whether a title that a source prints is one of the headings.
func (n Naming) KnowsHeading(source, title string) bool {
	words := headingWords(title)
	return len(words) == 0 || slices.ContainsFunc(n.Headings, func(h Headings) bool {
		return (h.Source == "" || h.Source == source) &&
			slices.ContainsFunc(h.Titles, func(known string) bool { return slices.EqualFunc(headingWords(known), words, coversWord) })
	})
}

// KnowsText reports whether somebody has said that a text around the prices of a source says nothing of them.
func (n Naming) KnowsText(source, text string) bool {
	key := data.TextKey(text)
	return slices.ContainsFunc(n.Headings, func(h Headings) bool {
		return (h.Source == "" || h.Source == source) && slices.ContainsFunc(h.Texts, func(known string) bool { return data.TextKey(known) == key })
	})
}

// Line is the headings as a line of KnownFile.
func (h Headings) Line() (string, error) {
	quoted, err := json.Marshal(h) // which is YAML too
	return "  - " + string(quoted) + "\n", err
}

// coversWord reports whether a word of a known heading stands for a word of a title.
func coversWord(known, word string) bool {
	return known == word || known == "#" && strings.ContainsAny(word, "0123456789")
}

// headingWords are the words of a title in lower case. Numbers keep their points.
func headingWords(title string) []string {
	title = strings.ReplaceAll(strings.ToLower(title), "&", " and ")
	words := strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '#' })
	for i, word := range words {
		words[i] = strings.Trim(word, ".")
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}
