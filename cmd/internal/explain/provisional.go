package explain

import (
	"fmt"
	"slices"

	"pricepoint/data"
)

// findProvisional keeps what scores.json expects of a tool without a score.
func (x *Explainer) findProvisional(scores data.ScoresDocument) {
	i := slices.IndexFunc(scores.Unscored, func(u data.UnscoredModel) bool { return u.ModelID == x.tool.ID })
	if i < 0 || scores.Unscored[i].Provisional.RestsOn == "" { // an old snapshot has none
		return
	}
	x.provisional = &scores.Unscored[i].Provisional
	if f := slices.IndexFunc(scores.Provisional, func(f data.ProvisionalFigures) bool { return f.RestsOn == x.provisional.RestsOn }); f >= 0 {
		x.tried = &scores.Provisional[f]
	}
}

// expectation tells the provisional score of a tool, and how far it can be trusted; "" when there is none.
func (x *Explainer) expectation() string {
	p := x.provisional
	if p == nil {
		return ""
	}
	text := fmt.Sprintf("Provisional, and not a score: it would be expected to have %s out of 100, with a 90 %% interval from %s to %s.",
		p.OverallScore.StringFixed(1), p.Interval.Low.StringFixed(1), p.Interval.High.StringFixed(1))
	return sentences(text, x.restsOn(), x.howFarOff())
}

// restsOn tells what a provisional score was made from.
func (x *Explainer) restsOn() string {
	switch p := x.provisional; p.RestsOn {
	case data.OnResults:
		return fmt.Sprintf("That rests on %d results of boards that do not count for a score, and on its month of release.", len(p.Supporting))
	case data.OnPredecessor:
		return fmt.Sprintf("No board has measured it: that rests on %s, which it followed, and on the months of release of both.", p.Predecessor)
	default:
		return "No board has measured it, and no model before it in its line is listed: that rests on its month of release alone."
	}
}

// howFarOff tells what came of guessing scores that are known.
func (x *Explainer) howFarOff() string {
	if x.tried == nil {
		return ""
	}
	return fmt.Sprintf("Tried on %d models whose results were hidden, such a guess was %s points off on average, and %s %% of the results lay in its interval.",
		x.tried.Models, x.tried.Error, x.tried.Coverage.Shift(2).Round(0))
}
