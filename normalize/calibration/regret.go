package calibration

import (
	"errors"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// failures are the costs of a failure, in USD, at which recommendations are tried.
var failures = []decimal.Decimal{decimal.NewFromInt(2), decimal.NewFromInt(20), decimal.NewFromInt(200)}

// Regrets hides every board that measures what work on a repository costs, and says what the recommendation made from the
// others would have cost: among the tools that the hidden board has, at the prices of its day. What is hidden is hidden from
// the methods that ours is compared with, too: it is in no score, and curves are fitted without it. before are what boards
// printed earlier, nil for none: from those the present reading of a board is foretold.
func Regrets(c *catalog.Catalog, readings, before []data.Reading, now time.Time) ([]scoring.Regret, error) {
	after, err := newScene(c, readings, now)
	if err != nil {
		return nil, err
	}
	var trials []scoring.Trial
	add := func(t scoring.Trial, failed error) { trials, err = append(trials, t), errors.Join(err, failed) }
	boards := after.repositoryBoards()
	for _, hidden := range append(boards, vibeCode) {
		left := slices.DeleteFunc(slices.Clone(boards), func(b catalog.SolvedBoard) bool { return b.ID == hidden.ID })
		add(after.trial(hidden.Name, left, hidden, after))
	}
	for _, b := range boards {
		if was := ReadAt(before, b.Source); !was.IsZero() && was.Before(ReadAt(readings, b.Source)) {
			known, failed := newScene(c, before, now)
			if failed != nil {
				return nil, failed
			}
			add(known.trial(b.Name+", foretold on "+was.Format(time.DateOnly), boards, b, after))
		}
	}
	return scoring.Regrets(trials, failures), err
}

// vibeCode judges recommendations and takes no part in them, since it prints no share of applications that are finished, but
// the mean share of their tests that pass. So the share counts as work that is done, and a failure as what it costs to write
// a whole application.
var vibeCode = catalog.SolvedBoard{ID: "vibe-code", Name: "Vibe Code Bench (tests passed)", Rows: "vibe-code", Source: "leaderboard_vals", Column: "vibeCode", Tasks: 150}

// scene is what was known at some time.
type scene struct {
	normalize.Decision
	readings []data.Reading
	rows     []Row
}

func newScene(c *catalog.Catalog, readings []data.Reading, now time.Time) (s scene, err error) {
	with := *c
	with.Solved.Boards = append(slices.Clone(c.Solved.Boards), vibeCode)
	s.readings = slices.Clone(readings)
	for i, r := range readings {
		s.readings[i].Observations = slices.Clone(r.Observations)
		for j, o := range r.Observations {
			if o.Source == vibeCode.Source && o.Qualifiers.Board == vibeCode.Rows && o.Field == data.GradeMean {
				s.readings[i].Observations[j].Field = data.SolvedShare
			}
		}
	}
	if s.rows, err = Rows(c, readings); err != nil {
		return s, err
	}
	s.Decision, err = normalize.Decide(normalize.Input{Catalog: &with, Readings: s.readings, Now: now})
	return s, err
}

// ReadAt is when a source was read, zero where it was not.
func ReadAt(readings []data.Reading, source string) (at time.Time) {
	for _, r := range readings {
		if r.Source == source && len(r.Observations) > 0 {
			at = r.Observations[0].FetchedAt.Time
		}
	}
	return at
}

// repositoryBoards are those of the first use case that boards measure, the closest first.
func (s scene) repositoryBoards() (boards []catalog.SolvedBoard) {
	i := slices.IndexFunc(s.Catalog.UseCases, func(u catalog.UseCase) bool { return len(u.Boards) > 0 })
	if i < 0 {
		return nil
	}
	for _, id := range s.Catalog.UseCases[i].Boards {
		boards = append(boards, *s.Catalog.SolvedBoard(id))
	}
	return boards
}

// column is that of the scores of a board; every board has one.
func (s scene) column(b catalog.SolvedBoard) catalog.Column {
	i := slices.IndexFunc(s.Catalog.Scoring.Columns, func(c catalog.Column) bool {
		return c.ID == b.Column || b.Column == "" && c.Source == b.Source
	})
	return s.Catalog.Scoring.Columns[i]
}

// trial recommends from what is known on some boards, and judges by what came out on another one, or later on one of them.
func (s scene) trial(name string, left []catalog.SolvedBoard, judge catalog.SolvedBoard, after scene) (scoring.Trial, error) {
	t := scoring.Trial{Name: name}
	for _, b := range left {
		t.Boards = append(t.Boards, b.ID)
	}
	var hidden catalog.Column
	if !slices.Contains(left, judge) {
		hidden = s.column(judge)
	}
	score := s.scores(hidden)
	for _, tool := range s.Tools {
		estimate, err := score(tool)
		if err != nil {
			return t, err
		}
		tried := scoring.Tried{Released: tool.Released, Line: lineOf(s.Decision, tool)}
		tried.Candidate = scoring.Candidate{ID: tool.ID, Score: estimate.Overall, Tariff: after.tariff(tool, judge)}
		tried.Runs, _ = s.Solved.Runs(tool.ID, t.Boards, false)
		tried.Hidden, _ = after.Solved.Runs(tool.ID, []string{judge.ID}, false)
		t.Tools = append(t.Tools, tried)
	}
	return t, nil
}

// scores fits the curves to all results but those of a column, and what stands in for them, and estimates tools from these.
// The weights that are left do not add up to 1, which no comparison of two scores minds.
func (s scene) scores(without catalog.Column) func(normalize.Tool) (scoring.Estimate, error) {
	hidden := map[string]bool{}
	for _, c := range s.Catalog.Scoring.Columns {
		again := c.StandsInFor == without.ID || c.Qualifiers["measuredBy"] == string(data.ByMaker)
		hidden[c.ID] = c.ID == without.ID || again && c.OfTasks() == without.OfTasks()
	}
	boards := slices.DeleteFunc(normalize.Boards(s.Catalog), func(b scoring.Board) bool { return hidden[b.ID] })
	known := models(slices.DeleteFunc(slices.Clone(s.rows), func(r Row) bool { return hidden[r.Column] }))
	fitted := scoring.Fit(boards, known)
	return func(t normalize.Tool) (scoring.Estimate, error) {
		m := scoring.Model{ID: t.ID, Released: normalize.Years(t.Released)}
		if i := slices.IndexFunc(known, func(k scoring.Model) bool { return k.ID == t.ID }); i >= 0 {
			m = known[i]
		}
		return fitted.Estimate(m)
	}
}

// tariff is what a million tokens of a tool cost, three of input to one of output, when a board ran it: by the first prices
// that are known of its time, else by those of today.
func (s scene) tariff(t normalize.Tool, ran catalog.SolvedBoard) decimal.Decimal {
	input, output := t.Input.Value, t.Output.Value
	for _, e := range s.Catalog.Solved.Earlier {
		if e.Tool == t.ID && !e.Unpaid && e.Verified.Text >= ran.Since && !e.Verified.First.After(ReadAt(s.readings, ran.Source)) {
			input, output = e.Input, e.Output
			break
		}
	}
	return input.Mul(decimal.NewFromInt(3)).Add(output.Decimal).DivRound(decimal.NewFromInt(4), 12)
}

// lineOf is the first tool of the line of another one.
func lineOf(d normalize.Decision, t normalize.Tool) string {
	for t.Predecessor != "" {
		t = *d.Tool(t.Predecessor)
	}
	return t.ID
}
