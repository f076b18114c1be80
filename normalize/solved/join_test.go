package solved

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

func TestRowsOfABoard(t *testing.T) {
	s := newScene().
		row("One", data.Qualifiers{Harness: "agent 1.2", Effort: "low"}, data.SolvedShare, "0.5", data.CostMean, "1").
		row("One", data.Qualifiers{Harness: "agent 1.2", Effort: "max"}, data.SolvedShare, "0.5", data.CostMean, "3").
		row("One", data.Qualifiers{Harness: "agent 1.2", Effort: "unheard-of"}, data.SolvedShare, "0.5", data.CostMean, "4").
		row("One", data.Qualifiers{Harness: "other 9", Effort: "max"}, data.SolvedShare, "0.5", data.CostMean, "0.1").
		row("One in product", data.Qualifiers{Effort: "max"}, data.SolvedShare, "0.5", data.CostMean, "0.2").
		row("Two", agent, data.SolvedShare, "0", data.CostMean, "2").
		row("Three", agent, data.SolvedShare, "0.9", data.CostMean, "0.01").
		row("One", data.Qualifiers{Harness: "agent 1.2", Board: "v2"}, data.SolvedShare, "0.9", data.CostMean, "0.01").
		row("Two", data.Qualifiers{Harness: "no cost"}, data.SolvedShare, "0.9").
		row("Two", data.Qualifiers{Harness: "no share"}, data.CostMean, "1").
		row("Two", data.Qualifiers{Harness: "more than all"}, data.SolvedShare, "1.5", data.CostMean, "1")
	boards, rows := s.join(t)
	if got := boards[0].Unlisted; got != 1 {
		t.Errorf("%d rows of other models, want 1", got)
	}
	type line struct {
		Model, Effort, Harness, Version, Cost string
		Shown, Interval                       bool
	}
	var got []line
	for _, r := range rows {
		l := line{r.ModelID, r.Effort, r.Harness, r.HarnessVersion, "none", r.Shown, r.Interval != nil}
		if r.CostPerSolved != nil {
			l.Cost = r.CostPerSolved.String()
		}
		got = append(got, l)
	}
	want := []line{
		{"one", "max", "other", "9", "0.2", false, true},
		{"one", "max", "product", "", "0.4", false, true},
		{"one", "low", "agent", "1.2", "2", false, true},
		{"one", "max", "agent", "1.2", "6", true, true},
		{"one", "unheard-of", "agent", "1.2", "8", false, true},
		{"two", "", "agent", "1.2", "none", true, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

// Of two rows at one effort the one stands for the tool that the column of scores has.
func TestShownIsTheRowOfTheScore(t *testing.T) {
	_, rows := newScene().
		row("One (checked)", agent, data.SolvedShare, "0.5", data.CostMean, "1").
		row("One (later)", agent, data.SolvedShare, "0.6", data.CostMean, "1").join(t)
	for _, r := range rows {
		if r.Shown != (r.Entry == "One (checked)") {
			t.Errorf("%s is shown: %v", r.Entry, r.Shown)
		}
	}
}

func TestCosts(t *testing.T) {
	for _, tt := range []struct {
		name         string
		cells        []any
		attempt, per string
	}{
		{"counts-are-more-exact-than-the-share", []any{data.SolvedShare, "0.33", data.SolvedCount, "1", data.SolvedAttempts, "3", data.CostMean, "2"}, "2", "6"},
		{"of-all-attempts-that-are-counted", []any{data.SolvedShare, "0.5", data.SolvedCount, "100", data.SolvedAttempts, "200", data.CostTotal, "50"}, "0.25", "0.5"},
		{"of-all-tasks-of-the-board", []any{data.SolvedShare, "0.5", data.CostTotal, "50"}, "0.1", "0.2"},
		{"the-mean-before-the-total", []any{data.SolvedShare, "0.5", data.CostTotal, "50", data.CostMean, "0.3"}, "0.3", "0.6"},
		{"counts-that-contradict-one-another", []any{data.SolvedShare, "0.5", data.SolvedCount, "9", data.SolvedAttempts, "3", data.CostMean, "2"}, "2", "4"},
		{"with-keys-that-nobody-knows", []any{data.SolvedShare, "0.5", data.CostMean, "2", data.Field("cost.new"), "9", data.Field("solved.new"), "9"}, "2", "4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := newScene().row("Two", agent, tt.cells...).only(t)
			if got.CostPerAttempt.String() != tt.attempt || got.CostPerSolved.String() != tt.per {
				t.Errorf("%s an attempt, %s per solved, want %s and %s", got.CostPerAttempt, got.CostPerSolved, tt.attempt, tt.per)
			}
		})
	}
}

// TestImplausibleCosts: a row whose attempts cost what no attempt can is left out, and somebody is told.
func TestImplausibleCosts(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cells []any
		want  string // "": it is believed
	}{
		{"almost-nothing", []any{data.CostMean, "0.000000000000000000001"}, "a cost of 0.000000000000000000001 USD an attempt is outside the plausible 0.000001 to 1000000"},
		{"the-least", []any{data.CostMean, "0.000001"}, ""},
		{"the-most", []any{data.CostMean, "1000000"}, ""},
		{"more-than-any", []any{data.CostMean, "1000000.01"}, "a cost of 1000000.01 USD an attempt is outside the plausible 0.000001 to 1000000"},
		{"a-total-of-nothing", []any{data.CostTotal, "0.0000005"}, "a cost of 0.000000001 USD an attempt is outside the plausible 0.000001 to 1000000"},
		{"a-total-that-is-large", []any{data.CostTotal, "5000000"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene().row("One", agent, with(tt.cells, data.SolvedShare, "0.5")...).row("Two", agent, data.SolvedShare, "0.5", data.CostMean, "2")
			s.Sources = map[string]Source{"leaderboard_b": {Observations: s.printed}}
			made, err := Join(s.Input)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range made.Refused["leaderboard_b"] {
				got = append(got, r.Subject+": "+r.Why)
			}
			rows, want := 2, []string(nil)
			if tt.want != "" {
				rows, want = 1, []string{"One: " + tt.want}
			}
			if diff := cmp.Diff(want, got); diff != "" || len(made.Rows) != rows {
				t.Errorf("%d rows, want %d; refused (-want +got):\n%s", len(made.Rows), rows, diff)
			}
		})
	}
}

func TestSpreads(t *testing.T) {
	base := []any{data.SolvedShare, "0.5", data.CostMean, "2"}
	sums := func(solved, cost string) []any {
		return with(base, data.SpreadAttempts, "4", data.SpreadSolved, solved, data.SpreadCost, cost, data.SpreadSolvedCost, "3", data.SpreadSquares, "20")
	}
	for _, tt := range []struct {
		name  string
		cells []any
		kind  rating.SpreadKind
		n     string
	}{
		{"every-attempt", sums("2", "8"), rating.PerInstance, "4"},
		{"attempts-of-another-share", sums("3", "8"), rating.AssumedSpread, "500"},
		{"attempts-of-another-cost", sums("2", "9"), rating.AssumedSpread, "500"},
		{"mean-and-median", with(base, data.CostMedian, "1.5"), rating.MeanMedian, "500"},
		{"mean-below-the-median", with(base, data.CostMedian, "3"), rating.AssumedSpread, "500"},
		{"nothing-more", base, rating.AssumedSpread, "500"},
		{"four-attempts-at-each-task", with(base, data.SolvedCount, "200", data.SolvedAttempts, "400", data.SolvedTasks, "100", data.SolvedInFour, "0.5"), rating.AssumedSpread, "100"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := newScene().row("Two", agent, tt.cells...).only(t)
			if got.Spread == nil || got.Spread.Kind != tt.kind || got.Spread.Attempts.String() != tt.n {
				t.Errorf("spread %+v, want %s of %s attempts", got.Spread, tt.kind, tt.n)
			}
		})
	}
	s := newScene()
	s.Catalog.Solved.Boards[0].Indicative = true
	if got := s.row("Two", agent, base...).only(t); got.Spread != nil || got.Interval != nil || got.CostPerSolved == nil {
		t.Errorf("an indicative board has spread %v and interval %v", got.Spread, got.Interval)
	}
}

func TestBasisAndRepricing(t *testing.T) {
	hours := &data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"mon"}, From: "01:00", To: "04:00"}}}
	outside := *hours
	outside.Outside = true
	byHours := tariffOf("5", "0.5", "", "25")
	for i := range 4 {
		half := byHours.Lines[i]
		if half.Price != nil {
			n := data.Number{Decimal: half.Price.Shift(-1)}
			half.Price = &n
		}
		byHours.Lines[i].Terms.Hours, half.Terms.Hours = hours, &outside
		byHours.Lines = append(byHours.Lines, half)
	}
	gone := tariffOf("5", "0.5", "", "25")
	gone.Sale.Until = data.At(now)
	earlier := catalog.EarlierPrices{Tool: "one", Input: data.MustNumber("10"), CacheRead: data.MustNumber("1"), Output: data.MustNumber("50"), LongOver: 200_000}
	for _, tt := range []struct {
		name   string
		cost   string
		tariff data.Tariff
		change func(*scene)
		cells  []any
		notes  []string
		want   string
	}{
		{"the-tariff-of-today", "2.51", tariffOf("5", "0.5", "", "25"), nil, classTokens, nil, "tariff -0.003984; exact 2.5 solved 5"},
		{"no-tariff-fits", "4", tariffOf("5", "0.5", "", "25"), nil, classTokens, nil, "unknown; exact 2.5 solved 5"},
		{"stated", "4", tariffOf("5", "0.5", "", "25"), nil, classTokens, []string{"launch prices"}, "stated launch prices; exact 2.5 solved 5"},
		{"stated-and-reproduced", "2.5", tariffOf("5", "0.5", "", "25"), nil, classTokens, []string{"launch prices"}, "stated launch prices 0; exact 2.5 solved 5"},
		{"no-tokens-and-no-other-price-known", "2.5", tariffOf("5", "0.5", "", "25"), nil, nil, nil, "unknown; estimate noTokens 2.5 solved 5"},
		{"no-tokens-and-one-factor-on-all-prices", "2.5", tariffOf("5", "0.5", "", "25"), was("2026-08-01", "10", "1", "50"), nil, nil, "unknown; estimate noTokens 1.25 solved 2.5"},
		{"no-tokens-and-prices-moved-apart", "2.5", tariffOf("5", "0.5", "", "25"), was("2026-08-01", "10", "0.5", "50"), nil, nil, "unknown; unknown pricesMoved"},
		{"no-tokens-and-prices-from-before-its-release", "2.5", tariffOf("5", "0.5", "", "25"), was("2026-07-01", "10", "0.5", "50"), nil, nil, "unknown; estimate noTokens 2.5 solved 5"},
		{"no-tokens-and-prices-from-after-the-reading", "2.5", tariffOf("5", "0.5", "", "25"), was("2026-10-15", "10", "0.5", "50"), nil, nil, "unknown; estimate noTokens 2.5 solved 5"},
		{"no-tokens-and-prices-that-nobody-paid", "2.5", tariffOf("5", "0.5", "", "25"), func(s *scene) {
			was("2026-08-01", "10", "0.5", "50")(s)
			s.Catalog.Solved.Earlier[0].Unpaid = true
		}, nil, nil, "unknown; estimate noTokens 2.5 solved 5"},
		{"no-cached-tokens", "2.5", tariffOf("5", "0.5", "", "25"), nil, []any{data.TokensInput, "1100000", data.TokensOutput, "60000"}, nil, "unknown; estimate noTokens 2.5 solved 5"},
		{"cache-read-without-a-price", "2.5", tariffOf("5", "", "", "25"), nil, classTokens, nil, "unknown; unknown classUnpriced [cacheRead]"},
		{"a-price-for-writes", "2.5", tariffOf("5", "0.5", "6.25", "25"), nil, classTokens, nil, "tariff 0; pair writesUnknown 2.5 solved 5 to 2.625 5.25"},
		{"all-is-written", "2.625", tariffOf("5", "0.5", "6.25", "25"), func(s *scene) { s.Catalog.Solved.AllWritten = []string{"acme"} }, classTokens, nil, "tariff 0; exact 2.625 solved 5.25"},
		{"writes-are-counted", "2.5625", tariffOf("5", "0.5", "6.25", "25"), nil, with(classTokens, data.TokensCacheWrite, "50000"), nil, "tariff 0; exact 2.5625 solved 5.125"},
		{"long-prompts-now-only", "2.5", dearerLong(tariffOf("5", "0.5", "", "25")), func(s *scene) {
			flat := earlier
			flat.LongOver, flat.Input, flat.CacheRead, flat.Output = 0, data.MustNumber("5"), data.MustNumber("0.5"), data.MustNumber("25")
			s.Catalog.Solved.Earlier = []catalog.EarlierPrices{flat}
			s.Tariffs["one"] = dearerLong(tariffOf("4", "0.4", "", "20"))
		}, classTokens, nil, "tariff 0; lowerBound longPrompts least 2 4"},
		{"long-prompts-then-too", "5", dearerLong(tariffOf("5", "0.5", "", "25")), func(s *scene) { s.Catalog.Solved.Earlier = []catalog.EarlierPrices{earlier} }, classTokens, nil,
			"tariff 0; estimate longPrompts 2.5 solved 5 least 2.5 5"},
		{"of-another-size-then", "5", dearerLong(tariffOf("5", "0.5", "", "25")), func(s *scene) {
			other := earlier
			other.LongOver = 100_000
			s.Catalog.Solved.Earlier = []catalog.EarlierPrices{other}
		}, classTokens, nil, "tariff 0; lowerBound longPrompts least 2.5 5"},
		{"the-only-tariff-but-for-long-prompts", "2.7", dearerLong(tariffOf("5", "0.5", "", "25")), nil, classTokens, nil, "tier -0.074074; estimate longPrompts 2.7 solved 5.4 least 2.5 5"},
		{"too-far-for-long-prompts-alone", "3", dearerLong(tariffOf("5", "0.5", "", "25")), nil, classTokens, nil, "unknown; lowerBound longPrompts least 2.5 5"},
		{"by-the-hour", "2.5", byHours, nil, classTokens, nil, "tariff 0; peak exact 2.5 solved 5; offPeak exact 0.25 solved 0.5"},
		{"no-longer-sold", "2.5", gone, nil, classTokens, nil, "unknown; unknown notSold"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene()
			s.Tariffs["one"] = tt.tariff
			if tt.change != nil {
				tt.change(s)
			}
			s.row("One", agent, with(tt.cells, data.SolvedShare, "0.5", data.CostMean, tt.cost)...)
			s.printed[len(s.printed)-1].Address.Notes = tt.notes
			if got := inOneLine(s.only(t)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// was lets the catalogue know what tool one cost on a day; it came out in August 2026.
func was(day, input, read, output string) func(*scene) {
	return func(s *scene) {
		on, err := time.Parse(time.DateOnly, day)
		if err != nil {
			panic(err)
		}
		s.Catalog.Tools[0].Released = "2026-08"
		s.Catalog.Solved.Earlier = append(s.Catalog.Solved.Earlier, catalog.EarlierPrices{Evidence: catalog.Evidence{Verified: catalog.Day(on)},
			Tool: "one", Input: data.MustNumber(input), CacheRead: data.MustNumber(read), Output: data.MustNumber(output)})
	}
}

// TestARowFromBeforeTheReleaseIsOfAPreview has a board that was read in the month before the tool came out.
func TestARowFromBeforeTheReleaseIsOfAPreview(t *testing.T) {
	for released, want := range map[string]int{"2026-10": 1, "2026-11": 0} {
		s := newScene()
		s.Catalog.Tools[0].Released = released
		boards, rows := s.row("One", agent, data.SolvedShare, "0.5", data.CostMean, "2").join(t)
		if len(rows) != want || boards[0].Unlisted != 1-want {
			t.Errorf("released %s: %d rows and %d unlisted, want %d and %d", released, len(rows), boards[0].Unlisted, want, 1-want)
		}
	}
}

// inOneLine is the basis and the costs of a row in one line.
func inOneLine(r rating.SolvedCost) string {
	text := strings.TrimSpace(string(r.Basis.Kind) + " " + r.Basis.Text)
	if r.Basis.Deviation != nil {
		text += " " + r.Basis.Deviation.String()
	}
	for _, c := range r.Repriced {
		words := []string{text + ";"}
		for _, word := range []string{c.Hours, string(c.Kind), string(c.Why)} {
			if word != "" {
				words = append(words, word)
			}
		}
		if c.CostPerAttempt != nil {
			words = append(words, c.CostPerAttempt.String(), "solved", c.CostPerSolved.String())
		}
		if c.CostPerAttemptHigh != nil {
			words = append(words, "to", c.CostPerAttemptHigh.String(), c.CostPerSolvedHigh.String())
		}
		if c.LeastPerAttempt != nil {
			words = append(words, "least", c.LeastPerAttempt.String(), c.LeastPerSolved.String())
		}
		if len(c.Unpriced) > 0 {
			words = append(words, "["+string(c.Unpriced[0])+"]")
		}
		text = strings.Join(words, " ")
	}
	return text
}

// Prices that reproduce one row of a tool are those of its other rows, which cost more because of long prompts.
func TestBasisOfRowsBesideOneAnother(t *testing.T) {
	s := newScene()
	s.Tariffs["one"] = dearerLong(tariffOf("5", "0.5", "", "25"))
	at := func(effort, cost string) {
		s.row("One", data.Qualifiers{Harness: "agent 1.2", Effort: effort}, with(classTokens, data.SolvedShare, "0.5", data.CostMean, cost)...)
	}
	at("low", "2.5")
	at("max", "3.5")
	at("xhigh", "5.6") // more than twice as much
	s.row("One", data.Qualifiers{Harness: "other 1", Effort: "max"}, with(classTokens, data.SolvedShare, "0.5", data.CostMean, "3.6")...)
	_, rows := s.join(t)
	var got []string
	for _, r := range rows {
		got = append(got, r.Harness+" "+r.Effort+" "+string(r.Basis.Kind)+" "+string(r.Repriced[0].Kind))
	}
	want := []string{"agent low tariff estimate", "agent max tier estimate", "other max unknown lowerBound", "agent xhigh unknown lowerBound"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("bases (-want +got):\n%s", diff)
	}
}

// What a tool cost before is known from the snapshots before.
func TestBasisFromHistory(t *testing.T) {
	s := newScene()
	then := tariffOf("10", "1", "", "50")
	s.History = func(tool string) (data.PricesDocument, error) {
		doc := data.PricesDocument{ID: tool, Since: data.At(now.AddDate(0, -3, 0))}
		frame := data.TariffFrame{Seller: "Acme"}
		doc.Intervals = append(doc.Intervals, data.PriceInterval{Frame: &frame, ValidFrom: doc.Since, KnownFrom: doc.Since})
		for i := range then.Lines {
			doc.Intervals = append(doc.Intervals, data.PriceInterval{Line: &then.Lines[i], ValidFrom: doc.Since, ValidUntil: data.At(now.AddDate(0, -1, 0)), KnownFrom: doc.Since})
		}
		return doc, nil
	}
	got := s.row("One", agent, with(classTokens, data.SolvedShare, "0.5", data.CostMean, "5")...).only(t)
	if got.Basis.Kind != rating.BasisTariff || got.Basis.At != "2026-07-15" || got.Basis.Prices[0].Line != nil {
		t.Errorf("basis %+v, want the tariff of 2026-07-15", got.Basis)
	}
	s.History = func(string) (data.PricesDocument, error) { return data.PricesDocument{}, errors.New("broken") }
	if _, err := Join(s.Input); err == nil || !strings.Contains(err.Error(), "history of one: broken") {
		t.Errorf("Join = %v, want an error about the history", err)
	}
}

// The same attempts with another cost were restated; other attempts are new runs.
func TestRestated(t *testing.T) {
	cells := func(cost, solved string) []any {
		return []any{data.SolvedShare, "0.5", data.SolvedCount, solved, data.SolvedAttempts, "400", data.CostMean, cost}
	}
	before := newScene().row("Two", agent, cells("0.1579", "200")...).only(t)
	for _, tt := range []struct {
		name, cost, solved string
		want               []string
	}{
		{"a-quarter", "0.0395", "200", []string{"0.1579"}},
		{"unchanged", "0.1579", "200", nil},
		{"new-runs", "0.0395", "201", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene().row("Two", agent, cells(tt.cost, tt.solved)...)
			s.Before = []rating.SolvedCost{before}
			var got []string
			restated := s.only(t).Restated
			for _, r := range restated {
				got = append(got, r.CostPerAttempt.String())
				if r.Until != data.At(now.AddDate(0, 0, -1)) {
					t.Errorf("it stood until %s, want the day of the reading", r.Until)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("costs before (-want +got):\n%s", diff)
			}
		})
	}
	s := newScene().row("Two", agent, cells("0.0395", "200")...)
	s.Before = []rating.SolvedCost{before}
	restated := s.only(t)
	s.Before = []rating.SolvedCost{restated}
	if again := s.only(t); len(again.Restated) != 1 {
		t.Errorf("a week later %d costs before, want the one", len(again.Restated))
	}
}

// The same attempts at the same cost used the same tokens: others that no price leads from to the cost are not believed.
func TestTokensOfTheSameAttempts(t *testing.T) {
	row := func(cost, solved, output string) *scene {
		return newScene().row("One", agent, data.SolvedShare, "0.5", data.SolvedCount, solved, data.SolvedAttempts, "400", data.CostMean, cost,
			data.TokensInput, "1100000", data.TokensCacheRead, "1000000", data.TokensOutput, output)
	}
	before := row("2.5", "200", "60000").only(t)
	for _, tt := range []struct{ name, cost, solved, output, want string }{
		{"two-digits-lost", "2.5", "200", "600", "60000"},
		{"counted-a-little-better", "2.5", "200", "60010", "60010"},
		{"another-cost", "1.015", "200", "600", "600"},
		{"new-runs", "2.5", "201", "600", "600"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := row(tt.cost, tt.solved, tt.output)
			s.Before = []rating.SolvedCost{before}
			got := s.only(t)
			if got.Tokens.Output.String() != tt.want {
				t.Errorf("an attempt wrote %s tokens, want %s", got.Tokens.Output, tt.want)
			}
			if kept := tt.want != tt.output; kept && cmp.Diff(before, got) != "" {
				t.Errorf("(-before +now):\n%s", cmp.Diff(before, got))
			}
		})
	}
}

// Tokens of new runs that no price explains stand as they are printed, but not beside tokens that are known to be wrong.
func TestTokensOfNewRuns(t *testing.T) {
	cells := func(solved, output string) []any {
		return []any{data.SolvedShare, "0.5", data.SolvedCount, solved, data.SolvedAttempts, "400", data.CostMean, "2.5",
			data.TokensInput, "1100000", data.TokensCacheRead, "1000000", data.TokensOutput, output}
	}
	low, high := data.Qualifiers{Harness: "agent 1.2", Effort: "low"}, data.Qualifiers{Harness: "agent 1.2", Effort: "high"}
	_, before := newScene().row("One", low, cells("200", "60000")...).row("One", high, cells("200", "60000")...).join(t)
	for _, tt := range []struct{ name, low, want string }{
		{"beside-right-ones", "60000", "600"},
		{"beside-wrong-ones", "600", "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScene().row("One", low, cells("200", tt.low)...).row("One", high, cells("201", "600")...)
			s.Before = before
			_, rows := s.join(t)
			for _, row := range rows {
				wrote := "none"
				if row.Tokens != nil {
					wrote = row.Tokens.Output.String()
				}
				if want := map[string]string{"low": "60000", "high": tt.want}[row.Effort]; wrote != want {
					t.Errorf("an attempt at effort %s wrote %s tokens, want %s", row.Effort, wrote, want)
				}
			}
		})
	}
}

func TestVersioned(t *testing.T) {
	for harness, want := range map[string][2]string{
		"mini-SWE-agent 1.17.2": {"mini-SWE-agent", "1.17.2"}, "mini-swe-agent": {"mini-swe-agent", ""}, "OpenHands v1.24.0": {"OpenHands", "1.24.0"},
		"aider 0.81.4.dev": {"aider", "0.81.4.dev"}, "Terminus 2": {"Terminus", "2"}, "Claude Code": {"Claude Code", ""}, "": {},
	} {
		if name, version := Versioned(harness); name != want[0] || version != want[1] {
			t.Errorf("Versioned(%q) = %q, %q", harness, name, version)
		}
	}
}
