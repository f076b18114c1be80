package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// beforeTheyWent is a snapshot that still has what is gone, as an older version of the program has made it.
func beforeTheyWent(t *testing.T) data.Snapshot {
	t.Helper()
	s := withExports(t, snapshot(t, monday))
	s.Documents = append(s.Documents, data.Document{Path: "api/audit.csv", Body: []byte("list\r\n")})
	var index data.ExportIndex
	for i, e := range s.Exports {
		if e.Path != data.ExportIndexPath {
			continue
		}
		if err := json.Unmarshal(e.Body, &index); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"bifrost", "codeburn", "langfuse", "litellm", "litellm-bare", "mlflow/openai", "models.dev/bare", "new-api", "opencode", "openlit"} {
			path := "/api/compat/" + name + ".json"
			index.Exports = append(index.Exports, data.Export{Path: path, Format: name, Kind: data.Bare, Licence: "CC0-1.0", Readers: []string{name}})
			s.Exports = append(s.Exports, data.ExportFile{Path: path[1:], Body: []byte("{}")})
		}
		body, err := data.Encode(index)
		if err != nil {
			t.Fatal(err)
		}
		s.Exports[i].Body = body
	}
	return s
}

// TestWhatIsGone answers 410 whether there is no snapshot yet, one of today, or one that still has what is gone. Nothing lists
// or mirrors it.
func TestWhatIsGone(t *testing.T) {
	instead := map[string]string{
		"/api/audit.csv":                     "/api/audit.json",
		"/api/compat/bifrost.json":           "/api/tariffs.json",
		"/api/compat/bifrost.json.sha256":    "/api/tariffs.json",
		"/api/compat/catwalk/v2/providers":   "/api/tariffs.json",
		"/api/compat/codeburn.json":          "/api/tariffs.json",
		"/api/compat/litellm-bare.json":      "/api/tariffs.json",
		"/api/compat/litellm.json":           "/api/tariffs.json",
		"/api/compat/models.dev/bare.json":   "/api/compat/models.dev/api.json takes its place",
		"/api/compat/opencode.json":          "/api/compat/models.dev/api.json takes its place",
		"/api/compat/langfuse.json":          "/api/tariffs.json",
		"/api/compat/mlflow/openai.json":     "/api/tariffs.json",
		"/api/compat/mlflow/zai.json.sha256": "/api/tariffs.json",
		"/api/compat/new-api.json":           "/api/tariffs.json",
		"/api/compat/openlit.json":           "no file takes its place",
	}
	for name, load := range map[string]func(*testing.T) *data.Snapshot{
		"no snapshot": func(*testing.T) *data.Snapshot { return nil },
		"of today":    func(t *testing.T) *data.Snapshot { s := withExports(t, snapshot(t, monday)); return &s },
		"of before":   func(t *testing.T) *data.Snapshot { s := beforeTheyWent(t); return &s },
	} {
		t.Run(name, func(t *testing.T) {
			srv := server.New(server.Options{Now: clock(monday)})
			if s := load(t); s != nil {
				if err := srv.Load(*s, nil); err != nil {
					t.Fatal(err)
				}
			}
			url := start(t, srv)
			for path, want := range instead {
				for _, method := range []string{"GET", "HEAD", "POST"} {
					got := ask(t, method, url+path)
					said := method == "HEAD" || strings.Contains(got.body, want)
					if got.StatusCode != 410 || got.Header.Get("Content-Type") != "application/problem+json" || !said {
						t.Errorf("%s %s: %d %s, want 410 and %q", method, path, got.StatusCode, got.body, want)
					}
				}
			}
			for _, f := range srv.Files() {
				if instead[f.Address] != "" {
					t.Errorf("a mirror has %s", f.Address)
				}
				for path := range instead {
					if f.Address == "/api/" && strings.Contains(string(f.Bodies[""]), `"`+path+`"`) {
						t.Errorf("%s is listed", path)
					}
				}
			}
		})
	}
}
