package scores

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// ranked is what a list is ordered by, larger first: lower classes come before higher ones.
type ranked struct {
	class            int
	value, low, high float64
}

// lacksKey is the class of those that lack it.
const lacksKey = 9

// rival is a tool that can do the work of a list.
type rival struct {
	id     string
	key    ranked
	score  data.ScoreInterval
	listed bool // in one of the categories
	able   bool // fast enough, as far as that is asked
}

// rivals are all tools that can do the work.
func (p publishedScores) rivals(t *testing.T, u catalog.UseCase) []rival {
	var all []rival
	for _, m := range p.scores.Models {
		if p.unfit(t, m.ModelID, u) != "" {
			continue
		}
		r := rival{id: m.ModelID, key: p.key(t, m, u), score: m.Interval, listed: len(u.Categories) == 0, able: u.Speed == nil}
		for _, c := range p.curated(t, m.ModelID).Categories {
			r.listed = r.listed || slices.Contains(u.Categories, c)
		}
		if row := p.shown(u.Speed, m.ModelID); row != nil && row.Seconds != nil {
			r.able = row.Seconds.InexactFloat64() <= float64(u.Speed.Seconds)
		}
		all = append(all, r)
	}
	return all
}

// shown is the row by which the speed of a tool is told, nil when nobody asks or nobody has timed it.
func (p publishedScores) shown(speed *catalog.Speed, id string) *data.SolvedCost {
	if speed == nil {
		return nil
	}
	return p.row(speed.Board, id)
}

func (p publishedScores) row(board, id string) *data.SolvedCost {
	i := slices.IndexFunc(p.solved.Rows, func(r data.SolvedCost) bool { return r.Board == board && r.ModelID == id && r.Shown })
	if i < 0 {
		return nil
	}
	return &p.solved.Rows[i]
}

// perSolved is what a solved task costs on a board: re-priced at the most expensive hour where an interval can be given, else as it
// was published.
func (p publishedScores) perSolved(board, id string) (low, cost, high float64, known bool) {
	row := p.row(board, id)
	if row == nil {
		return 0, 0, 0, false
	}
	usd, around := row.CostPerSolved, row.Interval
	if len(row.Repriced) > 0 && row.Repriced[0].Interval != nil {
		usd, around = row.Repriced[0].CostPerSolved, row.Repriced[0].Interval
	}
	if usd == nil || around == nil {
		return 0, 0, 0, false
	}
	return around.Low.InexactFloat64(), usd.InexactFloat64(), around.High.InexactFloat64(), true
}

// cheaper reports whether a certainly costs less than b, and on which board that was measured.
func (p publishedScores) cheaper(t *testing.T, a, b string, u catalog.UseCase) (is bool, on string) {
	for _, board := range u.Boards {
		_, _, high, measured := p.perSolved(board, a)
		low, _, _, other := p.perSolved(board, b)
		if measured && other {
			return high < low, board
		}
	}
	costs := ofID(t, p.scores.UseCases, func(c data.UseCaseCosts) string { return c.ID }, u.Slug)
	most, least := costs.USD[a], costs.USD[b]
	if bound, doubtful := costs.Bounds[b]; doubtful {
		least = bound.Least
	}
	if bound, doubtful := costs.Bounds[a]; doubtful && bound.Most == nil {
		return false, ""
	}
	return most.LessThan(least.Decimal), ""
}

// key is what a list is ordered by.
func (p publishedScores) key(t *testing.T, m data.ScoredModel, u catalog.UseCase) ranked {
	exact := func(v float64) ranked { return ranked{value: v, low: v, high: v} }
	cost := p.cost(t, m.ModelID, u).InexactFloat64()
	score := [3]float64{m.Interval.Low.InexactFloat64(), m.OverallScore.InexactFloat64(), m.Interval.High.InexactFloat64()}
	costs := ofID(t, p.scores.UseCases, func(c data.UseCaseCosts) string { return c.ID }, u.Slug)
	switch u.SortBy {
	case catalog.ByOverallScore:
		return ranked{low: score[0], value: score[1], high: score[2]}
	case catalog.ByPrice:
		return exact(-cost)
	case catalog.ByValue:
		if low, usd, high, measured := p.perSolved(costs.RankedOn, m.ModelID); measured {
			return ranked{low: 1 / high, value: 1 / usd, high: 1 / low}
		}
		class := 0
		if costs.RankedOn != "" {
			class = 1
		}
		return ranked{class, score[1] / cost, score[0] / cost, score[2] / cost}
	case catalog.ByContextWindow:
		window := float64(p.prompt(t, m.ModelID))
		return ranked{low: window, value: window, high: window * 1.1}
	case catalog.ByReleaseDate:
		var year, month int
		if _, err := fmt.Sscanf(ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, m.ModelID).ReleaseDate, "%d-%d", &year, &month); err != nil {
			t.Fatal(err)
		}
		return exact(float64(100*year + month))
	default:
		value := p.provenanceValue(t, m.ModelID, string(u.SortBy))
		if math.IsInf(value, -1) {
			return ranked{class: lacksKey}
		}
		about := luck(value, p.column(t, string(u.SortBy)).Size)
		return ranked{low: value - about, value: value, high: value + about}
	}
}

// checkPicks checks one list: who may be on it, who must not, the order, the ties, and what is said of them.
func (p publishedScores) checkPicks(t *testing.T, u data.UseCase) {
	work := ofID(t, p.catalog.UseCases, useCaseSlug, u.ID)
	costs := ofID(t, p.scores.UseCases, func(c data.UseCaseCosts) string { return c.ID }, u.ID)
	all := p.rivals(t, work)
	if len(u.TopPicks) < 3 || len(u.TopPicks) > 5 || len(costs.Picks) != len(u.TopPicks) {
		t.Fatalf("%d picks with %d reasons, want three to five", len(u.TopPicks), len(costs.Picks))
	}
	own := 0
	for i, reason := range costs.Picks {
		r := ofID(t, all, func(r rival) string { return r.id }, u.TopPicks[i])
		if reason.ID != r.id || !r.listed {
			t.Errorf("%s is recommended because of %s; in one of the categories: %v", r.id, reason.ID, r.listed)
		}
		p.checkReason(t, r, reason, costs)
		if by := p.beater(t, r, all, work); reason.Why != data.PickFills {
			own++
			if by != "" || !r.able {
				t.Errorf("%s is recommended as %s, though %q beats it; able: %v", r.id, reason.Why, by, r.able)
			}
		}
	}
	if own >= 3 && own < len(costs.Picks) {
		t.Errorf("%d tools fill a list on which %d others stand", len(costs.Picks)-own, own)
	}
	p.checkOrder(t, costs, all)
}

// checkReason holds what is said of a pick against the documents.
func (p publishedScores) checkReason(t *testing.T, r rival, reason data.PickReason, costs data.UseCaseCosts) {
	if (reason.Key == nil) != (r.key.class == lacksKey) {
		t.Errorf("%s has the key %v", r.id, reason.Key)
	} else if reason.Key != nil {
		about(t, r.id+": key", reason.Key.Value, r.key.value)
		about(t, r.id+": key at least", reason.Key.Low, r.key.low)
		about(t, r.id+": key at most", reason.Key.High, r.key.high)
	}
	if reason.Cost.Basis == data.TariffOfWork {
		if !reason.Cost.USD.Equal(costs.USD[r.id]) {
			t.Errorf("%s costs %s by the tariff, its pick says %s", r.id, costs.USD[r.id], reason.Cost.USD)
		}
		return
	}
	low, usd, high, known := p.perSolved(reason.Cost.Board, r.id)
	if !known || !slices.Contains(costs.Boards, reason.Cost.Board) {
		t.Errorf("%s has no cost per solved task on %s, or that board is not like the work", r.id, reason.Cost.Board)
	}
	about(t, r.id+": solved task", reason.Cost.USD, usd)
	about(t, r.id+": solved task at least", *reason.Cost.Low, low)
	about(t, r.id+": solved task at most", *reason.Cost.High, high)
}

// about compares numbers of any size.
func about(t *testing.T, what string, got data.Number, want float64) {
	t.Helper()
	if math.Abs(got.InexactFloat64()-want) > 1e-5*math.Max(1, math.Abs(want)) {
		t.Errorf("%s is %s, want %f", what, got, want)
	}
}

// beater is who beats a tool: able, certainly cheaper, and with its whole interval of scores above.
func (p publishedScores) beater(t *testing.T, r rival, all []rival, u catalog.UseCase) string {
	for _, o := range all {
		if is, _ := p.cheaper(t, o.id, r.id, u); is && o.able && o.score.Low.GreaterThan(r.score.High.Decimal) {
			return o.id
		}
	}
	return ""
}

// checkOrder wants nobody before a tool that the evidence supports more, but those that are not told apart from it.
func (p publishedScores) checkOrder(t *testing.T, costs data.UseCaseCosts, all []rival) {
	of := func(id string) ranked { return ofID(t, all, func(r rival) string { return r.id }, id).key }
	tied := func(a, b string) bool {
		return slices.ContainsFunc(costs.Ties, func(tie []string) bool { return slices.Contains(tie, a) && slices.Contains(tie, b) })
	}
	picks := slices.DeleteFunc(slices.Clone(costs.Picks), func(r data.PickReason) bool { return r.Why == data.PickFills })
	for i, first := range picks {
		for _, later := range picks[i+1:] {
			a, b := of(first.ID), of(later.ID)
			if a.class > b.class || a.class == b.class && b.low > a.low+1e-9 && !tied(first.ID, later.ID) {
				t.Errorf("%s (%+v) stands before %s (%+v), and they are told apart", first.ID, a, later.ID, b)
			}
		}
	}
	for _, tie := range costs.Ties {
		head := slices.MaxFunc(tie, func(a, b string) int { return int(math.Copysign(1, of(a).low-of(b).low)) })
		for _, id := range tie {
			if of(id).high < of(head).low-1e-9 || of(id).class != of(head).class {
				t.Errorf("%s (%+v) is called tied with %s (%+v)", id, of(id), head, of(head))
			}
		}
	}
}

// checkFrontier compares every tool that can do some work with every other, and says on what that rests.
func (p publishedScores) checkFrontier(t *testing.T, u data.UseCaseCosts) {
	work := ofID(t, p.catalog.UseCases, useCaseSlug, u.ID)
	all := p.rivals(t, work)
	for _, r := range all {
		beaten := slices.ContainsFunc(all, func(o rival) bool {
			is, on := p.cheaper(t, o.id, r.id, work)
			same := on == "" && u.USD[o.id].Equal(u.USD[r.id]) && o.score.Low.GreaterThan(r.score.Low.Decimal)
			return o.able && !o.score.Low.LessThan(r.score.Low.Decimal) && (is || same && o.id != r.id)
		})
		if on := slices.Contains(u.Frontier, r.id); on == beaten {
			t.Errorf("%s: %s is on the frontier: %v; somebody does as well for less: %v", u.ID, r.id, on, beaten)
		}
		by := u.Beaten[r.id]
		if (by == "") != (p.beater(t, r, all, work) == "") {
			t.Errorf("%s: %s is beaten by %q, want %q", u.ID, r.id, by, p.beater(t, r, all, work))
		}
		if by == "" {
			continue
		}
		if _, on := p.cheaper(t, by, r.id, work); on != u.BeatenOn[r.id] {
			t.Errorf("%s: that %s costs less than %s rests on %q, want %q", u.ID, by, r.id, u.BeatenOn[r.id], on)
		}
	}
}
