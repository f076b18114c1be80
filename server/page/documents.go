package page

import (
	"encoding/json"

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

func read(site Site) documents {
	return documents{
		tools:      document[data.ToolsDocument](site, data.ToolsPath),
		benchmarks: document[data.BenchmarksDocument](site, data.BenchmarksPath),
		categories: document[data.CategoriesDocument](site, data.CategoriesPath),
		useCases:   document[data.UseCasesDocument](site, data.UseCasesPath),
		provenance: document[data.ProvenanceDocument](site, data.ProvenancePath),
		scores:     document[data.ScoresDocument](site, data.ScoresPath),
		solved:     document[data.SolvedDocument](site, data.SolvedPath),
		tariffs:    document[data.TariffsDocument](site, data.TariffsPath),
		aliases:    document[data.AliasesDocument](site, data.AliasesPath),
		findings:   document[data.FindingsDocument](site, data.FindingsPath),
		changes:    document[data.ChangesDocument](site, data.ChangesPath),
		plans:      document[data.PlansDocument](site, data.PlansPath),
		platforms:  document[data.PlatformsDocument](site, data.PlatformsPath),
		audit:      document[data.AuditDocument](site, data.AuditPath),
		models:     document[data.ModelsDocument](site, data.ModelsPath),
		sellers:    document[data.SellersDocument](site, data.SellersPath),
		sources:    site.Freshness.Sources,
	}
}

// document is empty when the snapshot has none of its shape.
func document[D any](site Site, path string) D {
	var d, empty D
	if json.Unmarshal(site.Documents[path].Body, &d) != nil {
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
