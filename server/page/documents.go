package page

import (
	"encoding/json"
	"maps"
	"slices"

	"pricepoint/data"
)

// documents are those of a snapshot that pages show. One that is missing, or of another shape such as that of a later
// version, is empty.
type documents struct {
	tools      data.ToolsDocument
	benchmarks data.BenchmarksDocument
	categories data.CategoriesDocument
	useCases   data.UseCasesDocument
	provenance data.ProvenanceDocument
	scores     data.ScoresDocument
	solved     data.SolvedDocument
	tariffs    data.TariffsDocument
	aliases    data.AliasesDocument
	findings   data.FindingsDocument
	changes    data.ChangesDocument
	plans      data.PlansDocument
	platforms  data.PlatformsDocument
	audit      data.AuditDocument
	models     data.ModelsDocument
	sellers    data.SellersDocument
	sources    []data.SourceStatus // as they stand now
}

// read takes them from the documents of a snapshot, by path. sources are as they stand now.
func read(all map[string]data.Document, sources []data.SourceStatus) documents {
	return documents{
		tools:      document[data.ToolsDocument](all, data.ToolsPath),
		benchmarks: document[data.BenchmarksDocument](all, data.BenchmarksPath),
		categories: document[data.CategoriesDocument](all, data.CategoriesPath),
		useCases:   document[data.UseCasesDocument](all, data.UseCasesPath),
		provenance: document[data.ProvenanceDocument](all, data.ProvenancePath),
		scores:     document[data.ScoresDocument](all, data.ScoresPath),
		solved:     document[data.SolvedDocument](all, data.SolvedPath),
		tariffs:    document[data.TariffsDocument](all, data.TariffsPath),
		aliases:    document[data.AliasesDocument](all, data.AliasesPath),
		findings:   document[data.FindingsDocument](all, data.FindingsPath),
		changes:    document[data.ChangesDocument](all, data.ChangesPath),
		plans:      document[data.PlansDocument](all, data.PlansPath),
		platforms:  document[data.PlatformsDocument](all, data.PlatformsPath),
		audit:      document[data.AuditDocument](all, data.AuditPath),
		models:     document[data.ModelsDocument](all, data.ModelsPath),
		sellers:    document[data.SellersDocument](all, data.SellersPath),
		sources:    sources,
	}
}

// document is empty when the snapshot has none of its shape.
func document[D any](all map[string]data.Document, path string) D {
	var d, empty D
	if json.Unmarshal(all[path].Body, &d) != nil {
		return empty
	}
	return d
}

// about is everything that the documents say of one tool. A part that they do not have is nil.
type about struct {
	tool     data.Tool
	score    *data.ModelScore
	scored   *data.ScoredModel
	unscored *data.UnscoredModel
	evidence data.ToolProvenance
	now      data.Timestamp // of the documents
	solved   []data.SolvedCost
}

// each is about every tool, in the order of the tools document.
func (d documents) each() []about {
	var all []about
	for _, t := range d.tools.Tools {
		a := about{tool: t, now: d.tools.LastUpdated, evidence: d.evidence(t.ID),
			score:    data.Find(d.benchmarks.Benchmarks.Models, func(m data.ModelScore) bool { return m.ModelID == t.ID }),
			scored:   data.Find(d.scores.Models, func(m data.ScoredModel) bool { return m.ModelID == t.ID }),
			unscored: data.Find(d.scores.Unscored, func(m data.UnscoredModel) bool { return m.ModelID == t.ID }),
		}
		for _, row := range d.solved.Rows {
			if row.ModelID == t.ID {
				a.solved = append(a.solved, row)
			}
		}
		all = append(all, a)
	}
	return all
}

// name is that of a tool, or its id where the documents do not list it.
func (d documents) name(id string) string {
	if t := data.Find(d.tools.Tools, func(t data.Tool) bool { return t.ID == id }); t != nil {
		return t.Name
	}
	return id
}

// workTitle is that of a kind of work, or its id where nobody describes it.
func (d documents) workTitle(id string) string {
	if u := data.Find(d.useCases.UseCases, func(u data.UseCase) bool { return u.ID == id }); u != nil {
		return u.Title
	}
	return id
}

// boardName is the name of a board, or its id where nothing is known of it.
func (d documents) boardName(id string) string {
	if b := data.Find(d.solved.Boards, func(b data.SolvedBoard) bool { return b.ID == id }); b != nil {
		return b.Name
	}
	return id
}

// column is a board that scores rest on, nil where nothing is known of it.
func (d documents) column(id string) *data.ScoreColumn {
	return data.Find(d.scores.Columns, func(c data.ScoreColumn) bool { return c.ID == id })
}

// evidence is what is known of a tool; the zero value knows nothing.
func (d documents) evidence(tool string) (known data.ToolProvenance) {
	if p := data.Find(d.provenance.Tools, func(p data.ToolProvenance) bool { return p.ID == tool }); p != nil {
		known = *p
	}
	return known
}

// providers are those of the tools, by name.
func (d documents) providers() []string {
	all := map[string]bool{}
	for _, t := range d.tools.Tools {
		all[t.Provider] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// firstWorkID is the use case whose cost the page shows first: the work that most people buy these models for.
const firstWorkID = "bug-fixing"

// firstWork are the costs of that use case, or of the first one where there is none of that name; nil: of none.
func (d documents) firstWork() *data.UseCaseCosts {
	if c := data.Find(d.scores.UseCases, func(c data.UseCaseCosts) bool { return c.ID == firstWorkID }); c != nil {
		return c
	}
	return data.Find(d.scores.UseCases, func(data.UseCaseCosts) bool { return true })
}

// firstWorkTitle is the title of that use case, "" of none.
func (d documents) firstWorkTitle() string {
	if costs := d.firstWork(); costs != nil {
		return d.workTitle(costs.ID)
	}
	return ""
}

// picks are the tools that are recommended for a kind of work, in order.
func (d documents) picks(work string) []string {
	if u := data.Find(d.useCases.UseCases, func(u data.UseCase) bool { return u.ID == work }); u != nil {
		return u.TopPicks
	}
	return nil
}

// firstBoard is the board whose cost per solved task the table shows; "": none has any to compare.
func (d documents) firstBoard() string {
	b, _ := data.WidestBoard(d.solved.Boards, d.solved.Rows)
	return b.ID
}

// board is one that prints what its attempts cost.
type board struct {
	ID, Name string
	Solved   bool // costs per solved task can be compared
}

// boards are those on which there are tools.
func (d documents) boards() []board {
	var all []board
	for _, b := range d.solved.Boards {
		made, tools := board{ID: b.ID, Name: b.Name}, 0
		for _, r := range d.solved.Rows {
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

// firstDrawn is the board that the plot shows first; "": none can be drawn.
func firstDrawn(boards []board) string {
	if b := data.Find(boards, func(b board) bool { return b.Solved }); b != nil {
		return b.ID
	}
	return ""
}
