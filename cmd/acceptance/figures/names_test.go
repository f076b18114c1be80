package figures

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
)

// openNames are the printed names that may or may not mean a tool, and the tools that findings suggest for them.
var openNames = map[string][]string{
	"leaderboard_swebench GPT 4 (0806)":        {"gpt-4-1", "gpt-4o", "gpt-4-1-mini"}, // may be the GPT-4o of that day
	"leaderboard_swebench GPT 4o (2024-06-12)": {"gpt-4o", "gpt-4o-mini"},             // the day of the submission
	"leaderboard_swebench GPT4o":               {"gpt-4o"},                            // of which snapshot is not said
	"pricing_alibaba qwen3.7-max-2026-06-08":   {"qwen3-7-max", "qwen3-8-max"},        // newer than what the name means
}

// printed is a name as a source prints it on a day.
type printed struct {
	source, name string
	at           time.Time
}

// TestRecordedNames holds every name of every real capture against the catalogue: it means one tool, or it is known
// to mean none and why, or it is one of those that nobody has decided about.
func TestRecordedNames(t *testing.T) {
	t.Parallel()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	resolver := names.New(c)
	open, tools := map[string][]string{}, map[string]bool{}
	for p := range recordedNames(t) {
		m := resolver.Resolve(p.source, p.name, p.at)
		switch m.Kind {
		case names.Tool:
			tools[strings.Join([]string{m.Tool, p.source, p.name, strings.Trim(m.Effort+" "+m.Harness, " ")}, "\t")] = true
		case names.NoMatch:
			if strings.HasPrefix(p.source, "lifecycle_") {
				continue // most models that ended have never been anybody's tool here
			}
			open[p.source+" "+p.name] = resolver.Nearest(p.name)
		default:
			if m.Why == "" || m.Tool != "" {
				t.Errorf("%s of %s is %+v; what is no tool needs a reason and no tool", p.name, p.source, m)
			}
		}
	}
	if diff := cmp.Diff(openNames, open); diff != "" {
		t.Errorf("names that nobody has decided about (-want +got):\n%s", diff)
	}
	checkNames(t, strings.Join(slices.Sorted(maps.Keys(tools)), "\n")+"\n")
}

// checkNames compares which names mean tools with the list that was gone through by a person.
func checkNames(t *testing.T, got string) {
	t.Helper()
	path := filepath.Join("testdata", "recorded-names.tsv")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("names of tools (-want +got); -update rewrites the list:\n%s", diff)
	}
}

// recordedNames reads every capture of every source once.
func recordedNames(t *testing.T) map[printed]bool {
	t.Helper()
	pages := newRecordedWeb(t)
	names := map[printed]bool{}
	for _, day := range pages.days() {
		pages.at = day
		for _, reading := range collectors.Run(t.Context(), pages, sources(), collectors.RunOptions{Newest: pages.newest}) {
			for _, o := range reading.Observations {
				names[printed{o.Source, o.Subject, o.FetchedAt.Time}] = true
			}
		}
	}
	return names
}
