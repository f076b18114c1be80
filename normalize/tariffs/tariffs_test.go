package tariffs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
	"pricepoint/normalize/tariffs"
)

var now = time.Date(2026, 10, 15, 0, 0, 0, 0, time.UTC)

// tool costs 5 and 25, and nobody knows what its cache costs.
func tool() tariffs.Tool {
	t := tariffs.Tool{Tool: catalog.Tool{ID: "one", Name: "One"}, Seller: "Acme", Context: 1000, Now: now, Since: now.AddDate(0, -4, 0)}
	for place, value := range []string{"5", "25", "5", "5"} {
		t.Published[place] = published(value)
	}
	for place := range []int{data.CacheReadPlace, data.CacheWritePlace} {
		t.Published[2+place].Method = data.Ruled
		t.Published[2+place].RestOn(data.Ruling{Rule: data.InputAsBound})
	}
	return t
}

func published(value string) data.Evidence {
	return data.Evidence{Value: data.MustNumber(value), Method: data.Collected, Source: "pricing_acme", ConfirmedAt: data.At(now), FetchedAt: data.At(now)}
}

// printing is the tool with a page that prints its published prices and others.
func printing(others ...data.Observation) tariffs.Tool {
	t := tool()
	for place, value := range []string{"5", "25"} {
		stated := published(value)
		t.Stated[place] = &stated
	}
	all := append([]data.Observation{cell(data.PriceInput, "5", data.Qualifiers{}), cell(data.PriceOutput, "25", data.Qualifiers{})}, others...)
	t.Printed = append(t.Printed, all...)
	t.Evidence = func(o data.Observation) data.BriefEvidence {
		return data.BriefEvidence{Method: data.Collected, Confidence: data.High, Source: o.Source, Quote: o.Quote, ConfirmedAt: o.FetchedAt}
	}
	return t
}

// atPeak says that the input price is printed for some hours only.
func atPeak(hours string, t tariffs.Tool) tariffs.Tool {
	t.Stated[data.InputPlace].Conditions = data.Qualifiers{Window: "peak", Hours: hours}
	t.Printed = t.Printed[1:]
	return t
}

func cell(field data.Field, value string, q data.Qualifiers) data.Observation {
	return data.Observation{Source: "pricing_acme", Subject: "One", Field: field, Value: value, Unit: data.USDPerMillion, Qualifiers: q, FetchedAt: data.At(now)}
}

// makes wants a tariff of a tool.
func makes(t *testing.T, of tariffs.Tool, want string) data.Tariff {
	t.Helper()
	made := tariffs.Make(of)
	if diff := cmp.Diff(want, lines(made)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	return made
}

// lines are the lines of a tariff that are no cache prices which nobody states, one a line.
func lines(t data.Tariff) string {
	var all []string
	for _, l := range t.Lines {
		if l.State == data.PriceNotStated {
			continue
		}
		all = append(all, strings.Join(append([]string{string(l.Class)}, told(l)...), " "))
	}
	for _, f := range t.Factors {
		all = append(all, fmt.Sprint("times ", f.Factor, " ", f.Service, f.Region, " ", f.Classes))
	}
	for _, e := range t.Excluded {
		all = append(all, fmt.Sprint("without ", e.Cells, " ", e.Reason))
	}
	return strings.Join(all, "\n")
}

// told are the price and the terms of a line, in words.
func told(l data.TariffLine) []string {
	words := []string{string(l.State)}
	if l.Price != nil {
		words = []string{l.Price.String()}
	}
	if l.Native != nil {
		words = append(words, fmt.Sprintf("(%s %s)", l.Native.Amount, l.Native.Currency))
	}
	if b := l.Terms.Context; b != nil {
		for _, bound := range []struct {
			word   string
			tokens int64
		}{{"over", b.Over}, {"from", b.From}, {"upTo", b.UpTo}, {"below", b.Below}} {
			if bound.tokens > 0 {
				words = append(words, fmt.Sprint(bound.word, " ", bound.tokens))
			}
		}
	}
	if l.Terms.Hours != nil {
		words = append(words, "at "+l.Terms.Hours.Notation())
	}
	for _, term := range []struct{ word, text string }{
		{"service", l.Terms.Service}, {"region", l.Terms.Region}, {"kind", l.Terms.Kind}, {"from", day(l.Terms.From)}, {"until", day(l.Terms.Until)},
	} {
		if term.text != "" {
			words = append(words, term.word, term.text)
		}
	}
	if l.Evidence.Method == data.Carried {
		words = append(words, "carried")
	}
	return words
}

func day(t data.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

func TestMake(t *testing.T) {
	type q = data.Qualifiers
	const in, out, read, write = data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite
	const plain = "input 5\noutput 25"
	euro := cell(in, "4.5", q{})
	euro.Unit = data.EURPerMillion
	euroBatch := cell(in, "2.2", q{Service: "batch"})
	euroBatch.Unit = data.EURPerMillion
	storage := cell(data.PriceCacheStorage, "1", q{})
	storage.Unit = data.USDPerMillionPerHour
	cases := map[string]struct {
		of   tariffs.Tool
		want string
	}{
		"no-page":          {tool(), plain},
		"the-published":    {printing(), plain},
		"same-price-twice": {printing(cell(in, "5", q{Service: "standard"})), plain},
		"other-service":    {printing(cell(in, "2.5", q{Service: "batch"})), "input 5\ninput 2.5 service batch\noutput 25"},
		"two-prices":       {printing(cell(in, "2.5", q{Service: "batch"}), cell(in, "2.6", q{Service: "batch"})), plain + "\nwithout 2 contradictory"},
		"two-prices-by-size": {printing(cell(in, "10", q{Service: "fast"}), cell(in, "30", q{Service: "fast", ContextUpTo: "200"})),
			plain + "\nwithout 2 contradictory"},
		"not-the-published": {printing(cell(in, "6", q{})), plain + "\nwithout 1 contradictory"},
		"long-prompts":      {printing(cell(in, "10", q{ContextOver: "200", OverOp: ">="})), "input 5 below 200\ninput 10 from 200\noutput 25"},
		"short-prompts-too": {printing(cell(in, "5", q{ContextUpTo: "200"}), cell(in, "10", q{ContextOver: "200"}), cell(write, "10", q{CacheTTL: "1h"})),
			"input 5 upTo 200\ninput 10 over 200\noutput 25\ncacheWrite1h 10 upTo 200"},
		"kinds-of-writes": {printing(cell(write, "10", q{CacheTTL: "1h"})), "input 5\noutput 25\ncacheWrite1h 10"},
		"modality":        {printing(cell(in, "7", q{Modality: "audio"}), cell(in, "5", q{Modality: "text"})), "input 5\noutput 25\naudio.input 7"},
		"storage":         {printing(storage), "input 5\noutput 25\ncacheStorage 1"},
		"free":            {printing(cell(read, "0", q{Service: "batch"})), "input 5\noutput 25\ncacheRead 0 service batch"},
		"unknown-words":   {printing(cell(in, "1", q{Service: "batch", Remark: "perhaps"})), plain + "\nwithout 1 unknownWords"},
		"two-currencies":  {printing(euro), "input 5 (4.5 EUR)\noutput 25"},
		"one-currency":    {printing(euroBatch), plain + "\nwithout 1 noExchangeRate"},
		"hours": {printing(cell(in, "2", q{Window: "offPeak", Hours: "outside UTC; mon 01:00-04:00"})),
			plain + "\nwithout 1 contradictory"},
		"peak-and-off-peak": {atPeak("UTC; mon 01:00-04:00", printing(cell(in, "5", q{Window: "peak", Hours: "UTC; mon 01:00-04:00"}), cell(in, "2", q{Window: "offPeak", Hours: "outside UTC; mon 01:00-04:00"}))),
			"input 5 at UTC; mon 01:00-04:00\ninput 2 at outside UTC; mon 01:00-04:00\noutput 25"},
		"hours-unsaid":           {printing(cell(in, "2", q{Window: "offPeak"})), plain + "\nwithout 1 hoursNotStated"},
		"promotion-is-over":      {printing(cell(out, "20", q{Service: "batch", ValidUntil: "2026-10-14"})), plain + "\nwithout 1 promotionIsOver"},
		"last-day-today":         {printing(cell(out, "20", q{Service: "batch", ValidUntil: "2026-10-15"})), "input 5\noutput 25\noutput 20 service batch until 2026-10-16"},
		"announced":              {printing(cell(out, "30", q{ValidFrom: "2026-11-01"})), "input 5\noutput 25\noutput 30 kind announced from 2026-11-01"},
		"overlapping-sizes":      {printing(cell(in, "9", q{ContextOver: "100", ContextUpTo: "300"}), cell(in, "10", q{ContextOver: "200"})), plain + "\nwithout 2 contradictory"},
		"absurd-price":           {printing(cell(in, "1000000", q{Service: "batch"})), plain + "\nwithout 1 implausible"},
		"twenty-times-the-price": {printing(cell(in, "100", q{Service: "fast"}), cell(in, "0.24", q{Service: "batch"})), "input 5\ninput 100 service fast\noutput 25\nwithout 1 implausible"},
		"list-price":             {printing(cell(out, "30", q{Kind: "list"})), plain + "\nwithout 1 contradictory"},
		"in-order": {printing(cell(out, "45", q{Service: "fast"}), cell(in, "1", q{Service: "batch"}), cell(in, "9", q{Service: "fast"})),
			"input 5\ninput 1 service batch\ninput 9 service fast\noutput 25\noutput 45 service fast"},
		"batch-is-dearer":                  {printing(cell(out, "26", q{Service: "batch"})), plain + "\nwithout 1 implausible"},
		"fast-is-cheaper":                  {printing(cell(in, "4.9", q{Service: "fast"})), plain + "\nwithout 1 implausible"},
		"batch-is-free":                    {printing(cell(in, "0", q{Service: "batch"})), plain + "\nwithout 1 implausible"},
		"long-prompts-cost-less":           {printing(cell(in, "4", q{ContextOver: "200"})), plain + "\nwithout 1 implausible"},
		"batch-input-and-output-exchanged": {printing(cell(in, "12.5", q{Service: "batch"}), cell(out, "2.5", q{Service: "batch"})), plain + "\nwithout 2 implausible"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { makes(t, c.of, c.want) })
	}
}

// TestManyPrices: a page that prints thousands of prices of one tool costs no time and no published price.
func TestManyPrices(t *testing.T) {
	var many []data.Observation
	for size := range 20_000 {
		many = append(many, cell(data.PriceInput, "6", data.Qualifiers{ContextOver: fmt.Sprint(size + 1)}))
	}
	makes(t, printing(many...), "input 5\noutput 25\nwithout 20000 tooManyPrices")
}

// TestDashes: a column with prices of others and none of the tool says that this cannot be bought. Under the cache of what
// can, it says only that there is no price: nobody knows what a batch costs whose prompts were in the cache.
func TestDashes(t *testing.T) {
	of := printing(cell(data.PriceInput, "2.5", data.Qualifiers{Service: "batch", ContextUpTo: "200"}))
	of.Dashes = map[tariffs.Column]bool{
		{Class: data.ClassInput, Service: "batch", Long: true}: true, {Class: data.ClassCacheRead, Service: "batch"}: true,
		{Class: data.ClassOutput, Service: "fast"}: true,
	}
	made := makes(t, of, "input 5\ninput 2.5 upTo 200 service batch\ninput notOffered over 200 service batch\noutput 25")
	if !slices.ContainsFunc(made.Lines, func(l data.TariffLine) bool {
		return l.Class == data.ClassCacheRead && l.Terms.Service == "batch" && l.State == data.PriceNotStated
	}) {
		t.Error("no line says that nobody knows what a cache read costs in a batch")
	}
}

// TestUnpublishedReading: what a page says beside prices that are held, or that somebody has read differently since, is in
// no tariff; what it said before stays.
func TestUnpublishedReading(t *testing.T) {
	batch := cell(data.PriceInput, "2.5", data.Qualifiers{Service: "batch"})
	before := tariffs.Make(printing(batch))
	of := printing(cell(data.PriceInput, "50", data.Qualifiers{Service: "batch"}))
	of.Stated[data.InputPlace].Value = data.MustNumber("100")
	makes(t, of, "input 5\noutput 25\nwithout 3 notAsPublished") // without a tariff before
	of.Before = &before
	makes(t, of, "input 5\ninput 2.5 service batch carried\noutput 25\nwithout 3 notAsPublished") // after a tariff
	of.Since = now
	old := makes(t, of, "input 5\ninput 2.5 service batch carried\noutput 25\nwithout 3 notAsPublished")
	if !slices.ContainsFunc(old.Lines, func(l data.TariffLine) bool { return l.Terms.Service == "batch" && l.Evidence.Confidence == data.Low }) {
		t.Error("what nobody has found for long is trusted as before")
	}
	agreeing := printing()
	agreeing.Before = &before
	makes(t, agreeing, "input 5\ninput 2.5 service batch carried\noutput 25") // on a page that no longer prints it
	agreeing.Since = now
	makes(t, agreeing, "input 5\noutput 25") // on a page that has not printed it for long
	of.Since = now.AddDate(0, -4, 0)
	of.Published[data.InputPlace].Value = data.MustNumber("4")
	makes(t, of, "input 4\noutput 25\nwithout 3 notAsPublished") // after a tariff with other prices
}

// TestHeldPriceInTwoCurrencies: while a price is held, the published ones stay what they were in another currency.
func TestHeldPriceInTwoCurrencies(t *testing.T) {
	euro := cell(data.PriceInput, "4.5", data.Qualifiers{})
	euro.Unit = data.EURPerMillion
	before := tariffs.Make(printing(euro))
	of := printing(euro)
	of.Stated[data.OutputPlace].Value = data.MustNumber("100")
	of.Before = &before
	makes(t, of, "input 5 (4.5 EUR)\noutput 25\nwithout 3 notAsPublished") // the output price is held
	of.Published[data.InputPlace].Value = data.MustNumber("4")
	makes(t, of, "input 4\noutput 25\nwithout 3 notAsPublished") // at another price
}

// TestPublishedForShortPrompts: the published price keeps its place and its evidence beside one that is printed for prompts
// of every size, and what is announced is under its terms.
func TestPublishedForShortPrompts(t *testing.T) {
	short, long := data.Qualifiers{ContextUpTo: "200"}, data.Qualifiers{ContextOver: "200"}
	for name, c := range map[string]struct {
		others []data.Observation
		want   string
	}{
		"another-price": {[]data.Observation{cell(data.PriceInput, "1.5", data.Qualifiers{}), cell(data.PriceInput, "8", long)},
			"input 5 upTo 200\ninput 8 over 200\noutput 25\ncacheWrite 9 upTo 200 kind announced from 2026-12-01\nwithout 1 contradictory"},
		"the-same-price": {[]data.Observation{cell(data.PriceInput, "5", data.Qualifiers{}), cell(data.PriceInput, "8", long)},
			"input 5 upTo 200\ninput 8 over 200\noutput 25\ncacheWrite 9 upTo 200 kind announced from 2026-12-01"},
		"the-same-price-and-none-for-long-prompts": {[]data.Observation{cell(data.PriceInput, "5", data.Qualifiers{}), cell(data.PriceInput, "2.5", data.Qualifiers{Service: "batch"})},
			"input 5 upTo 200\ninput 2.5 service batch\noutput 25\ncacheWrite 9 upTo 200 kind announced from 2026-12-01"},
	} {
		t.Run(name, func(t *testing.T) {
			of := printing(c.others...)
			of.Printed[0].Qualifiers, of.Stated[data.InputPlace].Conditions = short, short
			of.Published[data.InputPlace].Quote = "up to 200 tokens: $5"
			of.Published[data.CacheWritePlace].Announced = []data.Announcement{{Value: data.Int(9), From: "2026-12-01"}}
			made := makes(t, of, c.want)
			if quote := made.Lines[0].Evidence.Quote; quote != "up to 200 tokens: $5" {
				t.Errorf("the published price has the evidence %q, want its own", quote)
			}
		})
	}
}

// TestMisread: where a page prints what is not believed, what it said before stays.
func TestMisread(t *testing.T) {
	for name, c := range map[string]struct{ was, is, want string }{
		"long":  {"8", "4", "input 5 upTo 200\ninput 8 over 200 carried\noutput 25\nwithout 1 implausible"},
		"free":  {"8", "0", "input 5 upTo 200\ninput 8 over 200 carried\noutput 25\nwithout 1 implausible"},
		"moved": {"8", "9", "input 5 upTo 200\ninput 9 over 200\noutput 25"},
	} {
		t.Run(name, func(t *testing.T) {
			before := tariffs.Make(printing(cell(data.PriceInput, c.was, data.Qualifiers{ContextOver: "200"})))
			of := printing(cell(data.PriceInput, c.is, data.Qualifiers{ContextOver: "200"}))
			of.Before = &before
			makes(t, of, c.want)
		})
	}
}

func TestCurated(t *testing.T) {
	date := catalog.Date{Text: "2026-10-01", First: time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)}
	evidence := catalog.Evidence{Verified: date, Source: "https://acme.example/prices", Basis: data.OwnPage}
	long := tool()
	long.Prices.LongContext = &catalog.LongContext{Evidence: evidence, From: 200, Input: data.Int(10), Output: data.Int(50)}
	known := long
	known.Now = date.First.AddDate(0, 0, -1)
	off := tool()
	peak, err := data.ParseWeeklyHours("UTC; mon 01:00-04:00")
	if err != nil {
		t.Fatal(err)
	}
	off.Prices.OffPeak = &catalog.OffPeak{Evidence: evidence, Peak: catalog.Hours{WeeklyHours: peak}, Input: data.Int(2), Output: data.Int(12)}
	outside := data.Qualifiers{Window: "offPeak", Hours: "outside UTC; mon 01:00-05:00"}
	read := atPeak("UTC; mon 01:00-05:00", printing(cell(data.PriceInput, "2", outside), cell(data.PriceOutput, "12", outside)))
	read.Stated[data.OutputPlace].Conditions = read.Stated[data.InputPlace].Conditions
	read.Printed, read.Prices.OffPeak = read.Printed[1:], off.Prices.OffPeak
	earlier := read
	earlier.Printed = slices.Clone(read.Printed)
	for i := range earlier.Printed {
		earlier.Printed[i].FetchedAt = data.At(date.First.AddDate(0, 0, -1))
	}
	half := printing(cell(data.PriceInput, "2.5", data.Qualifiers{Service: "batch"}))
	half.Rules = []catalog.TariffRule{
		{Evidence: evidence, Service: "batch", Factor: data.MustNumber("0.5")}, {Evidence: evidence, Region: "us", Factor: data.MustNumber("1.1")},
		{Evidence: evidence, Service: "fast", Sold: catalog.Sold{Tools: []string{"two"}}, Factor: data.Int(2)},
	}
	coming := tool()
	coming.Published[data.InputPlace].Announced = []data.Announcement{{Value: data.Int(9), From: "2026-12-01"}, {Value: data.Int(4), From: "2026-10-01"}}
	promoted := tool()
	list := data.MustNumber("7")
	promoted.Published[0].ListPrice, promoted.Published[0].Conditions = &list, data.Qualifiers{Kind: "promotional", ValidUntil: "2026-10-31"}
	longer := tool()
	longer.Prices.LongContext = known.Prices.LongContext
	longer.Published[0].ListPrice, longer.Published[0].Conditions = &list, data.Qualifiers{Kind: "promotional", Promised: "2026-11-30"}
	same := tool()
	same.Published[data.CacheWritePlace].RestOn(data.Ruling{Rule: data.SameAsInput})
	write := same
	write.Rules = []catalog.TariffRule{{Evidence: evidence, Service: "batch", Classes: []data.BillingClass{data.ClassInput, data.ClassOutput}, Factor: data.MustNumber("0.5")}}
	for name, c := range map[string]struct {
		of   tariffs.Tool
		want string
	}{
		"rule-of-input":      {write, "input 5\noutput 25\ncacheWrite sameAsInput\ntimes 0.5 batch [input output cacheWrite]"},
		"long-prompts":       {long, "input 5 below 200\ninput 10 from 200\noutput 25 below 200\noutput 50 from 200"},
		"verified-later":     {known, "input 5\noutput 25"},
		"off-peak":           {off, "input 5 at UTC; mon 01:00-04:00\ninput 2 at outside UTC; mon 01:00-04:00\noutput 25 at UTC; mon 01:00-04:00\noutput 12 at outside UTC; mon 01:00-04:00"},
		"hours-read-since":   {read, "input 5 at UTC; mon 01:00-05:00\ninput 2 at outside UTC; mon 01:00-05:00\noutput 25 at UTC; mon 01:00-05:00\noutput 12 at outside UTC; mon 01:00-05:00"},
		"hours-read-before":  {earlier, "input 5 at UTC; mon 01:00-04:00\ninput 2 at outside UTC; mon 01:00-04:00\noutput 25 at UTC; mon 01:00-04:00\noutput 12 at outside UTC; mon 01:00-04:00"},
		"rules":              {half, "input 5\ninput 2.5 service batch\noutput 25\ntimes 0.5 batch [output cacheRead cacheWrite]\ntimes 1.1 us []"},
		"announced":          {coming, "input 5\ninput 9 kind announced from 2026-12-01\noutput 25"},
		"end-of-a-promotion": {promoted, "input 5 kind promotional until 2026-11-01\ninput 7 kind list from 2026-11-01\noutput 25"},
		"promised-long":      {longer, "input 5 below 200 kind promotional\ninput 7 below 200 kind list\ninput 10 from 200 kind promotional\ninput 14 from 200 kind list\noutput 25 below 200\noutput 50 from 200"},
		"billed-as-input":    {same, "input 5\noutput 25\ncacheWrite sameAsInput"},
	} {
		t.Run(name, func(t *testing.T) { makes(t, c.of, c.want) })
	}
}

// TestListPrice: a list price has the evidence of who states it, never that of the price that is billed.
func TestListPrice(t *testing.T) {
	promoted := func(list string, t tariffs.Tool) tariffs.Tool {
		price := data.MustNumber(list)
		e := &t.Published[data.InputPlace]
		e.ListPrice, e.Conditions, e.Quote = &price, data.Qualifiers{Kind: "promotional", ValidUntil: "2026-10-31"}, "$5"
		e.URL, e.Agrees = "https://acme.example/prices", []data.Statement{{Source: "feed_acme"}}
		return t
	}
	list := cell(data.PriceInput, "7", data.Qualifiers{Kind: "list", ValidFrom: "2026-11-01"})
	list.Quote = "~$7~"
	page := printing(list)
	known := tool()
	seven := data.Int(7)
	known.Prices.Promotion = &catalog.Promotion{Amounts: catalog.Amounts{Input: &seven}, Listed: &catalog.Quotation{
		Evidence: catalog.Evidence{Source: "https://acme.example/offer", Basis: data.OwnPage}, Confidence: data.Medium, Quote: "29% off",
	}}
	for name, c := range map[string]struct {
		of   tariffs.Tool
		want string // confidence, source, URL and quote
	}{
		"on-the-page":      {promoted("7", page), "high pricing_acme  ~$7~"},
		"in-the-catalogue": {promoted("7", known), "medium catalogue https://acme.example/offer 29% off"},
		"of-another-price": {promoted("8", known), " pricing_acme https://acme.example/prices "},
	} {
		t.Run(name, func(t *testing.T) {
			for _, l := range tariffs.Make(c.of).Lines {
				if l.Terms.Kind != data.KindList {
					continue
				}
				e := l.Evidence
				if got := fmt.Sprintf("%s %s %s %s", e.Confidence, e.Source, e.URL, e.Quote); got != c.want || e.Agrees != nil {
					t.Errorf("%s, and %v agree, want %s", got, e.Agrees, c.want)
				}
				return
			}
			t.Error("there is no list price")
		})
	}
}

// TestBrokenFacts: where what people have curated contradicts itself, the published prices stand alone.
func TestBrokenFacts(t *testing.T) {
	of := printing(cell(data.PriceInput, "2.5", data.Qualifiers{Service: "batch"}))
	of.Published[data.CacheWritePlace].RestOn(data.Ruling{Rule: data.SameAsInput})
	of.Rules = []catalog.TariffRule{{Service: "fast", Factor: data.Int(2)}, {Service: "fast", Factor: data.Int(3)}}
	made := makes(t, of, "input 5\noutput 25\ncacheWrite sameAsInput\nwithout 1 contradictory")
	if err := tariff.Check(made); err != nil || len(made.Lines) != len(data.Prices) {
		t.Errorf("%d lines: %v", len(made.Lines), err)
	}
}

// TestFurtherPrices: what no collector reads is in the tariff, unless the page prints it. A rule of all prices is about
// tokens.
func TestFurtherPrices(t *testing.T) {
	quoted := catalog.Quotation{Evidence: catalog.Evidence{Source: "https://acme.example/prices", Basis: data.OwnPage}, Confidence: data.Medium, Quote: "$10"}
	ten, two := data.Int(10), data.Int(2)
	search := catalog.TariffPrice{Quotation: quoted, Services: []string{"standard", "batch"}, Class: data.ClassSearches, Price: &ten,
		Per: catalog.Measure{Measure: data.Measure{Amount: 1000, Of: "searches"}}}
	hour := catalog.TariffPrice{Quotation: quoted, Class: data.ClassCacheWrite1h, TimesInput: &two}
	twelve := catalog.TariffPrice{Quotation: quoted, Class: data.ClassCacheWrite12h, Price: &two, Long: &ten, Per: catalog.Measure{Measure: data.Measure{Amount: 1_000_000, Of: "tokens"}}}
	half := []catalog.TariffRule{{Service: "batch", Factor: data.MustNumber("0.5")}}
	long := tool()
	long.Prices.LongContext = &catalog.LongContext{Over: 200, Input: data.Int(8), Output: data.Int(50)}
	later := hour
	later.Verified.First = now.AddDate(0, 0, 1)
	others := hour
	others.Tools = []string{"two"}
	for name, c := range map[string]struct {
		of      tariffs.Tool
		further []catalog.TariffPrice
		rules   []catalog.TariffRule
		want    string
	}{
		"searches":       {tool(), []catalog.TariffPrice{search}, half, "input 5\noutput 25\nsearches 10\nsearches 10 service batch\ntimes 0.5 batch [input output cacheRead cacheWrite]"},
		"times-input":    {long, []catalog.TariffPrice{hour}, half, "input 5 upTo 200\ninput 8 over 200\noutput 25 upTo 200\noutput 50 over 200\ncacheWrite1h 10 upTo 200\ncacheWrite1h 16 over 200\ntimes 0.5 batch []"},
		"by-size":        {long, []catalog.TariffPrice{twelve}, nil, "input 5 upTo 200\ninput 8 over 200\noutput 25 upTo 200\noutput 50 over 200\ncacheWrite12h 2 upTo 200\ncacheWrite12h 10 over 200"},
		"of-one-size":    {tool(), []catalog.TariffPrice{twelve}, nil, "input 5\noutput 25\ncacheWrite12h 2"},
		"printed":        {printing(cell(data.PriceCacheWrite, "11", data.Qualifiers{CacheTTL: "1h"})), []catalog.TariffPrice{hour}, nil, "input 5\noutput 25\ncacheWrite1h 11"},
		"verified-later": {tool(), []catalog.TariffPrice{later}, nil, "input 5\noutput 25"},
		"of-others":      {tool(), []catalog.TariffPrice{others}, nil, "input 5\noutput 25"},
	} {
		t.Run(name, func(t *testing.T) {
			c.of.Further, c.of.Rules = c.further, c.rules
			for _, l := range makes(t, c.of, c.want).Lines {
				if computed := l.Rule != nil && l.Rule.Rule == data.TimesInput; computed != (l.Evidence.Method == data.Computed) {
					t.Errorf("%s has the method %s", l.Class, l.Evidence.Method)
				}
			}
		})
	}
}
