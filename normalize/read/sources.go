package read

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// sources are the sources of a build.
type sources struct {
	Readings map[string]data.Reading      // by name
	Records  map[string]data.SourceRecord // by name, as they are after this run
	Pages    map[string]string            // provider's name -> the source that reads its own page
	Feeds    []string                     // the price feeds, those that may stand in first
	archives map[string]string            // digest of a payload -> the archive that keeps it
}

// NewSources files every source with its status after this run; before are the records of the snapshot before.
func NewSources(c *catalog.Catalog, readings []data.Reading, before []data.SourceRecord, now time.Time) sources {
	s := sources{
		Readings: map[string]data.Reading{}, Records: map[string]data.SourceRecord{}, Pages: map[string]string{},
		Feeds: slices.Clone(c.Gate.StandIns), archives: map[string]string{},
	}
	for _, r := range readings {
		s.Readings[r.Source], s.Records[r.Source] = r, recordOf(r, before, c.Scoring.Columns, now)
		switch {
		case r.Kind == data.PricingSource:
			s.Pages[r.Publisher] = r.Source
		case r.Kind == data.FeedSource && !r.Untried && !slices.Contains(s.Feeds, r.Source):
			s.Feeds = append(s.Feeds, r.Source)
		}
		for _, i := range r.Inputs {
			s.archives[i.SHA256] = i.Archive
		}
	}
	return s
}

// Feed reports whether a source is a price feed.
func (s sources) Feed(source string) bool { return s.Readings[source].Kind == data.FeedSource }

// OwnPage reports whether a source reads a provider's own pricing page.
func (s sources) OwnPage(source string) bool { return s.Readings[source].Kind == data.PricingSource }

// Related reports whether two sources do not speak independently: one copies the other, or both copy a third.
func (s sources) Related(x, y string) bool {
	speakers := func(source string) []string {
		r := s.Readings[source]
		return append([]string{r.Publisher}, r.Lineage...)
	}
	return x == y || slices.ContainsFunc(speakers(x), func(name string) bool { return slices.Contains(speakers(y), name) })
}

// recordOf tells how current a source is after this run.
func recordOf(r data.Reading, all []data.SourceRecord, columns []catalog.Column, at time.Time) data.SourceRecord {
	before := *cmp.Or(data.Find(all, func(p data.SourceRecord) bool { return p.ID == r.Source }), &data.SourceRecord{})
	now := before
	now.ID, now.Kind, now.Publisher, now.URL = r.Source, r.Kind, r.Publisher, r.URL
	now.Attempt = nil
	if r.Attempted { // what the manifest keeps of a reading, so that a build can be repeated
		now.Attempt = &data.Attempt{Fetched: r.Fetched}
		if f := r.Failure; f != nil {
			now.Attempt.Failure, now.Attempt.Class, now.Attempt.Disallowed = f.Cause, f.Class, f.Class == data.RobotsRefuse
		}
	}
	if r.Read() && len(r.Observations) > 0 {
		digest, read := readingDigest(r.Observations), OldestFetch(r.Observations)
		now.LastFetched, now.LastConfirmed = read, read
		now.Rows, now.Fields, now.PrintedBy = len(r.Observations), map[data.Field]int{}, ""
		for _, o := range r.Observations {
			now.Fields[o.Field]++
			now.PrintedBy = cmp.Or(now.PrintedBy, o.PrintedBy) // who prints the copy that some of them stand in
		}
		if digest != before.Readings {
			now.LastChanged, now.Readings = read, digest
		}
	}
	if r.Failure != nil && r.Fetched.After(now.LastFetched.Time) {
		now.LastFetched = r.Fetched
	}
	if failing := before.State == data.Failing || before.State == data.Disallowed; r.Attempted || !failing {
		now.State, now.Cause, now.Class = stateOf(r, now.LastConfirmed, columns, at) // who was not asked again still fails
	}
	return now
}

// stateOf names how far a source can be trusted to be current, and why it is not fresh.
func stateOf(r data.Reading, confirmed data.Timestamp, columns []catalog.Column, now time.Time) (data.State, string, data.FailureClass) {
	frozen := frozenSince(r.Source, columns)
	switch {
	case r.Failure != nil && r.Failure.Class == data.RobotsRefuse:
		return data.Disallowed, r.Failure.Cause, r.Failure.Class
	case r.Failure != nil:
		return data.Failing, r.Failure.Cause, r.Failure.Class
	case frozen != "":
		return data.Frozen, "the board takes no new models since " + frozen, ""
	case confirmed.IsZero() && r.Untried:
		return data.Untried, "off by default: nobody has seen it read the real web; collect.try switches it on", ""
	case confirmed.IsZero():
		return data.Stale, "not read yet; the values verified in the catalogue are served", ""
	case now.Sub(confirmed.Time) > data.StaleAfter:
		return data.Stale, "last found on " + confirmed.Format(time.DateOnly), ""
	default:
		return data.Fresh, "", ""
	}
}

// frozenSince is the day the boards a source reads stopped, "" when one of them is alive.
func frozenSince(source string, columns []catalog.Column) string {
	since := ""
	for _, c := range columns {
		if c.Source != source {
			continue
		}
		if c.FrozenSince.IsZero() {
			return ""
		}
		since = max(since, c.FrozenSince.Text)
	}
	return since
}

// OldestFetch is the earliest time of the documents the observations stand in: a reading is as old as its oldest page.
func OldestFetch(all []data.Observation) data.Timestamp {
	return slices.MinFunc(all, func(x, y data.Observation) int { return x.FetchedAt.Compare(y.FetchedAt.Time) }).FetchedAt
}

// readingDigest tells two readings apart by what they say, not by when, from which bytes or at which place it was read.
func readingDigest(all []data.Observation) string {
	var lines []string
	for _, o := range all {
		o.FetchedAt, o.SHA256, o.URL, o.PrintedBy, o.Address = data.Timestamp{}, "", "", "", data.PageAddress{}
		line, _ := json.Marshal(&o) // which is text
		lines = append(lines, string(line)+"\n")
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "")))
	return hex.EncodeToString(sum[:])
}

// Observed is the evidence of a number that a source prints.
func (s sources) Observed(q data.Quantity, n data.Number, o data.Observation) data.Evidence {
	e := data.Evidence{
		Field: q.Name, Value: n, Unit: q.Unit, Method: data.Collected, Confidence: data.High,
		Source: o.Source, Basis: data.OwnPage, Publisher: s.Readings[o.Source].Publisher, PrintedBy: o.PrintedBy, Subject: o.Subject, URL: o.URL, Quote: o.Quote,
		Conditions: o.Qualifiers, SHA256: o.SHA256, Archive: s.archives[o.SHA256],
		FetchedAt: o.FetchedAt, ConfirmedAt: o.FetchedAt, ChangedAt: o.FetchedAt,
	}
	if last := s.Records[o.Source].LastFetched; last.After(o.FetchedAt.Time) {
		e.FetchedAt = last // it sent something since, be it usable or not
	}
	if s.Feed(o.Source) {
		e.Method, e.Basis, e.Confidence = data.Fed, data.OnList, data.Medium
	}
	if o.Computed != "" {
		e.RestOn(data.Ruling{Rule: data.LessDiscount, Formula: o.Computed})
	}
	return e
}

// measuredBy is the evidence of a result, with who measured it. What somebody else prints of it is a copy.
func (s sources) measuredBy(publisher string, e data.Evidence) data.Evidence {
	if reader := s.Readings[e.Source].Publisher; reader != publisher {
		e.PrintedBy = cmp.Or(e.PrintedBy, reader)
	}
	e.Publisher = publisher
	return OfCopy(e)
}

// OfCopy lowers the confidence of what was read in a copy: it may have been made wrongly, or be out of date.
func OfCopy(e data.Evidence) data.Evidence {
	if e.PrintedBy != "" {
		e.Basis, e.Confidence = data.ThirdParty, Least(e.Confidence, data.Medium)
	}
	return e
}

// Curated is the evidence of a fact that a person verified. maker decides the number.
func Curated(q data.Quantity, n data.Number, e catalog.Evidence, maker string, c data.Confidence, now time.Time) *data.Evidence {
	verified := data.At(e.Verified.First)
	return &data.Evidence{
		Field: q.Name, Value: n, Unit: q.Unit, Method: data.Curated, Confidence: e.Trust(c), Source: "catalogue", Basis: e.Word(),
		Publisher: e.Printer(maker), URL: e.Source, Note: e.Note, VerifiedAt: verified, ChangedAt: verified, Placeholder: verified.After(now),
	}
}

// Doubted is what a page printed, as far as a person trusts it who has read the same there on that day or later: a program
// does not see that a discount has no end.
func Doubted(e, fact data.Evidence) data.Evidence {
	if e.Seen().Format(time.DateOnly) > fact.VerifiedAt.Format(time.DateOnly) || Least(e.Confidence, fact.Confidence) == e.Confidence {
		return e
	}
	e.Confidence, e.Note = fact.Confidence, fact.Note
	return e
}

// FirstHand reports whether a value was read, by a collector or a person, on the page of who decides it.
func (s sources) FirstHand(e data.Evidence) bool {
	if e.Method == data.Curated {
		return e.Basis.FirstHand() && !e.Placeholder
	}
	return !s.Feed(e.Source)
}

// Carried is the evidence of an earlier snapshot as it stands when the last reading does not confirm it.
func (s sources) Carried(e data.Evidence) data.Evidence {
	if e.Method == data.Collected || e.Method == data.Fed {
		e.Method = data.Carried
		switch { // a snapshot of before readings said whose word they are has not written it down
		case e.Basis != "":
		case s.Feed(e.Source):
			e.Basis = data.OnList
		case e.PrintedBy != "":
			e.Basis = data.ThirdParty
		default:
			e.Basis = data.OwnPage
		}
		if e.Confidence == data.High {
			e.Confidence = data.Medium
		}
	}
	if last := s.Records[e.Source].LastFetched; last.After(e.FetchedAt.Time) {
		e.FetchedAt = last
	}
	e.Agrees, e.Disagrees, e.Announced, e.Held = nil, nil, nil, ""
	return e
}
