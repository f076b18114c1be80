package calibration

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/names"
)

// namer finds a common key for models that are none of the tools and that several boards print.
type namer struct {
	resolver *names.Resolver
	grammars map[string]catalog.Grammar
	whole    map[string]bool    // normal forms of names whose endings are no settings
	released map[string]float64 // tool id -> years
}

func newNamer(c *catalog.Catalog) *namer {
	n := &namer{resolver: names.New(c), grammars: map[string]catalog.Grammar{}, whole: map[string]bool{}, released: map[string]float64{}}
	for _, g := range c.Naming.Grammars {
		n.grammars[g.Source] = g
	}
	for _, o := range c.Naming.Others {
		for _, name := range slices.Concat(o.Names, o.Prefixes) {
			n.whole[catalog.NormalForm(name)] = true
		}
	}
	for _, t := range c.Tools {
		n.released[t.ID] = normalize.Years(t.Released)
	}
	for _, w := range c.Withdrawn {
		n.released[w.ID] = normalize.Years(w.Released)
	}
	return n
}

// modelName is a printed name taken apart.
type modelName struct {
	words           string // sorted, so that "Claude 4.5 Opus" and "claude-opus-4-5" are alike
	year            int    // of a dated snapshot; 0: none
	month           time.Month
	effort, harness string
}

// key is unlike every tool id, which has neither spaces nor "@".
func (m modelName) key() string {
	if m.year == 0 {
		return "model " + m.words
	}
	return "model " + m.words + " @" + m.time().Format("2006-01")
}

// time is when a dated snapshot was made.
func (m modelName) time() time.Time { return time.Date(m.year, m.month, 1, 0, 0, 0, 0, time.UTC) }

var (
	// seller is what stands before slashes: lab/host/name. "480B/A35B" and "Qwen3-Coder 480B/..." hold digits or spaces.
	seller      = regexp.MustCompile(`^(?:[a-z][a-z-]*\d*[a-z-]*/)+`)
	fullDate    = regexp.MustCompile(`\b(20\d\d)-?(0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])\b`)
	monthYear   = regexp.MustCompile(`\b(0[1-9]|1[0-2])-(20\d\d)\b`)
	shortDate   = regexp.MustCompile(`\b(2[3-9])(0[1-9]|1[0-2])\b`) // 2411 is November 2024; 0528 has no year and stays a word
	wordDate    = regexp.MustCompile(`\(?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (20\d\d)\b\)?`)
	pointed     = regexp.MustCompile(`(\d)p(\d)`) // one host writes v3p2 for v3.2
	word        = regexp.MustCompile(`a?\d+(?:\.\d+)?[bk]\b|\d+|[a-z]+|[^\x00-\x7f]+`)
	shortNumber = regexp.MustCompile(`^\d{1,2}(?:\.\d{1,2})*$`)
)

// takeApart finds settings, date and words of a name. Points and hyphens between numbers are alike; sizes (70b) and
// contexts (128k) are words of their own.
func (n *namer) takeApart(source, name string) modelName {
	var m modelName
	name, m.effort, m.harness = n.withoutSettings(source, strings.ToLower(norm.NFKC.String(name)))
	name = seller.ReplaceAllString(name, "")
	name, m.year, m.month = withoutDate(name)
	name = strings.ReplaceAll(pointed.ReplaceAllString(name, "$1.$2"), "+", " plus ")
	var words []string
	for _, w := range word.FindAllString(name, -1) {
		if last := len(words) - 1; last >= 0 && shortNumber.MatchString(w) && shortNumber.MatchString(words[last]) {
			words[last] += "." + w
		} else {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	m.words = strings.Join(words, " ")
	return m
}

// withoutSettings takes off suffixes that the source's grammar knows. A name that is listed whole keeps them:
// kimi-k2-thinking is a model of its own.
func (n *namer) withoutSettings(source, name string) (rest, effort, harness string) {
	for _, s := range n.grammars[source].Suffixes {
		if n.whole[catalog.NormalForm(name[strings.LastIndex(name, "/")+1:])] {
			break
		}
		if cut, ok := s.Cut(name); ok {
			rest, effort, harness := n.withoutSettings(source, cut)
			return rest, names.MoreExact(effort, s.Effort), cmp.Or(harness, s.Harness)
		}
	}
	return name, "", ""
}

// withoutDate takes the date of a snapshot out of a name.
func withoutDate(name string) (rest string, year int, month time.Month) {
	for _, form := range []struct {
		pattern     *regexp.Regexp
		year, month int // groups
	}{{wordDate, 2, 1}, {fullDate, 1, 2}, {monthYear, 2, 1}, {shortDate, 1, 2}} {
		if found := form.pattern.FindStringSubmatch(name); found != nil {
			year, _ = strconv.Atoi(found[form.year])
			if year < 100 {
				year += 2000
			}
			return strings.Replace(name, found[0], " ", 1), year, monthOf(found[form.month])
		}
	}
	return name, 0, 0
}

func monthOf(text string) time.Month {
	if n, err := strconv.Atoi(text); err == nil {
		return time.Month(n)
	}
	return time.Month(strings.Index("janfebmaraprmayjunjulaugsepoctnovdec", text)/3 + 1)
}

// identify gives every row its model. A name without a date is the only dated snapshot of its words, if there is but
// one that was there when the name was read and no board prints both under the same conditions.
func (n *namer) identify(all []Row) {
	dated, undated := map[string][]modelName{}, map[string]bool{}
	for _, r := range all {
		switch {
		case r.tool:
		case r.name.year == 0:
			undated[r.spelled()] = true
		case !slices.ContainsFunc(dated[r.name.words], func(m modelName) bool { return m.key() == r.name.key() }):
			dated[r.name.words] = append(dated[r.name.words], r.name)
		}
	}
	apart := map[string]bool{}
	for _, r := range all {
		if !r.tool && r.name.year != 0 && undated[r.spelled()] {
			apart[r.name.words] = true
		}
	}
	for i := range all {
		r := &all[i]
		if r.tool {
			continue
		}
		only, read := dated[r.name.words], r.printed.FetchedAt.Time
		if r.name.year == 0 && len(only) == 1 && !apart[r.name.words] && !only[0].time().After(read) {
			r.name.year, r.name.month = only[0].year, only[0].month
		}
		r.Model = r.name.key()
		if r.name.year != 0 {
			r.released = normalize.YearsOf(r.name.year, r.name.month)
		}
	}
}
