package figures

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// What scoring/README.md states besides scores.json.
const (
	freedom    = 4.0
	settling   = 30
	neighbours = 8
	alone      = 0.3
	nearest    = 0.05
	byAbility  = 0.3
	normal     = 1.6448536269514722
)

// profile is what a model got on the boards that have a line, as angles.
type profile map[string]float64

func angleOf(score float64) float64 { return math.Asin(math.Sqrt(score / 100)) }

func scoreOf(angle float64) float64 {
	s := math.Sin(min(max(angle, 0), math.Pi/2))
	return 100 * s * s
}

func (p publishedScores) column(t *testing.T, id string) rating.ScoreColumn {
	return ofID(t, p.scores.Columns, func(c rating.ScoreColumn) string { return c.ID }, id)
}

// profile is that of a tool, from its measured parts and what supports them.
func (p publishedScores) profile(t *testing.T, parts []rating.ScorePart, supporting []rating.SupportingResult) profile {
	of := profile{}
	for _, part := range parts {
		if !part.Estimated {
			of[part.Column] = angleOf(part.Value.InexactFloat64())
		}
	}
	for _, s := range supporting {
		if p.column(t, s.Column).Line != nil {
			of[s.Column] = angleOf(s.Value.InexactFloat64())
		}
	}
	return of
}

// others are the profiles of the neighbours but one, with what stands in for results that they lack.
func (p publishedScores) others(t *testing.T, than string) []profile {
	var all []profile
	for _, n := range p.scores.Neighbours {
		of := profile{}
		for board, result := range n.Results {
			if p.column(t, board).Line != nil {
				of[board] = angleOf(result.InexactFloat64())
			}
		}
		for _, s := range p.scores.StandIns {
			result, ok := n.Results[s.By]
			if _, has := of[s.Board]; ok && !has {
				of[s.Board] = angleOf(min(max(result.InexactFloat64()+s.Offset.InexactFloat64(), 0), 100))
			}
		}
		if n.ID != than {
			all = append(all, of)
		}
	}
	return all
}

// expected is the ability that a model's release date lets expect.
func (p publishedScores) expected(t *testing.T, id string) float64 {
	tool := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, id)
	month, err := time.Parse("2006-01", tool.ReleaseDate)
	if err != nil {
		t.Fatal(err)
	}
	released := float64(month.Year()) + (float64(month.Month())-0.5)/12
	return p.scores.Population.Trend.InexactFloat64() * (released - p.scores.Population.Origin.InexactFloat64())
}

// ability weighs what was expected against the results, again and again.
func (p publishedScores) ability(t *testing.T, of profile, expected float64) (ability, deviation float64) {
	weights := map[string]float64{}
	for range settling {
		sum, precision := expected, 1.0
		for board, angle := range of {
			level, loading, noise := lineOf(p.column(t, board))
			w := cmp.Or(weights[board], 1) / (noise * noise)
			sum += w * loading * (angle - level)
			precision += w * loading * loading
		}
		ability, deviation = sum/precision, 1/math.Sqrt(precision)
		for board, angle := range of {
			level, loading, noise := lineOf(p.column(t, board))
			off := angle - level - loading*ability
			weights[board] = (freedom + 1) / (freedom + (off*off+loading*loading/precision)/(noise*noise))
		}
	}
	return ability, deviation
}

func lineOf(c rating.ScoreColumn) (level, loading, noise float64) {
	return c.Line.Level.InexactFloat64(), c.Line.Loading.InexactFloat64(), c.Line.Noise.InexactFloat64()
}

// guess is the angle that is expected on a board.
func (p publishedScores) guess(t *testing.T, others []profile, of profile, ability float64, board string) float64 {
	level, own, _ := lineOf(p.column(t, board))
	type neighbour struct{ distance, angle float64 }
	var all []neighbour
	for _, other := range others {
		angle, measured := other[board]
		squares, sum, shared := 0.0, 0.0, 0.0
		for b, theirs := range other {
			if ours, ok := of[b]; ok && b != board {
				_, loading, _ := lineOf(p.column(t, b))
				off := (ours - theirs) / loading
				squares, sum, shared = squares+off*off, sum+off, shared+1
			}
		}
		if measured && shared > 0 {
			all = append(all, neighbour{(squares + alone) / shared, angle + own*sum/(shared+alone)})
		}
	}
	line := level + own*ability
	if len(all) == 0 {
		return line
	}
	slices.SortStableFunc(all, func(a, b neighbour) int { return cmp.Compare(a.distance, b.distance) })
	sum, weight := 0.0, 0.0
	for _, n := range all[:min(len(all), neighbours)] {
		sum, weight = sum+n.angle/(n.distance+nearest), weight+1/(n.distance+nearest)
	}
	return byAbility*line + (1-byAbility)*sum/weight
}

// reach is half the interval of a measured part.
func (p publishedScores) reach(t *testing.T, part rating.ScorePart) float64 {
	half := luck(part.Value.InexactFloat64(), p.column(t, part.Column).Size)
	for _, s := range p.scores.StandIns {
		if s.Board == part.Column && s.By == part.By {
			half = max(half, s.Half.InexactFloat64())
		}
	}
	return half
}

// checkScore computes a score again from nothing but the documents, as the README says: ability, error, estimates, sum
// and intervals.
func (p publishedScores) checkScore(t *testing.T, m rating.ScoredModel) {
	of := p.profile(t, m.Benchmarks, m.Supporting)
	ability, deviation := p.ability(t, of, p.expected(t, m.ModelID))
	near(t, m.ModelID+": ability", m.Ability, ability)
	near(t, m.ModelID+": error of the ability", m.AbilityError, deviation)
	p.checkParts(t, m.ModelID, m.Benchmarks, of, ability, m.OverallScore, m.Interval)
}

// checkParts holds parts, of which some are measured, and their sum against what follows from the ability.
func (p publishedScores) checkParts(t *testing.T, id string, parts []rating.ScorePart, of profile, ability float64, overall data.Number, interval rating.ScoreInterval) {
	others, width := p.others(t, id), p.scores.Width.InexactFloat64()
	score, below, above := 0.0, 0.0, 0.0
	for _, part := range parts {
		weight, at := p.column(t, part.Column).Weight.InexactFloat64(), part.Value.InexactFloat64()
		low, high := max(at-p.reach(t, part), 0), min(at+p.reach(t, part), 100)
		if part.Estimated {
			angle := p.guess(t, others, of, ability, part.Column)
			at, low, high = scoreOf(angle), scoreOf(angle-width), scoreOf(angle+width)
			near(t, id+": "+part.Column, part.Value, at)
			near(t, id+": "+part.Column+" at least", part.Interval.Low, low)
			near(t, id+": "+part.Column+" at most", part.Interval.High, high)
		}
		if part.By != "" {
			p.checkStandIn(t, id, part)
		}
		score, below, above = score+weight*at, math.Hypot(below, weight*(at-low)), math.Hypot(above, weight*(high-at))
	}
	near(t, id+": score", overall, score)
	near(t, id+": score at least", interval.Low, max(score-below, 0))
	near(t, id+": score at most", interval.High, min(score+above, 100))
}

// checkStandIn looks a run up that stands in: what it printed and what is added make the part.
func (p publishedScores) checkStandIn(t *testing.T, id string, part rating.ScorePart) {
	values := ofID(t, p.provenance.Tools, func(t data.ToolProvenance) string { return t.ID }, id)
	in := ofID(t, p.scores.StandIns, func(s rating.StandIn) string { return s.By }, part.By)
	switch run := values.Value(part.By); {
	case run == nil || run.Publisher != part.Publisher || run.URL == "":
		t.Errorf("%s: the run %s by %s, which stands in, is not in the provenance: %+v", id, part.By, part.Publisher, run)
	case !run.Value.Add(in.Offset.Decimal).Equal(part.Value.Decimal):
		t.Errorf("%s: %s and %s make %s", id, run.Value, in.Offset, part.Value)
	}
}

// checkProvisional computes a provisional score again. Where nothing with a weight is measured, all parts move together.
func (p publishedScores) checkProvisional(t *testing.T, u rating.UnscoredModel) {
	e := u.Provisional
	near := near
	if e.Predecessor != "" { // whose ability is published with six digits
		near = func(t *testing.T, what string, got data.Number, want float64) { within(t, 3e-5, what, got, want) }
	}
	of := p.profile(t, e.Benchmarks, e.Supporting)
	expected := p.expected(t, u.ModelID)
	if e.Predecessor != "" && len(of) == 0 {
		expected += p.scores.Population.Kinship.InexactFloat64() * (p.abilityOf(t, e.Predecessor) - p.expected(t, e.Predecessor))
	}
	ability, deviation := p.ability(t, of, expected)
	near(t, u.ModelID+": ability", e.Ability, ability)
	near(t, u.ModelID+": error of the ability", e.AbilityError, deviation)
	near(t, u.ModelID+": ability at least", e.AbilityRange.Low, ability-normal*deviation)
	near(t, u.ModelID+": ability at most", e.AbilityRange.High, ability+normal*deviation)
	if slices.ContainsFunc(e.Benchmarks, func(part rating.ScorePart) bool { return !part.Estimated }) {
		p.checkParts(t, u.ModelID, e.Benchmarks, of, ability, e.OverallScore, e.Interval)
		return
	}
	width := ofID(t, p.scores.Provisional, func(f rating.ProvisionalFigures) string { return string(f.RestsOn) }, string(e.RestsOn)).Width.InexactFloat64()
	score, low, high := 0.0, 0.0, 0.0
	for _, part := range e.Benchmarks {
		weight, angle := p.column(t, part.Column).Weight.InexactFloat64(), p.guess(t, p.others(t, u.ModelID), of, ability, part.Column)
		near(t, u.ModelID+": "+part.Column, part.Value, scoreOf(angle))
		score, low, high = score+weight*scoreOf(angle), low+weight*scoreOf(angle-width), high+weight*scoreOf(angle+width)
	}
	near(t, u.ModelID+": score", e.OverallScore, score)
	near(t, u.ModelID+": score at least", e.Interval.Low, low)
	near(t, u.ModelID+": score at most", e.Interval.High, high)
}

// abilityOf is the published ability of any tool.
func (p publishedScores) abilityOf(t *testing.T, id string) float64 {
	if m := data.Find(p.scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == id }); m != nil {
		return m.Ability.InexactFloat64()
	}
	return ofID(t, p.scores.Unscored, func(u rating.UnscoredModel) string { return u.ModelID }, id).Provisional.Ability.InexactFloat64()
}

// checkRank counts who is ahead for sure, and who is behind.
func (p publishedScores) checkRank(t *testing.T, m rating.ScoredModel) {
	want := rating.ScoreRank{Place: 1, Best: 1, Worst: len(p.scores.Models)}
	for _, other := range p.scores.Models {
		switch {
		case other.Interval.Low.GreaterThan(m.Interval.High.Decimal):
			want.Best++
		case other.Interval.High.LessThan(m.Interval.Low.Decimal):
			want.Worst--
		}
		if other.OverallScore.GreaterThan(m.OverallScore.Decimal) {
			want.Place++
		}
	}
	if m.Rank != want {
		t.Errorf("%s: rank %+v, want %+v", m.ModelID, m.Rank, want)
	}
}

// luck is half the 90 % interval of a result on so many tasks (Agresti and Coull).
func luck(score float64, size int64) float64 {
	if size == 0 {
		return 0
	}
	n := float64(size) + normal*normal
	p := (score/100*float64(size) + normal*normal/2) / n
	return 100 * normal * math.Sqrt(p*(1-p)/n)
}

func near(t *testing.T, what string, got data.Number, want float64) { within(t, 1e-6, what, got, want) }

func within(t *testing.T, tolerance float64, what string, got data.Number, want float64) {
	t.Helper()
	if math.Abs(got.InexactFloat64()-want) > tolerance {
		t.Errorf("%s is %s, want %f", what, got, want)
	}
}
