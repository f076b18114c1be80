package figures

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// rival is a tool that can do the work of a list.
type rival struct {
	id     string
	listed bool // in one of the categories
}

// rivals are all tools that can do the work and that can be ranked for it.
func (p publishedScores) rivals(t *testing.T, u catalog.UseCase) []rival {
	var all []rival
	for _, tool := range p.tools.Tools {
		measured := p.score(tool.ID) != nil
		if p.boards(u.Slug) != nil {
			measured = slices.ContainsFunc(p.boards(u.Slug), func(b string) bool { return len(p.runs(b, tool.ID)) > 0 })
		}
		if !measured || p.unfit(t, tool.ID, u) != "" {
			continue
		}
		r := rival{id: tool.ID, listed: len(u.Categories) == 0}
		for _, c := range p.curated(t, tool.ID).Categories {
			r.listed = r.listed || slices.Contains(u.Categories, c)
		}
		all = append(all, r)
	}
	return all
}

// boards are those that measure some work, nil where none does or none could be read.
func (p publishedScores) boards(slug string) []string {
	if c := data.Find(p.scores.UseCases, func(c rating.UseCaseCosts) bool { return c.ID == slug }); c.FailureUSD != nil {
		return c.Boards
	}
	return nil
}

// shown is the row by which the speed of a tool is told, nil when nobody asks or nobody has timed it.
func (p publishedScores) shown(speed *catalog.Speed, id string) *rating.SolvedCost {
	return data.Find(p.solved.Rows, func(r rating.SolvedCost) bool {
		return speed != nil && r.Board == speed.Board && r.ModelID == id && r.Shown
	})
}

// run is a row of a board that can be ranked, and what a finished task costs by it.
type run struct{ share, usd float64 }

// runs are those of a tool on a board, under its own harness and at today's prices.
func (p publishedScores) runs(board, id string) (all []run) {
	b := p.solved.Boards[slices.IndexFunc(p.solved.Boards, func(b rating.SolvedBoard) bool { return b.ID == board })]
	for _, r := range p.solved.Rows {
		if r.Board != board || r.ModelID != id || r.Spread == nil || b.Harness != "" && !strings.EqualFold(b.Harness, r.Harness) || r.Repriced[0].CostPerAttempt == nil {
			continue
		}
		usd := r.Repriced[0].CostPerAttempt
		if high := r.Repriced[0].CostPerAttemptHigh; high != nil {
			usd = high
		}
		all = append(all, run{share: r.Share.InexactFloat64(), usd: usd.InexactFloat64()})
	}
	return all
}

// finished is what a finished task costs on a board: the least of all rows.
func (p publishedScores) finished(board, id string, failure float64) (cost float64, ok bool) {
	for _, r := range p.runs(board, id) {
		if c := r.usd + (1-r.share)*failure; !ok || c < cost {
			cost, ok = c, true
		}
	}
	return cost, ok
}

// effects solves levels and effects on another way than the program: one tool after the other, until nothing moves.
func (p publishedScores) effects(all []rival, boards []string, failure float64) map[string]float64 {
	logs := map[string]map[string]float64{}
	for _, b := range boards {
		logs[b] = map[string]float64{}
		for _, r := range all {
			if c, ok := p.finished(b, r.id, failure); ok && c > 0 {
				logs[b][r.id] = math.Log(c)
			}
		}
	}
	effect := map[string]float64{}
	for range 400 {
		for _, r := range all {
			sum, n := 0.0, 0.25
			for _, b := range boards {
				own, measured := logs[b][r.id]
				if !measured {
					continue
				}
				level := 0.0
				for id, y := range logs[b] {
					level += (y - effect[id]) / float64(len(logs[b]))
				}
				sum, n = sum+own-level, n+1
			}
			effect[r.id] = sum / n
		}
	}
	return effect
}

// outdone reports whether one tool beats another: for every row on the closest board of the other it has one that solves as much
// and costs no more.
func (p publishedScores) outdone(id, by string, boards []string) bool {
	for _, b := range boards {
		own := p.runs(b, id)
		if len(own) == 0 {
			continue
		}
		for _, x := range own {
			if !slices.ContainsFunc(p.runs(b, by), func(y run) bool { return y.share >= x.share && y.usd <= x.usd && y != x }) {
				return false
			}
		}
		return true
	}
	return false
}

// checkPicks checks one verdict: who is ranked, who beats whom, the order, and which of them are recommended.
func (p publishedScores) checkPicks(t *testing.T, u data.UseCase) {
	work := ofID(t, p.catalog.UseCases, useCaseSlug, u.ID)
	costs := ofID(t, p.scores.UseCases, func(c rating.UseCaseCosts) string { return c.ID }, u.ID)
	all := p.rivals(t, work)
	var listed, ranked []string
	for _, r := range all {
		p.cost(t, r.id, work)
		if r.listed {
			listed = append(listed, r.id)
		}
	}
	for _, r := range costs.Order {
		ranked = append(ranked, r.ID)
	}
	slices.Sort(listed)
	if got := slices.Sorted(slices.Values(ranked)); !slices.Equal(got, listed) {
		t.Errorf("ranked are %v, want %v", got, listed)
	}
	if len(costs.Order)+len(costs.Excluded) != len(p.tools.Tools) {
		t.Errorf("%d tools are ranked and %d left out, of %d", len(costs.Order), len(costs.Excluded), len(p.tools.Tools))
	}
	if costs.FailureUSD != nil {
		p.checkFinished(t, costs, all)
	}
	p.checkUnmeasured(t, u, work, costs)
	p.checkRecommended(t, u, costs)
}

// checkUnmeasured checks that a use case says why no board tells what its finished tasks cost, in a word and in its intro.
func (p publishedScores) checkUnmeasured(t *testing.T, u data.UseCase, work catalog.UseCase, costs rating.UseCaseCosts) {
	want := rating.ByNobody
	switch {
	case len(costs.Boards) > 0:
		want = ""
	case len(work.Boards) > 0:
		want = rating.NotYetRead
	case u.SortBy == "liveCodeBench":
		want = rating.ResultOnly
	}
	words := want.String()
	if costs.Unmeasured != want || (costs.FailureUSD == nil) != (want != "") {
		t.Errorf("why it is not measured is %q, want %q; a failure costs %v", string(costs.Unmeasured), string(want), costs.FailureUSD)
	}
	if said := strings.Contains(u.Intro, "so tariff and score decide") || strings.Contains(u.Intro, "results of a board and tariff decide"); said != (want != "") || words != "" && !strings.Contains(u.Intro, words[1:]) {
		t.Errorf("the intro says %q, want %q in it", u.Intro, words)
	}
}

// checkFinished computes the order of measured work again.
func (p publishedScores) checkFinished(t *testing.T, costs rating.UseCaseCosts, all []rival) {
	failure := costs.FailureUSD.InexactFloat64()
	effect := p.effects(all, costs.Boards, failure)
	for i, r := range costs.Order {
		if math.Abs(r.Relative.InexactFloat64()/math.Exp(effect[r.ID])-1) > 1e-4 {
			t.Errorf("a finished task costs with %s %s times what it does with the average, want %f", r.ID, r.Relative, math.Exp(effect[r.ID]))
		}
		if i > 0 && r.Relative.LessThan(costs.Order[i-1].Relative.Decimal) {
			t.Errorf("%s comes after %s, which costs more", r.ID, costs.Order[i-1].ID)
		}
		f := r.Finished
		closest := costs.Boards[slices.IndexFunc(costs.Boards, func(b string) bool { return len(p.runs(b, r.ID)) > 0 })]
		want, _ := p.finished(closest, r.ID, failure)
		if f.Board != closest {
			t.Errorf("%s is shown on %s, the closest board is %s", r.ID, f.Board, closest)
		}
		about(t, r.ID+": finished task", f.USD, want)
		about(t, r.ID+": by hand", f.USD, f.AttemptUSD.InexactFloat64()+(1-f.Share.InexactFloat64())*failure)
		if !f.Low.LessThan(f.USD.Decimal) || !f.High.GreaterThan(f.USD.Decimal) {
			t.Errorf("%s: %s is not within %s and %s", r.ID, f.USD, f.Low, f.High)
		}
		wanted := slices.ContainsFunc(all, func(o rival) bool { return effect[o.id] < effect[r.ID]-1e-5 && p.outdone(r.ID, o.id, costs.Boards) })
		if (r.BeatenBy != "") != wanted || wanted && !p.outdone(r.ID, r.BeatenBy, costs.Boards) {
			t.Errorf("%s is beaten by %q; beaten at all: %v", r.ID, r.BeatenBy, wanted)
		}
	}
}

// about compares numbers of any size.
func about(t *testing.T, what string, got data.Number, want float64) {
	t.Helper()
	if math.Abs(got.InexactFloat64()-want) > 1e-5*math.Max(1, math.Abs(want)) {
		t.Errorf("%s is %s, want %f", what, got, want)
	}
}

// checkRecommended wants the first of the order that nobody beats, and others only where those are too few.
func (p publishedScores) checkRecommended(t *testing.T, u data.UseCase, costs rating.UseCaseCosts) {
	var want, rest []string
	for _, r := range costs.Order {
		if r.BeatenBy == "" {
			want = append(want, r.ID)
		} else {
			rest = append(rest, r.ID)
		}
	}
	want = want[:min(len(want), 5)]
	if len(want) < 3 {
		want = append(want, rest[:3-len(want)]...)
	}
	var picks []string
	for _, r := range costs.Picks {
		picks = append(picks, r.ID)
	}
	if !slices.Equal(picks, want) || !slices.Equal(u.TopPicks, want) {
		t.Errorf("recommended are %v, in use-cases.json %v, want %v", picks, u.TopPicks, want)
	}
}
