package catalog

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/data/yaml"
)

// Solved says which boards print what their attempts cost, and what is needed to calculate with those costs.
type Solved struct {
	Boards     []SolvedBoard   `yaml:"boards" check:"distinct=id"`
	AllWritten []string        `yaml:"allWritten" check:"known=provider"` // ids of providers with which agents have every prompt written to a cache
	Earlier    []EarlierPrices `yaml:"earlier"`
}

// SolvedBoard is one of the boards as it is published, but for how current it is. Rows that were not run on the release that
// stands here are of another board. Its harness is without a version; empty: the board does not name its own.
type SolvedBoard struct {
	rating.SolvedBoard `yaml:",inline"`
	Rows               string `yaml:"rows,omitempty"`                // the table of the source, where that is no release
	Column             string `yaml:"column,omitempty"`              // id of the column of scores that is read from the same rows
	AnyHarness         bool   `yaml:"anyHarness,omitempty"`          // it has each model run by one agent, which differs from model to model
	Since              string `yaml:"since,omitempty" check:"month"` // YYYY-MM: it has run no model before; empty: not known
}

// Table is the one whose rows are meant, "" where the source has but one.
func (b SolvedBoard) Table() string { return cmp.Or(b.Rows, b.Release) }

// EarlierPrices are what a tool cost before its present prices, or was announced to cost: standard service, short prompts.
type EarlierPrices struct {
	Evidence   `yaml:",inline"`
	Tool       string       `yaml:"tool"`
	Input      data.Number  `yaml:"input" check:"above=0"`
	CacheRead  data.Number  `yaml:"cacheRead" check:"above=0"`
	CacheWrite *data.Number `yaml:"cacheWrite,omitempty" check:"above=0"` // absent: the same as input
	Output     data.Number  `yaml:"output" check:"above=0"`
	LongOver   int64        `yaml:"longOver,omitempty"` // tokens of a prompt above which they were higher
	Unpaid     bool         `yaml:"unpaid,omitempty"`   // they were announced, and never came into force
}

func (p EarlierPrices) validate(check *checks, at yaml.Place) {
	if check.catalog.WithdrawnTool(p.Tool) == nil {
		check.known(at.Key("tool"), p.Tool, "tool")
	}
}

func (b SolvedBoard) validate(check *checks, at yaml.Place) {
	if b.Column != "" && !slices.ContainsFunc(check.catalog.Scoring.Columns, func(c Column) bool { return c.ID == b.Column && c.Source == b.Source }) {
		check.Add(at.Key("column"), "no column of %s in scoring.yaml has the id %q", b.Source, b.Column)
	}
}

// SolvedBoard is the board of an id, nil when there is none.
func (c *Catalog) SolvedBoard(id string) *SolvedBoard {
	return data.Find(c.Solved.Boards, func(b SolvedBoard) bool { return b.ID == id })
}
