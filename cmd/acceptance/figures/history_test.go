package figures

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// historyWeek is what was published in one week.
type historyWeek struct {
	at       time.Time
	tools    []data.Tool
	evidence map[string]data.ToolProvenance // by tool
	findings []data.Finding
	changes  data.ChangesDocument
}

// priceFields are the prices in the order of prices.txt.
var priceFields = []string{data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite}

// TestHistory refreshes every Monday from October 2025 to October 2026 from what the web said then, each time on top
// of the week before, and holds what was published against what people read in the captures.
func TestHistory(t *testing.T) {
	t.Parallel()
	var weeks []historyWeek
	for _, s := range year(t) {
		weeks = append(weeks, historyOf(t, s.Manifest.GeneratedAt.Time, s))
	}
	t.Run("every_week_has_the_prices_of_its_captures", func(t *testing.T) { testHistoryPrices(t, weeks) })
	t.Run("every_change_comes_once_in_its_week", func(t *testing.T) { testHistoryChanges(t, weeks) })
	t.Run("changes_rebuild_the_prices", func(t *testing.T) { testHistoryRebuilt(t, weeks) })
	t.Run("changes_are_held_and_let_go", func(t *testing.T) { testHistoryHolds(t, weeks) })
	t.Run("a_cancelled_rise_is_only_announced", func(t *testing.T) { testHistoryCancelled(t, weeks) })
}

// TestHistoryInAStore refreshes as a user would, with everything written down and read again: a hold begins in one run
// and ends in the next.
func TestHistoryInAStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	archive, location := fixture.Recorded(t), filepath.Join(dir, "store")
	const pro = "deepseek-v4-pro"
	for _, want := range []string{"2026-05-04 " + pro + " others 1.74 3.48 0.145 =", "2026-05-11 " + pro + " page 0.435 0.87 0.145 =", "2026-05-18 " + pro + " page 0.435 0.87 0.003625 ="} {
		at, err := time.Parse(time.DateOnly, want[:len(time.DateOnly)])
		if err != nil {
			t.Fatal(err)
		}
		if _, log, code := fixture.Run(t, "refresh", "--store", location, "--replay", archive, "--as-of", want[:len(time.DateOnly)]); code != fixture.ExitDone {
			t.Fatalf("exit code %d: %s", code, log)
		}
		newest, _, err := fixture.Open(t, location).Latest()
		if err != nil {
			t.Fatal(err)
		}
		w := historyOf(t, at, newest)
		if got := w.day() + " " + w.row(t, w.tool(t, pro)); got != want {
			t.Errorf("published %s, want %s", got, want)
		}
	}
	t.Run("diff", func(t *testing.T) { testDiff(t, location) })
	t.Run("diff_as_shown", func(t *testing.T) {
		out, log, code := fixture.Run(t, "diff", "2026-05-11", "2026-05-18", "--store", location)
		if code != fixture.ExitDone {
			t.Fatalf("exit code %d: %s", code, log)
		}
		fixture.CompareShown(t, fixture.Answers(t, "server/README.md", "pricepoint diff 2026-05-11 2026-05-18")[0], out)
	})
}

func historyOf(t *testing.T, at time.Time, s data.Snapshot) historyWeek {
	t.Helper()
	w := historyWeek{
		at: at, tools: documentOf[data.ToolsDocument](t, s, data.ToolsPath).Tools, evidence: map[string]data.ToolProvenance{},
		findings: documentOf[data.FindingsDocument](t, s, data.FindingsPath).Findings, changes: documentOf[data.ChangesDocument](t, s, data.ChangesPath),
	}
	for _, tool := range documentOf[data.ProvenanceDocument](t, s, data.ProvenancePath).Tools {
		w.evidence[tool.ID] = tool
	}
	return w
}

func (w historyWeek) day() string { return w.at.Format(time.DateOnly) }

func (w historyWeek) tool(t *testing.T, id string) data.Tool {
	t.Helper()
	i := slices.IndexFunc(w.tools, func(tool data.Tool) bool { return tool.ID == id })
	if i < 0 {
		t.Fatalf("%s: %s is not listed", w.day(), id)
	}
	return w.tools[i]
}

// price is the evidence of a price of a tool, which must be of the price that is published.
func (w historyWeek) price(t *testing.T, tool data.Tool, field string) data.Evidence {
	t.Helper()
	published, e := pricesIn(tool)[slices.Index(priceFields, field)], w.evidence[tool.ID].Value(field)
	if e == nil || !e.Value.Equal(published) {
		t.Fatalf("%s: %s of %s is %s, its evidence is %+v", w.day(), field, tool.ID, published, e)
	}
	return *e
}

func pricesIn(tool data.Tool) []data.Number {
	return []data.Number{tool.Pricing.Input, tool.Pricing.Output, tool.Pricing.CacheRead, tool.Pricing.CacheWrite}
}

// pricesNow are the prices of tools.json: "tool field" -> price.
func (w historyWeek) pricesNow() map[string]string {
	all := map[string]string{}
	for _, tool := range w.tools {
		for place, n := range pricesIn(tool) {
			all[tool.ID+" "+priceFields[place]] = n.String()
		}
	}
	return all
}

// testHistoryRebuilt mirrors the prices of every week in turn, and brings the mirror up to date with nothing but the
// newest changes.json, which adds and drops no tool. What this tells of as changed or corrected must be what a reader of the captures sees.
func testHistoryRebuilt(t *testing.T, weeks []historyWeek) {
	newest := weeks[len(weeks)-1]
	want, changes := newest.pricesNow(), newest.changes
	if changes.Since != data.Version(weeks[0].at) || changes.Earlier != "" {
		t.Errorf("changes.json tells of what came after %s, earlier in %q; want all since %s", changes.Since, changes.Earlier, weeks[0].day())
	}
	for _, w := range weeks {
		mirror := w.pricesNow()
		for _, c := range slices.Backward(changes.Changes) {
			if c.Version > data.Version(w.at) && slices.Contains(priceFields, c.Field) {
				mirror[c.Tool+" "+c.Field] = c.New.String()
			}
		}
		if diff := cmp.Diff(want, mirror); diff != "" {
			t.Errorf("the prices of %s, brought up to date, are not today's (-want +got):\n%s", w.day(), diff)
		}
	}
	var told []string
	for _, c := range changes.Changes {
		line := fmt.Sprintf("%s %s %s %s -> %s", c.At.Format(time.DateOnly), c.Tool, c.Field, c.Old, c.New)
		switch {
		case !slices.Contains(priceFields, c.Field):
		case c.Kind == data.Changed:
			told = append(told, line)
		case c.Kind == data.Corrected && c.OldSource != "":
			told = append(told, line+" corrected")
		}
	}
	compareLines(t, written(t, "changes.txt"), told)
}

// testDiff compares the snapshots of TestHistoryInAStore in every way they can be named.
func testDiff(t *testing.T, location string) {
	for name, row := range map[string]struct {
		args string
		want string // lines with single blanks
	}{
		"newest-with-the-one-before": {"", "deepseek-v4-pro corrected pricing.cacheRead 0.145 0.003625 pricing_deepseek: $0.003625 (75% off); OpenRouter states the same\n" +
			"1 change between 2026-05-11T000000Z and 2026-05-18T000000Z"},
		"days": {"2026-05-10 2026-05-17", "deepseek-v4-pro corrected pricing.input 1.74 0.435 pricing_deepseek: $0.435 (75% off)\n" +
			"deepseek-v4-pro corrected pricing.output 3.48 0.87 pricing_deepseek: $0.87 (75% off)\n" +
			"deepseek-v4-pro corrected pricing.cacheCreate 1.74 0.435 same as input\n" +
			"3 changes between 2026-05-04T000000Z and 2026-05-11T000000Z"},
		"over-a-snapshot": {"2026-05-04T000000Z", "4 changes between 2026-05-04T000000Z and 2026-05-18T000000Z"},
		"backwards":       {"latest previous", "deepseek-v4-pro corrected pricing.cacheRead 0.003625 0.145"},
		"itself":          {"2026-05-11T01:00:00+01:00 2026-05-11", "no changes between 2026-05-11T000000Z and 2026-05-11T000000Z"},
	} {
		t.Run(name, func(t *testing.T) {
			out, log, code := fixture.Run(t, append([]string{"diff", "--store", location}, strings.Fields(row.args)...)...)
			if code != fixture.ExitDone {
				t.Fatalf("exit code %d: %s", code, log)
			}
			if got := strings.Join(linesOf(out), "\n"); !strings.Contains(got, row.want) {
				t.Errorf("diff %s says\n%s\nwant\n%s", row.args, got, row.want)
			}
		})
	}
}
