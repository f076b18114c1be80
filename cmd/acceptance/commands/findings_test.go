package commands

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
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
	}
}

// found is a store whose snapshot has these findings.
func found(t *testing.T, all []data.Finding) *store.Store {
	t.Helper()
	tools := []data.ToolProvenance{{ID: "acme-5", Name: "Acme 5"}, {ID: "acme-6", Name: "Acme 6"}}
	return fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{Tools: tools},
		data.FindingsPath: data.FindingsDocument{Version: fixture.MadeOn, Findings: all},
	})
}

func TestFindingsTable(t *testing.T) {
	t.Parallel()
	dir := found(t, someFindings(t))
	fixture.Locked(t, dir, func() error {
		_, err := dir.Accept(data.Acceptance{ID: "22220000aa", By: "ada", At: fixture.On("2026-10-16")})
		return err
	})
	got, log, code := fixture.Run(t, "findings", "--store", dir.String())
	want := ` id          kind      model   field              published  found  since       why
 1111ffff00  held      acme-5  pricing.input      1.25       15     2026-10-08  the input price of Acme 5 is held: it moved from 1.25 to 15, by a factor of 3 or more
 11110000aa  held      acme-5  pricing.cacheRead             2      2026-10-08  the cache read price of Acme 5 is held: it is new
 22220000aa  withheld                                               2026-10-08  what pricing_acme changed does not count: 9 of 20 values moved at once; the last good values stay; accepted by ada on 2026-10-16, takes effect with the next refresh
 33330000aa  due       acme-5  pricing.output     10         20     2026-10-08  the output price of Acme 5 was last seen on 2026-08-28: 20 was announced for 2026-09-01
 44440000aa  gone      acme-6  pricing.input      3                 2026-10-08  pricing_acme no longer states the input price of Acme 6

and 1 disagreement and 2 unknown names; --all lists them
`
	if diff := cmp.Diff(want, got); diff != "" || log != "" || code != 0 {
		t.Errorf("exit code %d, %s (-want +got):\n%s", code, log, diff)
	}
}

func TestFindingsFilters(t *testing.T) {
	t.Parallel()
	dir := found(t, someFindings(t))
	for _, tt := range []struct {
		name string
		args []string
		want string // ids in the order of the document, and the last line
	}{
		{"waiting", nil, "1111ffff00 11110000aa 22220000aa 33330000aa 44440000aa and 1 disagreement and 2 unknown names; --all lists them"},
		{"all", []string{"--all"}, "1111ffff00 11110000aa 22220000aa 33330000aa 44440000aa 1111000066 66660000aa 66660000bb"},
		{"a-kind", []string{"--kind", "unknownName"}, "66660000aa 66660000bb"},
		{"a-tool", []string{"--tool", "ACME 5"}, "1111ffff00 11110000aa 33330000aa and 1 disagreement and 1 unknown name; --all lists them"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, log, code := fixture.Run(t, append([]string{"findings", "--store", dir.String()}, tt.args...)...)
			var got []string
			for line := range strings.Lines(out) {
				id, _, _ := strings.Cut(strings.TrimSpace(line), " ")
				switch {
				case len(id) == len("1111ffff00"):
					got = append(got, id)
				case id != "" && id != "id":
					got = append(got, strings.TrimSpace(line))
				}
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" || log != "" || code != 0 {
				t.Errorf("exit code %d, %s (-want +got):\n%s", code, log, diff)
			}
		})
	}
}

// TestFindingsJSON has the findings as the document has them, and a list where there is none.
func TestFindingsJSON(t *testing.T) {
	t.Parallel()
	all := someFindings(t)
	dir := found(t, all).String()
	for args, want := range map[string][]data.Finding{"": all, "--kind disagreement": all[5:6], "--kind refused": {}} {
		got, log, code := fixture.Run(t, append([]string{"findings", "--output", "json", "--store", dir}, strings.Fields(args)...)...)
		body, err := data.Encode(want)
		if diff := cmp.Diff(string(body), got); diff != "" || err != nil || log != "" || code != 0 {
			t.Errorf("%q: exit code %d, %s (-want +got):\n%s", args, code, log, diff)
		}
	}
}

func TestNothingFound(t *testing.T) {
	t.Parallel()
	for want, findings := range map[string][]data.Finding{
		"nothing was found\n": nil,
		"nothing needs attention; there are 1 disagreement and 1 unknown name, which --all lists\n": someFindings(t)[5:7],
	} {
		if got, _, code := fixture.Run(t, "findings", "--store", found(t, findings).String()); got != want || code != 0 {
			t.Errorf("exit code %d, %q, want %q", code, got, want)
		}
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want data.Acceptance
		says string
	}{
		{"by-another-and-why", []string{"1111ffff00", "--note", "seen"}, data.Acceptance{ID: "1111ffff00", By: "bob", Note: "seen"}, "pricing.input of acme-5 becomes 15 instead of 1.25 and pricing.cacheRead of acme-5 becomes 2 with the next refresh; to have that now: pricepoint refresh --store "},
		{"first-digits", []string{"11110000aa"}, data.Acceptance{ID: "11110000aa", By: "ada"}, "pricing.cacheRead of acme-5 becomes 2 and pricing.input of acme-5 becomes 15 instead of 1.25 with the next refresh"},
		{"a-whole-source", []string{"2222"}, data.Acceptance{ID: "22220000aa", By: "ada"}, "what pricing_acme changed counts with the next refresh"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := found(t, someFindings(t))
			before := time.Now()
			args := append([]string{"findings", "accept", "--store", dir.String(), "--by", tt.want.By}, tt.args...)
			for _, again := range []string{"once", "twice"} { // in the same words
				got, log, code := fixture.Run(t, args...)
				if code != 0 || log != "" || !strings.Contains(got, tt.says) || !strings.Contains(got, "accepted by "+tt.want.By+" on ") {
					t.Errorf("%s: exit code %d, %s%s; want %q", again, code, log, got, tt.says)
				}
			}
			all, err := dir.Accepted()
			if err != nil || len(all) != 1 || all[0].At.Before(before.Add(-time.Second)) || all[0].At.After(time.Now()) {
				t.Fatalf("accepted are %v (%v), want one of now", all, err)
			}
			all[0].At = data.Timestamp{}
			if diff := cmp.Diff(tt.want, all[0]); diff != "" {
				t.Errorf("on record (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAcceptSeveral(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want []string
	}{
		{"ids", []string{"1111f", "2222", "1111ffff00"}, []string{"1111ffff00", "22220000aa"}},
		{"a-source", []string{"--source", "pricing_acme"}, []string{"1111ffff00", "11110000aa", "22220000aa"}},
		{"a-tool", []string{"--tool", "Acme 5"}, []string{"1111ffff00", "11110000aa"}},
	} {
		dir := found(t, someFindings(t))
		if _, log, code := fixture.Run(t, append([]string{"findings", "accept", "--by", "ada", "--store", dir.String()}, tt.args...)...); code != 0 {
			t.Fatalf("%s: exit code %d: %s", tt.name, code, log)
		}
		all, err := dir.Accepted()
		var got []string
		for _, a := range all {
			got = append(got, a.ID)
		}
		slices.Sort(got)
		slices.Sort(tt.want)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("%s: accepted are others (%v, -want +got):\n%s", tt.name, err, diff)
		}
	}
	dir := found(t, someFindings(t))
	out, log, code := fixture.Run(t, "findings", "accept", "2222", "--by", "ada", "--output", "json", "--store", found(t, someFindings(t)).String())
	var one data.Acceptance
	if err := data.Decode([]byte(out), &one); err != nil || code != 0 || one.ID != "22220000aa" || one.By != "ada" {
		t.Errorf("as JSON: exit code %d, %s%s (%v)", code, log, out, err)
	}
	_, log, code = fixture.Run(t, "findings", "accept", "1111f", "4444", "--store", dir.String())
	if all, err := dir.Accepted(); code != fixture.ExitUsage || len(all) > 0 || err != nil {
		t.Errorf("where one of two cannot be accepted, exit code %d, accepted %v (%v): %s", code, all, err, log)
	}
	_, log, code = fixture.Run(t, "findings", "accept", "--source", "pricing_zed", "--store", dir.String())
	if code != fixture.ExitUsage || !strings.Contains(log, "nothing of pricing_zed waits for an acceptance") {
		t.Errorf("of a source of which nothing waits: exit code %d: %s", code, log)
	}
}

// TestKnow makes a title and a text known, and asks which prices the catalogue of that installation takes for what they are.
func TestKnow(t *testing.T) {
	t.Parallel()
	refused := data.Finding{ID: "aaaa0000aa", Kind: data.Refused, Source: "pricing_xai", Quote: "Heron family", Why: "nobody has said what it means", Breaches: []data.Breach{{Rule: data.RuleHeading, Text: "Heron family"}}}
	held := data.Finding{ID: "bbbb0000aa", Kind: data.Held, Source: "pricing_xai", Tool: "acme-5", Field: data.FieldInput, Breaches: []data.Breach{{Rule: data.RuleTerms, Text: "Billed with care since 2026."}}}
	dir := found(t, append(someFindings(t), refused, held))
	settings := filepath.Join(t.TempDir(), "pricepoint.yaml")
	if err := os.WriteFile(settings, []byte("log: {level: warn}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, log, code := fixture.Run(t, "findings", "know", "aaaa0000", "bbbb", "--config", settings, "--store", dir.String())
	const want = "headings:\n  - {\"source\":\"pricing_xai\",\"titles\":[\"Heron family\"]}\n  - {\"source\":\"pricing_xai\",\"texts\":[\"billed with care since #\"]}\n"
	text, err := os.ReadFile(filepath.Join(filepath.Dir(settings), catalog.KnownFile))
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil || code != 0 {
		t.Fatalf("exit code %d, %s%s, %v (-want +got):\n%s", code, out, log, err, diff)
	}
	c, err := catalog.With(text)
	if err != nil || !c.Naming.KnowsHeading("pricing_xai", "Heron Family") || !c.Naming.KnowsText("pricing_xai", "Billed with care since 2027") || c.Naming.KnowsHeading("pricing_zai", "Heron family") {
		t.Errorf("the catalogue does not know what was added for one source (%v)", err)
	}
	for _, tt := range []struct{ args, words string }{
		{"1111f --config " + settings, "is about no title and no text"}, {"9999 --config " + settings, `"9999" begins the ids of 0 findings`},
		{"aaaa0000", "name the settings with --config"},
	} {
		args := append([]string{"findings", "know", "--store", dir.String()}, strings.Fields(tt.args)...)
		if _, log, code := fixture.Run(t, args...); code == 0 || !strings.Contains(log, tt.words) {
			t.Errorf("%s: exit code %d, %s; want %q", tt.args, code, log, tt.words)
		}
	}
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	blocked := found(t, someFindings(t))
	lock := filepath.Join(blocked.String(), ".lock")
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(lock, 0o755); err != nil {
		t.Fatal(err)
	}
	dir := found(t, someFindings(t))
	if _, log, code := fixture.Run(t, "findings", "accept", "11110000aa", "--by", "ada", "--store", dir.String()); code != 0 {
		t.Fatal(log)
	}
	for _, tt := range []struct {
		name, store string
		args        []string
		code        int
		words       []string
	}{
		{"unknown", dir.String(), []string{"99999"}, fixture.ExitUsage, []string{`"99999" begins the ids of 0 findings`, "pricepoint findings lists them"}},
		{"too-short", dir.String(), []string{"222"}, fixture.ExitUsage, []string{`"222" begins the ids of 1 findings`, "at least 4 digits"}},
		{"of-several", dir.String(), []string{"1111"}, fixture.ExitUsage, []string{`"1111" begins the ids of 3 findings in snapshot ` + fixture.MadeOn}},
		{"of-another-kind", dir.String(), []string{"4444"}, fixture.ExitUsage, []string{"44440000aa is of the kind gone, which nobody can accept", "ends when the source states it again"}},
		{"accepted-by-another", dir.String(), []string{"11110000aa", "--by", "bob"}, fixture.ExitError, []string{"accepted by ada on ", "that stands"}},
		{"a-note-of-lines", dir.String(), []string{"2222", "--note", "one\ntwo"}, fixture.ExitError, []string{"one line"}},
		{"unwritable", blocked.String(), []string{"2222"}, fixture.ExitError, []string{blocked.String(), "cannot be written"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, log, code := fixture.Run(t, append([]string{"findings", "accept", "--store", tt.store}, tt.args...)...)
			if code != tt.code || out != "" {
				t.Errorf("exit code %d, want %d; %s", code, tt.code, out)
			}
			for _, word := range tt.words {
				if !strings.Contains(log, word) {
					t.Errorf("%q lacks %q", log, word)
				}
			}
		})
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
		if err := fixture.WriteArchive(archive, []fixture.Capture{{URL: fixture.SourceURL("pricing_xai"), Date: at.Add(-time.Hour), Status: "200 OK", Body: []byte(page)}}); err != nil {
			t.Fatal(err)
		}
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
