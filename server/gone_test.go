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

// TestWhatIsGone answers 410 before there is a snapshot, and with one that still has what is gone. Nothing lists or mirrors it.
func TestWhatIsGone(t *testing.T) {
	paths := []string{"/api/audit.csv", "/api/compat/bifrost.json", "/api/compat/litellm.json.sha256", "/api/compat/mlflow/openai.json", "/api/compat/models.dev/bare.json"}
	srv := server.New(server.Options{Now: clock(monday)})
	url := start(t, srv)
	for _, load := range []bool{false, true} {
		if load {
			if err := srv.Load(beforeTheyWent(t), nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, path := range paths {
			if got := ask(t, "GET", url+path); got.StatusCode != 410 || problemOf(t, got).Detail == "" {
				t.Errorf("%s: %d %s, want 410", path, got.StatusCode, got.body)
			}
		}
	}
	for _, f := range srv.Files() {
		for _, path := range paths {
			if f.Address == path || f.Address == "/api/" && strings.Contains(string(f.Bodies[""]), `"`+path+`"`) {
				t.Errorf("%s has %s", f.Address, path)
			}
		}
	}
}
