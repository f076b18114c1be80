package catalog

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// base is a small valid catalogue.
var (
	base = map[string]string{
		"catalogue.yaml": "verified: 2026-11-21\n",
		"providers.yaml": `providers:
  - {id: acme, name: Acme, pricingUrl: https://acme.example/pricing}
  - {id: bolt, name: Bolt, pricingUrl: https://bolt.example/pricing}
`,
		"categories.yaml": `categories:
  - {slug: frontier, name: Frontier, description: The best.}
`,
		"platforms.yaml": `platforms:
  - id: ed
    name: Ed
    description: An editor.
    url: https://ed.example
`,
		"plans.yaml": `offers:
  - id: ed
    name: Ed
    seller: Edco
    url: https://ed.example/plans
    platforms: [ed]
    evidence: [{verified: 2026-05, source: https://ed.example/plans, basis: page, quote: Free}]
    plans:
      - {id: ed-free, name: Free, fee: stated, fees: [{currency: USD, flat: 0}], allowance: none, confidence: high}
      - id: ed-pro
        name: Pro
        fee: stated
        fees: [{currency: EUR, flat: 9.50, perUser: 4, period: month, billed: year}]
        allowance: stated
        limits: [{amount: 2, of: multiple, than: ed-team, period: 5 hours}]
        confidence: medium
        evidence:
          - {verified: 2026-05-08, source: https://ed.example/pro, basis: page}
          - {verified: 2026-10, source: https://news.example/ed, basis: third-party}
      - {id: ed-team, name: Team, fee: unknown, allowance: unknown, confidence: low, evidence: [], note: Nobody says.}
`,
		"tools/acme.yaml": `tools:
  - id: acme-one
    name: Acme One
    categories: [frontier]
    released: 2026-09
    url: https://acme.example/pricing
    description: The first.
    bestFor: Anything
    features: [Reasoning, Tool calling]
    context: {tokens: 200000, verified: 2026-09, source: https://acme.example/models, basis: page}
    prices:
      input: 0.075
      output: 0.30
      cacheRead: 0.01
      cacheRule: same-as-input
      confidence: high
      verified: 2026-09-02
      source: https://acme.example/pricing
      basis: page
    scores:
      - column: sweBench
        value: 76.40
        entry: acme/one
        effort: high
        verified: 2026-10-06
        source: https://board.example
        basis: third-party
        printedBy: Copies Inc
    aliases: [acme-1, one.1]
    scopedAliases:
      - {name: acme-latest, source: leaderboard_vals, from: 2026-09-14}
`,
		"tools/bolt.yaml": `tools:
  - id: bolt-two
    name: Bolt Two
    categories: [frontier]
    released: 2026-05
    url: https://bolt.example/pricing
    description: The second.
    bestFor: Anything
    features: [Reasoning, Tool calling]
    context: {tokens: 1000000, verified: 2026-09, source: https://bolt.example/models, basis: page}
    prices:
      input: 1
      output: 4
      cacheRead: 0.1
      cacheWrite: 1.25
      confidence: medium
      verified: 2026-09-02
      source: https://bolt.example/pricing
      basis: page
    aliases: [bolt-2]
    shutdown: 2027-04-01
    lifecycle: {verified: 2026-09, source: https://bolt.example/end, basis: page}
    properties:
      - {maxOutput: 64000, input: [text, image], knowledge: 2026-01, verified: 2026-09, source: https://bolt.example/models, basis: page}
`,
		"use-cases.yaml": `useCases:
  - slug: chat
    title: Chat
    description: Talk.
    keyword: chat model
    intro: Talking.
    sortBy: value
    categories: [frontier]
    scenario: {inputTokens: 1000, outputTokens: 500, cacheReadTokens: 600, cacheWriteTokens: 400, requests: 2}
    faq:
      - {q: Which?, a: "{{.First.Name}} at {{.First.Cost}}."}
      - {q: Why?, a: It talks.}
failureRate: {usd: 60, verified: 2026-09, source: https://bolt.example/wages, basis: page}
`,
		"scoring.yaml": `methodologyVersion: "0"
methodology: A mean.
minObservedWeight: 0.30
effortOrder: [low, "", high]
columns:
  - {id: sweBench, name: S, publisher: P, url: https://s.example, metric: percent, license: MIT, weight: 0.4, size: 500, source: leaderboard_vals, field: score.sweBench}
  - {id: liveCodeBench, name: L, publisher: P, url: https://l.example, metric: percent, license: MIT, weight: 0.35, size: 500, source: leaderboard_vals, field: score.liveCodeBench}
  - {id: bigCodeBench, name: B, publisher: P, url: https://b.example, metric: percent, license: MIT, weight: 0.25, size: 500, source: leaderboard_big, field: score.bigCodeBench, qualifiers: {board: hard}}
  - {id: humanEval, name: H, publisher: P, url: https://h.example, metric: percent, license: MIT, weight: 0, source: leaderboard_eval, field: score.humanEval, frozenSince: 2024-12-26}
  - {id: extra, name: E, publisher: P, url: https://e.example, metric: percent, license: MIT, weight: 0, source: leaderboard_e, field: score.extra}
doubtBelow: 20
maxHalfWidth: 6
methodologies: {"0": written-down-when-it-was-published}
`,
		"naming.yaml": `grammars:
  - source: leaderboard_vals
    makers: {acme: acme}
    suffixes:
      - {text: -thinking, effort: high}
others:
  - {names: [acme-old], why: retired}
  - {names: [bolt-2], source: leaderboard_vals, why: the model of the year before}
`,
		"tariffs.yaml": `rules:
  - {provider: acme, service: batch, classes: [input, output], factor: 0.5, quote: Batches cost 50% less., verified: 2026-09, source: https://acme.example/prices, basis: page}
prices:
  - {provider: acme, class: searches, price: 10, per: 1000 searches, quote: $10 for 1000, confidence: high, verified: 2026-09, source: https://acme.example/prices, basis: page}
`,
		"holidays.yaml": `holidays:
  - {country: CN, days: [2026-01-01, 2026-10-01], to: 2026-12-31, verified: 2026-09, source: https://h.example, basis: third-party}
`,
		"solved.yaml": `boards:
  - {id: vals, name: V, release: v1, work: repository, measuredBy: P, source: leaderboard_vals, column: sweBench, url: https://s.example, license: MIT, tasks: 500}
allWritten: [acme]
earlier:
  - {tool: acme-one, input: 0.15, cacheRead: 0.02, output: 0.60, longOver: 200000, verified: 2026-07, source: https://acme.example/pricing, basis: page}
`,
		"audit.yaml": `lists:
  - {source: feed_modelsdev, name: M, mend: https://m.example, sells: maker}
acknowledged:
  - {source: feed_modelsdev, tool: bolt-two, field: pricing.input, theirs: 4, page: 5, why: a reseller, on: 2026-09}
`,
		"withdrawn.yaml": `withdrawn:
  - {id: gone-zed, name: Gone Zed, released: 2025-09, since: 2026-11-21, why: was shut down, aliases: [gone-0]}
`,
		"gate.yaml": `bands:
  price.input: {min: 0.01, max: 200}
  price.output: {min: 0.02, max: 1000}
  price.cacheRead: {min: 0.001, max: 100}
  price.cacheWrite: {min: 0.01, max: 400}
ratio: 3
cacheRatio: 10
rereadBelow: 10
scorePoints: 10
movedShare: 0.30
movedAtLeast: 5
goneShare: 0.20
doubtAfterDays: 60
askAfterDays: 120
aloneForDays: 28
togetherAtLeast: 3
togetherShare: 0.50
sameFactor: 0.01
exchangeRates: {EUR: 0.86}
rateWithin: 0.02
standIns: [feed_one]
`,
	}
)

func baseFS() fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range base {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// edited is the base with old replaced by new in one file; old must stand there exactly once.
func edited(t *testing.T, name, old, new string) fs.FS {
	t.Helper()
	if n := strings.Count(base[name], old); n != 1 {
		t.Fatalf("%q stands %d times in %s", old, n, name)
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
		Context: Context{Evidence{mustDate(t, "2026-09"), "https://acme.example/models", Page, ""}, 200_000},
		Prices: Prices{
			Evidence:   Evidence{mustDate(t, "2026-09-02"), "https://acme.example/pricing", Page, ""},
			Confidence: High, Input: data.MustNumber("0.075"), Output: data.MustNumber("0.3"), CacheRead: &cacheRead, CacheRule: SameAsInput,
		},
		Scores: []Score{{Evidence{mustDate(t, "2026-10-06"), "https://board.example", ThirdParty, ""},
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

func TestDigestCoversNamesAndBytes(t *testing.T) {
	digest := func(fsys fs.FS) string {
		t.Helper()
		c, err := Load(fsys)
		if err != nil {
			t.Fatal(err)
		}
		return c.Digest
	}
	before := digest(baseFS())
	if again := digest(baseFS()); again != before {
		t.Errorf("digest of the same files = %s and %s", before, again)
	}
	if changed := digest(edited(t, "gate.yaml", "max: 200", "max: 201")); changed == before || len(changed) != 64 {
		t.Errorf("digest of a changed file = %q, want another than %q", changed, before)
	}
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

// TestEmbedded loads what is shipped.
func TestEmbedded(t *testing.T) {
	if _, err := Embedded(); err != nil {
		t.Fatal(err)
	}
}
