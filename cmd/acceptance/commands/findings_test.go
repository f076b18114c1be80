package commands

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

func amount(text string) *data.Number {
	n := data.MustNumber(text)
	return &n
}

// someFindings are one or two of every kind, most urgent first as a build writes them.
func someFindings(t *testing.T) []data.Finding {
	day, accept := fixture.On("2026-10-08"), "an independent source states the same, or an operator accepts it"
	price := func(id string, kind data.FindingKind, field, was, found string, why, ends string) data.Finding {
		return data.Finding{ID: id, Kind: kind, Source: "pricing_acme", Tool: "acme-5", Field: field, Published: amount(was), Found: amount(found), Why: why, Ends: ends, Since: day}
	}
	first := price("11110000aa", data.Held, data.FieldCacheRead, "0.1", "2", "the cache read price of Acme 5 is held: it is new", accept)
	first.Published = nil
	return []data.Finding{
		price("1111ffff00", data.Held, data.FieldInput, "1.25", "15", "the input price of Acme 5 is held: it moved from 1.25 to 15, by a factor of 3 or more", accept),
		first,
		{ID: "22220000aa", Kind: data.Withheld, Source: "pricing_acme", Why: "what pricing_acme changed does not count: 9 of 20 values moved at once; the last good values stay", Ends: accept, Since: day},
		price("33330000aa", data.Due, data.FieldOutput, "10", "20", "the output price of Acme 5 was last seen on 2026-08-28: 20 was announced for 2026-09-01", "the provider's page is read again"),
		{ID: "44440000aa", Kind: data.Gone, Source: "pricing_acme", Tool: "acme-6", Field: data.FieldInput, Published: amount("3"), Why: "pricing_acme no longer states the input price of Acme 6", Ends: "the source states it again", Since: day},
		price("1111000066", data.Disagreement, data.FieldInput, "1.25", "1.5", "echo states 1.5 for the input price of Acme 5", "the page is read again"),
		{ID: "66660000aa", Kind: data.UnknownName, Source: "feed_one", Subject: "acme 5 turbo", Nearest: []string{"acme-5"}, Why: `nobody has said which model "acme 5 turbo" is`, Ends: "an alias", Since: day},
		{ID: "66660000bb", Kind: data.UnknownName, Source: "feed_one", Subject: "heron", Why: `nobody has said which model "heron" is`, Ends: "an alias", Since: day},
		{ID: "aaaa0000aa", Kind: data.Refused, Source: "pricing_xai", Why: "nobody has said what the heading means", Breaches: []data.Breach{{Rule: data.RuleHeading, Text: "Heron family"}}},
		{ID: "bbbb0000aa", Kind: data.Held, Source: "pricing_xai", Tool: "acme-6", Field: data.FieldInput, Why: "a text near the table is new", Breaches: []data.Breach{{Rule: data.RuleTerms, Text: "Billed with care since 2026."}}},
	}
}

// found is the folder of a store whose snapshot has these findings.
func found(t *testing.T) string {
	t.Helper()
	tools := []data.ToolProvenance{{ID: "acme-5", Name: "Acme 5"}, {ID: "acme-6", Name: "Acme 6"}}
	return fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{Tools: tools},
		data.FindingsPath: data.FindingsDocument{Version: fixture.MadeOn, Findings: someFindings(t)},
	}).String()
}

// TestWhatIsKnown asks a catalogue with a file that findings know has written, as testdata/script/accept.txtar shows it.
func TestWhatIsKnown(t *testing.T) {
	c, err := catalog.With([]byte(`headings:
  - {"source":"pricing_xai","titles":["Heron family"]}
  - {"source":"pricing_xai","texts":["billed with care since #"]}
`))
	if err != nil || !c.Naming.KnowsHeading("pricing_xai", "Heron Family") || !c.Naming.KnowsText("pricing_xai", "Billed with care since 2027") || c.Naming.KnowsHeading("pricing_zai", "Heron family") {
		t.Errorf("the catalogue does not know what was added for one source (%v)", err)
	}
}

// TestAcceptedFindingIsPublished raises a price tenfold: it is held, week after week, until somebody accepts it.
func TestAcceptedFindingIsPublished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	location := filepath.Join(dir, "store")
	refresh := func(day, price string) (log string) {
		t.Helper()
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		page := "# Pricing\n\n### Text API Pricing\n\n| Model | Context | Input / 1M tokens | Cached input / 1M tokens | Output / 1M tokens |\n| --- | --- | --- | --- | --- |\n" +
			"| grok-4.5 | 500k | " + price + " | $0.50 | $60.00 |\n| grok-4.7 | 500k | $2.00 | $0.50 | $6.00 |\n| grok-4.3 | 1M | $1.25 | $0.20 | $2.50 |\n"
		archive := filepath.Join(dir, day+".warc.gz")
		fixture.WriteArchive(t, archive, []fixture.Capture{{URL: fixture.SourceURL("pricing_xai"), Date: at.Add(-time.Hour), Status: "200 OK", Body: []byte(page)}})
		_, log, code := fixture.Run(t, "refresh", "--store", location, "--replay", archive, "--as-of", day, "--only", "pricing_xai")
		if code != 0 {
			t.Fatal(log)
		}
		return log
	}
	published := func() (input data.Evidence, findings []data.Finding) {
		t.Helper()
		for args, into := range map[string]any{"explain grok-4.5 input": &input, "findings --kind held,withheld": &findings} {
			out, log, code := fixture.Run(t, append(strings.Fields(args), "--output", "json", "--store", location)...)
			if err := json.NewDecoder(bytes.NewBufferString(out)).Decode(into); err != nil || code != 0 {
				t.Fatalf("%s: %v, %s", args, err, log)
			}
		}
		return input, findings
	}
	held := func() string {
		t.Helper()
		input, findings := published()
		i := slices.IndexFunc(findings, func(f data.Finding) bool { return f.Tool == "grok-4-5" && f.Field == data.FieldInput })
		if input.Value.String() != "2" || i < 0 || input.Held != findings[i].ID {
			t.Fatalf("published is %s, held %q; the findings are %v", input.Value, input.Held, findings)
		}
		return input.Held
	}
	refresh("2026-09-07", "$2.00")
	if log := refresh("2026-09-14", "$20.00"); !strings.Contains(log, "held=1") {
		t.Errorf("the refresh says %s", log)
	}
	id := held()
	if _, log, code := fixture.Run(t, "findings", "accept", id[:6], "--by", "ada", "--store", location); code != 0 {
		t.Fatal(log)
	}
	refresh("2026-09-21", "$20.00")
	if input, findings := published(); input.Value.String() != "20" || len(findings) > 0 || !strings.HasPrefix(input.Rule, "accepted by ada") {
		t.Errorf("published is %s by %q, findings %v", input.Value, input.Rule, findings)
	}
	newest, _, err := fixture.Open(t, location).Latest()
	if err != nil || len(newest.Manifest.Accepted) != 1 || newest.Manifest.Accepted[0].ID != id {
		t.Errorf("the manifest tells of %v (%v), want %s", newest.Manifest.Accepted, err, id)
	}
}
