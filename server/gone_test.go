package server_test

import (
	"strings"
	"testing"

	"pricepoint/server"
)

// TestWhatIsGone answers 410 and what to ask instead, before there is a snapshot and with one.
func TestWhatIsGone(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	url := start(t, srv)
	for _, when := range []string{"empty", "loaded"} {
		for path, instead := range map[string]string{
			"/api/audit.csv": "/api/audit.json", "/api/compat/bifrost.json": "/api/compat/", "/api/compat/litellm.json.sha256": "/api/tariffs.json",
			"/api/compat/mlflow/openai.json": "/api/tariffs.json", "/api/compat/models.dev/bare.json": "/api/compat/models.dev/api.json",
		} {
			if got := ask(t, "GET", url+path); got.StatusCode != 410 || !strings.Contains(problemOf(t, got).Detail, instead) {
				t.Errorf("%s, %s: %d %s, want 410 and %s", when, path, got.StatusCode, got.body, instead)
			}
		}
		if err := srv.Load(withExports(t, snapshot(t, monday)), nil); err != nil {
			t.Fatal(err)
		}
	}
}
