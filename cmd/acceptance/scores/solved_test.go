package scores

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shopspring/decimal"

	gocmp "github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/scoring/solved"
)

// The cost of a solved task, held against figures that were reckoned by other means from the same captures.

// printedRow is what a board prints of one row.
type printedRow struct {
	model, effort string
	of            map[data.Field]decimal.Decimal
}

// printedRows are the rows of a source on a day, in the order of the page.
func printedRows(t *testing.T, source, day string, of func(data.Observation) bool) []printedRow {
	t.Helper()
	type key struct {
		subject string
		data.Qualifiers
	}
	var all []printedRow
	place := map[key]int{}
	for _, o := range boardOn(t, source, day) {
		if strings.HasPrefix(string(o.Field), "score.") || !of(o) {
			continue
		}
		k := key{o.Subject, o.Qualifiers}
		if _, has := place[k]; !has {
			place[k] = len(all)
			all = append(all, printedRow{o.Subject, o.Qualifiers.Effort, map[data.Field]decimal.Decimal{}})
		}
		all[place[k]].of[o.Field] = decimal.RequireFromString(o.Value)
	}
	return all
}

// boardOn is what a source prints on the day of a capture.
func boardOn(t *testing.T, source, day string) []data.Observation {
	t.Helper()
	recorded := fixture.NewWeb(t)
	chosen, err := registry.Select([]string{source})
	if err != nil {
		t.Fatal(err)
	}
	for address, of := range recorded.Captures {
		for _, payload := range of {
			asked := slices.ContainsFunc(chosen[0].Requests, func(alternatives []web.Request) bool {
				return slices.ContainsFunc(alternatives, func(r web.Request) bool { return r.URL == address })
			})
			if !asked || payload.FetchedAt.Format("2006-01-02") != day {
				continue
			}
			found, _, err := collectors.Parse(chosen[0], []web.Payload{payload})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
	}
	t.Fatalf("no capture of %s on %s", source, day)
	return nil
}

func everything(data.Observation) bool { return true }

// thenPrices are those that DeepSWE's costs were reckoned with: input, cache read, cache write, output.
var thenPrices = map[string][4]string{
	"claude-opus-5": {"5", "0.50", "6.25", "25"}, "claude-opus-4-8": {"5", "0.50", "6.25", "25"}, "claude-fable-5": {"10", "1", "12.50", "50"},
	"claude-sonnet-5": {"3", "0.30", "3.75", "15"}, "claude-sonnet-4-6": {"3", "0.30", "3.75", "15"},
	"gpt-5-6-sol": {"5", "0.50", "5", "30"}, "gpt-5-6-terra": {"2.50", "0.25", "2.50", "15"}, "gpt-5-6-luna": {"1", "0.10", "1", "6"},
	"gpt-5-5": {"5", "0.50", "5", "30"}, "gpt-5-4": {"2.50", "0.25", "2.50", "15"}, "gpt-6-astra": {"10", "1", "12.50", "50"},
	"gemini-3-8-flash": {"0.75", "0.075", "0.75", "3.75"}, "gemini-3-7-flash": {"0.75", "0.075", "0.75", "3.75"},
	"gemini-3-6-flash": {"1.50", "0.15", "1.50", "7.50"}, "gemini-3-5-flash": {"1.50", "0.15", "1.50", "9"}, "gemini-3-1-pro-preview": {"2", "0.20", "2", "12"},
	"glm-5-3": {"1.40", "0.26", "1.40", "4.40"}, "glm-5-2": {"1.40", "0.26", "1.40", "4.40"}, "glm-5-3-flash": {"0.15", "0.03", "0.15", "0.50"},
	"deepseek-v4-pro": {"0.435", "0.003625", "0.435", "0.87"}, "deepseek-v4-flash": {"0.14", "0.0028", "0.14", "0.28"}, "kimi-k3": {"3", "0.30", "3", "15"}, "kimi-k2-7-code": {"0.95", "0.19", "0.95", "4"},
	"grok-4-5": {"2", "0.50", "2", "6"}, "grok-4-6": {"2", "0.50", "2", "6"},
	"muse-spark-1-1": {"1.25", "0.15", "1.25", "4.25"}, "muse-spark-1-2": {"1.25", "0.15", "1.25", "4.25"},
}

// TestThenPricesReproduceDeepSWE holds token classes times the prices of the day of the run against the published costs.
func TestThenPricesReproduceDeepSWE(t *testing.T) {
	t.Parallel()
	rows := printedRows(t, "leaderboard_deepswe", "2026-09-26", everything)
	half, one, astra := 0, 0, 0
	for _, r := range rows {
		deviation, ok := deviationOf(r)
		switch off := deviation.Abs(); {
		case !ok:
			t.Logf("%s %s: no price is known", r.model, r.effort)
		case off.LessThanOrEqual(decimal.New(5, -3)):
			half++
			fallthrough
		case solved.Reproduces(deviation):
			one++
		default:
			t.Logf("%s %s: %s", r.model, r.effort, deviation.StringFixed(4))
		}
		if r.model == "gpt-6-astra" && deviation.Abs().LessThan(decimal.New(1, -6)) {
			astra++
		}
	}
	t.Logf("of %d rows %d are within 0.5 %% and %d within 1 %%", len(rows), half, one)
	if len(rows) != 70 || half != 55 || one != 63 || astra != 5 {
		t.Errorf("of %d rows %d are within 0.5 %% and %d within 1 %%, %d of Astra are exact; want 70, 55, 63 and 5", len(rows), half, one, astra)
	}
}

// deviationOf is how far the cost of a row's tokens at the prices of its day is from the published one.
func deviationOf(r printedRow) (decimal.Decimal, bool) {
	tokens := solved.Tokens{CacheRead: r.of[data.TokensCacheRead], CacheWrite: r.of[data.TokensCacheWrite], Output: r.of[data.TokensOutput]}
	tokens.Uncached = r.of[data.TokensInput].Sub(tokens.CacheRead).Sub(tokens.CacheWrite)
	switch {
	case !tokens.CacheWrite.IsZero():
		tokens.Writes = solved.WritesCounted
	case strings.HasPrefix(r.model, "claude-"):
		tokens.Writes = solved.AllWritten
	}
	prices := solved.Prices{Of: map[solved.Class]decimal.Decimal{}}
	for i, price := range thenPrices[r.model] {
		if price != "" {
			prices.Of[solved.Classes[i]] = decimal.RequireFromString(price)
		}
	}
	return solved.Deviation(r.of[data.CostMean], tokens, prices)
}

// solvedIn is the document of a snapshot.
func solvedIn(t *testing.T, s data.Snapshot) data.SolvedDocument {
	t.Helper()
	var doc data.SolvedDocument
	if err := s.Decode(data.SolvedPath, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func rowIn(t *testing.T, doc data.SolvedDocument, board, model, effort string) data.SolvedCost {
	t.Helper()
	i := slices.IndexFunc(doc.Rows, func(r data.SolvedCost) bool { return r.Board == board && r.ModelID == model && r.Effort == effort })
	if i < 0 {
		t.Fatalf("no row of %s at %q on %s", model, effort, board)
	}
	return doc.Rows[i]
}

// TestSolvedCostsOfRecordedBoards pins rows whose figures were worked out by hand.
func TestSolvedCostsOfRecordedBoards(t *testing.T) {
	t.Parallel()
	doc := solvedIn(t, fixture.October(t))
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
func told(r data.SolvedCost) string {
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
	for _, r := range solvedIn(t, fixture.October(t)).Rows {
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

// priced is a tool with its blended price and what a solved task cost.
type priced struct {
	tool          string
	blended, cost decimal.Decimal
}

// orderedWrongly counts the pairs of tools, those that the price per token orders otherwise than the cost per solved task,
// and those with the same price.
func orderedWrongly(tools []priced) (pairs, wrong, tied int) {
	for i, a := range tools {
		for _, b := range tools[:i] {
			pairs++
			switch side := a.blended.Sub(b.blended).Mul(a.cost.Sub(b.cost)); {
			case side.IsNegative():
				wrong++
			case side.IsZero():
				tied++
			}
		}
	}
	return pairs, wrong, tied
}

// TestPricePerTokenOrdersWrongly counts again what was counted in October 2026, with the tools and the prices of then, and
// prints the same count over the tools of today.
func TestPricePerTokenOrdersWrongly(t *testing.T) {
	t.Parallel()
	costs := map[string]decimal.Decimal{}
	for board, of := range map[string]struct{ source, day, table string }{
		"swebench": {"leaderboard_vals", "2026-10-06", "swebench"}, "lcb": {"leaderboard_vals", "2026-10-06", "lcb"}, "deepswe": {"leaderboard_deepswe", "2026-09-26", "v1.1"},
	} {
		for _, r := range printedRows(t, of.source, of.day, func(o data.Observation) bool { return o.Qualifiers.Board == of.table }) {
			won, attempts := r.of[data.SolvedShare].Shift(-2), decimal.NewFromInt(1)
			if board == "deepswe" {
				won, attempts = r.of[data.SolvedCount], r.of[data.SolvedAttempts]
			}
			if cost, ok := solved.PerSolved(r.of[data.CostMean], won, attempts); ok {
				costs[board+"\t"+r.model+"\t"+r.effort] = cost
			}
		}
	}
	doc := solvedIn(t, fixture.October(t))
	frozen, repriced := map[string][]priced{}, []priced(nil)
	for _, row := range frozenBlends(t) {
		board, tool := row[0], row[1]
		cost, known := costs[board+"\t"+row[3]+"\t"+row[4]]
		if !known {
			t.Fatalf("no cost of %v", row)
		}
		blended := decimal.RequireFromString(row[2])
		frozen[board] = append(frozen[board], priced{tool, blended, cost})
		if board == "deepswe" {
			repriced = append(repriced, priced{tool, blended, rowIn(t, doc, board, tool, row[4]).Repriced[0].CostPerSolved.Decimal})
		}
	}
	frozen["deepswe, re-priced"] = repriced
	for board, want := range map[string][3]int{"swebench": {903, 223, 22}, "lcb": {1081, 203, 22}, "deepswe": {171, 37, -1}, "deepswe, re-priced": {171, 36, -1}} {
		pairs, wrong, tied := orderedWrongly(frozen[board])
		if pairs != want[0] || wrong != want[1] || want[2] >= 0 && tied != want[2] {
			t.Errorf("%s: %d of %d pairs wrong, %d tied, want %v", board, wrong, pairs, tied, want)
		}
	}
	for _, board := range doc.Boards {
		if pairs, wrong, tied := orderedWrongly(today(t, doc, board.ID)); pairs > 0 {
			t.Logf("today on %s: %d of %d pairs wrong (%.1f %%), %d tied", board.ID, wrong, pairs, 100*float64(wrong)/float64(pairs), tied)
		}
	}
}

// frozenBlends are the lines of the file.
func frozenBlends(t *testing.T) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "blended.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

// today are the tools that are shown on a board, with their prices of the same snapshot.
func today(t *testing.T, doc data.SolvedDocument, board string) (all []priced) {
	t.Helper()
	var tools data.ToolsDocument
	if err := fixture.October(t).Decode(data.ToolsPath, &tools); err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		i := slices.IndexFunc(doc.Rows, func(r data.SolvedCost) bool { return r.Board == board && r.ModelID == tool.ID && r.Shown })
		if i >= 0 && doc.Rows[i].CostPerSolved != nil {
			blended := tool.Pricing.Input.Mul(decimal.NewFromInt(3)).Add(tool.Pricing.Output.Decimal).Div(decimal.NewFromInt(4))
			all = append(all, priced{tool.ID, blended, doc.Rows[i].CostPerSolved.Decimal})
		}
	}
	return all
}

// leaderboardData is where the page of SWE-bench keeps its boards.
var leaderboardData = regexp.MustCompile(`(?s)<script[^>]*id="leaderboard-data"[^>]*>(.*?)</script>`)

// TestSolvedIntervalsAgainstResampling holds the intervals of the 38 rows of SWE-bench bash-only that have a cost and every
// attempt against what drawing their 500 attempts again gives.
func TestSolvedIntervalsAgainstResampling(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("some seconds of resampling")
	}
	rows, worst := 0, 0.0
	for _, r := range bashOnlyRows(t) {
		sums := solved.Sums{}
		var costs []float64
		var won []bool
		for _, task := range slices.Sorted(maps.Keys(r.Instances)) {
			one := r.Instances[task]
			cost := decimal.RequireFromString(one.Cost.String())
			sums.Attempts, sums.Cost, sums.Squares = sums.Attempts+1, sums.Cost.Add(cost), sums.Squares.Add(cost.Mul(cost))
			if one.Resolved {
				sums.Solved, sums.CostOfSolved = sums.Solved+1, sums.CostOfSolved.Add(cost)
			}
			costs, won = append(costs, cost.InexactFloat64()), append(won, one.Resolved)
		}
		spread, ok := sums.Spread()
		if total, _ := r.Cost.Float64(); !ok || total == 0 {
			continue
		}
		rows++
		factor, _ := spread.Factor(float64(sums.Solved) / float64(sums.Attempts))
		c := sums.Cost.InexactFloat64() / float64(sums.Solved)
		low, high := resampled(costs, won)
		off := max(math.Abs(c/factor/low-1), math.Abs(c*factor/high-1))
		worst = max(worst, off)
		if off > 0.02 {
			t.Errorf("%s: %.4f to %.4f, by resampling %.4f to %.4f", r.Name, c/factor, c*factor, low, high)
		}
	}
	t.Logf("%d rows, the worst end is off by %.2f %%", rows, 100*worst)
	if rows != 38 {
		t.Errorf("%d rows have every attempt and a cost, want 38", rows)
	}
}

// bashOnlyRow is a row with its attempts.
type bashOnlyRow struct {
	Name      string
	Cost      json.Number
	Instances map[string]struct {
		Cost     json.Number
		Resolved bool
	} `json:"per_instance_details"`
}

func bashOnlyRows(t *testing.T) []bashOnlyRow {
	t.Helper()
	of := fixture.NewWeb(t).Captures["https://www.swebench.com/"]
	part := leaderboardData.FindSubmatch(of[len(of)-1].Body)
	var boards []struct {
		Name    string
		Results json.RawMessage // other boards write other types
	}
	if part == nil || json.Unmarshal(part[1], &boards) != nil {
		t.Fatal("the newest page of SWE-bench has no boards")
	}
	var rows []bashOnlyRow
	for _, b := range boards {
		if b.Name == "bash-only" {
			if err := json.Unmarshal(b.Results, &rows); err != nil {
				t.Fatal(err)
			}
		}
	}
	return rows
}

// resampled are the ends of the 90 % interval of the cost per solved task when attempts are drawn again.
func resampled(costs []float64, won []bool) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([]float64, 10_000)
	for i := range all {
		cost, n := 0.0, 0.0
		for range costs {
			k := r.IntN(len(costs))
			if cost += costs[k]; won[k] {
				n++
			}
		}
		all[i] = cost / n
	}
	slices.Sort(all)
	return all[len(all)/20], all[len(all)*19/20]
}

// A failing source keeps its rows, and only the clock of what was fetched moves.
func TestSolvedCostsStayWhenABoardFails(t *testing.T) {
	t.Parallel()
	r := fixture.NewReplay(t)
	before := solvedIn(t, r.Week(t, fixture.FirstMonday.AddDate(1, 0, 0)))
	delete(r.Web.Captures, "https://deepswe.datacurve.ai/artifacts/v1.1/leaderboard-live.json")
	after := solvedIn(t, r.Week(t, fixture.FirstMonday.AddDate(1, 0, 7)))
	at := func(rows []data.SolvedCost) (of []data.SolvedCost) {
		for _, row := range rows {
			if row.Board == "deepswe" {
				of = append(of, row)
			}
		}
		slices.SortStableFunc(of, func(a, b data.SolvedCost) int {
			return cmp.Or(strings.Compare(a.ModelID, b.ModelID), strings.Compare(a.Effort, b.Effort))
		})
		return of
	}
	if len(at(before.Rows)) == 0 {
		t.Fatal("there is no row of DeepSWE")
	}
	moving := cmpopts.IgnoreFields(data.SolvedCost{}, "Repriced", "Evidence", "Basis")
	if diff := gocmp.Diff(at(before.Rows), at(after.Rows), moving); diff != "" {
		t.Errorf("rows of a board that fails (-before +after):\n%s", diff)
	}
	i := slices.IndexFunc(after.Boards, func(b data.SolvedBoard) bool { return b.ID == "deepswe" })
	if got := after.Boards[i].State; got != data.Failing {
		t.Errorf("the board is %s, want failing", got)
	}
}
