package documents

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/normalize"
)

// restorable are two snapshots in a row: with the second a price rises and a tool comes.
func restorable(t *testing.T) (old, newest data.Snapshot) {
	t.Helper()
	later := smallCatalog()
	small := smallCatalog()
	small.Tools = small.Tools[:len(small.Tools)-1]
	first, err := Build(normalize.Input{Catalog: small, Readings: []data.Reading{acmePage()}, Now: now, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	page := acmePage(printed("One", data.PriceInput, "7", data.Qualifiers{}), printed("One", data.PriceOutput, "30", data.Qualifiers{}))
	second, err := Build(normalize.Input{Catalog: later, Readings: []data.Reading{page}, Previous: &first.Snapshot, Now: now.AddDate(0, 0, 7), Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	return first.Snapshot, second.Snapshot
}

func TestRestore(t *testing.T) {
	old, newest := restorable(t)
	at := now.AddDate(0, 0, 8)
	restored, err := Restore(old, newest, at, "pricepoint/2")
	if err != nil {
		t.Fatal(err)
	}
	m := restored.Manifest
	if m.Version != data.Version(at) || m.Previous != newest.Manifest.Version || m.Restores != old.Manifest.Version || m.Generator != "pricepoint/2" || m.GeneratedAt != data.At(at) {
		t.Errorf("manifest = %+v", m)
	}
	if diff := cmp.Diff(old.Manifest.Inputs, m.Inputs); diff != "" || len(m.Sources) != len(old.Manifest.Sources) {
		t.Errorf("%d sources, inputs (-old +restored):\n%s", len(m.Sources), diff)
	}
	for _, s := range m.Sources {
		if s.Attempt != nil {
			t.Errorf("%s was asked", s.ID)
		}
	}
	for _, was := range old.Documents {
		i := slices.IndexFunc(restored.Documents, func(d data.Document) bool { return d.Path == was.Path })
		if i < 0 || restored.Documents[i].Brotli != nil {
			t.Fatalf("%s is not restored, or compressed already", was.Path)
		}
		d := restored.Documents[i]
		if d.Path == data.ChangesPath || d.Path == data.ChangesFeedPath || data.ToolOfPrices(d.Path) != "" {
			continue // they go on
		}
		want := bytes.ReplaceAll(was.Body, []byte(`"`+old.Manifest.Version+`"`), []byte(`"`+m.Version+`"`))
		want = bytes.ReplaceAll(want, []byte(`+`+old.Manifest.Version+`"`), []byte(`+`+m.Version+`"`))
		if diff := cmp.Diff(string(want), string(d.Body)); diff != "" {
			t.Errorf("%s (-old with the new version +restored):\n%s", d.Path, diff)
		}
	}
}

func TestRestoreTellsWhatChanges(t *testing.T) {
	old, newest := restorable(t)
	restored, err := Restore(old, newest, now.AddDate(0, 0, 8), "pricepoint/2")
	if err != nil {
		t.Fatal(err)
	}
	gone := newestTools(t, newest)
	if len(restored.Manifest.Withdrawn) != 1 || restored.Manifest.Withdrawn[0].ID != gone || restored.Manifest.Withdrawn[0].Since != restored.Manifest.Version {
		t.Errorf("withdrawn = %+v, want %s", restored.Manifest.Withdrawn, gone)
	}
	var changes data.ChangesDocument
	if err := restored.Decode(data.ChangesPath, &changes); err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, c := range changes.Changes {
		if c.Version == restored.Manifest.Version && c.Field != data.FieldOverall {
			line := string(c.Kind) + " " + c.Tool + " " + c.Field
			if c.New != nil {
				line += " " + c.Old.String() + " " + c.New.String()
			}
			told = append(told, line)
		}
	}
	want := []string{"restored one pricing.input 7 5", "restored one pricing.output 30 25"}
	if len(told) < 3 || !cmp.Equal(want, told[:2]) || told[len(told)-1] != "withdrawn "+gone+" " {
		t.Errorf("changes = %q, want %q first and %s withdrawn last", told, want, gone)
	}
}

func newestTools(t *testing.T, s data.Snapshot) (last string) {
	t.Helper()
	var tools data.ToolsDocument
	if err := s.Decode(data.ToolsPath, &tools); err != nil {
		t.Fatal(err)
	}
	return tools.Tools[len(tools.Tools)-1].ID
}

func TestRestoredWithdrawals(t *testing.T) {
	old, newest := restorable(t)
	gone := func(id string) data.Withdrawn { return data.Withdrawn{ID: id, Since: "2026-01-01T000000Z"} }
	old.Manifest.Withdrawn = []data.Withdrawn{gone("ancient"), gone("revived")}
	newest.Manifest.Withdrawn = []data.Withdrawn{gone("ancient"), gone("lost"), gone("one")} // one is listed by the old content
	restored, err := Restore(old, newest, now.AddDate(0, 0, 8), "pricepoint/2")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, w := range restored.Manifest.Withdrawn {
		ids = append(ids, w.ID)
	}
	if want := []string{"ancient", "lost", "revived", newestTools(t, newest)}; !cmp.Equal(want, ids) {
		t.Errorf("withdrawn = %q, want %q", ids, want)
	}
}
