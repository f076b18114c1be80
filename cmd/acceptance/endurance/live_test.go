//go:build proof

package endurance

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// TestLiveRefreshes reads every source from a web of its own, three weeks in a row: all is well, nothing has changed,
// and much goes wrong.
func TestLiveRefreshes(t *testing.T) {
	t.Parallel()
	w := newWeekly(t)
	_, first := w.refresh()
	for _, s := range first.Manifest.Sources {
		if s.State != data.Untried && (s.Rows == 0 || s.State == data.Failing) {
			t.Errorf("%s: %s, %s", s.ID, s.State, s.Cause)
		}
	}
	if w.BytesSent() == 0 {
		t.Fatal("the first run was sent nothing")
	}

	_, second := w.refresh()
	if n := w.BytesSent(); n > 0 {
		t.Errorf("%d bytes of pages were sent again although nothing has changed", n)
	}
	if diff := cmp.Diff(valuesOf(t, first), valuesOf(t, second)); diff != "" {
		t.Errorf("values differ (-first +second):\n%s", diff)
	}
	for _, before := range first.Manifest.Sources {
		if before.State == data.Untried {
			continue // it is not asked
		}
		after := recordOf(t, second, before.ID)
		if !after.LastConfirmed.After(before.LastConfirmed.Time) || after.LastChanged != before.LastChanged {
			t.Errorf("%s: last confirmed %s, then %s; last changed %s, then %s", before.ID, before.LastConfirmed, after.LastConfirmed, before.LastChanged, after.LastChanged)
		}
		if got, want := archiveOf(t, second, before.ID), store.ArchiveName(first.Manifest.Version); got != want {
			t.Errorf("the payload of %s is said to be in %s, it is in %s", before.ID, got, want)
		}
	}

	w.goWrong()
	log, third := w.refresh()
	if diff := cmp.Diff(valuesOf(t, first), valuesOf(t, third)); diff != "" {
		t.Errorf("values differ (-first +third):\n%s", diff)
	}
	for source, told := range wrong {
		before, after := recordOf(t, second, source), recordOf(t, third, source)
		if !strings.Contains(after.Cause, told.words) || after.LastConfirmed != before.LastConfirmed || after.Rows != before.Rows {
			t.Errorf("%s: %s, confirmed %s, %d rows; want %s, %s, %d", source, after.Cause, after.LastConfirmed, after.Rows, told.words, before.LastConfirmed, before.Rows)
		}
		if !strings.Contains(log, "source="+source+" cause=") {
			t.Errorf("the log does not tell of %s", source)
		}
	}
	w.checkShown()

	if _, fourth := w.refresh("--only", "leaderboard_livecodebench", "--accept-fewer"); recordOf(t, fourth, "leaderboard_livecodebench").State == data.Failing {
		t.Error("fewer rows are refused although they were accepted")
	}
	if table, log, code := w.Run(t, "verify", "--rebuild", "--store", w.store); code != 0 || strings.Count(table, "rebuilt to the same bytes") != 4 {
		t.Errorf("verify ends with exit code %d: %s\n%s", code, log, table)
	}
}

// wrong says what an operator is told of the sources that fail: the cause has these words, the metric this phrase.
var wrong = map[string]struct{ words, phrase string }{
	"pricing_openai":            {"status 403: the site answers with a bot challenge", "bot challenge"},
	"pricing_anthropic":         {"expected at least", "page not understood"},
	"pricing_deepseek":          {"status 500: the site itself has failed", "site error"},
	"pricing_mistral":           {"the site's certificate cannot be trusted (TLS)", "no secure connection"},
	"pricing_xai":               {"robots.txt disallows it", "robots.txt refuses"},
	"leaderboard_livecodebench": {"15 rows before, 6 now: more than half are gone", "values missing"},
	"leaderboard_evalplus":      {"status 404: there is no such page", "page not found"},
	"feed_modelsdev":            {"a web page in place of the .json file", "not the page"},
	"feed_openrouter":           {"which is another host", "redirected elsewhere"},
}

func (w *weekly) goWrong() {
	status := func(code int, body string) http.HandlerFunc {
		return func(rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(code)
			io.WriteString(rw, body)
		}
	}
	w.Put(fixture.SourceURL("pricing_openai"), status(403, "<title>Just a moment...</title>"))
	w.Put(fixture.SourceURL("pricing_anthropic"), status(200, "# Pricing\n\nIt has moved.\n"))
	w.Put(fixture.SourceURL("pricing_deepseek"), status(500, ""))
	w.Distrust("mistral.ai")
	w.Put("https://docs.x.ai/robots.txt", status(200, "User-agent: *\nDisallow: /developers\nDisallow: /docs\n"))
	w.Put(fixture.SourceURL("leaderboard_livecodebench"), w.Page(w.twoModels()))
	w.Put(fixture.SourceURL("leaderboard_evalplus"), status(404, "not here"))
	w.Put(fixture.SourceURL("feed_modelsdev"), status(200, "<!DOCTYPE html><p>Welcome"))
	w.Put(fixture.SourceURL("feed_openrouter"), http.RedirectHandler("https://elsewhere.example/models", http.StatusFound).ServeHTTP)
}

// twoModels is the board of LiveCodeBench with all but two of its models gone.
func (w *weekly) twoModels() []byte {
	pages := fixture.Pages(w.t)
	i := slices.IndexFunc(pages, func(c fixture.Capture) bool { return c.URL == fixture.SourceURL("leaderboard_livecodebench") })
	var board map[string]any
	if err := json.Unmarshal(pages[i].Body, &board); err != nil {
		w.t.Fatal(err)
	}
	board["models"] = board["models"].([]any)[:2]
	body, err := json.Marshal(board)
	if err != nil {
		w.t.Fatal(err)
	}
	return body
}

// checkShown looks where operators do: the table of sources, the freshness document and the metrics.
func (w *weekly) checkShown() {
	t := w.t
	t.Helper()
	table, _, _ := w.Run(t, "sources", "--store", w.store)
	base := fixture.ServeStore(t, w.store)
	var fresh data.FreshnessDocument
	fixture.GetJSON(t, base+"/api/freshness.json", &fresh)
	_, metrics := fixture.Get(t, base+"/metrics")
	if n := strings.Count(metrics, "\npricepoint_source_failure_info{"); n != len(wrong) {
		t.Errorf("the metrics name %d failures, want %d", n, len(wrong))
	}
	for _, s := range fresh.Sources {
		told, failed := wrong[s.ID]
		want := data.Failing
		if s.ID == "pricing_xai" {
			want = data.Disallowed
		}
		if failed != (s.State == data.Failing || s.State == data.Disallowed) || failed && (s.State != want || !strings.Contains(s.Cause, told.words)) {
			t.Errorf("freshness.json: %s is %s, %q; want %s, %q", s.ID, s.State, s.Cause, want, told.words)
		}
		line := regexp.MustCompile(`(?m)^ *` + s.ID + ` +` + string(s.State) + ` .*` + regexp.QuoteMeta(told.words))
		if !line.MatchString(table) {
			t.Errorf("sources: no line of %s says %s, %q", s.ID, s.State, told.words)
		}
		w.checkMetrics(metrics, s, failed, told.phrase)
	}
}

func (w *weekly) checkMetrics(metrics string, s data.SourceStatus, failed bool, phrase string) {
	w.t.Helper()
	labels := `kind="` + string(s.Kind) + `",source="` + s.ID + `"`
	want := []string{
		"pricepoint_source_up{" + labels + "} " + map[bool]string{true: "0", false: "1"}[failed],
		"pricepoint_source_state{" + labels + `,state="` + string(s.State) + `"} 1`,
	}
	if failed {
		want = append(want, `pricepoint_source_failure_info{cause="`+phrase+`",`+labels+"} 1")
	}
	for _, metric := range want {
		if !strings.Contains(metrics, metric) {
			w.t.Errorf("the metrics lack %s", metric)
		}
	}
}

func recordOf(t *testing.T, s data.Snapshot, source string) data.SourceRecord {
	t.Helper()
	i := slices.IndexFunc(s.Manifest.Sources, func(r data.SourceRecord) bool { return r.ID == source })
	if i < 0 {
		t.Fatalf("the manifest does not name %s", source)
	}
	return s.Manifest.Sources[i]
}

func archiveOf(t *testing.T, s data.Snapshot, source string) string {
	t.Helper()
	i := slices.IndexFunc(s.Manifest.Inputs, func(in data.Input) bool { return in.Source == source })
	if i < 0 {
		t.Fatalf("the manifest names no input of %s", source)
	}
	return s.Manifest.Inputs[i].Archive
}
