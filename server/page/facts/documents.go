// Package facts finds what the documents of a snapshot say of a tool, a board or a kind of work, and writes values as people read
// them. Start at Documents; About is one tool, cell.go judges its values, and number.go and words.go write.
package facts

import (
	"cmp"
	"encoding/json"
	"time"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
)

// Documents are those of a snapshot that pages show. One that is missing, or of another shape such as that of a later
// version, is empty.
type Documents struct {
	Tools      data.ToolsDocument
	Benchmarks data.BenchmarksDocument
	Categories data.CategoriesDocument
	UseCases   data.UseCasesDocument
	provenance data.ProvenanceDocument
	Scores     rating.ScoresDocument
	Solved     rating.SolvedDocument
	Tariffs    data.TariffsDocument
	Aliases    data.AliasesDocument
	Findings   data.FindingsDocument
	Changes    data.ChangesDocument
	Plans      market.PlansDocument
	Audit      market.AuditDocument
	Models     market.ModelsDocument
	Sellers    market.SellersDocument
	Sources    []data.SourceStatus // as they stand now
	Now        data.Timestamp      // when they are read, by which a promotion may be over since the snapshot was made
}

// Read takes them from the documents of a snapshot, by path. sources are as they stand now.
func Read(all map[string]data.Document, sources []data.SourceStatus, now time.Time) Documents {
	d := Documents{
		Tools:      Document[data.ToolsDocument](all, data.ToolsPath),
		Benchmarks: Document[data.BenchmarksDocument](all, data.BenchmarksPath),
		Categories: Document[data.CategoriesDocument](all, data.CategoriesPath),
		UseCases:   Document[data.UseCasesDocument](all, data.UseCasesPath),
		provenance: Document[data.ProvenanceDocument](all, data.ProvenancePath),
		Scores:     Document[rating.ScoresDocument](all, data.ScoresPath),
		Solved:     Document[rating.SolvedDocument](all, data.SolvedPath),
		Tariffs:    Document[data.TariffsDocument](all, data.TariffsPath),
		Aliases:    Document[data.AliasesDocument](all, data.AliasesPath),
		Findings:   Document[data.FindingsDocument](all, data.FindingsPath),
		Changes:    Document[data.ChangesDocument](all, data.ChangesPath),
		Plans:      Document[market.PlansDocument](all, data.PlansPath),
		Audit:      Document[market.AuditDocument](all, data.AuditPath),
		Models:     Document[market.ModelsDocument](all, data.ModelsPath),
		Sellers:    Document[market.SellersDocument](all, data.SellersPath),
		Sources:    sources, Now: data.At(now),
	}
	if d.Now.Before(d.Tools.LastUpdated.Time) {
		d.Now = d.Tools.LastUpdated
	}
	return d
}

// Document is empty when the snapshot has none of its shape.
func Document[D any](all map[string]data.Document, path string) D {
	var d, empty D
	if json.Unmarshal(all[path].Body, &d) != nil {
		return empty
	}
	return d
}

// About is everything that the documents say of one tool. A part that they do not have is nil.
type About struct {
	Tool     data.Tool
	Score    *data.ModelScore
	Scored   *rating.ScoredModel
	unscored *rating.UnscoredModel
	Evidence data.ToolProvenance
	now      data.Timestamp
	Solved   []rating.SolvedCost
}

// Each is about every tool, in the order of the tools document.
func (d Documents) Each() []About {
	var all []About
	for _, t := range d.Tools.Tools {
		a := About{Tool: t, now: d.Now, Evidence: d.Evidence(t.ID),
			Score:    data.Find(d.Benchmarks.Benchmarks.Models, func(m data.ModelScore) bool { return m.ModelID == t.ID }),
			Scored:   data.Find(d.Scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == t.ID }),
			unscored: data.Find(d.Scores.Unscored, func(m rating.UnscoredModel) bool { return m.ModelID == t.ID }),
		}
		for _, row := range d.Solved.Rows {
			if row.ModelID == t.ID {
				a.Solved = append(a.Solved, row)
			}
		}
		all = append(all, a)
	}
	return all
}

// Name is that of a tool, or its id where the documents do not list it.
func (d Documents) Name(id string) string {
	if t := data.Find(d.Tools.Tools, func(t data.Tool) bool { return t.ID == id }); t != nil {
		return t.Name
	}
	return id
}

// WorkTitle is that of a kind of work, or its id where nobody describes it.
func (d Documents) WorkTitle(id string) string {
	if u := data.Find(d.UseCases.UseCases, func(u data.UseCase) bool { return u.ID == id }); u != nil {
		return u.Title
	}
	return id
}

// BoardName is the name of a board, or its id where nothing is known of it.
func (d Documents) BoardName(id string) string {
	if b := data.Find(d.Solved.Boards, func(b rating.SolvedBoard) bool { return b.ID == id }); b != nil {
		return b.Name
	}
	return id
}

// Column is a board that scores rest on, nil where nothing is known of it.
func (d Documents) Column(id string) *rating.ScoreColumn {
	return data.Find(d.Scores.Columns, func(c rating.ScoreColumn) bool { return c.ID == id })
}

// Evidence is what is known of a tool; the zero value knows nothing.
func (d Documents) Evidence(tool string) (known data.ToolProvenance) {
	if p := data.Find(d.provenance.Tools, func(p data.ToolProvenance) bool { return p.ID == tool }); p != nil {
		known = *p
	}
	return known
}

// firstWorkID is the use case whose cost the page shows first: the work that most people buy these models for.
const firstWorkID = "bug-fixing"

// FirstWork are the costs of that use case, or of the first one where there is none of that name; nil: of none.
func (d Documents) FirstWork() *rating.UseCaseCosts {
	first := data.Find(d.Scores.UseCases, func(c rating.UseCaseCosts) bool { return c.ID == firstWorkID })
	return cmp.Or(first, data.Find(d.Scores.UseCases, func(rating.UseCaseCosts) bool { return true }))
}

// Picks are the tools that are recommended for a kind of work, in order.
func (d Documents) Picks(work string) []string {
	if u := data.Find(d.UseCases.UseCases, func(u data.UseCase) bool { return u.ID == work }); u != nil {
		return u.TopPicks
	}
	return nil
}

// FirstBoard is the board whose cost per solved task the table shows; "": none has any to compare.
func (d Documents) FirstBoard() string {
	b, _ := rating.WidestBoard(d.Solved.Boards, d.Solved.Rows)
	return b.ID
}

// Board is one that prints what its attempts cost.
type Board struct {
	ID, Name string
	Solved   bool // costs per solved task can be compared
}

// Boards are those on which there are tools.
func (d Documents) Boards() []Board {
	var all []Board
	for _, b := range d.Solved.Boards {
		made, tools := Board{ID: b.ID, Name: b.Name}, 0
		for _, r := range d.Solved.Rows {
			if r.Shown && r.Board == b.ID {
				_, comparable := r.Comparable()
				made.Solved, tools = made.Solved || comparable, tools+1
			}
		}
		if tools > 0 {
			all = append(all, made)
		}
	}
	return all
}

// FirstDrawn is the board that the plot shows first; "": none can be drawn.
func FirstDrawn(boards []Board) string {
	if b := data.Find(boards, func(b Board) bool { return b.Solved }); b != nil {
		return b.ID
	}
	return ""
}
