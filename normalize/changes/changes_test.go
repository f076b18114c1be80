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
	body, err := data.Encode(content)
	if err != nil {
		t.Fatal(err)
	}
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
