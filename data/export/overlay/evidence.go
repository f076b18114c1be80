package overlay

import (
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/export"
	"pricepoint/data/tariff"
)

// book is what we know of prices, for a day.
type book struct {
	at      time.Time
	order   []string                // ids of the tools, as the documents have them, then keys of other models
	tools   map[string]*tool        // by these
	aliases map[string][]data.Alias // by name
	ids     map[string][]string     // what requests for a tool may say, by its id
}

// tool is one of our tools.
type tool struct {
	tariff    data.Tariff      // where nobody has confirmed which of two prices holds, with the higher one
	raised    map[int]bool     // the lines that have it
	limits    data.TokenLimits // of the tariff, which is without them here
	evidence  data.ToolProvenance
	bounds    []int64           // the longest prompts, in tokens, before another price begins
	peak, off time.Time         // instants at the peak hours and outside of them; off is zero where all hours are alike
	hours     *data.WeeklyHours // at which it costs most; nil where all are alike
}

// newBook prepares the documents of a snapshot.
func newBook(d export.Documents) *book {
	b := &book{at: d.Tariffs.LastUpdated.Time, tools: map[string]*tool{}, aliases: map[string][]data.Alias{}, ids: export.IDs(d)}
	for _, a := range d.Aliases.Aliases {
		b.aliases[a.Name] = append(b.aliases[a.Name], a)
	}
	for _, t := range d.Tariffs.Tools {
		known := &tool{tariff: t, raised: map[int]bool{}, limits: t.Limits, bounds: bounds(t), peak: b.at}
		known.tariff.Limits = data.TokenLimits{} // a list prices every length it names, whether anybody can send it or not
		known.tariff.Lines = slices.Clone(t.Lines)
		for i, l := range t.Lines {
			known.tariff.Lines[i] = tariff.Highest(t, l, b.at)
			known.raised[i] = known.tariff.Lines[i].Price != l.Price
		}
		for _, e := range d.Provenance.Tools {
			if e.ID == t.ID {
				known.evidence = e
			}
		}
		known.findHours(b.at)
		b.tools[t.ID], b.order = known, append(b.order, t.ID)
	}
	return b
}

func bounds(t data.Tariff) []int64 {
	var all []int64
	for _, l := range t.Lines {
		if b := l.Terms.Context; b != nil {
			all = append(all, max(b.Over, b.From-1))
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(n int64) bool { return n <= 0 })
}

// findHours looks for an instant of each kind in the week that begins at a time, and for the hours of the peak.
func (t *tool) findHours(from time.Time) {
	found := false
	for _, at := range append([]time.Time{from}, tariff.Turns(t.tariff, from)...) {
		switch hours := tariff.HoursAt(t.tariff, tariff.Usage{At: at}); {
		case hours == nil || at.Before(from):
		case !hours.Outside && !found:
			t.peak, found = at, true
		case hours.Outside && t.off.IsZero():
			t.off = at
		}
	}
	if !t.off.IsZero() {
		t.hours = tariff.HoursAt(t.tariff, tariff.Usage{At: t.peak})
	}
}

// terms are those under which a list states a price.
type terms struct {
	class   data.BillingClass
	service string // "": standard
	over    int64  // tokens: for prompts longer than this
	off     bool   // outside the peak hours
}

// price is what we know of a price, in USD per million tokens.
type price struct {
	value   data.Number
	proven  bool // it stands on the provider's own page, and nothing of it is held; or one that does may have risen to it
	asInput bool // such tokens have no price of their own: what is written to a cache is billed as input, which is the price here
	first   bool // the provider has printed it, or it is billed as input and the provider has printed that
	basis   data.Basis
	url     string
	quote   string
}

// price looks up what tokens cost under terms; false when we have no number for exactly those.
func (t *tool) price(w terms) (price, bool) {
	size := w.over + 1
	if w.over > 0 {
		i := slices.IndexFunc(t.bounds, func(b int64) bool { return near(b, w.over) })
		if i < 0 {
			return price{}, false
		}
		size = max(w.over, t.bounds[i]) + 1
	}
	at := t.peak
	if w.off {
		if at = t.off; at.IsZero() {
			return price{}, false
		}
	}
	services := []string{w.service}
	if slices.Contains(fastServices, w.service) {
		services = append(services, fastServices...)
	}
	for _, service := range services {
		if item, ok := tariff.Token(t.tariff, tariff.Usage{Service: service, At: at}, w.class, size); ok {
			return t.priceOf(item, w)
		}
	}
	return price{}, false
}

// fastServices are the names of one service: what some call priority others call fast, and no provider sells both.
var fastServices = []string{"priority", "fast"}

// priceOf is the price behind a bill. What follows from other prices, by a factor or a rule, is not proven: nobody has
// printed it.
func (t *tool) priceOf(item tariff.Item, w terms) (price, bool) {
	line := t.tariff.Lines[item.Line]
	if item.Bound != "" || line.Per != data.PerMillionTokens {
		return price{}, false
	}
	e := line.Evidence
	printed := len(item.Factors) == 0 && t.proven(line)
	p := price{value: tariff.Each(t.tariff, item), basis: e.Basis, url: e.URL, quote: e.Quote, proven: printed || t.raised[item.Line]}
	p.first = printed || len(item.Factors) == 0 && e.Basis.FirstHand() && !t.doubted(line)
	// Reasoning is part of an answer and billed as such where it has no line. Any other class that stands in for one is a rule.
	p.asInput = item.As == data.ClassInput && w.class == data.ClassCacheWrite
	if item.As != "" && !p.asInput && !(w.class == data.ClassReasoning && item.As == data.ClassOutput) {
		p.proven, p.first = false, false
	}
	return p, true
}

// proven reports whether a line stands on the provider's own page: read there by a collector, or by a person.
func (t *tool) proven(l data.TariffLine) bool {
	e := l.Evidence
	if l.Rule != nil && !l.Rule.Rule.Releases() || e.Confidence == data.Low || t.doubted(l) {
		return false
	}
	var field *data.Evidence
	if q := data.PriceOf(l.Class); q != nil {
		field = t.evidence.Value(q.Name)
	}
	isPublished := l.Terms.Service == "" && l.Terms.Context.Lower() == 0 && (l.Terms.Hours == nil || !l.Terms.Hours.Outside)
	switch e.Method {
	case data.Collected:
		return strings.HasPrefix(e.Source, "pricing_")
	case data.Curated:
		if field != nil && l.Price != nil && isPublished && field.Value.Equal(*l.Price) {
			return field.Method == data.Curated && field.Basis.FirstHand() && field.Confidence != data.Low
		}
		// The other facts of the catalogue are of high confidence exactly when they were read on the provider's page; a quoted
		// one states its confidence itself, and proves nothing here.
		return e.Confidence == data.High && e.Quote == ""
	}
	return false
}

// doubted reports whether the published price of a class is held, or stands in for one that is not known yet.
func (t *tool) doubted(l data.TariffLine) bool {
	var field *data.Evidence
	if q := data.PriceOf(l.Class); q != nil {
		field = t.evidence.Value(q.Name)
	}
	return field != nil && (field.Held != "" || field.Placeholder)
}

// sold reports whether a tool can be bought on the day of the documents.
func (b *book) sold(t *tool) bool {
	return !b.at.Before(t.tariff.Sale.From.Time) && (t.tariff.Sale.Until.IsZero() || b.at.Before(t.tariff.Sale.Until.Time))
}

// named are the tools of a seller that a feed means by a name, on the day of the documents: where nobody has printed it there, the
// tool for which the seller takes requests under the name.
func (b *book) named(name, feed, seller string) []string {
	var tools []string
	if _, id, divided := strings.Cut(name, "/"); divided && len(b.aliases[name]) == 0 {
		for tool, ids := range b.ids {
			if b.tools[tool].tariff.Seller == seller && slices.Contains(ids, id) {
				tools = append(tools, tool)
			}
		}
	}
	for _, a := range b.aliases[name] {
		except := slices.ContainsFunc(a.Except, func(e data.AliasException) bool { return e.Source == feed })
		elsewhere := except || a.Only != "" && a.Only != feed
		setting := a.Effort != "" || a.Harness != "" // whose name is not that of everything the tool sells
		means := a.HoldsOn(b.at) && !elsewhere && !setting
		if t := b.tools[a.Tool]; means && t != nil && t.tariff.Seller == seller && !slices.Contains(tools, a.Tool) {
			tools = append(tools, a.Tool)
		}
	}
	return tools
}
