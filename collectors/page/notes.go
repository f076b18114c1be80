package page

import (
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// What stands beside a number or a name is read with a closed vocabulary: it is one of the texts below, a condition that
// has a qualifier, or a remark.

// WithRemark adds words that nobody has understood to conditions.
func WithRemark(q data.Qualifiers, words ...string) data.Qualifiers {
	for _, text := range words {
		if text = strings.Trim(OneLine(text), " ,;:.–—-"); text != "" && !slices.Contains(strings.Split(q.Remark, "; "), text) {
			q.Remark = strings.TrimPrefix(q.Remark+"; "+text, "; ")
		}
	}
	return q
}

// plainNote says nothing of when or for whom a price holds.
var plainNote = regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
	`(?:(?:permanent(?:ly)?|limited[- ]time|currently|now|an? (?:extra|additional)) )*\d+(?:\.\d+)?\s*% (?:off|discount|lower|cheaper)(?: (?:for a limited time|for now|applied))?`,
	`(?:limited[- ]time|limited|introductory|promotional|promo|launch|special|discounted)(?: (?:offer|price|pricing|rate|discount|only))?`,
	`for (?:now|a limited time(?: only)?)`,
	`(?:excl(?:uding|udes|\.)?|before|without|plus|not including) (?:any )?(?:applicable )?(?:sales )?(?:tax(?:es)?|vat|gst)`,
	`(?:in )?(?:usd|us\$|us dollars?)`,
	`(?:was|previously|formerly) (?:US)?\$\s*[\d.,]+[\w ,./-]*`,
	`incl(?:uding|udes|\.)? (?:thinking|reasoning)(?: tokens?)?`,
}, "|") + `)$`)

// sameAgain is the price in another measure: "equivalent to approximately $0.05/minute".
var sameAgain = regexp.MustCompile(`(?i)^(?:(?:or|equivalent to|equals|roughly|about|approximately|approx\.?|≈|~)\s*)+(?:US)?\$\s*[\d.,]+\s*(?:/|per\b)\s*(?:minute|min|hour|hr|second|sec|image|page|call)s?$`)

// serviceNote is a service and nothing else.
var serviceNote = regexp.MustCompile(`(?i)^(?:standard|batch|flex|priority|fast)(?: (?:api|mode|processing|tier|service|pricing|prices?|rates?|only))*$`)

// tokenNote names kinds of tokens and nothing else: "text / image / video", "text and thinking".
var tokenNote = regexp.MustCompile(`(?i)^(?:(?:text|images?|videos?|audio|thinking|tokens?|and|or)\b[\s,/&]*)+$`)

// WithNote adds what a note beside a price of a class says.
func WithNote(note string, field data.Field, unit data.Unit, q data.Qualifiers) data.Qualifiers {
	per, errUnit := TokenQuantity(note)
	switch {
	case plainNote.MatchString(note), sameAgain.MatchString(note), isClass(note, field):
	case errUnit == nil && strings.HasSuffix(string(unit), "/"+per):
	case serviceNote.MatchString(note):
		q.Service = ServiceOf(note)
	case ThinkingMode(note) != "" && onlyWords(note, "thinking", "mode", "non"):
		q.Effort = ThinkingMode(note)
	case tokenNote.MatchString(note):
		if !HasWords(note, "text") {
			q.Modality = strings.TrimSuffix(WordsOf(note)[0], "s")
		}
	default:
		q = WithRemark(q, note)
	}
	return q
}

// isClass reports whether a note only repeats of which class of tokens a price is.
func isClass(note string, field data.Field) bool {
	return PriceField(note) == field && TitleRemark(note) == ""
}

func onlyWords(text string, known ...string) bool {
	return !slices.ContainsFunc(WordsOf(text), func(word string) bool { return !slices.Contains(known, word) })
}

// statusNote says how far a model has come or gone, and for how long; not what it costs under which conditions.
var statusNote = regexp.MustCompile(`(?i)^(?:(?:now|currently|in|new|public|private|research|limited|technical|closed|open) )*` +
	`(?:deprecated|retired|retiring|discontinued|legacy|sunset|obsolete|end[- ]of[- ]life|eol|preview|beta|alpha|experimental|early access|limited availability|` +
	`limited access|limited release|generally available|general availability|ga|stable|latest|new|newest|recommended|default|invite[- ]only|cyber)` +
	`(?:,? except (?:on|in|for) [\w ]+|[,;:]? (?:(?:on|since|as of|by|until|from|in|retire[sd]?|retiring|retirement|removal|removed|shuts? down|shutdown|sunset|ends?|ended) )*` + aDay + `)?$`)

// aDay is a day, a month or a year in any spelling.
const aDay = `(?:[a-z]{3,9}\.? )?(?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:[a-z]{3,9}\.?,? )?\d{4}(?:[-/.]\d{1,2}){0,2}`

// withNameNote adds what a note with a name says.
func withNameNote(note string, q data.Qualifiers) data.Qualifiers {
	switch {
	case statusNote.MatchString(note):
		q.Status = note
	case plainNote.MatchString(note):
	case serviceNote.MatchString(note):
		q.Service = ServiceOf(note)
	case ThinkingMode(note) != "" && onlyWords(note, "thinking", "mode", "non"):
		q.Effort = ThinkingMode(note)
	default:
		q = WithRemark(q, note)
	}
	return q
}

// WithTail adds what stands behind a name without brackets: the length of the prompt, or a note.
func WithTail(tail string, q data.Qualifiers) data.Qualifiers {
	bounded, bound := WithContextBound(tail, q)
	if bound && OnlyBounds(tail) {
		return bounded
	}
	if rest := WithoutContextBound(tail); bound && rest != "" || !bound && tail != "" {
		if rest = strings.Trim(rest, footnoteMarks+" ,;"); rest == "" {
			return bounded
		}
		return withNameNote(rest, bounded)
	}
	return bounded
}

// titleWords are the words that the title of a column of prices may have without being about anything else.
var titleWords = slices.Concat(priceWords, []string{
	"input", "inputs", "in", "output", "outputs", "out", "prompt", "prompts", "completion", "completions", "base", "standard", "regular", "text", "model", "of", "for", "and", "the", "with", "without", "no", "not", "non",
	"cache", "cached", "caching", "uncached", "hit", "hits", "miss", "misses", "read", "reads", "write", "writes", "creation", "refresh", "refreshes", "storage", "stored",
	"ttl", "short", "long", "context", "k", "1k", "thousand", "000", "mtoks", "toks",
	"batch", "flex", "priority", "fast", "mode", "api", "thinking", "chain", "thought", "answer", "response", "hour", "hours", "cny", "eur", "rmb", "dollars", "paid", "tier", "value",
})

// lifetime is how long what is written to a cache lives.
var lifetime = regexp.MustCompile(`(?i)\b(?:5m|5[- ]?min(?:ute)?s?|1h|1[- ]?(?:hr|hour)s?)\b`)

// TitleRemark is the title of a column of prices if it has words that are neither known nor understood by its reader, ""
// otherwise.
func TitleRemark(title string, understood ...string) string {
	unknown := func(word string) bool {
		return !slices.Contains(titleWords, word) && !slices.Contains(understood, word) && isLatin(word)
	}
	rest := WithoutContextBound(title)
	if strings.ContainsAny(rest, "%×≈~±<>≤≥≦≧") || slices.ContainsFunc(WordsOf(lifetime.ReplaceAllString(rest, " ")), unknown) {
		return title
	}
	return ""
}

// IsTokenNote reports whether a text names kinds of tokens and nothing else.
func IsTokenNote(text string) bool { return tokenNote.MatchString(text) }

// WithLabel adds what the label of a row of prices says besides the class.
func WithLabel(label string, field data.Field, q data.Qualifiers) data.Qualifiers {
	head, notes := SplitName(WithoutContextBound(label))
	q = WithRemark(q, TitleRemark(head, modalityWords...))
	for _, note := range notes {
		q = WithNote(note, field, "", q)
	}
	return q
}

var modalityWords = []string{"text", "image", "images", "video", "audio"}

// isLatin reports whether a word is of the letters and digits in which the vocabulary is; titles in Chinese are read by
// the words in PriceField.
func isLatin(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r > 0x24F })
}
