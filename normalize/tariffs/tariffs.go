// Package tariffs writes down everything that a tool costs: every class of tokens under every term. Start at Make.
//
// It decides no price. The prices that are published for everyone come in decided, and stand in the tariff as they are;
// what a provider's page prints besides stands there as it is printed, as long as the page agrees with what is published:
// a reading that is held, or that somebody has read differently since, says nothing of the other prices either. Then those
// of the tariff before stay, and what people have curated.
package tariffs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
)

// Tool is what is known of the prices of one tool.
type Tool struct {
	catalog.Tool
	Seller  string // the provider
	Region  string // whose prices are published; "": everywhere
	Context int64  // tokens of the context window

	Published [len(data.Prices)]data.Evidence  // for everyone
	Stated    [len(data.Prices)]*data.Evidence // in their places on the provider's page; nil: nothing
	Printed   []data.Observation               // every price of the tool on that page
	Dashes    map[Column]bool                  // columns of it with prices of others and none of the tool's
	Withheld  bool                             // whether the changes on that page do not count
	Before    *data.Tariff                     // in the snapshot before; nil: there was none
	Since     time.Time                        // lines of it that nobody has found since then are old

	Evidence func(data.Observation) data.BriefEvidence // of a printed price
	Holidays func(data.WeeklyHours) data.WeeklyHours   // writes the days off into hours that depend on them; nil: none are known
	Rules    []catalog.TariffRule                      // of all providers
	Further  []catalog.TariffPrice                     // of all providers, that no collector reads
	Now      time.Time
}

// maxCells is more than any page prints of one tool; comparing them with one another takes its time.
const maxCells = 500

// Make writes the tariff of a tool. Where what the page prints beside the published prices contradicts itself so that no
// line can be told to be the wrong one, all of it is left out; where what people have curated does too, that is.
func Make(t Tool) data.Tariff {
	published := slices.DeleteFunc(slices.Clone(t.Stated[:]), func(e *data.Evidence) bool { return e == nil }) // which stay
	left := map[data.ExclusionReason]int{data.TooManyPrices: len(t.Printed) - len(published)}
	if len(t.Printed) <= maxCells {
		m := build(t)
		if made := m.made(); tariff.Check(made) == nil {
			return made
		}
		left = m.excluded
		for _, l := range m.lines {
			left[data.Contradictory] += l.cells
		}
	}
	t.Printed, t.Before, t.Dashes = nil, nil, nil
	m := build(t)
	m.excluded = left
	if made := m.made(); tariff.Check(made) == nil {
		return made
	}
	m.lines, m.multiplied = m.lines[:len(data.Prices)], nil // nothing but the published prices, for every request
	for i := range m.lines {
		m.lines[i].Terms = data.Terms{Region: t.Region}
	}
	alone := m.made()
	alone.Limits = data.TokenLimits{Context: t.Context}
	return alone
}

// build goes through all steps.
func build(t Tool) *maker {
	m := &maker{tool: t, excluded: map[data.ExclusionReason]int{}}
	for _, step := range []func(){
		m.published, m.printed, m.carried, m.longContext, m.offPeak, m.laterHours, m.past, m.bands, m.notOffered, m.further,
		m.coming, m.unsaid, m.listPrices, m.factors, m.unstated, m.promoted, m.proportionate,
	} {
		step()
	}
	return m
}

func (m *maker) made() data.Tariff {
	lines := make([]data.TariffLine, len(m.lines))
	for i, l := range m.lines {
		if lines[i] = l.TariffLine; l.Terms.Hours != nil && m.tool.Holidays != nil {
			hours := m.tool.Holidays(*l.Terms.Hours)
			lines[i].Terms.Hours = &hours
		}
	}
	slices.SortStableFunc(lines, compare)
	var sale data.SalePeriod // from the month of its release to its announced last day
	if month, err := time.Parse("2006-01", m.tool.Released); err == nil {
		sale.From = data.At(month)
	}
	if !m.tool.Shutdown.IsZero() {
		sale.Until = data.At(m.tool.Shutdown.After())
	}
	return data.Tariff{
		ID: m.tool.ID, Name: m.tool.Name, Seller: m.tool.Seller, Region: m.tool.Region, Sale: sale,
		Limits: data.TokenLimits{Context: m.tool.Context, Input: m.tool.InputLimit(), Output: m.tool.MaxOutput()},
		Lines:  lines, Factors: m.multiplied, Excluded: Exclusions(m.excluded),
	}
}

// Exclusions lists counted reasons, the most frequent first.
func Exclusions(counts map[data.ExclusionReason]int) []data.TariffExclusion {
	var all []data.TariffExclusion
	for reason, cells := range counts {
		if reason != "" && cells > 0 {
			all = append(all, data.TariffExclusion{Reason: reason, Cells: cells})
		}
	}
	slices.SortFunc(all, func(x, y data.TariffExclusion) int {
		return cmp.Or(cmp.Compare(y.Cells, x.Cells), cmp.Compare(x.Reason, y.Reason))
	})
	return all
}

// maker collects the lines of one tariff.
type maker struct {
	tool       Tool
	lines      sheet // the published prices first, each in its place
	multiplied []data.TariffFactor
	excluded   map[data.ExclusionReason]int // cells of which no line is made; "": one is
	misread    []data.TariffLine            // that the page prints and that are not believed
}

// add adds a line.
func (m *maker) add(l data.TariffLine) { m.lines = append(m.lines, line{TariffLine: l}) }

// addNew adds a line where there is none for the same tokens.
func (m *maker) addNew(l data.TariffLine) {
	if m.lines.rival(l.Class, l.Terms) == nil {
		m.add(l)
	}
}

// agrees reports whether the provider's page says of the published prices what is published, and counts. It has to state
// input and output.
func (t Tool) agrees() bool {
	if t.Withheld {
		return false
	}
	differs := false
	for place, stated := range t.Stated {
		differs = differs || stated != nil && !stated.Value.Equal(t.Published[place].Value)
	}
	return !differs && t.Stated[data.InputPlace] != nil && t.Stated[data.OutputPlace] != nil
}

// The orders of what lines are sorted by; anything else comes behind, by its name.
var (
	classOrder = []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassReasoning, data.ClassCacheRead, data.ClassCacheWrite,
		data.ClassCacheWrite1h, data.ClassCacheWrite12h, data.ClassCacheStorage}
	serviceOrder = []string{"", "batch", "flex", "priority", "fast"}
	kindOrder    = []string{"", data.KindPromotional, data.KindList, data.KindAnnounced}
)

// compare orders two lines.
func compare(x, y data.TariffLine) int {
	return cmp.Or(
		inOrder(classOrder, x.Class, y.Class), inOrder(serviceOrder, x.Terms.Service, y.Terms.Service), strings.Compare(x.Terms.Region, y.Terms.Region),
		cmp.Compare(x.Terms.Context.Lower(), y.Terms.Context.Lower()), strings.Compare(hoursText(x), hoursText(y)), strings.Compare(x.Terms.Effort, y.Terms.Effort),
		inOrder(kindOrder, x.Terms.Kind, y.Terms.Kind),
		data.NoFirst(!x.Terms.Until.IsZero(), !y.Terms.Until.IsZero()), // a line that ends stands behind one that holds on
		x.Terms.From.Compare(y.Terms.From.Time),
	)
}

func inOrder[T ~string](order []T, x, y T) int {
	place := func(s T) int {
		if i := slices.Index(order, s); i >= 0 {
			return i
		}
		return len(order)
	}
	return cmp.Or(cmp.Compare(place(x), place(y)), cmp.Compare(x, y))
}

func hoursText(l data.TariffLine) string {
	if l.Terms.Hours == nil {
		return ""
	}
	return pick(l.Terms.Hours.Outside, "2", "1") + l.Terms.Hours.Notation()
}
