//go:build proof

package figures

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/normalize/calibration"
	"pricepoint/scoring"
)

// TestRegret says what recommendations would have cost somebody that were made without one of the boards: every board that
// measures what work on a repository costs is hidden in turn, and what is recommended from the others is looked up on it,
// among the tools that it has, at the prices of its day. What is hidden is hidden from the simple rules beside ours, too: it
// is in no score, and curves are fitted without it. The present reading of a board is foretold from its earlier one as well.
// Ours costs less than any simple rule, and as much as the README says.
func TestRegret(t *testing.T) {
	r, from := fixture.Refresher(t, t.TempDir()), refresh.Origin{Replay: fixture.Recorded(t), AsOf: today}
	readings, err := r.BoardReadings(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	from.AsOf = readAt(readings, "leaderboard_deepswe").Add(-time.Second)
	before, _ := r.BoardReadings(t.Context(), from) // some were not there yet
	before = slices.DeleteFunc(before, func(board data.Reading) bool { return board.Failure != nil })

	var all []regret
	for _, x := range trials(t, r.Catalog, readings, before) {
		for _, failure := range []int64{2, 20, 200} {
			if made := x.regret(decimal.NewFromInt(failure)); made.tools >= fewTools {
				all = append(all, made)
			}
		}
	}
	pooled := pooled(all)
	t.Logf("what a finished task costs with what each rule recommends, times the best in hindsight:\n%s", regretTable(append(all, pooled)))
	if least := slices.Min(pooled.factors); least != pooled.factors[0] || least > 1.3 {
		t.Errorf("the regret is %.2f, want at most 1.30 and the least", pooled.factors)
	}
	readme, err := os.ReadFile(filepath.Join(fixture.Root(), "scoring", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%.2f times on average, %.2f for the best score per dollar, %.2f for the cheapest model above the median score, "+
		"and %.2f for the highest score",
		pooled.factors[0], pooled.factors[3], pooled.factors[2], pooled.factors[1])
	if !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), want) {
		t.Errorf("scoring/README.md does not say %q", want)
	}
}

var today = time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)

// vibeCode judges recommendations and takes no part in them, since it prints no share of applications that are finished, but
// the mean share of their tests that pass. So the share counts as work that is done, and a failure as what it costs to write
// a whole application.
var vibeCode = catalog.SolvedBoard{Rows: "vibe-code", Column: "vibeCode", SolvedBoard: rating.SolvedBoard{
	ID: "vibe-code", Name: "Vibe Code Bench (tests passed)", Source: "leaderboard_vals", Tasks: 150,
}}

// trials hide each board, and foretell those that were read earlier.
func trials(t *testing.T, c *catalog.Catalog, readings, before []data.Reading) (all []trial) {
	now, earlier := newKnowledge(t, c, readings), newKnowledge(t, c, before)
	boards := now.repositoryBoards()
	for _, hidden := range append(boards, vibeCode) {
		left := slices.DeleteFunc(slices.Clone(boards), func(b catalog.SolvedBoard) bool { return b.ID == hidden.ID })
		all = append(all, now.trial(t, hidden.Name, left, hidden, now))
	}
	for _, b := range boards {
		if was := readAt(before, b.Source); !was.IsZero() && was.Before(readAt(readings, b.Source)) {
			all = append(all, earlier.trial(t, b.Name+", foretold on "+was.Format(time.DateOnly), boards, b, now))
		}
	}
	return all
}

// readAt is when a source was read, zero where it was not.
func readAt(readings []data.Reading, source string) (at time.Time) {
	for _, r := range readings {
		if r.Source == source && len(r.Observations) > 0 {
			at = r.Observations[0].FetchedAt.Time
		}
	}
	return at
}

// knowledge is what was known at some time.
type knowledge struct {
	normalize.Decision
	readings []data.Reading
	rows     []calibration.Row
}

func newKnowledge(t *testing.T, c *catalog.Catalog, readings []data.Reading) (k knowledge) {
	with := *c
	with.Solved.Boards = append(slices.Clone(c.Solved.Boards), vibeCode)
	k.readings = slices.Clone(readings)
	for i, r := range readings {
		k.readings[i].Observations = slices.Clone(r.Observations)
		for j, o := range r.Observations {
			if o.Source == vibeCode.Source && o.Qualifiers.Board == vibeCode.Rows && o.Field == data.GradeMean {
				k.readings[i].Observations[j].Field = data.SolvedShare
			}
		}
	}
	var err error
	if k.rows, err = calibration.Rows(c, readings); err != nil {
		t.Fatal(err)
	}
	if k.Decision, err = normalize.Decide(normalize.Input{Catalog: &with, Readings: k.readings, Now: today}); err != nil {
		t.Fatal(err)
	}
	return k
}

// repositoryBoards are those of the first use case that boards measure, the closest first.
func (k knowledge) repositoryBoards() (boards []catalog.SolvedBoard) {
	i := slices.IndexFunc(k.Catalog.UseCases, func(u catalog.UseCase) bool { return len(u.Boards) > 0 })
	for _, id := range k.Catalog.UseCases[i].Boards {
		boards = append(boards, *k.Catalog.SolvedBoard(id))
	}
	return boards
}

// trial is what was known of tools on some boards, the closest first, and what came out on another one, or later.
type trial struct {
	name   string
	boards []string
	tools  []tried
}

// tried is a tool. Its tariff is the price of a million tokens, three of input to one of output, when the judging board ran.
type tried struct {
	scoring.Candidate
	hidden   []scoring.Run // on the board that judges
	released string        // YYYY-MM
	line     string        // of its maker, by the first tool of it
}

func (k knowledge) trial(t *testing.T, name string, left []catalog.SolvedBoard, judge catalog.SolvedBoard, after knowledge) trial {
	x := trial{name: name}
	for _, b := range left {
		x.boards = append(x.boards, b.ID)
	}
	var hidden catalog.Column
	if !slices.Contains(left, judge) {
		i := slices.IndexFunc(k.Catalog.Scoring.Columns, func(c catalog.Column) bool {
			return c.ID == judge.Column || judge.Column == "" && c.Source == judge.Source
		})
		hidden = k.Catalog.Scoring.Columns[i]
	}
	score := k.scores(t, hidden)
	for _, tool := range k.Tools {
		one := tried{Candidate: scoring.Candidate{ID: tool.ID, Score: score(tool), Tariff: after.tariff(tool, judge)}, released: tool.Released}
		one.Runs, _ = k.Solved.Runs(tool.ID, x.boards, false)
		one.hidden, _ = after.Solved.Runs(tool.ID, []string{judge.ID}, false)
		for one.line = tool.ID; k.Tool(one.line).Predecessor != ""; {
			one.line = k.Tool(one.line).Predecessor
		}
		x.tools = append(x.tools, one)
	}
	return x
}

// scores fits the curves to all results but those of a column, and what stands in for them, and estimates tools from these.
// The weights that are left do not add up to 1, which no comparison of two scores minds.
func (k knowledge) scores(t *testing.T, without catalog.Column) func(normalize.Tool) scoring.Interval {
	hidden := map[string]bool{}
	for _, c := range k.Catalog.Scoring.Columns {
		again := c.StandsInFor == without.ID || c.Qualifiers["measuredBy"] == string(data.ByMaker)
		hidden[c.ID] = c.ID == without.ID || again && c.OfTasks() == without.OfTasks()
	}
	boards := slices.DeleteFunc(normalize.Boards(k.Catalog), func(b scoring.Board) bool { return hidden[b.ID] })
	known := calibration.Models(slices.DeleteFunc(slices.Clone(k.rows), func(r calibration.Row) bool { return hidden[r.Column] }))
	for i, b := range boards { // one that had measured nobody yet has no say
		if !slices.ContainsFunc(known, func(m scoring.Model) bool { _, has := m.Scores[b.ID]; return has }) {
			boards[i].Weight = decimal.Zero
		}
	}
	fitted, _, err := scoring.Calibrate(boards, known, decimal.Zero, decimal.NewFromInt(100))
	if err != nil {
		t.Fatal(err)
	}
	return func(tool normalize.Tool) scoring.Interval {
		m := scoring.Model{ID: tool.ID, Released: normalize.Years(tool.Released)}
		if i := slices.IndexFunc(known, func(k scoring.Model) bool { return k.ID == tool.ID }); i >= 0 {
			m = known[i]
		}
		return fitted.Estimate(m).Overall
	}
}

// tariff is what tokens of a tool cost when a board ran it: by the first prices that are known of its time, else by today's.
func (k knowledge) tariff(t normalize.Tool, ran catalog.SolvedBoard) decimal.Decimal {
	input, output := t.Input.Value, t.Output.Value
	for _, e := range k.Catalog.Solved.Earlier {
		if e.Tool == t.ID && !e.Unpaid && e.Verified.Text >= ran.Since && !e.Verified.First.After(readAt(k.readings, ran.Source)) {
			input, output = e.Input, e.Output
			break
		}
	}
	return input.Mul(decimal.NewFromInt(3)).Add(output.Decimal).DivRound(decimal.NewFromInt(4), 12)
}

// rules are the ways to recommend that a trial compares: ours, then what anybody could do in one line. Any of the frontier is
// the mean of all that nobody beats.
var rules = []string{
	"finished task", "highest score", "cheapest above the median", "score per dollar", "newest of the most expensive line", "any of the frontier",
}

// regret is how many times as much as with the best tool in hindsight a finished task costs with what each rule recommends.
type regret struct {
	trial   string
	failure decimal.Decimal // what a failed task costs, USD
	tools   int             // among which the rules choose
	factors []float64       // of each rule; 1 is perfect
}

// fewTools is how many a board must have measured for a choice among them to say anything.
const fewTools = 10

func (x trial) regret(failure decimal.Decimal) regret {
	w := scoring.Work{Boards: x.boards, Failure: failure}
	costs, tools, best := map[string]float64{}, []tried(nil), math.Inf(1)
	for _, tool := range x.tools {
		if len(tool.hidden) == 0 || len(tool.Runs) == 0 {
			w.Others = append(w.Others, tool.Candidate)
			continue
		}
		tools, w.Fitting = append(tools, tool), append(w.Fitting, tool.Candidate)
		f, _ := scoring.Candidate{Runs: tool.hidden}.FinishedOn(tool.hidden[0].Board, failure)
		costs[tool.ID] = f.Cost.InexactFloat64()
		best = min(best, costs[tool.ID])
	}
	made := regret{trial: x.name, failure: failure, tools: len(tools)}
	if len(tools) < fewTools {
		return made
	}
	made.factors = append(made.factors, costs[w.Judge().Order[0].ID]/best)
	for _, rule := range []func([]tried) tried{highestScore, cheapestAboveMedian, scorePerDollar, newestOfDearestLine} {
		made.factors = append(made.factors, costs[rule(tools).ID]/best)
	}
	w.Others = nil
	var frontier []float64
	for _, r := range w.Judge().Order {
		if r.BeatenBy == "" {
			frontier = append(frontier, costs[r.ID]/best)
		}
	}
	made.factors = append(made.factors, geometricMean(frontier))
	return made
}

func highestScore(all []tried) tried {
	return slices.MaxFunc(all, func(a, b tried) int { return a.Score.Score.Cmp(b.Score.Score) })
}

func cheapestAboveMedian(all []tried) tried {
	byScore := slices.SortedFunc(slices.Values(all), func(a, b tried) int { return b.Score.Score.Cmp(a.Score.Score) })
	return slices.MinFunc(byScore[:(len(byScore)+1)/2], func(a, b tried) int { return a.Tariff.Cmp(b.Tariff) })
}

func scorePerDollar(all []tried) tried {
	return slices.MaxFunc(all, func(a, b tried) int { return a.Score.Score.Mul(b.Tariff).Cmp(b.Score.Score.Mul(a.Tariff)) })
}

func newestOfDearestLine(all []tried) tried {
	dearest := slices.MaxFunc(all, func(a, b tried) int { return a.Tariff.Cmp(b.Tariff) }).line
	line := slices.DeleteFunc(slices.Clone(all), func(t tried) bool { return t.line != dearest })
	return slices.MaxFunc(line, func(a, b tried) int { return cmp.Compare(a.released, b.released) })
}

// pooled is the geometric mean of all, by rule.
func pooled(all []regret) regret {
	made := regret{trial: "all, geometric mean"}
	for i := range rules {
		var of []float64
		for _, r := range all {
			of = append(of, r.factors[i])
		}
		made.factors = append(made.factors, geometricMean(of))
	}
	return made
}

func geometricMean(all []float64) float64 {
	sum := 0.0
	for _, f := range all {
		sum += math.Log(f) / float64(len(all))
	}
	return math.Exp(sum)
}

func regretTable(all []regret) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "hidden board\tfailure, USD\tmodels\t%s\n", strings.Join(rules, "\t"))
	for _, r := range all {
		fmt.Fprintf(w, "%s\t%s\t%d", r.trial, r.failure, r.tools)
		for _, f := range r.factors {
			fmt.Fprintf(w, "\t%.2f", f)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	return out.String()
}
