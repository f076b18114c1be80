package changes

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/normalize/fixture"
)

var now = fixture.Now

// priced is a snapshot of tools with one price each; "" means that the tool is not listed.
func priced(t *testing.T, at time.Time, prices map[string]string) data.Snapshot {
	t.Helper()
	var tools data.ToolsDocument
	var evidence data.ProvenanceDocument
	for n := range 20 {
		id := fmt.Sprintf("tool-%02d", n)
		text, listed := prices[id]
		if !listed {
			continue
		}
		p := data.MustNumber(text)
		tools.Tools = append(tools.Tools, data.Tool{ID: id, Name: "Tool " + id[5:], Provider: "Acme", Pricing: data.Pricing{Input: p, Output: data.Int(30), CacheRead: data.MustNumber("0.1"), CacheWrite: p}})
		evidence.Tools = append(evidence.Tools, data.ToolProvenance{ID: id, Values: []data.Evidence{
			{Field: data.FieldInput, Value: p, Unit: string(data.USDPerMillion), Method: data.Collected, Confidence: data.High, Source: "pricing_acme",
				URL: "https://acme.example/pricing", Quote: "$" + text, ConfirmedAt: data.At(at), Rule: "another states the same",
				Agrees: []data.Statement{{Source: "feed_one"}, {Source: "feed_two", CopyOf: "feed_one"}}},
			{Field: data.FieldOutput, Value: data.Int(30), Unit: string(data.USDPerMillion), Method: data.Collected, Confidence: data.High, Source: "pricing_acme"},
			{Field: data.FieldCacheWrite, Value: p, Unit: string(data.USDPerMillion), Method: data.Ruled, Confidence: data.High, Source: "pricing_acme", Rule: "same as input"},
		}})
	}
	return data.Snapshot{
		Manifest:  data.Manifest{Version: data.Version(at), GeneratedAt: data.At(at)},
		Documents: []data.Document{asDocument(t, data.ProvenancePath, evidence), asDocument(t, data.ToolsPath, tools)},
	}
}

func asDocument(t *testing.T, path string, content any) data.Document {
	t.Helper()
	body := data.Encode(content)
	return data.Document{Path: path, Body: body}
}

// following is a snapshot with its changes since the one before.
func following(t *testing.T, previous *data.Snapshot, s data.Snapshot) data.Snapshot {
	t.Helper()
	s, err := Append(previous, s, data.Changed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func changesOf(t *testing.T, s data.Snapshot) data.ChangesDocument {
	t.Helper()
	return fixture.Document[data.ChangesDocument](t, s, data.ChangesPath)
}

// TestChangesTakeSeveralPages follows the pages of a long history back to its beginning: no change is on two of them, or on none.
func TestChangesTakeSeveralPages(t *testing.T) {
	pages, made := map[string]data.ChangesDocument{}, 0
	var previous *data.Snapshot
	for n := range 80 {
		prices := map[string]string{}
		for tool := range 20 {
			prices[fmt.Sprintf("tool-%02d", tool)] = fmt.Sprint(1 + n%7)
		}
		s := following(t, previous, priced(t, now.AddDate(0, 0, 7*n), prices))
		if doc := changesOf(t, s); previous != nil {
			between, err := Between(*previous, s)
			if err != nil || len(doc.Changes) > maxChanges {
				t.Errorf("%s tells of %d changes, more than %d (%v)", s.Manifest.Version, len(doc.Changes), maxChanges, err)
			}
			made += len(between)
		}
		pages[s.Manifest.Version], previous = changesOf(t, s), &s
	}
	seen, since := map[string]bool{}, ""
	for at := previous.Manifest.Version; at != ""; at = pages[at].Earlier {
		for _, c := range pages[at].Changes {
			if seen[c.ID] || c.Version <= pages[at].Since {
				t.Errorf("%s is on two pages, or not since %s", c.ID, pages[at].Since)
			}
			seen[c.ID] = true
		}
		since = pages[at].Since
	}
	if len(seen) != made || made < 3*maxChanges || since != data.Version(now) {
		t.Errorf("%d changes since %s, want %d since the beginning", len(seen), since, made)
	}
}

func TestChangesBetweenTwo(t *testing.T) {
	before, after := priced(t, now, map[string]string{"tool-01": "1", "tool-02": "3", "tool-03": "0"}), priced(t, now.AddDate(0, 0, 7), map[string]string{"tool-01": "1.25", "tool-03": "5", "tool-04": "2"})
	after.Manifest.Withdrawn = []data.Withdrawn{{ID: "tool-02", Successor: "tool-04"}}
	all, err := Between(before, after)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range all {
		if c.Version != after.Manifest.Version || c.At != after.Manifest.GeneratedAt || !strings.HasPrefix(c.ID, c.Version+"/"+c.Tool) {
			t.Errorf("%s is of %s at %s", c.ID, c.Version, c.At)
		}
		if c.Field == "" || c.Field == data.FieldInput {
			got = append(got, strings.Join(strings.Fields(fmt.Sprint(c.Kind, " ", c.Tool, " ", c.Field, " ", c.Old, " ", c.New, " ", c.Percent, " ", c.Successor)), " "))
		}
	}
	want := []string{
		"changed tool-01 pricing.input 1 1.25 25",
		"changed tool-03 pricing.input 0 5 <nil>",
		"listed tool-04 <nil> <nil> <nil>",
		"listed tool-04 pricing.input <nil> 2 <nil>",
		"withdrawn tool-02 <nil> <nil> <nil> tool-04",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	at := data.At(now.AddDate(0, 0, 7))
	evidence := &data.BriefEvidence{Method: data.Collected, Rule: "another states the same", Confidence: data.High, Source: "pricing_acme", URL: "https://acme.example/pricing", Quote: "$1.25", Agrees: []string{"feed_one"}, ConfirmedAt: at}
	if diff := cmp.Diff(evidence, all[0].Evidence); diff != "" {
		t.Errorf("evidence of the first (-want +got):\n%s", diff)
	}
}

func TestChangesAfterASnapshotWithoutAny(t *testing.T) {
	before, after := priced(t, now, map[string]string{"tool-01": "4"}), priced(t, now.AddDate(0, 0, 7), map[string]string{"tool-01": "5"})
	doc := changesOf(t, following(t, &before, after))
	if doc.Since != before.Manifest.Version || doc.Earlier != "" || len(doc.Changes) != 2 {
		t.Errorf("since %s, earlier %q, %d changes; want both since %s", doc.Since, doc.Earlier, len(doc.Changes), before.Manifest.Version)
	}
	first := changesOf(t, following(t, nil, after))
	if first.Since != after.Manifest.Version || len(first.Changes) != 0 {
		t.Errorf("the first snapshot tells of %d changes since %s, want none since itself", len(first.Changes), first.Since)
	}
}

func TestRestoredSnapshotTellsSo(t *testing.T) {
	before, bad := priced(t, now, map[string]string{"tool-01": "4"}), priced(t, now.AddDate(0, 0, 7), map[string]string{"tool-01": "5", "tool-02": "1"})
	before = following(t, nil, before)
	bad = following(t, &before, bad)
	restored := before
	restored.Manifest.Version, restored.Manifest.GeneratedAt = data.Version(now.AddDate(0, 0, 8)), data.At(now.AddDate(0, 0, 8))
	restored, err := Append(&bad, restored, data.Restored)
	if err != nil {
		t.Fatal(err)
	}
	doc := changesOf(t, restored)
	if len(restored.Documents) != len(bad.Documents) || len(doc.Changes) != 3+7 {
		t.Fatalf("%d documents with %d changes, want %d with 10", len(restored.Documents), len(doc.Changes), len(bad.Documents))
	}
	if c := doc.Changes[0]; c.Kind != data.Restored || c.New.String() != "4" {
		t.Errorf("first change = %+v", c)
	}
	if c := doc.Changes[2]; c.Kind != data.Unlisted || c.Tool != "tool-02" {
		t.Errorf("last change of the restoring = %+v", c)
	}
}

// inputOf is a snapshot of one tool, with what is known of its input price.
func inputOf(t *testing.T, at time.Time, e data.Evidence) data.Snapshot {
	t.Helper()
	e.Field, e.Unit = data.FieldInput, string(data.USDPerMillion)
	write := data.Evidence{Field: data.FieldCacheWrite, Value: e.Value, Unit: e.Unit, Method: data.Ruled, Source: e.Source, Rule: "same as input"}
	tool := data.Tool{ID: "one", Name: "One", Provider: "Acme", Pricing: data.Pricing{Input: e.Value, CacheWrite: e.Value}}
	return data.Snapshot{
		Manifest: data.Manifest{Version: data.Version(at), GeneratedAt: data.At(at)},
		Documents: []data.Document{
			asDocument(t, data.ProvenancePath, data.ProvenanceDocument{Tools: []data.ToolProvenance{{ID: "one", Values: []data.Evidence{e, write}}}}),
			asDocument(t, data.ToolsPath, data.ToolsDocument{Tools: []data.Tool{tool}}),
		},
	}
}

// TestCorrections tells a price that moved from one that is only read elsewhere by now.
func TestCorrections(t *testing.T) {
	half, whole := data.MustNumber("0.276"), data.MustNumber("0.5")
	page := func(n data.Number) data.Evidence {
		return data.Evidence{Value: n, Method: data.Collected, Source: "pricing_acme"}
	}
	fed := func(source string, n data.Number, disagrees ...data.Statement) data.Evidence {
		return data.Evidence{Value: n, Method: data.Fed, Source: source, Disagrees: disagrees}
	}
	fact := func(basis data.Basis, url string, n data.Number) data.Evidence {
		return data.Evidence{Value: n, Method: data.Curated, Source: "catalogue", Basis: basis, URL: url}
	}
	states := func(source string, n data.Number) data.Statement { return data.Statement{Source: source, Value: n} }
	carried := page(half)
	carried.Method = data.Carried
	agreed := page(whole)
	agreed.Agrees = []data.Statement{states("feed_two", whole)}
	ruled := data.Evidence{Value: half, Method: data.Ruled, Source: "pricing_acme", Rule: "same as input"}
	placeholder := fact("page", "https://acme.example", half)
	placeholder.Placeholder = true
	for name, row := range map[string]struct {
		before, after data.Evidence
		want          data.ChangeKind
	}{
		"the-page-moved":                        {page(half), page(whole), data.Changed},
		"it-moved-while-the-old-value-was-kept": {carried, page(whole), data.Changed},
		"a-person-had-read-the-same-page":       {fact("page", "https://acme.example", half), page(whole), data.Changed},
		"a-person-read-the-same-place-again":    {fact("third-party", "https://list.example", half), fact("third-party", "https://list.example", whole), data.Changed},
		"the-feed-moved":                        {fed("feed_one", half), fed("feed_one", whole), data.Changed},
		"another-feed-saw-it-move":              {fed("feed_one", half, states("feed_two", half)), fed("feed_two", whole), data.Changed},
		"who-agrees-now-saw-it-move":            {fed("feed_two", half), agreed, data.Changed},
		"a-feed-takes-the-place-of-another":     {fed("feed_one", half, states("feed_two", whole)), fed("feed_two", whole, states("feed_one", half)), data.Corrected},
		"the-first-page-after-a-feed":           {fed("feed_one", half), page(whole), data.Corrected},
		"a-person-read-it-elsewhere":            {fact("third-party", "https://list.example", half), fact("third-party", "https://other.example", whole), data.Corrected},
		"a-price-in-place-of-a-rule":            {ruled, fed("feed_one", whole), data.Corrected},
		"what-replaces-a-placeholder":           {placeholder, page(whole), data.Corrected},
	} {
		t.Run(name, func(t *testing.T) {
			changes, err := Between(inputOf(t, now, row.before), inputOf(t, now.AddDate(0, 0, 7), row.after))
			if err != nil {
				t.Fatal(err)
			}
			if len(changes) != 2 || changes[0].Field != data.FieldInput || changes[1].Field != data.FieldCacheWrite {
				t.Fatalf("changes = %+v, want one of input and one of what follows from it", changes)
			}
			for _, c := range changes {
				if c.Kind != row.want || (c.Percent == nil) != (row.want == data.Corrected) {
					t.Errorf("%s is %s by %v percent, want %s", c.Field, c.Kind, c.Percent, row.want)
				}
			}
			if got, want := changes[0].OldSource != "", row.want == data.Corrected && !row.before.Placeholder; got != want {
				t.Errorf("the old source is %q, want one: %t", changes[0].OldSource, want)
			}
		})
	}
}

// scored is a snapshot with scores by a version of the methodology.
func scored(t *testing.T, week int, version string, scores map[string]string) data.Snapshot {
	t.Helper()
	prices := map[string]string{}
	for id := range scores {
		prices[id] = "2"
	}
	s := priced(t, now.AddDate(0, 0, 7*week), prices)
	provenance := fixture.Document[data.ProvenanceDocument](t, s, data.ProvenancePath)
	for i, tool := range provenance.Tools {
		provenance.Tools[i].Values = append(tool.Values, data.Evidence{Field: data.FieldOverall, Value: data.MustNumber(scores[tool.ID]), Method: data.Computed})
	}
	s.Documents[0] = asDocument(t, data.ProvenancePath, provenance)
	s.Documents = append(s.Documents, asDocument(t, data.BenchmarksPath, data.BenchmarksDocument{Benchmarks: data.Benchmarks{Version: version + "+" + s.Manifest.Version}}))
	return s
}

// TestAnotherMethodologyIsOneEntry: its scores are compared with none from before.
func TestAnotherMethodologyIsOneEntry(t *testing.T) {
	two := scored(t, 0, "2", map[string]string{"tool-01": "70", "tool-02": "60"})
	for _, tt := range []struct {
		name  string
		after data.Snapshot
		want  string
	}{
		{"the same", scored(t, 1, "2", map[string]string{"tool-01": "71", "tool-02": "60"}), "changed tool-01 overallScore"},
		{"another", scored(t, 1, "3", map[string]string{"tool-01": "40", "tool-02": "30"}), "corrected  methodologyVersion"},
		{"another, and a new tool", scored(t, 1, "3", map[string]string{"tool-01": "40", "tool-02": "60", "tool-03": "50"}), "listed tool-03 overallScore"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := following(t, &two, tt.after)
			var told []string
			for _, c := range changesOf(t, after).Changes {
				if c.Field == data.FieldOverall || c.Field == data.FieldMethodology {
					told = append(told, string(c.Kind)+" "+c.Tool+" "+c.Field)
				}
			}
			if got := strings.Join(told, "; "); got != tt.want && got != "corrected  methodologyVersion; "+tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			var feed string
			for _, d := range after.Documents {
				if d.Path == data.ChangesFeedPath {
					feed = string(d.Body)
				}
			}
			if says := strings.Contains(feed, "made by methodology 3 from now on, and by 2 before"); says != strings.HasPrefix(tt.name, "another") {
				t.Errorf("the feed says %s", feed)
			}
		})
	}
}
