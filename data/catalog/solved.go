package catalog

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Solved says which boards print what their attempts cost, and what is needed to calculate with those costs.
type Solved struct {
	Boards     []SolvedBoard   `yaml:"boards"`
	AllWritten []string        `yaml:"allWritten"` // ids of providers with which agents have every prompt written to a cache
	Earlier    []EarlierPrices `yaml:"earlier"`
}

// SolvedBoard is one of the boards, as data.SolvedBoard describes it. Rows that were not run on the release that stands here
// are of another board.
type SolvedBoard struct {
	ID         string          `yaml:"id"`
	Name       string          `yaml:"name"`
	Release    string          `yaml:"release,omitempty"` // the table of the source, where its rows name one
	Work       data.SolvedWork `yaml:"work"`
	MeasuredBy string          `yaml:"measuredBy"`
	Source     string          `yaml:"source"`           // the collector
	Rows       string          `yaml:"rows,omitempty"`   // the table of the source, where that is no release
	Column     string          `yaml:"column,omitempty"` // id of the column of scores that is read from the same rows
	URL        string          `yaml:"url"`
	License    string          `yaml:"license"`
	Harness    string          `yaml:"harness,omitempty"`    // without its version; empty: the board does not name its own
	AnyHarness bool            `yaml:"anyHarness,omitempty"` // it has each model run by one agent, which differs from model to model
	Tasks      int64           `yaml:"tasks,omitempty"`      // that a full run attempts
	Indicative bool            `yaml:"indicative,omitempty"`
	Since      string          `yaml:"since,omitempty"` // YYYY-MM: it has run no model before; empty: not known
	Note       string          `yaml:"note,omitempty"`
}

// Table is the one whose rows are meant, "" where the source has but one.
func (b SolvedBoard) Table() string {
	if b.Rows != "" {
		return b.Rows
	}
	return b.Release
}

// EarlierPrices are what a tool cost before its present prices, or was announced to cost: standard service, short prompts.
type EarlierPrices struct {
	Evidence   `yaml:",inline"`
	Tool       string       `yaml:"tool"`
	Input      data.Number  `yaml:"input"`
	CacheRead  data.Number  `yaml:"cacheRead"`
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty"` // absent: the same as input
	Output     data.Number  `yaml:"output"`
	LongOver   int64        `yaml:"longOver,omitempty"` // tokens of a prompt above which they were higher
	Unpaid     bool         `yaml:"unpaid,omitempty"`   // they were announced, and never came into force
}

func (l *loader) validateSolved() {
	s, at := l.catalog.Solved, l.in("solved.yaml")
	var ids []string
	for i, b := range s.Boards {
		ids = append(ids, b.ID)
		b.validate(&l.checks, at.Key("boards").Item(i))
	}
	l.distinct(at.Key("boards"), "id", ids)
	for i, id := range s.AllWritten {
		if !slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == id }) {
			l.Add(at.Key("allWritten").Item(i), "no provider in providers.yaml has the id %q", id)
		}
	}
	for i, p := range s.Earlier {
		here := at.Key("earlier").Item(i)
		l.evidence(here, p.Evidence)
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return t.ID == p.Tool }) && l.catalog.WithdrawnTool(p.Tool) == nil {
			l.Add(here.Key("tool"), "no tool has the id %q", p.Tool)
		}
		l.above0(here.Key("input"), p.Input)
		l.above0(here.Key("cacheRead"), p.CacheRead)
		l.above0(here.Key("output"), p.Output)
		if p.CacheWrite != nil {
			l.above0(here.Key("cacheWrite"), *p.CacheWrite)
		}
	}
}

func (b SolvedBoard) validate(check *checks, at yaml.Place) {
	check.slug(at.Key("id"), b.ID)
	check.cell(at.Key("name"), b.Name)
	check.text(at.Key("name"), b.Name, 100)
	check.text(at.Key("measuredBy"), b.MeasuredBy, 100)
	check.text(at.Key("license"), b.License, 300)
	check.https(at.Key("url"), b.URL)
	check.collector(at.Key("source"), b.Source)
	if b.Since != "" {
		check.released(at.Key("since"), b.Since)
	}
	oneOf(check, at.Key("work"), b.Work, data.RepositoryWork, data.TerminalWork, data.AnswerWork, data.ExerciseWork)
	if b.Tasks < 0 {
		check.Add(at.Key("tasks"), "%d is no number of tasks", b.Tasks)
	}
	if b.Note != "" {
		check.text(at.Key("note"), b.Note, 600)
	}
	if b.Column != "" && !slices.ContainsFunc(check.catalog.Scoring.Columns, func(c Column) bool { return c.ID == b.Column && c.Source == b.Source }) {
		check.Add(at.Key("column"), "no column of %s in scoring.yaml has the id %q", b.Source, b.Column)
	}
}

// SolvedBoard is the board of an id, nil when there is none.
func (c *Catalog) SolvedBoard(id string) *SolvedBoard {
	for i, b := range c.Solved.Boards {
		if b.ID == id {
			return &c.Solved.Boards[i]
		}
	}
	return nil
}
