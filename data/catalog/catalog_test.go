package catalog

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// base is the small valid catalogue of testdata, by the names of its files.
var base = readBase()

func readBase() map[string]string {
	files, all := os.DirFS("testdata/base"), map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		panic(err)
	}
	return all
}

func baseFS() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range base {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// edited is the base with old replaced by new in one file, where it stands first.
func edited(t *testing.T, name, old, new string) fs.FS {
	t.Helper()
	if !strings.Contains(base[name], old) {
		t.Fatalf("%q does not stand in %s", old, name)
	}
	fsys := baseFS()
	fsys[name] = &fstest.MapFile{Data: []byte(strings.Replace(base[name], old, new, 1))}
	return fsys
}

func TestLoadReadsEveryValue(t *testing.T) {
	c, err := Load(baseFS())
	if err != nil {
		t.Fatal(err)
	}
	cacheRead := data.MustNumber("0.01")
	want := Tool{
		ID: "acme-one", Name: "Acme One", Provider: "acme", Categories: []string{"frontier"}, Released: "2026-09",
		URL: "https://acme.example/pricing", Description: "The first.", BestFor: "Anything", Features: []string{"Reasoning", "Tool calling", "Prompt caching"},
		Context: Context{Evidence{mustDate(t, "2026-09"), "https://acme.example/models", data.OwnPage, ""}, 200_000},
		Prices: Prices{
			Evidence:   Evidence{mustDate(t, "2026-09-02"), "https://acme.example/pricing", data.OwnPage, ""},
			Confidence: data.High, Input: data.MustNumber("0.075"), Output: data.MustNumber("0.3"), CacheRead: &cacheRead, CacheRule: SameAsInput,
		},
		Scores: []Score{{Evidence{mustDate(t, "2026-10-06"), "https://board.example", data.ThirdParty, ""},
			"sweBench", data.MustNumber("76.4"), "acme/one", "high", "Copies Inc"}},
		Aliases:       []string{"acme-1", "one.1"},
		ScopedAliases: []ScopedAlias{{Name: "acme-latest", Source: "leaderboard_vals", From: mustDate(t, "2026-09-14")}},
	}
	if diff := cmp.Diff(want, c.Tools[0]); diff != "" {
		t.Errorf("first tool (-want +got):\n%s", diff)
	}
	if got := c.Tools[0].Prices.Input.String(); got != "0.075" {
		t.Errorf("input = %s, want the exact 0.075", got)
	}
	if got := c.Scoring.EffortOrder[1]; got != "" {
		t.Errorf("the unstated effort = %q, want it empty", got)
	}
	if got := c.Gate.Bands[data.PriceOutput].Max.String(); got != "1000" {
		t.Errorf("output band ends at %s, want 1000", got)
	}
}

func mustDate(t *testing.T, text string) Date {
	t.Helper()
	var d Date
	if err := d.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDate(t *testing.T) {
	for text, first := range map[string]string{"2026": "2026-01-01", "2026-09": "2026-09-01", "2026-09-02": "2026-09-02"} {
		if d := mustDate(t, text); d.Text != text || d.First.Format(time.RFC3339) != first+"T00:00:00Z" {
			t.Errorf("UnmarshalText(%s) = %s from %s, want it from %s", text, d.Text, d.First, first)
		}
	}
	for _, text := range []string{"", "26", "2026-13", "2026-02-30", "2026-9-2", "2026-09-02T00:00:00Z", "soon"} {
		var d Date
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("UnmarshalText(%q) = %v, want an error", text, d)
		}
	}
}

func TestNormalForm(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"Claude Opus 4.5", "claude-opus-4.5"},
		{"claude_opus--4.5 ", "claude-opus-4.5"},
		{"gpt-4-1", "gpt-4-1"},
		{"anthropic/Claude\u00a0Opus", "anthropic/claude-opus"},
		{" - ", ""},
	} {
		if got := NormalForm(tt.in); got != tt.want {
			t.Errorf("NormalForm(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// TestGuideHasTheLeastModel lays the entry that the guide shows behind those of its maker.
func TestGuideHasTheLeastModel(t *testing.T) {
	guide, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, entry, _ := strings.Cut(string(guide), "```yaml\n")
	entry, _, _ = strings.Cut(entry, "```")
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	const name = "tools/mistral.yaml"
	old, _ := files.ReadFile(name)
	if err := os.WriteFile(filepath.Join(dir, name), append(old, entry...), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := Load(os.DirFS(dir)); err != nil || data.Find(c.Tools, func(t Tool) bool { return t.ID == "mistral-large-5" }) == nil {
		t.Errorf("the model of the guide is not there: %v", err)
	}
}

// TestEmbedded checks what is shipped, since the program does not do so when it starts.
func TestEmbedded(t *testing.T) {
	want, err := Load(files)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Embedded()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-checked +embedded):\n%s", err, diff)
	}
}
