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
	order   []string // ids of the tools, as the documents have them
	tools   map[string]*tool
	aliases map[string][]data.Alias // by name
	ids     map[string][]string     // what requests for a tool may say, by its id
}

// tool is one of our tools.
type tool struct {
	tariff    data.Tariff      // where nobody has confirmed which of two prices holds, with the higher one
	raised    map[int]bool     // the lines that have it
	limits    data.TokenLimits // of the tariff, which is without them here
	evidence  data.ToolProvenance
	bounds    []int64   // the longest prompts, in tokens, before another price begins
	peak, off time.Time // instants at the peak hours and outside of them; off is zero where all hours are alike
}

// newBook prepares the documents of a snapshot.
func newBook(d export.Documents) *book {
	b := &book{at: d.Tariffs.LastUpdated.Time, tools: map[string]*tool{}, aliases: map[string][]data.Alias{}, ids: export.IDs(d)}
	for _, a := range d.Aliases.Aliases {
		b.aliases[a.Name] = append(b.aliases[a.Name], a)
	}
	for _, t := range d.Tariffs.Tools {
		known := &tool{tariff: anyLength(t), limits: t.Limits, bounds: bounds(t), peak: b.at}
		known.raise(b.at)
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

// anyLength is a tariff without its limits: a list prices every length it names, whether anybody can send it or not.
func anyLength(t data.Tariff) data.Tariff {
	t.Limits = data.TokenLimits{}
	return t
}

// raise takes the higher price wherever one of two holds.
func (t *tool) raise(at time.Time) {
	lines := slices.Clone(t.tariff.Lines)
	t.raised = map[int]bool{}
	for i, l := range lines {
		lines[i] = tariff.Highest(t.tariff, l, at)
		t.raised[i] = lines[i].Price != l.Price
	}
	t.tariff.Lines = lines
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

// findHours looks for an instant of each kind in the week that begins at a time.
func (t *tool) findHours(at time.Time) {
	weekly := slices.ContainsFunc(t.tariff.Lines, func(l data.TariffLine) bool { return l.Terms.Hours != nil })
	if !weekly {
		return
	}
	const step = 5 * time.Minute
	found := false
	for after := time.Duration(0); after < 7*24*time.Hour && (!found || t.off.IsZero()); after += step {
		item, ok := t.item(data.ClassInput, "", 1, at.Add(after))
		switch {
		case !ok || t.tariff.Lines[item.Line].Terms.Hours == nil:
		case t.tariff.Lines[item.Line].Terms.Hours.Outside && t.off.IsZero():
			t.off = at.Add(after)
		case !t.tariff.Lines[item.Line].Terms.Hours.Outside && !found:
			t.peak, found = at.Add(after), true
		}
	}
}

// hours are those at which a tool costs most; nil where all are alike.
func (t *tool) hours() *data.WeeklyHours {
	item, ok := t.item(data.ClassInput, "", 1, t.peak)
	if !ok || t.off.IsZero() {
		return nil
	}
	return t.tariff.Lines[item.Line].Terms.Hours
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
	item, ok := t.item(w.class, w.service, size, at)
	if !ok && slices.Contains(fastServices, w.service) {
		for _, other := range fastServices {
			if item, ok = t.item(w.class, other, size, at); ok {
				break
			}
		}
	}
	if !ok {
		return price{}, false
	}
	return t.priceOf(item, w)
}

// fastServices are the names of one service: what some call priority others call fast, and no provider sells both.
var fastServices = []string{"priority", "fast"}

// item bills tokens of a class in one request whose prompt has some length.
func (t *tool) item(class data.BillingClass, service string, prompt int64, at time.Time) (tariff.Item, bool) {
	used := map[data.BillingClass]int64{data.ClassInput: prompt}
	if class != data.ClassInput {
		used[class] = 1
	}
	cost, err := tariff.Price(t.tariff, tariff.Usage{Quantities: used, Requests: 1, Service: service, At: at})
	if err != nil {
		return tariff.Item{}, false
	}
	i := slices.IndexFunc(cost.Items, func(i tariff.Item) bool { return i.Class == class })
	if i < 0 {
		return tariff.Item{}, false
	}
	return cost.Items[i], true
}

// priceOf is the price behind a bill. What follows from other prices, by a factor or a rule, is not proven: nobody has
// printed it.
func (t *tool) priceOf(item tariff.Item, w terms) (price, bool) {
	line := t.tariff.Lines[item.Line]
	if item.Bound != "" || line.Per != (data.Measure{Amount: 1_000_000, Of: "tokens"}) || marginal(line) {
		return price{}, false
	}
	e := line.Evidence
	printed := len(item.Factors) == 0 && t.proven(line)
	p := price{basis: e.Basis, url: e.URL, quote: e.Quote, proven: printed || t.raised[item.Line]}
	p.first = printed || len(item.Factors) == 0 && e.Basis.FirstHand() && !t.doubted(line)
	if line.Price != nil {
		p.value = *line.Price
	} else if line.State != data.FreeOfCharge {
		return price{}, false
	}
	for _, f := range item.Factors {
		p.value = data.Number{Decimal: p.value.Mul(t.tariff.Factors[f].Factor.Decimal)}
	}
	// Reasoning is part of an answer and billed as such where it has no line. Any other class that stands in for one is a rule.
	p.asInput = item.As == data.ClassInput && w.class == data.ClassCacheWrite
	if item.As != "" && !p.asInput && !(w.class == data.ClassReasoning && item.As == data.ClassOutput) {
		p.proven, p.first = false, false
	}
	return p, true
}

// marginal reports whether a line prices only a part of a request, which no list of others can say.
func marginal(l data.TariffLine) bool {
	b := l.Terms.Context
	return b != nil && (b.Bills == data.BillExcess || b.Counts == data.CountUncached)
}

// published are the fields in which the prices of a tool are published, by class.
var published = map[data.BillingClass]string{
	data.ClassInput: data.FieldInput, data.ClassOutput: data.FieldOutput,
	data.ClassCacheRead: data.FieldCacheRead, data.ClassCacheWrite: data.FieldCacheWrite,
}

// proven reports whether a line stands on the provider's own page: read there by a collector, or by a person.
func (t *tool) proven(l data.TariffLine) bool {
	e := l.Evidence
	if l.Rule != nil && !l.Rule.Rule.Releases() || e.Confidence == data.Low {
		return false
	}
	if t.doubted(l) {
		return false
	}
	field := t.evidence.Value(published[l.Class])
	switch e.Method {
	case data.Collected:
		return strings.HasPrefix(e.Source, "pricing_")
	case data.Curated:
		if field != nil && l.Price != nil && isPublished(l.Terms) && field.Value.Equal(*l.Price) {
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
	field := t.evidence.Value(published[l.Class])
	return field != nil && (field.Held != "" || field.Placeholder)
}

// isPublished reports whether terms are those of the published prices.
func isPublished(t data.Terms) bool {
	return t.Service == "" && t.Context.Lower() == 0 && (t.Hours == nil || !t.Hours.Outside)
}

// sold reports whether a tool can be bought on the day of the documents.
func (b *book) sold(t *tool) bool {
	return !b.at.Before(t.tariff.Sale.From.Time) && (t.tariff.Sale.Until.IsZero() || b.at.Before(t.tariff.Sale.Until.Time))
}
