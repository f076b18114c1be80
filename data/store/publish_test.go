package store

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

func TestPublishRefuses(t *testing.T) {
	twice := build(third, second)
	twice.Documents = append(twice.Documents, twice.Documents[0])
	outside := build(third, second)
	outside.Documents[0].Path = "api/../../latest.json"
	hidden := build(third, second)
	hidden.Documents[0].Path = "api/.hidden"
	badVersion := build(third, second)
	badVersion.Manifest.Version = "../" + third
	fraction := build(third, second)
	fraction.Manifest.Version = "2026-11-21T030000.5Z"
	vast := build(third, second)
	vast.Documents[0].Body = make([]byte, maxObject+1)
	vastExport := build(third, second)
	vastExport.Exports = []data.Document{{Path: "api/compat/vast.json", Body: make([]byte, maxObject+1)}}

	for name, row := range map[string]struct {
		snapshot data.Snapshot
		words    []string
	}{
		"existing":       {build(second, first), []string{"not later than " + second, "nothing published is overwritten"}},
		"older-existing": {build(first, ""), []string{"not later than " + second}},
		"going-back":     {build("2026-11-13T000000Z", first), []string{"not later than " + second, "time never goes back", "--store"}},
		"other-previous": {build(third, first), []string{"built on \"" + first + "\"", second, "build it again"}},
		"no-previous":    {build(third, ""), []string{"build it again"}},
		"twice":          {twice, []string{"api/tools.json", "twice"}},
		"outside":        {outside, []string{"api/../../latest.json"}},
		"hidden":         {hidden, []string{"api/.hidden"}},
		"bad-version":    {badVersion, []string{"../" + third}},
		"vast":           {vast, []string{"nobody could read snapshot " + third, "at most 67108864 are read of one document"}},
		"vast-export":    {vastExport, []string{"nobody could read these exports", "api/compat/vast.json", "at most 67108864 are read"}},
		"fraction":       {fraction, []string{"030000.5Z"}},
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, s shelf) {
				twoOf(t, s)
				before := s.list()
				_, err := s.Publish(t.Context(), row.snapshot, strings.NewReader("responses"))
				wantError(t, err, row.words...)
				if diff := cmp.Diff(before, s.list()); diff != "" {
					t.Errorf("objects changed (-before +after):\n%s", diff)
				}
			})
		})
	}
}

func TestPublishNeedsTheLock(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		_, err := s.Publish(t.Context(), build(first, ""), nil)
		wantError(t, err, "call Lock first")
		_, err = s.Accept(acceptance(oneFinding, "ada", ""))
		wantError(t, err, "call Lock first")
	})
}

// TestReaderDuringPublications sees one whole snapshot or the next.
func TestReaderDuringPublications(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			previous := second
			for i := range 20 {
				next := data.Version(time.Date(2026, 12, 1+i, 3, 0, 0, 0, time.UTC))
				if _, err := s.Publish(t.Context(), build(next, previous), nil); err != nil {
					t.Error(err)
				}
				previous = next
			}
		}()
		reader, seen := in(t.Context(), s.objects.blobs), ""
		for running := true; running; {
			select {
			case <-ended:
				running = false
			default:
			}
			got, warning, err := reader.Latest()
			if err != nil || warning != nil || got.Manifest.Version < seen {
				t.Fatalf("after %s comes %q, %v, %v", seen, got.Manifest.Version, warning, err)
			}
			seen = got.Manifest.Version
		}
	})
}
