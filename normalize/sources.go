package normalize

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

const dayLayout = time.DateOnly

// Statuses tells how current every source is. previous are the records of the snapshot before, if any.
func (b *build) statuses(readings []data.Reading, previous []data.SourceRecord) ([]data.SourceRecord, error) {
	var all []data.SourceRecord
	for _, r := range readings {
		i := slices.IndexFunc(previous, func(p data.SourceRecord) bool { return p.ID == r.Source })
		before := data.SourceRecord{}
		if i >= 0 {
			before = previous[i]
		}
		record, err := b.status(r, before)
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, nil
}

func (b *build) status(r data.Reading, before data.SourceRecord) (data.SourceRecord, error) {
	now := before
	now.ID, now.Kind, now.Publisher, now.URL = r.Source, r.Kind, r.Publisher, r.URL
	now.Attempt = nil
	if r.Attempted {
		now.Attempt = attempt(r)
	}
	if r.Read() && len(r.Observations) > 0 {
		digest, err := readingDigest(r.Observations)
		if err != nil {
			return data.SourceRecord{}, fmt.Errorf("%s: %v", r.Source, err)
		}
		read := oldestFetch(r.Observations)
		now.LastFetched, now.LastConfirmed = read, read
		now.Rows, now.Fields = len(r.Observations), fieldCounts(r.Observations)
		if digest != before.Readings {
			now.LastChanged, now.Readings = read, digest
		}
	}
	if r.Failure != nil && r.Fetched.After(now.LastFetched.Time) {
		now.LastFetched = r.Fetched
	}
	if failing := before.State == data.Failing || before.State == data.Disallowed; r.Attempted || !failing {
		now.State, now.Cause, now.Class = b.state(r, now.LastConfirmed) // who was not asked again still fails
	}
	return now, nil
}

// attempt is what the manifest keeps of a reading, so that a build can be repeated.
func attempt(r data.Reading) *data.Attempt {
	if r.Failure == nil {
		return &data.Attempt{Fetched: r.Fetched}
	}
	return &data.Attempt{Fetched: r.Fetched, Failure: r.Failure.Cause, Class: r.Failure.Class, Disallowed: r.Failure.Class == data.RobotsRefuse}
}

// state names how far a source can be trusted to be current, and why it is not fresh.
func (b *build) state(r data.Reading, confirmed data.Timestamp) (data.State, string, data.FailureClass) {
	switch {
	case r.Failure != nil && r.Failure.Class == data.RobotsRefuse:
		return data.Disallowed, r.Failure.Cause, r.Failure.Class
	case r.Failure != nil:
		return data.Failing, r.Failure.Cause, r.Failure.Class
	case b.frozenSince(r.Source) != "":
		return data.Frozen, "the board takes no new models since " + b.frozenSince(r.Source), ""
	case confirmed.IsZero():
		return data.Stale, "not read yet; the values verified in the catalogue are served", ""
	case b.now.Sub(confirmed.Time) > data.StaleAfter:
		return data.Stale, "last found on " + confirmed.Format(time.DateOnly), ""
	default:
		return data.Fresh, "", ""
	}
}

// frozenSince is the day the boards a source reads stopped, "" when one of them is alive.
func (b *build) frozenSince(source string) string {
	since := ""
	for _, c := range b.catalog.Scoring.Columns {
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

// oldestFetch is the earliest time of the documents the observations stand in: a reading is as old as its oldest page.
func oldestFetch(all []data.Observation) data.Timestamp {
	oldest := all[0].FetchedAt
	for _, o := range all[1:] {
		if o.FetchedAt.Before(oldest.Time) {
			oldest = o.FetchedAt
		}
	}
	return oldest
}

func fieldCounts(all []data.Observation) map[data.Field]int {
	counts := map[data.Field]int{}
	for _, o := range all {
		counts[o.Field]++
	}
	return counts
}

// readingDigest tells two readings apart by what they say, not by when or from which bytes it was read.
func readingDigest(all []data.Observation) (string, error) {
	lines := make([]string, 0, len(all))
	for _, o := range all {
		o.FetchedAt, o.SHA256, o.URL = data.Timestamp{}, "", ""
		line, err := json.Marshal(o)
		if err != nil {
			return "", err
		}
		lines = append(lines, string(line))
	}
	slices.Sort(lines)
	sum := sha256.New()
	for _, line := range lines {
		sum.Write([]byte(line + "\n"))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
