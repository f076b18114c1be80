package catalog

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Scoring says which boards make the scores, and how much each counts.
type Scoring struct {
	MethodologyVersion string      `yaml:"methodologyVersion" check:"text=20"`
	Methodology        string      `yaml:"methodology" check:"text=12000 template"` // published text
	MinObservedWeight  data.Number `yaml:"minObservedWeight" check:"above=0 most=1"`
	MaxHalfWidth       data.Number `yaml:"maxHalfWidth" check:"above=0"` // points to a side of the 90 % interval, with which a tool still has a score

	// Methodologies are the fingerprints of weights and calibration by version: a version that was published never changes.
	Methodologies map[string]string `yaml:"methodologies"`

	Columns     []Column    `yaml:"columns" check:"distinct=id"`
	EffortOrder []string    `yaml:"effortOrder" check:"distinct"` // lowest first; an unstated effort is ""
	DoubtBelow  data.Number `yaml:"doubtBelow" check:"above=0"`   // points; see Doubts
}

// EffortRank is the rank of a reasoning setting, larger for more effort; one that nobody has ranked ranks as unstated.
func (s Scoring) EffortRank(effort string) int {
	if i := slices.Index(s.EffortOrder, effort); i >= 0 {
		return i
	}
	return slices.Index(s.EffortOrder, "")
}

// Doubts reports whether a result tells of a run that failed: at a lower effort the same model got far more. An effort
// that is not stated is neither lower nor higher than another.
func (s Scoring) Doubts(effort string, result data.Number, lower string, higher data.Number) bool {
	i, j := slices.Index(s.EffortOrder, effort), slices.Index(s.EffortOrder, lower)
	return effort != "" && lower != "" && 0 <= j && j < i && higher.Sub(result.Decimal).GreaterThanOrEqual(s.DoubtBelow.Decimal)
}

// Column is one board of one publisher. Those with a weight add up to the overall score; the others are
// supporting evidence.
type Column struct {
	ID          string            `yaml:"id" check:"text=50"` // sweBench liveCodeBench humanEval bigCodeBench, or an own name
	Name        string            `yaml:"name" check:"text=100"`
	Publisher   string            `yaml:"publisher" check:"text=100"`
	URL         string            `yaml:"url" check:"https"`
	Metric      string            `yaml:"metric" check:"text=300"`
	License     string            `yaml:"license" check:"text=300"`
	Weight      data.Number       `yaml:"weight" check:"least=0"`
	Size        int64             `yaml:"size,omitempty"`           // how many tasks a result is a share of; required where the weight is above 0
	Unit        data.Unit         `yaml:"unit,omitempty"`           // of its results; empty: percent
	Source      string            `yaml:"source" check:"collector"` // the collector that reads it
	Field       data.Field        `yaml:"field"`
	Tasks       data.Field        `yaml:"tasks,omitempty"`                    // the score whose tasks these are, where the field does not tell
	Qualifiers  map[string]string `yaml:"qualifiers,omitempty"`               // which of its rows: board, split, harness, measuredBy, measurer; without measuredBy the board's own
	StandsInFor string            `yaml:"standsInFor,omitempty"`              // id of the column in which these results count for a model that it lacks; the first such column that has the model wins
	FrozenSince Date              `yaml:"frozenSince,omitempty" check:"past"` // the board takes no new models since
	Leak        string            `yaml:"leak,omitempty" check:"text=600"`    // what is known of solutions that models have seen, or of broken tasks
	Note        string            `yaml:"note,omitempty"`
}

// OfTasks is the score of whose tasks the results are.
func (c Column) OfTasks() data.Field { return cmp.Or(c.Tasks, c.Field) }

// Relative reports whether results have a meaning only beside one another.
func (c Column) Relative() bool { return c.Unit == data.Elo }

// Informs reports whether estimates are made from the column: not from what is relative, nor from a board that takes no new
// models, since it says nothing of today's.
func (c Column) Informs() bool { return !c.Relative() && c.FrozenSince.IsZero() }

// benchmarks are those that benchmarks.json publishes; every other column is shown in scores.json alone.
var benchmarks = []string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"}

const scorePrefix = "score."

// qualifierKeys are the conditions by which a column picks its rows from a board.
var qualifierKeys = []string{"board", "split", "harness", "effort", "measuredBy", "measurer"}

func (s Scoring) validate(check *checks, at yaml.Place) {
	if !slices.Contains(s.EffortOrder, "") {
		check.Add(at.Key("effortOrder"), `the unstated effort "" is missing`)
	}
	ids, sum := data.Each(s.Columns, func(c Column) string { return c.ID }), data.Int(0).Decimal
	for i, c := range s.Columns {
		sum = sum.Add(c.Weight.Decimal)
		if c.StandsInFor != "" && (c.StandsInFor == c.ID || !slices.Contains(ids, c.StandsInFor)) {
			check.Add(at.Key("columns").Item(i).Key("standsInFor"), "no other column has the id %q", c.StandsInFor)
		}
	}
	for _, id := range benchmarks {
		if !slices.Contains(ids, id) {
			check.Add(at.Key("columns"), "the benchmark %s has no column", id)
		}
	}
	if !sum.Equal(data.Int(1).Decimal) {
		check.Add(at.Key("columns"), "the weights add up to %s, they must add up to 1", sum)
	}
}

func (c Column) validate(check *checks, at yaml.Place) {
	switch score := strings.HasPrefix(string(c.Field), scorePrefix); {
	case !score && c.Field != data.SolvedShare:
		check.Add(at.Key("field"), "%q is not a score field; it must begin with score. or be %s", c.Field, data.SolvedShare)
	case !score && !strings.HasPrefix(string(c.Tasks), scorePrefix):
		check.Add(at.Key("tasks"), "%q does not say of which score the tasks are that a share of was solved; it must begin with score.", c.Tasks)
	}
	switch weighs := c.Weight.IsPositive(); {
	case weighs && c.Size < 1:
		check.Add(at.Key("size"), "how many tasks the board %s has is missing; it has a weight", c.ID)
	case weighs && (!c.Informs() || c.StandsInFor != ""):
		check.Add(at.Key("weight"), "what is relative, takes no new models, or stands in for another column, has no weight of its own")
	}
	for _, key := range sorted(c.Qualifiers) {
		check.oneOf(at.Key("qualifiers").Key(key), key, qualifierKeys)
	}
}
