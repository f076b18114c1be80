package collectors

import (
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// MaxName is how many characters a name that a source prints may have. The longest so far has 96.
const MaxName = 250

// maxQuote is how many characters of what a source prints are kept as a quote. The longest so far has 700.
const maxQuote = 2_000

// printed bounds what a source prints and makes it visible, since people read it on terminals. An observation whose name
// is not a name is refused; a source with more of those than of others has failed. What is kept takes the place of all.
func printed(all []data.Observation) (kept []data.Observation, refused []data.Refusal, err error) {
	kept = all[:0]
	for _, o := range all {
		if why := notAName(o.Subject); why != "" {
			refused = append(refused, data.Refusal{
				Subject: short(o.Subject, MaxName), Quote: short(o.Quote, maxQuote), Why: why, URL: o.URL, FetchedAt: o.FetchedAt,
			})
			if 2*len(refused) > len(all) {
				return nil, nil, fmt.Errorf("most of %d names are not names: %s", len(all), why)
			}
			continue
		}
		o.Quote = short(o.Quote, maxQuote)
		o.Computed = short(o.Computed, maxQuote)
		shorten(&o.Qualifiers, MaxName)
		table := short(o.Address.Table, maxQuote)
		shorten(&o.Address, MaxName)
		o.Address.Table = table
		kept = append(kept, o)
	}
	return kept, refused, nil
}

// shorten makes every text of a struct short, whatever it is called. A field that is new has no way around it.
func shorten(parts any, limit int) {
	v := reflect.ValueOf(parts).Elem()
	for i := range v.NumField() {
		switch text := v.Field(i).Addr().Interface().(type) {
		case *string:
			*text = short(*text, limit)
		case *[]string:
			*text = allShort(*text)
		}
	}
}

// notAName says why a text cannot be the name of a model, "" when it can.
func notAName(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case n > MaxName:
		return fmt.Sprintf("the name has %d characters; more than %d are not read", n, MaxName)
	case !data.IsVisible(text):
		return "the name holds characters that nobody can see"
	}
	return ""
}

// oneLine is a message about a page, which may quote it.
func oneLine(message string) string { return short(page.OneLine(message), maxQuote) }

// allShort leaves the texts as they are, since numbers of one table share their headings.
func allShort(texts []string) []string {
	long := func(text string) bool { return short(text, MaxName) != text }
	if !slices.ContainsFunc(texts, long) {
		return texts
	}
	var cut []string
	for _, text := range texts {
		cut = append(cut, short(text, MaxName))
	}
	return cut
}

// short cuts a text and makes it visible.
func short(text string, limit int) string {
	if len(text) > limit && utf8.RuneCountInString(text) > limit {
		text = string([]rune(text)[:limit-1]) + "…"
	}
	return data.Visible(text)
}
