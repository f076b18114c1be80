package calibration

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// fewTools is how many a board must have measured for a choice among them to say anything.
const fewTools = 10

// failures are the costs of a failure, in USD, at which recommendations are tried.
var failures = []decimal.Decimal{decimal.NewFromInt(2), decimal.NewFromInt(20), decimal.NewFromInt(200)}

// Regrets hides every board that measures what work on a repository costs, and says what the recommendation made from the
// others would have cost: at the prices that the boards print, among the tools that the hidden board has. Boards of one release
// are hidden together. before are what boards printed earlier, nil for none: from those the present reading of a board is foretold. The scores
// that other ways of recommending go by are those of today, and so know the hidden board.
func Regrets(c *catalog.Catalog, readings, before []data.Reading, now time.Time) ([]scoring.Regret, error) {
	d, err := normalize.Decide(normalize.Input{Catalog: c, Readings: readings, Now: now})
	if err != nil {
		return nil, err
	}
	boards := repositoryBoards(c)
	var trials []scoring.Trial
	for _, hidden := range boards {
		left := slices.DeleteFunc(slices.Clone(boards), func(b catalog.SolvedBoard) bool {
			return b.ID == hidden.ID || b.Release != "" && b.Release == hidden.Release
		})
		trials = appendTrial(trials, trial(hidden.Name, d, d, left, hidden))
	}
	if before == nil {
		return scoring.Regrets(trials, failures), nil
	}
	earlier, err := normalize.Decide(normalize.Input{Catalog: c, Readings: before, Now: now})
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		if was := ReadAt(before, b.Source); !was.IsZero() && was.Before(ReadAt(readings, b.Source)) {
			trials = appendTrial(trials, trial(b.Name+", foretold on "+was.Format(time.DateOnly), earlier, d, boards, b))
		}
	}
	return scoring.Regrets(trials, failures), nil
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
func repositoryBoards(c *catalog.Catalog) (boards []catalog.SolvedBoard) {
	i := slices.IndexFunc(c.UseCases, func(u catalog.UseCase) bool { return len(u.Boards) > 0 })
	if i < 0 {
		return nil
	}
	for _, id := range c.UseCases[i].Boards {
		j := slices.IndexFunc(c.Solved.Boards, func(b catalog.SolvedBoard) bool { return b.ID == id })
		boards = append(boards, c.Solved.Boards[j])
	}
	return boards
}

// appendTrial leaves out trials with too few tools to choose from.
func appendTrial(trials []scoring.Trial, t scoring.Trial) []scoring.Trial {
	n := 0
	for _, tool := range t.Tools {
		if len(tool.Hidden) > 0 && len(tool.Runs) > 0 {
			n++
		}
	}
	if n < fewTools {
		return trials
	}
	return append(trials, t)
}

// trial recommends from what was known on some boards and judges by what came out on the hidden one.
func trial(name string, known, after normalize.Decision, left []catalog.SolvedBoard, hidden catalog.SolvedBoard) scoring.Trial {
	t := scoring.Trial{Name: name}
	for _, b := range left {
		t.Boards = append(t.Boards, b.ID)
	}
	for _, tool := range known.Tools {
		tried := scoring.Tried{Released: tool.Released, Line: lineOf(known, tool), Hidden: after.Solved.Printed(tool.ID, []string{hidden.ID})}
		tried.Candidate = scoring.Candidate{ID: tool.ID, Score: tool.Estimate.Overall, Runs: known.Solved.Printed(tool.ID, t.Boards),
			Tariff: tool.Input.Value.Mul(decimal.NewFromInt(3)).Add(tool.Output.Value.Decimal).DivRound(decimal.NewFromInt(4), 12)}
		t.Tools = append(t.Tools, tried)
	}
	return t
}

// lineOf is the first tool of the line of another one.
func lineOf(d normalize.Decision, t normalize.Tool) string {
	for t.Predecessor != "" {
		t = *d.Tool(t.Predecessor)
	}
	return t.ID
}
