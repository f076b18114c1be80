// Package solved joins what boards print of the attempts behind their scores with the tools and with what these cost: the
// rows of /api/solved.json. Start at Join; Reprice moves one row to another day.
//
// It does not read pages (collectors do) and does not settle what a tool costs. A row is one tool at one effort under one
// harness; nothing is averaged or filled in across them. Money is summed in exact decimals; what comes from roots and
// logarithms is floating point.
package solved

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize/names"
)

// Input is what the rows are made from.
type Input struct {
	Catalog *catalog.Catalog
	Sources map[string]Source
	Mean    func(data.Observation) names.Match             // which model the name of a row means
	Proves  func(data.Observation) data.BriefEvidence      // of a number that a board prints
	Tariffs map[string]data.Tariff                         // by tool, as they are at Now
	History func(tool string) (data.PricesDocument, error) // what a tool cost before; the zero document: nothing is known
	Before  []rating.SolvedCost                            // the rows of the snapshot before
	Now     time.Time
}

// Source is what counts of the last good reading of a source, and how current it is.
type Source struct {
	Observations []data.Observation
	Record       data.SourceRecord
}

// Joined is what is made of the input.
type Joined struct {
	Boards  []rating.SolvedBoard      // in the order of the catalogue
	Rows    []rating.SolvedCost       // by board, the cheapest first
	Refused map[string][]data.Refusal // by source: rows that are not believed
}

// Join makes the boards and their rows, in the order of the document. An error is about a history that cannot be read.
func Join(in Input) (Joined, error) {
	all := Joined{[]rating.SolvedBoard{}, []rating.SolvedCost{}, map[string][]data.Refusal{}}
	for _, b := range in.Catalog.Solved.Boards {
		runs, refused := runsOf(b, in.Sources[b.Source].Observations)
		rows, unlisted := in.rows(b, runs)
		if err := in.price(rows); err != nil {
			return Joined{}, err
		}
		in.show(b, rows)
		slices.SortStableFunc(rows, cheapestFirst)
		all.Boards, all.Rows = append(all.Boards, in.board(b, unlisted)), append(all.Rows, rows...)
		all.Refused[b.Source] = append(all.Refused[b.Source], refused...)
	}
	return all, nil
}

// rows are the runs of a board whose models are tools, and how many others it has.
func (in Input) rows(b catalog.SolvedBoard, runs []run) (rows []rating.SolvedCost, unlisted int) {
	for _, r := range runs {
		m := in.Mean(r.cost)
		if m.Kind != names.Tool || r.cost.FetchedAt.Format("2006-01") < in.tool(m.Tool).Released { // then it is of a preview of that name
			unlisted++
			continue
		}
		row := r.row(b, m)
		row.Tokens = r.tokens(slices.Contains(in.Catalog.Solved.AllWritten, in.tool(m.Tool).Provider))
		row.Evidence = in.Proves(r.cost)
		row.Evidence.Quote = r.quote()
		row.Restated = in.restated(row)
		rows = append(rows, row)
	}
	return rows, unlisted
}

// tool is that of an id, the zero one where it is not listed.
func (in Input) tool(id string) catalog.Tool {
	return *cmp.Or(data.Find(in.Catalog.Tools, func(t catalog.Tool) bool { return t.ID == id }), &catalog.Tool{})
}

// price finds the prices behind the published costs, and what the tokens cost now.
func (in Input) price(rows []rating.SolvedCost) error {
	known := map[string][]candidate{} // the prices that each tool ever had
	for _, row := range rows {
		if known[row.ModelID] == nil {
			all, err := in.candidates(row.ModelID)
			if err != nil {
				return err
			}
			known[row.ModelID] = all
		}
	}
	explain(rows, known)
	in.keepTokens(rows)
	explain(rows, known)
	for i, row := range rows {
		if complete(row.Tokens) {
			rows[i].Repriced = Reprice(row, in.Tariffs[row.ModelID], in.Now)
		} else {
			rows[i].Repriced = in.scaled(row, known[row.ModelID])
		}
	}
	return nil
}

// explain finds the prices that lead from the tokens of rows to their costs.
func explain(rows []rating.SolvedCost, known map[string][]candidate) {
	for i, row := range rows {
		if complete(row.Tokens) {
			recognise(&rows[i], known[row.ModelID])
		}
	}
	for i, row := range rows {
		if row.Basis.Kind == rating.BasisUnknown && complete(row.Tokens) {
			butForLong(&rows[i], rows, known[row.ModelID])
		}
	}
}

// board describes a board as it is by now.
func (in Input) board(b catalog.SolvedBoard, unlisted int) rating.SolvedBoard {
	made := b.SolvedBoard
	made.Unlisted, made.State = unlisted, data.Stale
	if s, read := in.Sources[b.Source]; read {
		made.PrintedBy = s.Record.PrintedBy
		made.State, made.LastChecked, made.LastChanged = s.Record.State, s.Record.LastConfirmed, s.Record.LastChanged
	}
	for _, c := range in.Catalog.Scoring.Columns {
		if c.ID == b.Column && !c.FrozenSince.IsZero() && (made.State == data.Fresh || made.State == data.Stale) {
			made.State = data.Frozen
		}
	}
	return made
}

// cheapestFirst orders the rows of a board by their published cost per solved task, those without one last.
func cheapestFirst(a, b rating.SolvedCost) int {
	cost := func(row rating.SolvedCost) decimal.Decimal { return cmp.Or(row.CostPerSolved, &data.Number{}).Decimal }
	return cmp.Or(data.NoFirst(a.CostPerSolved == nil, b.CostPerSolved == nil), cost(a).Cmp(cost(b)), compareRows(a, b))
}

func compareRows(a, b rating.SolvedCost) int {
	return cmp.Or(cmp.Compare(a.ModelID, b.ModelID), cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Effort, b.Effort),
		cmp.Compare(a.Harness, b.Harness), cmp.Compare(a.HarnessVersion, b.HarnessVersion))
}

// show marks the row of each tool that stands for it where only one row does: under the board's own harness, at the highest
// effort. Of two at one effort it is the one that the column of scores has, else the later name, else the lower share: the
// same row as that of the score.
func (in Input) show(b catalog.SolvedBoard, rows []rating.SolvedCost) {
	best := map[string]int{} // by tool
	for i, row := range rows {
		if !b.AnyHarness && !strings.EqualFold(row.Harness, b.Harness) {
			continue
		}
		if before, has := best[row.ModelID]; !has || in.above(b, row, rows[before]) > 0 {
			best[row.ModelID] = i
		}
	}
	for _, i := range best {
		rows[i].Shown = true
	}
}

// above compares two rows of a tool by which stands for it.
func (in Input) above(b catalog.SolvedBoard, x, y rating.SolvedCost) int {
	entry, rank := "", in.Catalog.Scoring.EffortRank
	if s := data.Find(in.tool(x.ModelID).Scores, func(s catalog.Score) bool { return s.Column == b.Column }); s != nil {
		entry = s.Entry // the row of the score that a person has verified
	}
	return cmp.Or(
		cmp.Compare(rank(x.Effort), rank(y.Effort)),
		data.NoFirst(x.Entry == entry, y.Entry == entry),
		cmp.Compare(x.Entry, y.Entry),
		y.Share.Cmp(x.Share.Decimal),
		cmp.Compare(x.HarnessVersion, y.HarnessVersion),
	)
}

// restated are the costs that were published of the attempts of a row before. The same attempts with another cost are a
// change of its basis; where they differ, there were new runs, and what was before is of others.
func (in Input) restated(row rating.SolvedCost) []rating.Restatement {
	was := in.sameAttempts(row)
	switch {
	case was == nil:
		return nil
	case was.CostPerAttempt.Equal(row.CostPerAttempt):
		return was.Restated
	}
	return append([]rating.Restatement{{CostPerAttempt: was.CostPerAttempt, Until: row.Evidence.FetchedAt, BasisText: was.Basis.Text}}, was.Restated...)
}

// keepTokens takes the tokens that were published before where a board prints others of the same attempts at the same cost,
// and no known price leads from those to it any more: what was counted of a run does not change, so they are not what the
// run used. Then nothing is believed either of what else the board prints anew of tokens that no price explains.
func (in Input) keepTokens(rows []rating.SolvedCost) {
	wrong := false
	before := map[int]*rating.SolvedTokens{}
	for i, row := range rows {
		if complete(row.Tokens) && row.Basis.Deviation == nil {
			before[i] = nil
			if was := in.sameAttempts(row); was != nil && was.CostPerAttempt.Equal(row.CostPerAttempt) {
				before[i], wrong = was.Tokens, wrong || was.Basis.Deviation != nil
			}
		}
	}
	if wrong {
		for i, tokens := range before {
			rows[i].Tokens = tokens
		}
	}
}

// sameAttempts is what was published of the same attempts of the same row, at whatever cost; nil: nothing.
func (in Input) sameAttempts(row rating.SolvedCost) *rating.SolvedCost {
	return data.Find(in.Before, func(was rating.SolvedCost) bool {
		return was.Board == row.Board && compareRows(was, row) == 0 &&
			was.Attempts == row.Attempts && was.Solved == row.Solved && was.Tasks == row.Tasks && was.Share.Equal(row.Share)
	})
}
