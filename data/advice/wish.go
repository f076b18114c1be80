package advice

import (
	"cmp"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// openWeights is the category of the tools whose weights can be downloaded.
const openWeights = "open-weights"

// wish is a question beside the verdict on its work.
type wish struct {
	Question
	verdict   rating.UseCaseCosts
	documents Documents
}

// checkProviders finds a company that there is none of.
func (w wish) checkProviders() error {
	names := w.documents.Tools.Providers()
	for _, asked := range w.Providers {
		if !slices.ContainsFunc(names, func(n string) bool { return form(n) == form(asked) }) {
			return Unknown{"provider", asked, names}
		}
	}
	return nil
}

// wanted reports whether a tool is of the kind that is asked for. What is not is no part of the answer.
func (w wish) wanted(tool string) bool {
	t := data.Find(w.documents.Tools.Tools, func(t data.Tool) bool { return t.ID == tool })
	offered := func(p string) bool { return form(p) == form(t.Provider) }
	return t != nil && (len(w.Providers) == 0 || slices.ContainsFunc(w.Providers, offered)) &&
		(!w.OpenWeights || slices.Contains(t.Category, openWeights))
}

func (w wish) choice(r rating.RankedTool) Choice {
	c := Choice{
		Model: r.ID, BeatenBy: r.BeatenBy, Relative: r.Relative, Finished: r.Finished, Seconds: r.Seconds, Until: r.Until,
		Pick: 1 + slices.IndexFunc(w.verdict.Picks, func(p rating.PickReason) bool { return p.ID == r.ID }),
		Tie:  1 + slices.IndexFunc(w.verdict.Ties, func(tied []string) bool { return slices.Contains(tied, r.ID) }),
	}
	if r.Finished == nil {
		c.Task = w.task(r.ID)
		if m := data.Find(w.documents.Scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == r.ID }); m != nil {
			score, around := m.OverallScore.Tenths(), about(m.Interval)
			c.Score, c.Interval = &score, &around
		}
	}
	for _, s := range w.verdict.Successors {
		if s.Of == r.ID && w.wanted(s.ID) && w.unusableUnmeasured(s) == "" {
			c.Newer = append(c.Newer, w.provisional(s))
		}
	}
	return c
}

// provisional is a tool that is not recommended, with the reason.
func (w wish) provisional(p rating.ProvisionalPick) Provisional {
	return Provisional{
		Model: p.ID, USD: p.USD, Expected: p.Expected.Tenths(), Interval: about(p.Interval),
		Because: w.documents.Scores.Because(w.verdict, p),
	}
}

// task is what the scenario costs with a tool.
func (w wish) task(tool string) *Range {
	if b, doubtful := w.verdict.Bounds[tool]; doubtful {
		return &Range{Low: &b.Least, High: b.Most}
	}
	usd := w.verdict.USD[tool]
	return &Range{USD: &usd}
}

// unusable is what keeps somebody from using a ranked tool; "": nothing.
func (w wish) unusable(c Choice) string {
	if tooSmall := w.tooSmall(c.Model); tooSmall != "" || w.Budget == nil {
		return tooSmall
	}
	var most *data.Number
	if c.Finished != nil {
		most = &c.Finished.USD
	} else {
		most = cmp.Or(c.Task.USD, c.Task.High)
	}
	switch {
	case most == nil:
		return "may cost more than the budget: nobody states a cache price"
	case most.GreaterThan(w.Budget.Decimal):
		return "costs more than the budget"
	}
	return ""
}

// unusableUnmeasured is the same for a tool that nobody has measured. What a finished task costs with it nobody knows.
func (w wish) unusableUnmeasured(p rating.ProvisionalPick) string {
	if w.Budget != nil && p.USD.GreaterThan(w.Budget.Decimal) {
		return "costs more than the budget"
	}
	return w.tooSmall(p.ID)
}

func (w wish) tooSmall(tool string) string {
	if w.Context == 0 {
		return ""
	}
	if t := data.Find(w.documents.Provenance.Tools, func(t data.ToolProvenance) bool { return t.ID == tool }); t != nil {
		if e := t.Value(data.FieldContext); e != nil && !e.Value.LessThan(decimal.NewFromInt(w.Context)) {
			return ""
		}
	}
	return "takes less than " + data.Int(w.Context).Grouped() + " tokens"
}
