package changes

import (
	"testing"
	"time"

	"pricepoint/data"
)

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
