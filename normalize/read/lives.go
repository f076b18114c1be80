package read

import (
	"fmt"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// Life is what a maker's lifecycle page says of a tool, where that is newer than what the catalogue says.
type Life struct {
	State     string // as data.LifeState has it; "": the catalogue has newer word of its life, and the page adds only its promise
	Ends      string // its last day, 2006-01-02; "": none is named
	NotBefore string // the day before which its maker promises not to end it; "": it promises nothing
	Successor string // the tool that its maker recommends instead; "": it names none that is listed

	Source, URL, Quote string
	FetchedAt          data.Timestamp
}

// soonEnd is how soon an end would be that nobody has announced before: makers give notice of months.
const soonEnd = 14 * 24 * time.Hour

// livesOfTools are what the lifecycle pages say of the tools, by id, where the catalogue says nothing newer that replaces it. What
// the gate holds is left out, and reported: an end that comes too soon, or with too many others.
func (r reader) livesOfTools(accepted map[string]data.Acceptance) map[string]Life {
	all := map[string]Life{}
	for _, reading := range r.readings {
		if reading.Kind != data.LifecycleSource {
			continue
		}
		said, ended := r.saidOn(reading), map[string]bool{}
		for _, t := range r.in.Catalog.Tools {
			if l, ok := said[t.ID]; ok && r.endsNow(t, l) {
				ended[t.ID] = true
			}
		}
		many := len(ended) > 2 && 2*len(ended) > len(said)
		for _, t := range r.in.Catalog.Tools {
			l, ok := said[t.ID]
			was, before := r.in.Before.lives[t.ID]
			abrupt := l.Ends == "" && l.State == data.RetiredState || l.Ends != "" && l.Ends < r.in.Now.Add(soonEnd).Format(time.DateOnly)
			newer := t.Lifecycle != nil && !t.Lifecycle.Verified.First.After(r.in.Now) && !l.FetchedAt.After(t.Lifecycle.Verified.First)
			switch {
			case !ok:
			case newer && l.NotBefore != "" && t.Shutdown.IsZero(): // a tool that has become legacy is still promised its time
				all[t.ID] = Life{NotBefore: l.NotBefore, Source: l.Source, URL: l.URL, Quote: l.Quote, FetchedAt: l.FetchedAt}
			case newer:
			case ended[t.ID] && (many || abrupt) && r.holdLife(t, l, many, accepted):
				if before {
					all[t.ID] = was
				}
			default:
				all[t.ID] = l
			}
		}
	}
	return all
}

// saidOn is what a page says of its maker's tools. A tool with several names on it has the life of the first.
func (r reader) saidOn(reading data.Reading) map[string]Life {
	said, named := map[string]Life{}, map[string]string{} // tool -> the name that counts
	for _, states := range []bool{true, false} {
		for _, o := range reading.Observations {
			m := r.resolved(o)
			if m.Kind != names.Tool || r.in.Provider(r.seen.Provider(m.Tool)).Name != reading.Publisher {
				continue
			}
			l, known := said[m.Tool]
			switch {
			case states && o.Field == data.LifeState && !known:
				named[m.Tool] = o.Subject
				l = Life{State: o.Value, NotBefore: o.Qualifiers.Promised, Source: o.Source, URL: o.URL, Quote: o.Quote, FetchedAt: o.FetchedAt}
			case states || !known || named[m.Tool] != o.Subject:
				continue
			case o.Field == data.LifeRetires:
				l.Ends = o.Value
			case o.Field == data.LifeReplacement:
				if next := r.seen.Resolve(o.Source, o.Value, o.FetchedAt.Time); next.Kind == names.Tool && next.Tool != m.Tool {
					l.Successor = next.Tool
				}
			}
			said[m.Tool] = l
		}
	}
	return said
}

// endsNow reports whether a page names an end of a tool that nobody has named before, or an earlier one.
func (r reader) endsNow(t catalog.Tool, l Life) bool {
	known := t.Shutdown.Text
	was, before := r.in.Before.lives[t.ID]
	if before {
		known = was.Ends
	}
	ending := l.State == data.RetiredState || l.State == data.DeprecatedState
	return ending && !(before && was.State == l.State && was.Ends == l.Ends) && (known == "" || l.Ends != "" && l.Ends < known)
}

// holdLife holds an end that comes too soon, or with too many others, and reports it: until the page has said so in two
// refreshes, or an operator accepts it.
func (r reader) holdLife(t catalog.Tool, l Life, many bool, accepted map[string]data.Acceptance) bool {
	why, day := "nobody has announced that before", ""
	if many {
		why = "so have most other models of its maker, all at once"
	}
	if l.Ends != "" {
		day = " from " + l.Ends + " on"
	}
	f := data.Finding{
		Kind: data.Held, Rules: []data.GateRule{data.RuleEnd}, Source: l.Source, Tool: t.ID, Field: "life", Quote: l.Quote, URL: l.URL, Evidence: l.FetchedAt,
		Breaches: []data.Breach{{Rule: data.RuleEnd, Why: why}},
		Why:      fmt.Sprintf("the page says that %s is %s%s, and %s", t.Name, l.State, day, why),
		Ends:     "the page says so in two refreshes, or somebody accepts it",
	}.Identified(l.State, l.Ends)
	_, seen := r.found.Before[f.ID]
	_, byHand := accepted[f.ID]
	if seen && r.found.Before[f.ID].Evidence.Before(l.FetchedAt.Time) || byHand {
		return false
	}
	r.found.Add(f)
	return true
}
