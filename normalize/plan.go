package normalize

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// PlanConfidence is how far a plan can be trusted by now: one that nobody has verified for long is doubted.
func (d Decision) PlanConfidence(p catalog.Plan) data.Confidence {
	if d.unverified(p) > d.Catalog.Gate.DoubtAfter() {
		return lower(p.Confidence)
	}
	return p.Confidence
}

// PlanIsOld reports whether nobody has verified a plan for so long that it has to be told with its month.
func (d Decision) PlanIsOld(p catalog.Plan) bool { return d.unverified(p) > d.Catalog.Gate.AskAfter() }

// unverified is for how long nobody has verified a plan; 0 if nobody ever has.
func (d Decision) unverified(p catalog.Plan) time.Duration {
	if p.VerifiedAt().IsZero() {
		return 0
	}
	return d.Manifest.GeneratedAt.Sub(p.VerifiedAt().First)
}
