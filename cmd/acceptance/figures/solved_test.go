package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// The cost of a solved task, held against figures that were reckoned by other means from the same captures.

// solvedIn is the document of a snapshot.
func solvedIn(t *testing.T, s data.Snapshot) rating.SolvedDocument {
	t.Helper()
	var doc rating.SolvedDocument
	if err := s.Decode(data.SolvedPath, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func rowIn(t *testing.T, doc rating.SolvedDocument, board, model, effort string) rating.SolvedCost {
	t.Helper()
	i := slices.IndexFunc(doc.Rows, func(r rating.SolvedCost) bool { return r.Board == board && r.ModelID == model && r.Effort == effort })
	if i < 0 {
		t.Fatalf("no row of %s at %q on %s", model, effort, board)
	}
	return doc.Rows[i]
}

// TestSolvedCostsOfRecordedBoards pins rows whose figures were worked out by hand.
func TestSolvedCostsOfRecordedBoards(t *testing.T) {
	t.Parallel()
	doc := solvedIn(t, inOctober(t))
	for _, tt := range []struct{ board, model, effort, want string }{
		{"deepswe", "claude-opus-5", "high", "6.0761, solved 8.343 (7.294-9.543), tariff +0.03 %; exact 6.0780, solved 8.3457"},
		{"deepswe", "claude-opus-5", "xhigh", "9.0722, solved 12.402 (10.970-14.020), tariff +0.03 %; exact 9.0752, solved 12.4055"},
		{"deepswe", "claude-opus-5", "max", "11.8376, solved 16.073 (14.320-18.040), tariff +0.00 %; exact 11.8381, solved 16.0737"},
		{"deepswe", "gemini-3-8-flash", "high", "2.3623, solved 3.200 (2.846-3.598), tariff -0.30 %; exact 2.3552, solved 3.1902"},
		{"deepswe", "gemini-3-8-flash", "medium", "1.9671, solved 2.770 (2.440-3.144), tariff -0.10 %; exact 1.9652, solved 2.7672"},
		{"deepswe", "gpt-5-6-luna", "max", "3.0281, solved 4.507 (3.912-5.193), tier -11.37 %; estimate 0.6056, solved 0.9014, at least 0.5368 and 0.7989"},
		{"deepswe", "gpt-5-6-luna", "low", "0.0724, solved 4.675 (2.071-10.560), tariff 0.00 %; estimate 0.0145, solved 0.9351, at least 0.0145 and 0.9351"},
		{"deepswe", "gpt-5-6-sol", "max", "8.3864, solved 11.541 (10.040-13.260), tier -5.19 %; estimate 6.4560, solved 8.8843, at least 6.1209 and 8.4233"},
		{"deepswe", "gpt-5-6-terra", "max", "4.9458, solved 7.104 (6.249-8.076), tier -5.21 %; estimate 3.9567, solved 5.6830, at least 3.7504 and 5.3868"},
		{"deepswe", "deepseek-v4-pro", "max", "0.2414, solved 0.384 (0.345-0.428), tariff 0.00 %; peak exact 1.6660, solved 2.6516; offPeak exact 0.8330, solved 1.3258"},
		{"deepswe", "claude-sonnet-5", "max", "26.3999, solved 49.028 (42.560-56.480), tariff +0.00 %; exact 17.6002, solved 32.6860"},
		{"deepswe", "grok-4-5", "high", "2.4157, solved 4.493 (3.857-5.236), tariff 0.00 %; estimate 1.6270, solved 3.0263, at least 1.6270 and 3.0263"},
		{"deepswe", "kimi-k2-7-code", "", "2.8155, solved 9.222 (7.538-11.280), tariff +0.27 %; exact 2.8231, solved 9.2465"},
		{"vals-swe-bench", "gemini-3-8-flash", "high", "2.1911, solved 2.739 (2.499-3.002), unknown; estimate 2.1911, solved 2.7389"},
		{"vals-swe-bench", "claude-opus-5", "", "1.2908, solved 1.331 (1.230-1.439), unknown; estimate 1.2908, solved 1.3307"},
		{"swe-bench-bash-only", "claude-opus-4-6", "", "0.5515, solved 0.730 (0.659-0.808), unknown; estimate 0.5515, solved 0.7295"},
		{"openhands", "claude-opus-4-8", "", "0.7500, solved 0.895 (0.819-0.978), unknown; estimate 0.7500, solved 0.8950"},
		{"aider-polyglot", "gpt-4-1", "", "0.0438, solved 0.084 (0.070-0.099), unknown; estimate 0.0438, solved 0.0835"},
		{"terminal-bench-4", "claude-opus-5", "max", "18.0882, solved 34.907 (26.640-45.740), tariff 0.00 %; exact 18.0876, solved 34.9060"},
		{"terminal-bench-4", "grok-4-7", "xhigh", "11.3682, solved 30.254 (22.410-40.840), unknown; estimate 11.3682, solved 30.2541"},
		{"vals-terminal-bench-4", "deepseek-flash", "high", "0.4995, solved 2.536 (1.526-4.213), unknown; estimate 0.4995, solved 2.5358"},
	} {
		t.Run(strings.Join([]string{tt.board, tt.model, tt.effort}, "-"), func(t *testing.T) {
			if got := told(rowIn(t, doc, tt.board, tt.model, tt.effort)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// told writes a row in one line.
func told(r rating.SolvedCost) string {
	text := fmt.Sprintf("%s, solved %s (%s-%s), %s", r.CostPerAttempt.StringFixed(4), r.CostPerSolved.StringFixed(3), r.Interval.Low.StringFixed(3), r.Interval.High.StringFixed(3), r.Basis.Kind)
	if d := r.Basis.Deviation; d != nil {
		sign := ""
		if d.IsPositive() {
			sign = "+"
		}
		text += " " + sign + d.Shift(2).StringFixed(2) + " %"
	}
	for _, p := range r.Repriced {
		text += "; " + strings.TrimSpace(p.Hours+" "+string(p.Kind))
		if p.CostPerAttempt == nil {
			text += " " + string(p.Why)
			continue
		}
		text += fmt.Sprintf(" %s, solved %s", p.CostPerAttempt.StringFixed(4), p.CostPerSolved.StringFixed(4))
		if p.LeastPerAttempt != nil {
			text += fmt.Sprintf(", at least %s and %s", p.LeastPerAttempt.StringFixed(4), p.LeastPerSolved.StringFixed(4))
		}
	}
	return text
}

// Whoever reckons with the published spread gets the published interval.
func TestSolvedIntervalsFollowFromTheirSpread(t *testing.T) {
	t.Parallel()
	for _, r := range solvedIn(t, inOctober(t)).Rows {
		if r.Interval == nil {
			if r.Spread != nil && r.CostPerSolved != nil {
				t.Errorf("%s %s on %s: a spread and no interval", r.ModelID, r.Effort, r.Board)
			}
			continue
		}
		v, rho, n := r.Spread.Variation.InexactFloat64(), r.Spread.Correlation.InexactFloat64(), r.Spread.Attempts.InexactFloat64()
		share := r.Share.InexactFloat64()
		if r.Attempts > 0 {
			share = float64(r.Solved) / float64(r.Attempts)
		}
		q := (1 - share) / share
		factor := math.Exp(1.645 * math.Sqrt((v*v+q-2*rho*v*math.Sqrt(q))/n))
		low, high := r.CostPerSolved.InexactFloat64()/factor, r.CostPerSolved.InexactFloat64()*factor
		if math.Abs(low/r.Interval.Low.InexactFloat64()-1) > 0.001 || math.Abs(high/r.Interval.High.InexactFloat64()-1) > 0.001 {
			t.Errorf("%s %s on %s: %s to %s, but its spread gives %.4f to %.4f", r.ModelID, r.Effort, r.Board, r.Interval.Low, r.Interval.High, low, high)
		}
	}
}
