package scores

import (
	"math"
	"slices"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/scoring"
)

// pulling is a published result with its curve.
type pulling struct {
	column data.ScoreColumn
	share  float64
}

// gap is the curve less the result, and whether it is too wide to pull any harder.
func (r pulling) gap(ability float64) (gap float64, cut bool) {
	gap = curveAt(r.column, ability)/100 - r.share
	limit := scoring.Clip * r.column.Curve.Noise.InexactFloat64() * math.Sqrt(r.column.Curve.Ceiling.InexactFloat64()/4+scoring.Flat)
	return gap, math.Abs(gap) >= limit
}

// steepness is how much the curve rises per logit, as a share.
func steepness(c data.ScoreColumn, ability float64) float64 {
	ceiling := c.Curve.Ceiling.InexactFloat64()
	p := curveAt(c, ability) / 100 / ceiling
	return ceiling * p * (1 - p)
}

// pullings are all results of a model that say something of its ability.
func (p publishedScores) pullings(t *testing.T, m data.ScoredModel) []pulling {
	var all []pulling
	add := func(column string, value data.Number) {
		if c := p.column(t, column); c.Curve != nil {
			all = append(all, pulling{c, value.InexactFloat64() / 100})
		}
	}
	for _, part := range m.Benchmarks {
		if !part.Estimated {
			add(part.Column, part.Value)
		}
	}
	for _, s := range m.Supporting {
		add(s.Column, s.Value)
	}
	return all
}

func (p publishedScores) column(t *testing.T, id string) data.ScoreColumn {
	return ofID(t, p.scores.Columns, func(c data.ScoreColumn) string { return c.ID }, id)
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

// ability is where the distance from what is expected and the pulls of the results cancel out, and its standard error.
func (p publishedScores) ability(t *testing.T, m data.ScoredModel) (ability, deviation float64) {
	expected, results := p.expected(t, m.ModelID), p.pullings(t, m)
	low, high := -50.0, 50.0
	for range 100 {
		ability = (low + high) / 2
		sum := ability - expected
		for _, r := range results {
			gap, _ := r.gap(ability)
			sum += pullOf(r.column, gap)
		}
		if sum > 0 {
			high = ability
		} else {
			low = ability
		}
	}
	weight := 1.0
	for _, r := range results {
		if _, cut := r.gap(ability); !cut {
			slope := r.column.Curve.Slope.InexactFloat64() / r.column.Curve.Noise.InexactFloat64()
			weight += slope * slope * steepness(r.column, ability)
		}
	}
	return ability, 1 / math.Sqrt(weight)
}

// margins are how far a result may lie below and above its estimate because of the ability, and to either side by noise.
func margins(c data.ScoreColumn, ability, deviation float64) (below, above, noise float64) {
	width, at := c.Curve.Width.InexactFloat64(), curveAt(c, ability)
	return at - curveAt(c, ability-width*deviation), curveAt(c, ability+width*deviation) - at,
		100 * width * c.Curve.Noise.InexactFloat64() * math.Sqrt(steepness(c, ability)+scoring.Flat)
}

// checkScore computes a score again from nothing but the documents, as the README says: ability, error, estimates, sum
// and intervals.
func (p publishedScores) checkScore(t *testing.T, m data.ScoredModel) {
	ability, deviation := p.ability(t, m)
	near(t, m.ModelID+": ability", m.Ability, ability)
	near(t, m.ModelID+": error of the ability", m.AbilityError, deviation)
	score, below, above, noise := 0.0, 0.0, 0.0, 0.0
	for _, part := range m.Benchmarks {
		c := p.column(t, part.Column)
		weight := c.Weight.InexactFloat64()
		score += weight * part.Value.InexactFloat64()
		if !part.Estimated {
			noise = math.Hypot(noise, weight*luck(part.Value.InexactFloat64(), c.Size))
			continue
		}
		at := curveAt(c, ability)
		lower, higher, scatter := margins(c, ability, deviation)
		what := m.ModelID + ": " + part.Column
		near(t, what, part.Value, at)
		near(t, what+" at least", part.Interval.Low, at-math.Hypot(lower, scatter))
		near(t, what+" at most", part.Interval.High, min(at+math.Hypot(higher, scatter), 100))
		below, above, noise = below+weight*lower, above+weight*higher, math.Hypot(noise, weight*scatter)
	}
	near(t, m.ModelID+": score", m.OverallScore, score)
	near(t, m.ModelID+": score at least", m.Interval.Low, score-math.Hypot(below, noise))
	near(t, m.ModelID+": score at most", m.Interval.High, score+math.Hypot(above, noise))
}

// checkProvisional computes a provisional score again: from the results that there are, or from the tool before it in its
// line, whose own ability is published as well, and from the months of release.
func (p publishedScores) checkProvisional(t *testing.T, u data.UnscoredModel) {
	e := u.Provisional
	expected, spread := p.expected(t, u.ModelID), 1.0
	if e.Predecessor != "" {
		k := p.scores.Population.Kinship.InexactFloat64()
		ability, deviation := p.abilityOf(t, e.Predecessor)
		expected += k * (ability - p.expected(t, e.Predecessor))
		spread = math.Sqrt(1 - k*k + k*k*deviation*deviation)
	}
	fitted := func(s data.SupportingResult) bool { return p.column(t, s.Column).Curve != nil }
	if slices.ContainsFunc(e.Supporting, fitted) || e.RestsOn == data.OnResults {
		t.Fatalf("%s rests on results of its own; compute its score here", u.ModelID)
	}
	near(t, u.ModelID+": ability", e.Ability, expected)
	near(t, u.ModelID+": error of the ability", e.AbilityError, spread)
	width := ofID(t, p.scores.Provisional, func(f data.ProvisionalFigures) string { return string(f.RestsOn) }, string(e.RestsOn)).Width.InexactFloat64()
	near(t, u.ModelID+": ability at least", e.AbilityRange.Low, expected-width*spread)
	near(t, u.ModelID+": ability at most", e.AbilityRange.High, expected+width*spread)
	score, below, above, noise := 0.0, 0.0, 0.0, 0.0
	for _, part := range e.Benchmarks {
		c := p.column(t, part.Column)
		weight, at := c.Weight.InexactFloat64(), curveAt(c, expected)
		near(t, u.ModelID+": "+part.Column, part.Value, at)
		scatter := 100 * width * c.Curve.Noise.InexactFloat64() * math.Sqrt(steepness(c, expected)+scoring.Flat)
		score += weight * at
		below += weight * (at - curveAt(c, expected-width*spread))
		above += weight * (curveAt(c, expected+width*spread) - at)
		noise = math.Hypot(noise, weight*scatter)
	}
	near(t, u.ModelID+": score", e.OverallScore, score)
	near(t, u.ModelID+": score at least", e.Interval.Low, score-math.Hypot(below, noise))
	near(t, u.ModelID+": score at most", e.Interval.High, score+math.Hypot(above, noise))
}

// abilityOf is the published ability of any tool, and its error.
func (p publishedScores) abilityOf(t *testing.T, id string) (ability, deviation float64) {
	for _, m := range p.scores.Models {
		if m.ModelID == id {
			return m.Ability.InexactFloat64(), m.AbilityError.InexactFloat64()
		}
	}
	e := ofID(t, p.scores.Unscored, func(u data.UnscoredModel) string { return u.ModelID }, id).Provisional
	return e.Ability.InexactFloat64(), e.AbilityError.InexactFloat64()
}

// checkRank counts who is ahead for sure, and who is behind.
func (p publishedScores) checkRank(t *testing.T, m data.ScoredModel) {
	want := data.ScoreRank{Place: 1, Best: 1, Worst: len(p.scores.Models)}
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
	const z = 1.6448536269514722
	n := float64(size) + z*z
	p := (score/100*float64(size) + z*z/2) / n
	return 100 * z * math.Sqrt(p*(1-p)/n)
}

func near(t *testing.T, what string, got data.Number, want float64) {
	t.Helper()
	if math.Abs(got.InexactFloat64()-want) > 1e-5 {
		t.Errorf("%s is %s, want %f", what, got, want)
	}
}
