package solved

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
)

func number(text string) decimal.Decimal { return decimal.RequireFromString(text) }

// prices writes input, cache read, cache write and output; "" is not known.
func prices(longOver int64, all ...string) Prices {
	p := Prices{Of: map[Class]decimal.Decimal{}, LongOver: longOver}
	for i, text := range all {
		if text != "" {
			p.Of[Classes[i]] = number(text)
		}
	}
	return p
}

func tokens(writes Writes, uncached, read, output string) Tokens {
	return Tokens{Uncached: number(uncached), CacheRead: number(read), Output: number(output), Writes: writes}
}

func near(t *testing.T, what string, got float64, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestPerSolved(t *testing.T) {
	for _, tt := range []struct {
		name, cost       string
		solved, attempts string
		want             string
	}{
		{"of-counts", "6.076084489977728", "327", "449", "8.343"},
		{"of-a-share", "1.290782", "0.97", "1", "1.331"},
		{"everything-solved", "0.5", "10", "10", "0.500"},
		{"of-a-run", "29.0829", "198", "1", "0.147"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := PerSolved(number(tt.cost), number(tt.solved), number(tt.attempts))
			if !ok || got.StringFixed(3) != tt.want {
				t.Errorf("PerSolved = %s, %v, want %s", got, ok, tt.want)
			}
		})
	}
	if _, ok := PerSolved(number("1"), number("0"), number("452")); ok {
		t.Error("nothing was solved, and it has a cost per solved task")
	}
}

// The first worked example: Claude Opus 5 at high effort on DeepSWE, September 2026.
func TestIntervalOfRepeatedAttempts(t *testing.T) {
	share := 327.0 / 449
	variation, ok := LogNormal(6.076084489977728, 4.96882375)
	if !ok {
		t.Fatal("the mean is below the median")
	}
	n := Repeated{Attempts: 449, Tasks: 113, Share: share, InFour: 0.8761061946902655}.Independent()
	near(t, "variation", variation, 0.70, 0.005)
	near(t, "independent attempts", n, 169, 0.5)
	factor, ok := Spread{Variation: variation, Correlation: AssumedCorrelation, Attempts: n}.Factor(share)
	if !ok {
		t.Fatal("no interval")
	}
	near(t, "low", 8.343/factor, 7.29, 0.005)
	near(t, "high", 8.343*factor, 9.54, 0.005)
}

// Numbers that lie too far apart say nothing of a cost, and none of them is endless.
func TestNoIntervalOfWhatIsTooFarApart(t *testing.T) {
	for _, share := range []float64{0, 1e-9, 1e-300, math.NaN(), math.Inf(1)} {
		if factor, ok := (Spread{Variation: 1, Attempts: 4}).Factor(share); ok {
			t.Errorf("of a share of %v the factor is %v", share, factor)
		}
	}
	for _, median := range []float64{1e-7, 1e-300, math.NaN()} {
		if variation, ok := LogNormal(1, median); ok {
			t.Errorf("of a median of %v the variation is %v", median, variation)
		}
	}
}

func TestIndependent(t *testing.T) {
	for _, tt := range []struct {
		name string
		of   Repeated
		want float64
	}{
		{"one-attempt-a-task", Repeated{Attempts: 500, Tasks: 500, Share: 0.5, InFour: 0.5}, 500},
		{"always-the-same-result", Repeated{Attempts: 400, Tasks: 100, Share: 0.5, InFour: 0.5}, 100},
		{"as-if-independent", Repeated{Attempts: 400, Tasks: 100, Share: 0.5, InFour: 1 - 0.0625}, 400},
		{"more-than-independent", Repeated{Attempts: 400, Tasks: 100, Share: 0.5, InFour: 0.99}, 400},
		{"not-known", Repeated{Attempts: 400, Tasks: 100, Share: 0.5}, 100},
		{"tasks-not-known", Repeated{Attempts: 400, Share: 0.5}, 400},
		// s = 1: (0.5 * 1.5 * 2.5 * 3.5) / 24 of the tasks are missed by all four, and r = 1/2.
		{"beta-binomial", Repeated{Attempts: 400, Tasks: 100, Share: 0.5, InFour: 1 - 0.5*1.5*2.5*3.5/24}, 160},
	} {
		t.Run(tt.name, func(t *testing.T) { near(t, "independent", tt.of.Independent(), tt.want, 1e-6) })
	}
}

func TestSpreadOfSums(t *testing.T) {
	// Costs 1, 2, 3, 4, of which the first two attempts solved their task.
	got, ok := Sums{Attempts: 4, Solved: 2, Cost: number("10"), CostOfSolved: number("3"), Squares: number("30")}.Spread()
	if !ok {
		t.Fatal("no spread")
	}
	near(t, "variation", got.Variation, math.Sqrt(1.25)/2.5, 1e-12)
	near(t, "correlation", got.Correlation, -0.8944271909999159, 1e-12)
	for name, bad := range map[string]Sums{
		"nothing":                       {},
		"one-attempt":                   {Attempts: 1, Solved: 1, Cost: number("1"), CostOfSolved: number("1"), Squares: number("1")},
		"no-cost":                       {Attempts: 4, Solved: 2},
		"more-solved-than-attempted":    {Attempts: 4, Solved: 5, Cost: number("10"), Squares: number("30")},
		"squares-below-those-of-means":  {Attempts: 4, Solved: 2, Cost: number("10"), CostOfSolved: number("3"), Squares: number("20")},
		"no-cost-to-speak-of":           {Attempts: 4, Solved: 2, Cost: number("1e-300"), Squares: number("1e300")},
		"more-than-a-computer-holds":    {Attempts: 4, Solved: 2, Cost: number("1e400"), CostOfSolved: number("1e400"), Squares: number("1e400")},
		"solved-cost-more-than-all-did": {Attempts: 4, Solved: 2, Cost: number("10"), CostOfSolved: number("30"), Squares: number("30")},
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := bad.Spread(); ok {
				t.Errorf("Spread = %v of sums that say nothing", got)
			}
		})
	}
}

// The delta interval is that of resampled attempts.
func TestIntervalAgainstResampling(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	costs, solved := make([]float64, 500), make([]bool, 500)
	var s Sums
	for i := range costs {
		solved[i] = r.Float64() < 0.7
		costs[i] = math.Exp(0.6 * r.NormFloat64())
		if !solved[i] {
			costs[i] *= 1.8
		}
		d := decimal.NewFromFloat(costs[i])
		s.Attempts, s.Cost, s.Squares = s.Attempts+1, s.Cost.Add(d), s.Squares.Add(d.Mul(d))
		if solved[i] {
			s.Solved, s.CostOfSolved = s.Solved+1, s.CostOfSolved.Add(d)
		}
	}
	spread, _ := s.Spread()
	factor, _ := spread.Factor(float64(s.Solved) / 500)
	c := s.Cost.InexactFloat64() / float64(s.Solved)
	low, high := resampled(r, costs, solved)
	near(t, "low", c/factor/low, 1, 0.02)
	near(t, "high", c*factor/high, 1, 0.02)
}

func TestReprice(t *testing.T) {
	luna := tokens(WritesUnknown, "776825", "14666894", "73400")
	lunaThen := &Basis{number("3.0281"), prices(272000, "1", "0.10", "1.25", "6")}
	for _, tt := range []struct {
		name   string
		tokens Tokens
		now    Prices
		basis  *Basis
		kind   Kind
		cost   string
		high   string
		least  string
	}{
		{"uncached-as-written", tokens(AllWritten, "148852", "7085028", "64207"), prices(0, "5", "0.50", "6.25", "25"), nil, Exact, "6.0780", "0.0000", "0.0000"},
		{"no-price-for-writes", tokens(WritesUnknown, "278410", "21456039", "143243"), prices(0, "0.75", "0.075", "0.75", "3.75"), nil, Exact, "2.3552", "0.0000", "0.0000"},
		{"counted-writes", Tokens{number("295.3871681415929"), number("1326921.6836283186"), number("129710.02212389381"), number("29557.327433628318"), WritesCounted},
			prices(0, "10", "1", "12.50", "50"), nil, Exact, "4.4291", "0.0000", "0.0000"},
		{"writes-not-known", tokens(WritesUnknown, "1000000", "0", "0"), prices(0, "4", "0.4", "5", "20"), nil, Pair, "4.0000", "5.0000", "0.0000"},
		{"long-prompts", luna, prices(272000, "0.20", "0.02", "0.25", "1.20"), nil, LowerBound, "0.0000", "0.0000", "0.5368"},
		{"long-prompts-then-too", luna, prices(272000, "0.20", "0.02", "0.25", "1.20"), lunaThen, Estimate, "0.6056", "0.0000", "0.5368"},
		{"long-prompts-of-another-size-then", luna, prices(200000, "0.20", "0.02", "0.25", "1.20"), lunaThen, LowerBound, "0.0000", "0.0000", "0.5368"},
		{"never-less-than-the-least", luna, prices(272000, "1", "0.10", "1.25", "6"), &Basis{number("2"), lunaThen.Prices}, Estimate, "2.6839", "0.0000", "2.6839"},
		{"cache-read-not-known", luna, prices(0, "1", "", "1", "6"), lunaThen, Unpriced, "0.0000", "0.0000", "0.0000"},
		{"not-used-and-not-known", tokens(WritesUnknown, "1000000", "0", "0"), prices(0, "2", "", "2", ""), nil, Exact, "2.0000", "0.0000", "0.0000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Reprice(tt.tokens, tt.now, tt.basis)
			if got.Kind != tt.kind || got.Cost.StringFixed(4) != tt.cost || got.High.StringFixed(4) != tt.high || got.Least.StringFixed(4) != tt.least {
				t.Errorf("Reprice = %s %s to %s, at least %s; want %s %s to %s, at least %s", got.Kind, got.Cost, got.High, got.Least, tt.kind, tt.cost, tt.high, tt.least)
			}
		})
	}
}

func TestBasis(t *testing.T) {
	for _, tt := range []struct {
		name       string
		published  string
		tokens     Tokens
		prices     Prices
		deviation  string
		reproduces bool
		butForLong bool
	}{
		{"opus-5-as-written", "6.0761", tokens(AllWritten, "148852", "7085028", "64207"), prices(0, "5", "0.50", "6.25", "25"), "0.0003", true, false},
		{"opus-5-as-input", "6.0761", tokens(WritesCounted, "148852", "7085028", "64207"), prices(0, "5", "0.50", "6.25", "25"), "-0.0303", false, false},
		{"gemini-3-8-flash", "2.3623", tokens(WritesUnknown, "278410", "21456039", "143243"), prices(0, "0.75", "0.075", "0.75", "3.75"), "-0.0030", true, false},
		{"luna-max", "3.0281", tokens(WritesUnknown, "776825", "14666894", "73400"), prices(272000, "1", "0.10", "1", "6"), "-0.1137", false, true},
		{"sol-max", "8.3864", tokens(WritesUnknown, "2", "15902400", "0"), prices(272000, "5", "0.50", "6.25", "30"), "-0.0519", false, true},
		{"luna-max-at-a-fifth", "3.0281", tokens(WritesUnknown, "776825", "14666894", "73400"), prices(272000, "0.2", "0.02", "0.2", "1.2"), "-0.8227", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := Deviation(number(tt.published), tt.tokens, tt.prices)
			if !ok || got.StringFixed(4) != tt.deviation {
				t.Errorf("Deviation = %s, %v, want %s", got, ok, tt.deviation)
			}
			if Reproduces(got) != tt.reproduces || ButForLong(got, tt.prices, true) != tt.butForLong {
				t.Errorf("Reproduces = %v, ButForLong = %v", Reproduces(got), ButForLong(got, tt.prices, true))
			}
		})
	}
}

func TestButForLong(t *testing.T) {
	long := prices(272000, "1", "0.10", "1.25", "6")
	for _, tt := range []struct {
		name, deviation string
		of              Prices
		proven, want    bool
	}{
		{"proven", "-0.45", long, true, true},
		{"proven-and-too-far", "-0.55", long, true, false},
		{"alone", "-0.073", long, false, true},
		{"alone-and-too-far", "-0.114", long, false, false},
		{"dearer-than-published", "0.02", long, true, false},
		{"same-for-every-size", "-0.05", prices(0, "1", "0.10", "1.25", "6"), true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ButForLong(number(tt.deviation), tt.of, tt.proven); got != tt.want {
				t.Errorf("ButForLong(%s) = %v", tt.deviation, got)
			}
		})
	}
}

// A cheaper tariff never raises a re-priced cost.
func TestCheaperIsNeverDearer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	amount := func(most int64) decimal.Decimal { return decimal.New(r.Int64N(most), -2) }
	for range 20_000 {
		of := Tokens{amount(1e9), amount(1e11), amount(1e9), amount(1e9), Writes(r.IntN(3))}
		now, then := prices(r.Int64N(2)*272000), prices(r.Int64N(2)*272000)
		for _, class := range Classes {
			now.Of[class], then.Of[class] = amount(1e4), amount(1e4)
		}
		basis := &Basis{amount(1e4), then}
		cheaper := prices(now.LongOver)
		for _, class := range Classes {
			cheaper.Of[class] = now.Of[class].Mul(decimal.New(r.Int64N(101), -2))
		}
		before, after := Reprice(of, now, basis), Reprice(of, cheaper, basis)
		most := func(r Repriced) decimal.Decimal { return decimal.Max(r.Cost, r.High) }
		if most(after).GreaterThan(most(before)) || after.Least.GreaterThan(before.Least) {
			t.Fatalf("%+v: %+v at %+v, %+v at the cheaper %+v", of, before, now, after, cheaper)
		}
	}
}

// resampled are the ends of the 90 % interval of the cost per solved task by drawing attempts again.
func resampled(r *rand.Rand, costs []float64, solved []bool) (low, high float64) {
	all := make([]float64, 20_000)
	for i := range all {
		var cost, n float64
		for range costs {
			k := r.IntN(len(costs))
			cost += costs[k]
			if solved[k] {
				n++
			}
		}
		all[i] = cost / n
	}
	slices.Sort(all)
	return all[len(all)/20], all[len(all)*19/20]
}
