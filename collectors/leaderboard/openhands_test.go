package leaderboard

import (
	"fmt"
	"maps"
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

func TestOpenHandsFails(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"folder renamed", `"model-path"`, `"path"`, "is no folder"},
		{"another file", "results/Ada-9", "results/Zoe-1", "lists results/Zoe-1, but there is no"},
		{"model renamed", `"model"`, `"name"`, "no model"},
		{"benchmark renamed", `"swe-bench"`, `"swe-bench-pro"`, "0 results of swe-bench"},
		{"another metric", `"accuracy"`, `"pass@5"`, "expected accuracy"},
		{"score renamed", `"score"`, `"resolved"`, "is not a percentage"},
		{"cost renamed", `"cost_per_instance"`, `"total_cost"`, "0 rows have a cost_per_instance"},
		{"no cost is known", `"cost_per_instance": `, `"cost_per_instance": null, "former": `, "0 rows have a cost_per_instance"},
		{"fractions", `"score": `, `"score": 0.9, "former": `, "look like fractions"},
		{"scores are no list", `"benchmark"`, `"benchmark": {}, "b"`, "scores"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := parseOpenHands(changed(t, openHandsFixture(t), tt.old, tt.new)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Parse = %d observations, %v, want an error about %q", len(got), err, tt.want)
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

// A row that cannot be understood is refused; the others are read.
func TestOpenHandsRefusesRows(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"more than all", `"score": 81.25`, `"score": 181.25`, "between 0 and 100"},
		{"no score", `"score": 81.25`, `"score": null`, "is not a percentage"},
		{"a negative cost", `"cost_per_instance": 0.75`, `"cost_per_instance": -0.75`, "no number of USD/attempt"},
		{"an endless exponent", `"cost_per_instance": 0.75`, `"cost_per_instance": 1e999999999`, "no number of USD/attempt"},
		{"a cost that is an object", `"cost_per_instance": 0.75`, `"cost_per_instance": {}`, "no number of USD/attempt"},
		{"no result of the benchmark", "\"benchmark\": \"swe-bench\",\n  \"score\": 81.25", `"benchmark": "gaia", "score": 81.25`, "0 results of swe-bench"},
		{"two scores", `"score": 81.25`, `"score": 81.25, "score": 71.25`, `holds "score" twice`},
		{"two results of it", `"benchmark": "swt-bench"`, `"benchmark": "swe-bench"`, "2 results of swe-bench"},
		{"a broken file", `"score": 81.25`, `"score"`, "scores: invalid character"},
		{"one model under one agent twice", `"model": "Cyd-Flash"`, `"model": "Ada-9"`, "another row of the same model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, refused, err := collectors.Parse(sourcetest.Named(t, Sources(), "leaderboard_openhands"), changed(t, openHandsFixture(t), tt.old, tt.new))
			if err != nil || len(refused) != 1 || !strings.Contains(refused[0].Why, tt.want) {
				t.Errorf("Parse refuses %+v, %v, want one row because of %q", refused, err, tt.want)
			}
			if len(got) < 15 {
				t.Errorf("Parse = %d observations, want those of the other rows", len(got))
			}
		})
	}
}

// Where nothing names the agent its folder does, and the version is that of the agent unless the result states one.
func TestOpenHandsAgents(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"as stated", `"agent_name"`, `"agent_name"`, "Example Agent, example-acp v0.1.0; OpenHands Sub-agents v1.2.1; OpenHands v1.2.1; Other Agent"},
		{"no name", `"agent_name"`, `"agent"`, "OpenHands v1.2.1; acp-one, example-acp v0.1.0; acp-two; openhands_subagents"},
		{"no version of the run", `"agent_version": "v1.2.1"`, `"version": "v1.2.1"`, "Example Agent, example-acp v0.1.0; OpenHands Sub-agents v1.0.0; OpenHands v1.0.0; Other Agent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, err := parseOpenHands(changed(t, openHandsFixture(t), tt.old, tt.new))
			if err != nil {
				t.Fatal(err)
			}
			agents := map[string]bool{}
			for _, o := range found {
				agents[o.Qualifiers.Harness] = true
			}
			if got := strings.Join(slices.Sorted(maps.Keys(agents)), "; "); got != tt.want {
				t.Errorf("agents %s\nwant %s", got, tt.want)
			}
		})
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
