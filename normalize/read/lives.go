package read

import (
	"fmt"
	"slices"
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

// livesOfTools are what the lifecycle pages say of the tools, by id, where the catalogue says nothing newer that replaces it. What the gate holds
// is left out, and reported.
func (r reader) livesOfTools(accepted map[string]data.Acceptance) map[string]Life {
	all := map[string]Life{}
	for _, reading := range r.readings {
		if reading.Kind == data.LifecycleSource {
			r.livesOn(reading, accepted, all)
		}
	}
	return all
}

func (r reader) livesOn(reading data.Reading, accepted map[string]data.Acceptance, all map[string]Life) {
	said := r.saidOn(reading)
	var ended []string
	for _, t := range r.in.Catalog.Tools {
		if l, ok := said[t.ID]; ok && r.endsNow(t, l) {
			ended = append(ended, t.ID)
		}
	}
	many := len(ended) > 2 && 2*len(ended) > len(said)
	for _, t := range r.in.Catalog.Tools {
		l, ok := said[t.ID]
		switch {
		case !ok:
		case t.Lifecycle != nil && !t.Lifecycle.Verified.First.After(r.in.Now) && !l.FetchedAt.After(t.Lifecycle.Verified.First):
			if l.NotBefore != "" && t.Shutdown.IsZero() {
				all[t.ID] = l.promiseAlone()
			}
		case slices.Contains(ended, t.ID) && (many || r.abrupt(l)) && r.holdLife(t, l, many, accepted):
			if was, ok := r.in.Before.lives[t.ID]; ok {
				all[t.ID] = was
			}
		default:
			all[t.ID] = l
		}
	}
}

// saidOn is what a page says of its maker's tools. A tool with several names on it has the life of the first.
func (r reader) saidOn(reading data.Reading) map[string]Life {
	said := map[string]Life{}
	named := map[string]string{} // tool -> the name that counts
	for _, o := range reading.Observations {
		m := r.resolved(o)
		if m.Kind != names.Tool || r.in.Provider(r.seen.Provider(m.Tool)).Name != reading.Publisher {
			continue
		}
		if o.Field == data.LifeState && named[m.Tool] == "" {
			named[m.Tool] = o.Subject
			said[m.Tool] = Life{State: o.Value, NotBefore: o.Qualifiers.Promised, Source: o.Source, URL: o.URL, Quote: o.Quote, FetchedAt: o.FetchedAt}
		}
	}
	for _, o := range reading.Observations {
		m := r.resolved(o)
		l, ok := said[m.Tool]
		if m.Kind != names.Tool || !ok || named[m.Tool] != o.Subject {
			continue
		}
		switch o.Field {
		case data.LifeRetires:
			l.Ends = o.Value
		case data.LifeReplacement:
			if next := r.seen.Resolve(o.Source, o.Value, o.FetchedAt.Time); next.Kind == names.Tool && next.Tool != m.Tool {
				l.Successor = next.Tool
			}
		}
		said[m.Tool] = l
	}
	return said
}

// endsNow reports whether a page names an end of a tool that nobody has named before, or an earlier one.
func (r reader) endsNow(t catalog.Tool, l Life) bool {
	known := t.Shutdown.Text
	if was, ok := r.in.Before.lives[t.ID]; ok {
		if known = was.Ends; was.State == l.State && was.Ends == l.Ends {
			return false
		}
	}
	ending := l.State == data.RetiredState || l.State == data.DeprecatedState
	return ending && (known == "" || l.Ends != "" && l.Ends < known)
}

func (r reader) abrupt(l Life) bool {
	return l.Ends == "" && l.State == data.RetiredState || l.Ends != "" && l.Ends < r.in.Now.Add(soonEnd).Format(time.DateOnly)
}

// holdLife holds an end that comes too soon, or with too many others, and reports it: until the page has said so in two
// refreshes, or an operator accepts it.
func (r reader) holdLife(t catalog.Tool, l Life, many bool, accepted map[string]data.Acceptance) bool {
	why := "nobody has announced that before"
	if many {
		why = "so have most other models of its maker, all at once"
	}
	f := data.Finding{
		Kind: data.Held, Rules: []data.GateRule{data.RuleEnd}, Source: l.Source, Tool: t.ID, Field: "life", Quote: l.Quote, URL: l.URL, Evidence: l.FetchedAt,
		Breaches: []data.Breach{{Rule: data.RuleEnd, Why: why}},
		Why:      fmt.Sprintf("the page says that %s is %s%s, and %s", t.Name, l.State, onDay(l.Ends), why),
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

func onDay(day string) string {
	if day == "" {
		return ""
	}
	return " from " + day + " on"
}

// promiseAlone is the life without what newer word replaces: a tool that has become legacy is still promised its time.
func (l Life) promiseAlone() Life {
	return Life{NotBefore: l.NotBefore, Source: l.Source, URL: l.URL, Quote: l.Quote, FetchedAt: l.FetchedAt}
}

// lifeBefore is what a page of its maker had said by the snapshot before; false where none had said anything.
func lifeBefore(p data.Properties) (Life, bool) {
	for _, e := range p.Evidence {
		if e.Source != "" && slices.ContainsFunc(e.Figures, func(f string) bool { return f == data.PropertyState }) {
			return Life{State: p.State, Ends: p.ShutdownDate, NotBefore: p.NotEndingBefore, Successor: p.Successor,
				Source: e.Source, URL: e.URL, Quote: e.Quote, FetchedAt: e.FetchedAt}, true
		}
	}
	return Life{}, false
}
