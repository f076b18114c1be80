package documents

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// platforms is api/platforms.json.
func platforms(d normalize.Decision) data.PlatformsDocument {
	doc := data.PlatformsDocument{Platforms: make([]data.Platform, 0, len(d.Catalog.Platforms)), LastUpdated: d.Manifest.GeneratedAt}
	for _, p := range d.Catalog.Platforms {
		doc.Platforms = append(doc.Platforms, data.Platform{ID: p.ID, Name: p.Name, Description: p.Description, Pricing: platformPricing(d, p), URL: p.URL})
	}
	return doc
}

// platformPricing tells for people what the plans cost that a platform can be used with.
func platformPricing(d normalize.Decision, platform catalog.Platform) string {
	var sentences []string
	for _, o := range d.Catalog.Offers {
		if slices.Contains(o.Platforms, platform.ID) {
			sentences = append(sentences, offerSentences(d, o, platform)...)
		}
	}
	return strings.Join(sentences, " ")
}

// offerSentences tell the fees of an offer, which of them are unknown, and how other usage is paid.
func offerSentences(d normalize.Decision, o catalog.Offer, platform catalog.Platform) []string {
	var known, unknown []string
	for _, p := range o.Plans {
		if p.Fee == data.FeeUnknown {
			unknown = append(unknown, p.Name)
		} else {
			known = append(known, planPhrase(d, p))
		}
	}
	var lead, sentences []string
	if o.ID != platform.ID {
		lead = append(lead, "Part of the "+o.Name+" plans")
	}
	if len(known) > 0 {
		lead = append(lead, strings.Join(known, "; "))
	}
	if len(lead) > 0 {
		sentences = append(sentences, strings.Join(lead, ": ")+".")
	}
	if len(unknown) > 0 {
		sentences = append(sentences, "What "+list(unknown)+" costs is unknown.")
	}
	if o.Beyond != "" {
		sentences = append(sentences, o.Beyond)
	}
	return sentences
}
