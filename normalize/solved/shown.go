package solved

import (
	"cmp"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// show marks the row of each tool that stands for it where only one row does: under the board's own harness, at the highest
// effort. Of two at one effort it is the one that the column of scores has, else the later name, else the lower share: the
// same row as that of the score.
func (in Input) show(b catalog.SolvedBoard, rows []data.SolvedCost) {
	best := map[string]int{} // by tool
	for i, row := range rows {
		if !ownHarness(b, row.Harness) {
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

func ownHarness(b catalog.SolvedBoard, harness string) bool {
	return b.AnyHarness || strings.EqualFold(harness, b.Harness)
}

// above compares two rows of a tool by which stands for it.
func (in Input) above(b catalog.SolvedBoard, x, y data.SolvedCost) int {
	entry, rank := in.entry(b, x.ModelID), in.Catalog.Scoring.EffortRank
	return cmp.Or(
		cmp.Compare(rank(x.Effort), rank(y.Effort)),
		boolean(x.Entry == entry)-boolean(y.Entry == entry),
		cmp.Compare(x.Entry, y.Entry),
		y.Share.Cmp(x.Share.Decimal),
		cmp.Compare(x.HarnessVersion, y.HarnessVersion),
	)
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// entry is the row of the score that a person has verified, "" for none.
func (in Input) entry(b catalog.SolvedBoard, tool string) string {
	for _, t := range in.Catalog.Tools {
		for _, s := range t.Scores {
			if t.ID == tool && s.Column == b.Column {
				return s.Entry
			}
		}
	}
	return ""
}
