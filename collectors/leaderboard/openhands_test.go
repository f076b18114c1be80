package leaderboard

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

func openHandsFixture(t testing.TB) []web.Payload {
	return sourcetest.Documents(t, sourcetest.Named(t, Sources(), "leaderboard_openhands"), "models")
}

// indexOf lists folders as the index does, filled up with others.
func indexOf(folders ...string) string {
	for len(folders) < minScores {
		folders = append(folders, fmt.Sprint("results/other-", len(folders)))
	}
	var entries []string
	for _, folder := range folders {
		entries = append(entries, fmt.Sprintf(`{"timestamp": "2026-01-01", "model-path": %q}`, folder))
	}
	return "[" + strings.Join(entries, ",") + "]"
}

func TestNextOpenHands(t *testing.T) {
	const at = openHandsFiles
	many := make([]string, maxOpenHands+1)
	for i := range many {
		many[i] = fmt.Sprint("results/", i)
	}
	for _, tt := range []struct {
		name, index string
		want        []string // the first addresses
		all         int
	}{
		{"two files a folder", indexOf("results/ada-9"), []string{at + "results/ada-9/metadata.json", at + "results/ada-9/scores.json"}, 2 * minScores},
		{"a folder twice", indexOf("a/b", "a/b", "a/c", "a/d", "a/e", "a/f"), []string{at + "a/b/metadata.json", at + "a/b/scores.json", at + "a/c/metadata.json"}, 10},
		{"characters of addresses", indexOf("a/b?c#d e%2e"), []string{at + "a/b%3Fc%23d%20e%252e/metadata.json"}, 10},
		{"another address", indexOf("https://elsewhere.example/a"), nil, 0},
		{"a folder above", indexOf("results/../../../else"), nil, 0},
		{"from the root", indexOf("/results/a"), nil, 0},
		{"a long name", indexOf(strings.Repeat("a", 999)), nil, 0},
		{"more than anybody measures", indexOf(many...), nil, 0},
		{"too few", `[{"model-path": "results/a"}]`, nil, 0},
		{"no list", `{}`, nil, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range nextOpenHands(web.Payload{URL: openHandsIndex, Body: []byte(tt.index)}) {
				got = append(got, r.URL)
			}
			if len(got) != tt.all {
				t.Errorf("asks for %d files, want %d", len(got), tt.all)
			}
			if diff := cmp.Diff(tt.want, got[:min(len(got), len(tt.want))], cmp.Transformer("none", func(all []string) string { return strings.Join(all, "\n") })); diff != "" {
				t.Errorf("addresses (-want +got):\n%s", diff)
			}
		})
	}
}

// A listed path without its file is a failure, whichever it is.
func TestOpenHandsNeedsEveryFile(t *testing.T) {
	docs := openHandsFixture(t)
	for i := 1; i < len(docs); i++ {
		if got, err := parseOpenHands(slices.Delete(slices.Clone(docs), i, i+1)); err == nil || !strings.Contains(err.Error(), "there is no "+docs[i].URL) {
			t.Errorf("without %s: %d observations, %v, want an error", docs[i].URL, len(got), err)
		}
	}
}

// Once a file cannot be had, the others of the index are not asked for.
func TestOpenHandsStopsAtTheFirstMissingFile(t *testing.T) {
	docs := openHandsFixture(t)
	site := sourcetest.CountedPages{Pages: sourcetest.Pages{}, Asked: map[string]int{}}
	for _, doc := range docs[:3] {
		site.Pages[doc.URL] = string(doc.Body)
	}
	got := collectors.Run(t.Context(), site, []collectors.Source{sourcetest.Named(t, Sources(), "leaderboard_openhands")}, collectors.RunOptions{})[0]
	if got.Failure == nil || !strings.Contains(got.Failure.Cause, "fetch "+docs[3].URL) {
		t.Errorf("the failure is %v, want one of %s", got.Failure, docs[3].URL)
	}
	if len(site.Asked) != 4 {
		t.Errorf("asked for %d addresses, want the index, two files and the missing one", len(site.Asked))
	}
}

// FuzzOpenHands parses anything as each of the three files: no panic, no share above 100, no cost of nothing.
func FuzzOpenHands(f *testing.F) {
	good := sourcetest.Documents(f, sourcetest.Named(f, Sources(), "leaderboard_openhands"), "models")
	f.Add(good[0].Body, good[1].Body, good[2].Body)
	f.Fuzz(func(t *testing.T, index, metadata, scores []byte) {
		docs := slices.Clone(good)
		docs[1].Body, docs[2].Body = metadata, scores
		checkOpenHands(t, docs)
		docs[0].Body = index
		for _, r := range nextOpenHands(docs[0]) {
			if !strings.HasPrefix(r.URL, openHandsFiles) || strings.Contains(r.URL, "/../") {
				t.Errorf("asks for %s", r.URL)
			}
			docs = append(docs, web.Payload{URL: r.URL, Body: good[2].Body})
		}
		checkOpenHands(t, docs)
	})
}

func checkOpenHands(t *testing.T, docs []web.Payload) {
	t.Helper()
	found, err := parseOpenHands(docs)
	checkAttempts(t, found, err, 100)
}
