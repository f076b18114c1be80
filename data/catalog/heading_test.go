package catalog_test

import (
	"testing"

	"pricepoint/data/catalog"
)

func TestKnownHeadings(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for title, want := range map[string]bool{
		"Pricing": true, "MODEL PRICING": true, "Models & Pricing": true, "Standard": true, "🔥 Latest models": true, "": true, "—": true,
		"Regional endpoints": false, "Pricing from January 1, 2027": false, "Customized models": false, "Image generation models": false,
		"Voice agents": false, "Priority": false, "Standard (EU)": false, "Fine-tuning": false, "Model pricing (AUD)": false,
	} {
		if got := c.Naming.KnowsHeading("pricing_minimax", title); got != want {
			t.Errorf("KnowsHeading(%q) = %t, want %t", title, got, want)
		}
	}
	for title, want := range map[string]bool{"Gemini 3.8 Flash-Lite Preview": true, "Gemini 3.8 Flash Live": false, "Gemini Flash": false} {
		if got := c.Naming.KnowsHeading("pricing_google", title); got != want {
			t.Errorf("KnowsHeading(%q) = %t, want %t", title, got, want)
		}
	}
	if c.Naming.KnowsHeading("pricing_minimax", "Gemini 3.8 Flash") {
		t.Error("a heading of one source is known on the page of another")
	}
}
