package main

import (
	"testing"

	"pricepoint/data"
)

// TestConsequence accepts one price of a row that is held.
func TestConsequence(t *testing.T) {
	held := func(id, tool, field, found, published string) data.Finding {
		is, was := data.MustNumber(found), data.MustNumber(published)
		return data.Finding{ID: id, Kind: data.Held, Tool: tool, Field: field, Found: &is, Published: &was}
	}
	input := held("1", "one", data.FieldInput, "4", "5")
	waiting := []data.Finding{input, held("2", "one", data.FieldOutput, "20", "25"), held("3", "two", data.FieldInput, "1", "2"), held("4", "one", data.FieldContext, "1", "2")}
	want := data.FieldInput + " of one becomes 4 instead of 5 and " + data.FieldOutput + " of one becomes 20 instead of 25"
	if got := consequence(input, waiting); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}
