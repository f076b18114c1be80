package figures

import (
	"slices"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors"
	"pricepoint/data"
)

var (
	novemberOnce sync.Once
	november     data.Snapshot
	novemberWeb  *recordedWeb
)

// recordedNovember is a first refresh on the 22nd of November 2026, from the newest captures of all, with the files that
// lie on the lists of others; and the web it has read. It is made once; nobody may change it.
func recordedNovember(t *testing.T) (data.Snapshot, *recordedWeb) {
	t.Helper()
	fixture.Recorded(t)
	novemberOnce.Do(func() {
		r := newReplay(t)
		r.lists = true
		november, novemberWeb = r.week(t, time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)), r.web
	})
	if novemberWeb == nil {
		t.Fatal("the refresh of November could not be made; another test says why")
	}
	return november, novemberWeb
}

// observed is what a source prints in a web.
func observed(t *testing.T, web *recordedWeb, source string) []data.Observation {
	t.Helper()
	all := sources()
	i := slices.IndexFunc(all, func(s collectors.Source) bool { return s.Name == source })
	if i < 0 {
		t.Fatalf("there is no source %s", source)
	}
	read := collectors.Run(t.Context(), web, all[i:i+1], collectors.RunOptions{Concurrency: 1, Newest: web.newest})
	if read[0].Failure != nil {
		t.Fatalf("%s: %v", source, read[0].Failure)
	}
	return read[0].Observations
}
