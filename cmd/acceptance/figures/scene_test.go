//go:build proof

package figures

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/collectors"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

// scene is a page that is read truly once, and then twice more, a week apart: truly again, or edited. It knows what the
// page states where, and what of it is published.
type scene struct {
	*world
	name   string
	source collectors.Source
	docs   []web.Payload // in the order in which they are read
	place  int           // in docs, of the one that is edited
	at     time.Time     // when it was received

	*baseline
	sheet   *sheet
	amounts []amount
	figures []figure
}

// baseline is what becomes of pages that stay as they are.
type baseline struct {
	tools   map[string]bool
	rest    [weeks][]data.Reading  // what all others say
	truth   data.Reading           // the first reading
	first   outcome                // what it makes
	control [weeks]outcome         // what is published in each week; the first is first
	later   [rightReadings]outcome // and in the weeks after these

	read map[string]data.Reading // by what they were read from
}

// weeks are the first refresh and the two that an edit is given.
const weeks = 3

// amount is a number of money on a page, with what its reader takes it for and which published values rest on it.
type amount struct {
	span
	number   string
	states   []data.Observation
	headline []data.ToolField
}

// outcome is what a refresh made.
type outcome struct {
	snapshot data.Snapshot
	values   map[data.ToolField]data.Evidence
	numbers  map[string]number // everything else too
	findings []data.Finding
	reading  data.Reading
}

func (p outcome) knows(id string) bool {
	return slices.ContainsFunc(p.findings, func(f data.Finding) bool { return f.ID == id })
}

// prepare reads the true page in every week; false when it cannot be read.
func (s *scene) prepare(t testing.TB) bool {
	t.Helper()
	key := s.source.Name + s.at.String()
	for _, d := range s.docs {
		key += d.SHA256
	}
	known, ok := s.baselines[key]
	if !ok {
		s.baseline = &baseline{read: map[string]data.Reading{}}
		s.stay(t)
		known, s.baselines[key] = s.baseline, s.baseline
	}
	if s.baseline = known; s.truth.Failure != nil {
		t.Logf("%s of %s cannot be read, so it is not edited: %.100s", s.name, s.source.Name, s.truth.Failure)
		return false
	}
	s.sheet = newSheet(s.docs[s.place].Body)
	if s.source.Kind == data.PricingSource {
		s.findAmounts(t)
	}
	s.findFigures()
	return true
}

// stay refreshes from the true pages in every week.
func (s *scene) stay(t testing.TB) {
	t.Helper()
	if s.truth = s.parse(0, s.docs); s.truth.Failure != nil {
		return
	}
	if s.tools = s.provider(s.source.Publisher); s.source.Kind != data.PricingSource {
		for _, tool := range s.catalog.Tools {
			s.tools[tool.ID] = true
		}
	}
	var before *data.Snapshot
	for week := range weeks {
		s.rest[week] = s.others(t, s.source, s.day(week), s.tools)
		s.control[week] = s.refresh(t, week, s.parse(week, s.docs), before)
		before = &s.control[week].snapshot
	}
	s.first = s.control[0]
	for i := range s.later {
		s.later[i] = s.refreshOn(t, s.day(weeks+i), s.rest[weeks-1], s.parse(weeks+i, s.docs), before)
		before = &s.later[i].snapshot
	}
}

func (s *scene) day(week int) time.Time { return s.at.AddDate(0, 0, 7*week).Add(3 * time.Hour) }

// parse reads documents as they were received in a week.
func (s *scene) parse(week int, docs []web.Payload) data.Reading {
	r := s.source.Unread()
	r.Attempted = true
	docs = slices.Clone(docs)
	for i := range docs {
		docs[i].FetchedAt = s.at.AddDate(0, 0, 7*week)
	}
	var err error
	if r.Observations, r.Refused, err = collectors.Parse(s.source, docs); err != nil {
		r.Failure = data.FailureOf(err)
	}
	for _, d := range docs {
		r.Inputs = append(r.Inputs, data.Input{Source: s.source.Name, URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256})
	}
	r.Fetched = data.At(docs[0].FetchedAt)
	_, r.Texts = collectors.KeptOf(s.source, docs)
	return r
}

// aWeekLater is a reading of a page that still says the same. It is not parsed again: no reader looks at the clock except
// to complete the dates on the page.
func aWeekLater(r data.Reading) data.Reading {
	later := func(at data.Timestamp) data.Timestamp { return data.At(at.AddDate(0, 0, 7)) }
	r.Observations, r.Refused, r.Inputs = slices.Clone(r.Observations), slices.Clone(r.Refused), slices.Clone(r.Inputs)
	for i := range r.Observations {
		r.Observations[i].FetchedAt = later(r.Observations[i].FetchedAt)
	}
	for i := range r.Refused {
		r.Refused[i].FetchedAt = later(r.Refused[i].FetchedAt)
	}
	for i := range r.Inputs {
		r.Inputs[i].FetchedAt = later(r.Inputs[i].FetchedAt)
	}
	r.Fetched = later(r.Fetched)
	return r
}

// compare gives a reading what its changes are judged against.
func (s *scene) compare(r *data.Reading, before data.Manifest) {
	r.Standards = before.Standards(s.source.Name)
	var earlier []data.Reading
	for _, standard := range r.Standards {
		earlier = append(earlier, s.read[readingKey(standard.Inputs)])
	}
	r.Compared, r.ComparedTexts = data.RowByRow(r.Standards, earlier)
}

// forget drops what was read of other pages than the true one.
func (s *scene) forget() {
	s.read = map[string]data.Reading{readingKey(s.truth.Inputs): s.truth}
}

// readingKey tells the readings of a page apart by what they were read from.
func readingKey(inputs []data.Input) string {
	key := ""
	for _, in := range inputs {
		key += in.SHA256 + " "
	}
	return key
}

// refresh is one run on top of the snapshot before. A reading that failed, or that must not replace the last good one,
// brings that.
func (s *scene) refresh(t testing.TB, week int, r data.Reading, before *data.Snapshot) outcome {
	t.Helper()
	return s.refreshOn(t, s.day(week), s.rest[week], r, before)
}

// refreshOn is a run at some time, while others say something.
func (s *scene) refreshOn(t testing.TB, day time.Time, rest []data.Reading, r data.Reading, before *data.Snapshot) outcome {
	t.Helper()
	results := []data.Reading{r}
	refresh.Refuse(results, before, false)
	if r = results[0]; r.Failure != nil {
		r.Observations, r.Refused, r.Inputs, r.Texts = s.truth.Observations, s.truth.Refused, s.truth.Inputs, s.truth.Texts
	}
	s.read[readingKey(r.Inputs)] = r
	if before != nil {
		s.compare(&r, before.Manifest)
	}
	d, err := normalize.Decide(normalize.Input{
		Catalog: s.only(s.tools), Readings: append(slices.Clone(rest), r), Previous: before, Now: day, Generator: "pricepoint/test",
	})
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return s.decided(t, d, r)
}

// decided takes of a decision what the next one looks at: the evidence, the findings, the tariffs and the costs of solved
// tasks.
func (s *scene) decided(t testing.TB, d normalize.Decision, r data.Reading) outcome {
	t.Helper()
	p := outcome{values: map[data.ToolField]data.Evidence{}, numbers: numbersOf(d), findings: d.Findings, reading: r}
	var provenance data.ProvenanceDocument
	var tariffs data.TariffsDocument
	for _, tool := range d.Tools {
		values := valuesOf(d, tool)
		for _, e := range values {
			p.values[data.ToolField{Tool: tool.ID, Field: e.Field}] = e
		}
		provenance.Tools = append(provenance.Tools, data.ToolProvenance{ID: tool.ID, Name: tool.Name, Values: values})
		tariffs.Tools = append(tariffs.Tools, tool.Tariff)
	}
	p.snapshot.Manifest = d.Manifest
	for path, document := range map[string]any{
		data.ProvenancePath: provenance, data.FindingsPath: data.FindingsDocument{Findings: d.Findings},
		data.TariffsPath: tariffs, data.SolvedPath: rating.SolvedDocument{Boards: d.Solved.Boards, Rows: d.Solved.Rows},
	} {
		body, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		p.snapshot.Documents = append(p.snapshot.Documents, data.Document{Path: path, Body: body})
	}
	return p
}

// edited are the documents with the page in another text.
func (s *scene) edited(text string) []web.Payload {
	docs := slices.Clone(s.docs)
	docs[s.place] = payload(docs[s.place].URL, docs[s.place].FetchedAt, []byte(text))
	return docs
}

var money = regexp.MustCompile(`(?:\$|\{"\$"\}|&#36;|U\+0024)\s?(\d[\d,]*(?:\.\d+)?)`)

// findAmounts finds out which number on the page is read as what: it adds digits to every number that tell where it
// stands, far behind the point, and looks which of them the reader brings back.
func (s *scene) findAmounts(t testing.TB) {
	t.Helper()
	var probes []change
	for i, m := range money.FindAllStringSubmatchIndex(s.sheet.text, -1) {
		at := span{m[2], m[3]}
		number := s.sheet.of(at)
		s.amounts = append(s.amounts, amount{span: at, number: number})
		if !strings.Contains(number, ".") {
			number += "."
		}
		probes = append(probes, change{at, fmt.Sprintf("%s00%04d", number, i+1)})
	}
	found, _, err := collectors.Parse(s.source, s.edited(s.sheet.with(probes)))
	if err != nil {
		t.Logf("%s: the probe cannot be read: %v", s.name, err)
		return
	}
	type place struct {
		subject string
		field   data.Field
		q       data.Qualifiers
	}
	probed := map[place]string{}
	for _, o := range found {
		probed[place{o.Subject, o.Field, o.Qualifiers}] = o.Value
	}
	for _, o := range s.truth.Observations {
		if a := s.readFrom(o, probed[place{o.Subject, o.Field, o.Qualifiers}], probes); a != nil && o.Field != data.ContextTokens {
			a.states = append(a.states, o)
			a.headline = append(a.headline, s.publishedFrom(o)...)
		}
	}
}

// readFrom is the amount that an observation was read from, by what the probe made of it: its number, or the same share of
// its number as before; nil when it is none.
func (s *scene) readFrom(o data.Observation, probed string, probes []change) *amount {
	if o.Computed == "" && len(probed) > 4 {
		if i, err := strconv.Atoi(strings.TrimLeft(probed[len(probed)-4:], "0")); err == nil && i <= len(s.amounts) {
			return &s.amounts[i-1]
		}
	}
	for i := range s.amounts {
		if o.Computed != "" && decimalOf(probed).Mul(decimalOf(s.amounts[i].number)).Equal(decimalOf(o.Value).Mul(decimalOf(probes[i].text))) {
			return &s.amounts[i]
		}
	}
	return nil
}

// publishedFrom are the values that were published from an observation.
func (s *scene) publishedFrom(o data.Observation) []data.ToolField {
	var all []data.ToolField
	for of, e := range s.first.values {
		if e.Source == s.source.Name && e.Method == data.Collected && e.Subject == o.Subject && e.Quote == o.Quote && e.Conditions == o.Qualifiers && fieldOf(of.Field) == o.Field {
			all = append(all, of)
		}
	}
	return all
}

// fieldOf is what observations call a published field.
func fieldOf(name string) data.Field {
	for _, q := range append(data.Prices[:], data.ContextSize) {
		if q.Name == name {
			return q.Observed
		}
	}
	return ""
}
