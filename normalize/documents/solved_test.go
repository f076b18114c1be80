package documents

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// solvedCatalog has a board of attempts.
func solvedCatalog() *catalog.Catalog {
	c := smallCatalog()
	c.Solved.Boards = []catalog.SolvedBoard{{SolvedBoard: rating.SolvedBoard{
		ID: "work", Name: "Work", Release: "v1", Work: rating.RepositoryWork, MeasuredBy: "vals.ai", Source: "leaderboard_work",
		URL: "https://board.example", License: "MIT", Harness: "agent", Tasks: 500,
	}}}
	return c
}

// attempted are observations of one row.
func attempted(subject string, q data.Qualifiers, cells map[data.Field]string) (all []data.Observation) {
	q.Board = "v1"
	for _, f := range []data.Field{data.SolvedShare, data.CostMean, data.TokensInput, data.TokensCacheRead, data.TokensOutput, data.TimeMean} {
		if value, has := cells[f]; has {
			o := row("leaderboard_work", subject, f, value, q)
			if o.Unit = data.TokensPerAttempt; f == data.SolvedShare {
				o.Unit = data.Percent
			}
			all = append(all, o)
		}
	}
	return all
}

func workBoard(costOfOne string) data.Reading {
	all := attempted("Acme One", data.Qualifiers{Harness: "agent 2", Effort: "high"}, map[data.Field]string{
		data.SolvedShare: "50", data.CostMean: costOfOne, data.TokensInput: "200000", data.TokensCacheRead: "100000", data.TokensOutput: "40000", data.TimeMean: "12.5",
	})
	all = append(all, attempted("Acme Two", data.Qualifiers{Harness: `=HYPERLINK("https://evil.example")`}, map[data.Field]string{data.SolvedShare: "0", data.CostMean: "1"})...)
	return board("leaderboard_work", append(all, attempted("Somebody Else", data.Qualifiers{}, map[data.Field]string{data.SolvedShare: "90", data.CostMean: "1"})...)...)
}

func TestSolvedDocuments(t *testing.T) {
	compareGolden(t, built(t, solvedCatalog(), workBoard("2")), data.SolvedPath, data.SolvedTablePath)
}

// TestNoCellIsAFormula: a spreadsheet runs a cell that begins like one, whatever a board prints or a person writes.
func TestNoCellIsAFormula(t *testing.T) {
	for _, r := range []Result{built(t, solvedCatalog(), workBoard("2")), built(t, shipped(t))} {
		for _, path := range []string{data.SolvedTablePath, data.ToolsTablePath, data.ScoresTablePath} {
			records, err := csv.NewReader(bytes.NewReader(documentBody(t, r, path))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			for _, record := range records {
				for i, cell := range record {
					if strings.IndexAny(cell, "=+-@\t\r") == 0 {
						t.Errorf("%s in %s is %q, which a spreadsheet takes for a formula", records[0][i], path, cell)
					}
				}
			}
		}
	}
}
