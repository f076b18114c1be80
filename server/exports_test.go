package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// otherList is a list of another program; what is in it is of no interest to a server.
const otherList = `[{"id": "anthropic", "models": [{"id": "claude-opus-5", "prices": {"input_mtok": 7.77}}]}]`

// withExports puts a list of another program, a file of our own without an ending, and their index beside a snapshot.
func withExports(t testing.TB, s data.Snapshot) data.Snapshot {
	t.Helper()
	index := data.Encode(data.ExportIndex{Version: s.Manifest.Version, Licences: "/api/compat/licences.txt", Exports: []data.Export{
		{Path: "/api/compat/ccusage.json", Format: "ccusage", Kind: data.Bare, Licence: "CC0-1.0", Readers: []string{"ccusage"}, SHA256: digest("[]")},
		{Path: "/api/compat/genai-prices.json", Format: "genai-prices", Kind: data.Overlay, Licence: "MIT", Readers: []string{"genai-prices"}, SHA256: digest(otherList)},
		{Path: "/api/compat/models.dev/api.json", Format: "models.dev", Kind: data.Overlay, Licence: "MIT", Readers: []string{"opencode"},
			Absent: data.UpstreamUnusable, Cause: "the list is cut off"},
	}})
	s.Exports = []data.Document{
		{Path: "api/compat/ccusage.json", Body: []byte("[]")}, {Path: "api/compat/genai-prices.json", Body: []byte(otherList)},
		{Path: data.ExportIndexPath, Body: index}, {Path: data.ExportLicencesPath, Body: []byte("MIT\n")},
	}
	return s
}

// TestExportsAreListed, but for their digests and what is absent.
func TestExportsAreListed(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday)}, withExports(t, snapshot(t, monday)), nil)
	list := ask(t, "GET", start(t, srv)+"/api/").body
	for path, want := range map[string]bool{"/api/compat/": true, "/api/compat/genai-prices.json": true, "/api/compat/genai-prices.json.sha256": false, "/api/compat/models.dev/api.json": false} {
		if strings.Contains(list, `"path": "`+path+`"`) != want {
			t.Errorf("%s is listed: %t", path, !want)
		}
	}
}

func digest(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}

// TestAbsentExports answer with the reason, and never with a redirect.
func TestAbsentExports(t *testing.T) {
	broken := snapshot(t, monday)
	broken.Manifest.Exports = &data.File{Path: "exports/" + broken.Manifest.Version + ".zip"}
	for name, tt := range map[string]struct {
		snapshot   data.Snapshot
		path, want string
	}{
		"the list below cannot be used": {withExports(t, snapshot(t, monday)), "models.dev/api.json", "the list is cut off"},
		"nor has it a digest":           {withExports(t, snapshot(t, monday)), "models.dev/api.json.sha256", "the list is cut off"},
		"no such format":                {withExports(t, snapshot(t, monday)), "genai-prices.jsn", "the nearest address is /api/compat/genai-prices.json"},
		"a folder":                      {withExports(t, snapshot(t, monday)), "models.dev", "nothing is served here"},
		"an older snapshot":             {snapshot(t, monday), "genai-prices.json", "the next refresh makes them"},
		"they cannot be read":           {broken, "genai-prices.json", "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			srv := with(t, server.Options{Now: clock(monday)}, tt.snapshot, nil)
			got := ask(t, "GET", start(t, srv)+"/api/compat/"+tt.path)
			if got.StatusCode != 404 || got.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(got.body, tt.want) {
				t.Errorf("%s: %d %s", tt.path, got.StatusCode, got.body)
			}
		})
	}
	waiting := start(t, server.New(server.Options{Now: clock(monday)}))
	if got := ask(t, "GET", waiting+"/api/compat/genai-prices.json"); got.StatusCode != 503 {
		t.Errorf("without a snapshot: %d", got.StatusCode)
	}
}

// unreadable is a store whose exports cannot be read.
type unreadable struct{ *shelf }

func (unreadable) Exports(data.Manifest) ([]data.Document, error) {
	return nil, errors.New("exports/x.zip is not what was published")
}

// TestUnreadableExports costs nobody the documents: they are served, and the log says what is wrong.
func TestUnreadableExports(t *testing.T) {
	var log bytes.Buffer
	srv := server.New(server.Options{Now: clock(monday), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err := srv.Take(unreadable{weekly(t, 2)}); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, "GET", start(t, srv)+"/api/tools.json"); got.StatusCode != 200 {
		t.Errorf("/api/tools.json: %d", got.StatusCode)
	}
	if !strings.Contains(log.String(), "exports/x.zip is not what was published") {
		t.Errorf("the log says %s", log.String())
	}
}
