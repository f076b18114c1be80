package refresh_test

import (
	"cmp"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/config"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
)

// BenchmarkRefresh is one refresh of everything that is recorded, from the archive to the published snapshot. What it
// takes of all processors is CPU-ms/op.
func BenchmarkRefresh(b *testing.B) {
	archive := filepath.Join(cmp.Or(os.Getenv("PRICEPOINT_RECORDED"), "../../../../shared/recorded"), "recorded.warc.gz")
	if _, err := os.Stat(archive); err != nil {
		b.Skip("nothing is recorded here: ", err)
	}
	known, err := catalog.Embedded()
	if err != nil {
		b.Fatal(err)
	}
	before := processorTime(b)
	for b.Loop() {
		place, err := store.Open(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		r := refresh.Refresher{Config: config.Default(), Data: published.Data{
			Store: place, Catalog: known, Log: slog.New(slog.DiscardHandler), Now: time.Now, Program: "pricepoint/test"}}
		if _, err := r.Once(b.Context(), refresh.Origin{Replay: archive}, nil, false); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((processorTime(b)-before).Milliseconds())/float64(b.N), "CPU-ms/op")
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
