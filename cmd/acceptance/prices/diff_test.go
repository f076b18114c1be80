package prices

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/server"
)

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
	t.Run("json", func(t *testing.T) {
		out, log, code := fixture.Run(t, "diff", "previous", "latest", "--output", "json", "--store", location)
		if code != fixture.ExitDone {
			t.Fatalf("exit code %d: %s", code, log)
		}
		var c struct {
			From, To string
			Changes  []data.Change
		}
		if err := data.Decode([]byte(out), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Changes) != 1 || c.Changes[0].New.String() != "0.003625" || c.Changes[0].Evidence.Archive == "" || c.To != "2026-05-18T000000Z" {
			t.Errorf("diff as JSON = %+v", c)
		}
	})
}

// testAsOf asks a server for the snapshots of TestHistoryInAStore: each question has the same answer for ever.
func testAsOf(t *testing.T, location string) {
	kept := fixture.Open(t, location)
	srv := server.New(server.Options{})
	if err := srv.Take(kept); err != nil {
		t.Fatal(err)
	}
	get := func(path string) *http.Response {
		rec := httptest.NewRecorder()
		srv.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
		return rec.Result()
	}
	for day, version := range map[string]string{"2026-05-04": "2026-05-04T000000Z", "2026-05-17": "2026-05-11T000000Z", "2026-05-18": "2026-05-18T000000Z"} {
		snapshot, err := kept.Read(version)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range snapshot.Documents {
			led := get("/api/asof/" + day + strings.TrimPrefix(d.Path, "api"))
			res := get(led.Header.Get("Location"))
			body, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != http.StatusOK || !bytes.Equal(body, d.Body) || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
				t.Errorf("%s as of %s: %d %s leads to %d with %d bytes, want the %d bytes of %s", d.Path, day, led.StatusCode, led.Header.Get("Location"), res.StatusCode, len(body), len(d.Body), version)
			}
		}
	}
}
