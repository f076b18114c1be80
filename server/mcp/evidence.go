package mcp

import (
	"slices"
	"time"

	"pricepoint/data"
)

// about says what every answer rests on.
type about struct {
	Snapshot string `json:"snapshot" jsonschema:"version of the data"`
	AsOf     string `json:"asOf" jsonschema:"when the sources were last read"`
	More     string `json:"more,omitempty" jsonschema:"what was left out to keep the answer short, and where it stands"`
}

func (b *Book) about() about {
	m := b.snapshot.Manifest
	return about{Snapshot: m.Version, AsOf: m.GeneratedAt.String()}
}

// origin is where a price was read.
type origin struct {
	Publisher  string          `json:"publisher,omitempty" jsonschema:"who printed it: the maker only where it did"`
	Basis      data.Basis      `json:"basis,omitempty" jsonschema:"page, file: the maker's own; list: a price list; third-party: somebody else's page; rule: worked out"`
	URL        string          `json:"url,omitempty"`
	Method     data.Method     `json:"method" jsonschema:"collected: read on the page by the program; catalogue: verified by a person; feed: a price list, because nobody states it first hand; rule: follows from another price"`
	Confidence data.Confidence `json:"confidence"`
	Read       string          `json:"read,omitempty" jsonschema:"day on which it was last found there"`
	Verified   string          `json:"verified,omitempty" jsonschema:"day on which a person last verified it"`
}

func originOf(e data.BriefEvidence) origin {
	return origin{
		Publisher: e.Printer(), Basis: e.Basis, URL: e.URL, Method: e.Method, Confidence: e.Confidence,
		Read: day(e.ConfirmedAt), Verified: day(e.VerifiedAt),
	}
}

// origins are sources without repetition.
type origins []origin

// place puts a source among the others and says where.
func (o *origins) place(of origin) int {
	if i := slices.Index(*o, of); i >= 0 {
		return i
	}
	*o = append(*o, of)
	return len(*o) - 1
}

func day(t data.Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
