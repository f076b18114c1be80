package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"pricepoint/data"
	"pricepoint/data/store"
)

// madeOn is the version of the snapshots that these tests make by hand.
const madeOn = "2026-10-15T000000Z"

// keep publishes documents made by hand and returns the store's directory.
func keep(t *testing.T, documents map[string]any, sources ...data.SourceStatus) *store.Dir {
	t.Helper()
	at, err := data.ParseVersion(madeOn)
	if err != nil {
		t.Fatal(err)
	}
	s := data.Snapshot{Manifest: data.Manifest{Schema: data.ManifestSchema, Version: madeOn, GeneratedAt: data.At(at), Generator: "pricepoint/test"}}
	for _, status := range sources {
		s.Manifest.Sources = append(s.Manifest.Sources, data.SourceRecord{SourceStatus: status})
	}
	for _, path := range []string{data.ToolsPath, data.ProvenancePath, data.FindingsPath} {
		body, err := data.Encode(documents[path])
		if err != nil {
			t.Fatal(err)
		}
		s.Documents = append(s.Documents, data.Document{Path: path, Body: body})
	}
	dir, err := store.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	locked(t, dir, func() error {
		_, err := dir.Publish(t.Context(), s, nil)
		return err
	})
	return dir
}

// locked does something under the lock of a store.
func locked(t *testing.T, dir *store.Dir, do func() error) {
	t.Helper()
	unlock, err := dir.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(do(), unlock()); err != nil {
		t.Fatal(err)
	}
}

// pricepoint runs a command line and returns what it prints.
func pricepoint(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, log bytes.Buffer
	code = run(args, &out, &log)
	return out.String(), log.String(), code
}

// on is noon of a day.
func on(t *testing.T, day string) data.Timestamp {
	t.Helper()
	var at data.Timestamp
	if err := at.UnmarshalJSON([]byte(`"` + day + `T12:00:00.000Z"`)); err != nil {
		t.Fatal(err)
	}
	return at
}

// TestExplain asks for every kind of value there is. Each case is a tool of its own in one snapshot; read the answers
// in testdata/explain.txt.
func TestExplain(t *testing.T) {
	cases := explainCases(t)
	provenance := data.ProvenanceDocument{Version: madeOn}
	tools := data.ToolsDocument{}
	findings := data.FindingsDocument{Version: madeOn}
	for _, c := range cases {
		provenance.Tools = append(provenance.Tools, data.ToolProvenance{ID: c.id, Name: "Acme 5", Values: c.values})
		tools.Tools = append(tools.Tools, data.Tool{ID: c.id, Name: "Acme 5", Provider: "Acme"})
		findings.Findings = append(findings.Findings, c.findings...)
	}
	dir := keep(t, map[string]any{
		data.ToolsPath: tools, data.ProvenancePath: provenance, data.FindingsPath: findings,
	}, explainSources()...)
	locked(t, dir, func() error {
		_, err := dir.Accept(data.Acceptance{ID: "acce000001", By: "ada", At: on(t, "2026-10-16")})
		return err
	})
	var got txtar.Archive
	var answer bytes.Buffer
	a := quietApp(t, filepath.Dir(dir.String()))
	a.stdout = &answer
	for _, c := range cases {
		answer.Reset()
		fields := []string{c.field}
		if c.field == "" {
			fields = nil
		}
		if err := a.explain(c.id, fields); err != nil {
			t.Errorf("%s: %v", c.id, err)
		}
		got.Files = append(got.Files, txtar.File{Name: c.id, Data: bytes.Clone(answer.Bytes())})
	}
	compare(t, filepath.Join("testdata", "explain.txt"), txtar.Format(&got))
}

// compare holds a text against a file, or with -update makes it the file.
func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestExplainJSON finds the evidence as it stands in the document.
func TestExplainJSON(t *testing.T) {
	cases := explainCases(t)
	tool := data.ToolProvenance{ID: "acme-5", Name: "Acme 5", Values: cases[0].values}
	dir := keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{Tools: []data.ToolProvenance{tool}},
		data.FindingsPath: data.FindingsDocument{},
	})
	for _, tt := range []struct {
		name string
		args []string
		want any
	}{
		{"a-field", []string{"acme-5", "input"}, tool.Values[0]},
		{"by-name", []string{"ACME 5", "pricing.input"}, tool.Values[0]},
		{"all", []string{"Acme_5"}, tool},
		{"absent", []string{"acme-5", "humanEval"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, log, code := pricepoint(t, append([]string{"explain", "--store", dir.String(), "--output", "json"}, tt.args...)...)
			want, err := data.Encode(tt.want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" || code != 0 || log != "" {
				t.Errorf("exit code %d, %s (-want +got):\n%s", code, log, diff)
			}
		})
	}
}

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"no-terminal", "one two three", 0, "one two three"},
		{"fits-exactly", "one two", 7, "one two"},
		{"one-too-narrow", "one two", 6, "one\ntwo"},
		{"paragraphs", "one two\n\nthree four", 9, "one two\n\nthree\nfour"},
		{"a-long-address-stays-whole", "see https://acme.example/a/long/address now", 12, "see\nhttps://acme.example/a/long/address\nnow"},
		{"wide-letters", "日本 日本", 8, "日本\n日本"},
		{"no-wider-than-reads-well", strings.Repeat("four ", 30), 200, strings.TrimSuffix(strings.Repeat("four ", 20), " ") + "\n" + strings.TrimSuffix(strings.Repeat("four ", 10), " ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, fold(tt.text, tt.width)); diff != "" {
				t.Errorf("fold at %d (-want +got):\n%s", tt.width, diff)
			}
		})
	}
}
