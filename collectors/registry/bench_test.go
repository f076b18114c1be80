package registry

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// BenchmarkParse is the cost of reading everything ever recorded of a source, once an iteration.
func BenchmarkParse(b *testing.B) {
	archive := filepath.Join(sourcetest.Captures(b), "recorded.warc.gz")
	dates := recordedDates(b, archive)
	for _, s := range All() {
		b.Run(s.Name, func(b *testing.B) {
			readings := everyReading(b, archive, s, dates)
			bytes := 0
			for _, docs := range readings {
				for _, d := range docs {
					bytes += len(d.Body)
				}
			}
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				for _, docs := range readings {
					if _, _, err := collectors.Parse(s, docs); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(len(readings)), "captures")
		})
	}
}

// recordedDates are the dates of the records by address.
func recordedDates(b *testing.B, archive string) map[string][]time.Time {
	b.Helper()
	file, err := os.Open(archive)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	records, err := warc.NewReader(file)
	if err != nil {
		b.Fatal(err)
	}
	dates := map[string][]time.Time{}
	for {
		record, err := records.Next()
		if errors.Is(err, io.EOF) {
			return dates
		}
		if err != nil {
			b.Fatal(err)
		}
		dates[record.TargetURI] = append(dates[record.TargetURI], record.Date)
	}
}

// everyReading replays s on every day something of it was recorded; what cannot be read is left out.
func everyReading(b *testing.B, archive string, s collectors.Source, dates map[string][]time.Time) [][]web.Payload {
	b.Helper()
	var days []time.Time
	for _, alternatives := range s.Requests {
		for _, r := range alternatives {
			days = append(days, dates[r.URL]...)
		}
	}
	slices.SortFunc(days, time.Time.Compare)
	var readings [][]web.Payload
	for _, day := range slices.CompactFunc(days, time.Time.Equal) {
		replay, err := web.OpenReplay(archive, day)
		if err != nil {
			b.Fatal(err)
		}
		site := web.New(web.Options{Version: "test", Transport: replay})
		watched, read := s, []web.Payload(nil)
		watched.Parse = func(docs []web.Payload) ([]data.Observation, error) {
			read = docs
			return s.Parse(docs)
		}
		if r := collectors.Run(b.Context(), site, []collectors.Source{watched}, collectors.RunOptions{Newest: replay.Date})[0]; r.Failure == nil {
			readings = append(readings, read)
		}
	}
	if len(readings) == 0 {
		b.Fatalf("nothing recorded of %s can be read", s.Name)
	}
	return readings
}
