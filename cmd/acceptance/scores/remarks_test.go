package scores

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// remark is a form of sentence that is made from numbers, and what makes it true of a tool.
type remark struct {
	form *regexp.Regexp
	true func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool
}

var remarks = []remark{
	{regexp.MustCompile(`^(\d+)(?:st|nd|rd|th) of (\d+) on (.+)$`), publishedScores.standsThere},
	{regexp.MustCompile(`^Price per (score point|token) in the (lowest|highest) quarter of the scored models$`), publishedScores.pricedThere},
	{regexp.MustCompile(`^Price per token in the (lower|upper) half of the scored models$`), publishedScores.pricedInHalf},
	{regexp.MustCompile(`^All scored models that cost less per token score lower$`), publishedScores.unmatched},
	{regexp.MustCompile(`^(.+) costs no more per token and scores ([\d.]+) points more$`), publishedScores.outscored},
	{regexp.MustCompile(`^(.+) follows it and costs no more per token$`), publishedScores.followed},
	{regexp.MustCompile(`^Scores ([\d.]+) points more than (.+) before it( and costs no more per token)?$`), publishedScores.progressed},
	{regexp.MustCompile(`^(Fast|Slow): (\d+) seconds on average for a task of (.+), (\d+)(?:st|nd|rd|th) of (\d+)$`), publishedScores.takesSeconds},
	{regexp.MustCompile(`^Context window of only (.+)$`), publishedScores.takesThat},
	{regexp.MustCompile(`^Prompts of (more than )?([\d,]+) tokens (and more )?are billed throughout at ([\d.]+) USD input and ([\d.]+) USD output per million tokens$`), publishedScores.dearerWhenLong},
	{regexp.MustCompile(`^Prompts of (more than )?([\d,]+) tokens (and more )?are billed at a higher rate throughout$`), func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool {
		long := p.curated(t, m.ModelID).Prices.LongContext
		return long != nil && strings.ReplaceAll(said[2], ",", "") == strconv.FormatInt(long.Over+long.From, 10)
	}},
	{regexp.MustCompile(`^Not measured on (.+); estimated in the overall score$`), publishedScores.notMeasured},
	{regexp.MustCompile(`^(Shuts down|Was to shut down) on (.+)$`), publishedScores.ends},
	{regexp.MustCompile(`^(Its provider has deprecated it)$`), func(p publishedScores, t *testing.T, m data.ModelScore, _ []string) bool {
		c := p.curated(t, m.ModelID)
		return c.Deprecated && c.Successor == ""
	}},
	{regexp.MustCompile(`^Legacy: its provider prefers (.+) for new work$`), func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool {
		c := p.curated(t, m.ModelID)
		return c.Legacy && p.curated(t, c.Successor).Name == said[1] && slices.Contains(m.Weaknesses, said[0])
	}},
	{regexp.MustCompile(`^Its provider advises using (.+) instead$`), func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool {
		c := p.curated(t, m.ModelID)
		return c.Deprecated && p.curated(t, c.Successor).Name == said[1] && slices.Contains(m.Weaknesses, said[0])
	}},
	{regexp.MustCompile(`^Higher prices announced for (\d{4}-\d\d-\d\d): (?:input ([\d.]+))?(?:, )?(?:output ([\d.]+))? USD per million tokens$`), publishedScores.willRise},
	{regexp.MustCompile(`^Promotional price(?:, stated until (.+)| that was to end on (.+)|, promised until (.+) at least| that was promised up to (.+)| without a stated end)$`), func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool {
		c := p.values(t, m.ModelID).Value(data.FieldInput).Conditions
		return c.Kind == "promotional" && c.ValidUntil == said[1]+said[2] && c.Promised == said[3]+said[4]
	}},
	{regexp.MustCompile(`^List price: a promotion was said to end on (.+)$`), func(p publishedScores, t *testing.T, m data.ModelScore, said []string) bool {
		return p.values(t, m.ModelID).Value(data.FieldInput).Ruling.Until == said[1]
	}},
	{regexp.MustCompile(`^A solved task costs \$([\d.]+) on (.+), ([\d.]+) times (cheaper than|as much as) with (.+), (?:the cheapest other that|which) solves as many$`), publishedScores.costsSolved},
	{regexp.MustCompile(`^Price of low confidence: (?:the provider's own was not seen|it was said to hold until .+|another was announced for .+, and nobody has read it since)$`), func(p publishedScores, t *testing.T, m data.ModelScore, _ []string) bool {
		return p.uncertain(t, m.ModelID)
	}},
}

// checkRemarks finds for every strength and weakness what makes it true in these documents. A sentence that nobody has
// curated and that has none of the forms is wrong.
func (p publishedScores) checkRemarks(t *testing.T, m data.ModelScore) {
	if m.Strengths == nil || m.Weaknesses == nil {
		t.Errorf("%s has the strengths %q and the weaknesses %q; neither may be null", m.ModelID, m.Strengths, m.Weaknesses)
	}
	curated := p.curated(t, m.ModelID)
	for _, said := range slices.Concat(m.Strengths, m.Weaknesses) {
		i := slices.IndexFunc(remarks, func(r remark) bool { return r.form.MatchString(said) })
		switch {
		case slices.Contains(slices.Concat(curated.Strengths, curated.Weaknesses), said):
		case i < 0:
			t.Errorf("%s: nobody knows what %q is made from", m.ModelID, said)
		case !remarks[i].true(p, t, m, remarks[i].form.FindStringSubmatch(said)):
			t.Errorf("%s: %q is not true in these documents", m.ModelID, said)
		}
	}
	if len(m.Strengths) == 0 || len(m.Weaknesses) == 0 {
		t.Errorf("%s has the strengths %q and the weaknesses %q; both should say something", m.ModelID, m.Strengths, m.Weaknesses)
	}
	for _, said := range m.Strengths {
		if p.uncertain(t, m.ModelID) && regexp.MustCompile(`Price|costs?\b`).MatchString(said) {
			t.Errorf("%s is praised for a price of low confidence: %q", m.ModelID, said)
		}
	}
}

func (p publishedScores) values(t *testing.T, id string) data.ToolProvenance {
	return ofID(t, p.provenance.Tools, func(t data.ToolProvenance) string { return t.ID }, id)
}

func (p publishedScores) uncertain(t *testing.T, id string) bool {
	v := p.values(t, id)
	return v.Value(data.FieldInput).Confidence == data.Low || v.Value(data.FieldOutput).Confidence == data.Low
}

// standing is the place of a tool's number among those of all scored tools, 1 for the smallest. Equal ones share it.
func (p publishedScores) standing(id string, number func(id string) *decimal.Decimal) (place, of int) {
	place = 1
	for _, m := range p.scores.Models {
		if n := number(m.ModelID); n != nil {
			of++
			if n.LessThan(*number(id)) {
				place++
			}
		}
	}
	return place, of
}

// inQuarter reports whether a place lies in the nth quarter.
func inQuarter(n, place, of int) bool { return (place-1)*4/of == n-1 }

// result is what a board's own publisher got out of a tool, nil for nothing.
func (p publishedScores) result(t *testing.T, id string, column data.ScoreColumn) *decimal.Decimal {
	m := ofID(t, p.scores.Models, func(m data.ScoredModel) string { return m.ModelID }, id)
	for _, part := range m.Benchmarks {
		if part.Column == column.ID && part.Publisher == column.Publisher {
			return &part.Value.Decimal
		}
	}
	for _, s := range m.Supporting {
		if s.Column == column.ID {
			return &s.Value.Decimal
		}
	}
	return nil
}

// standsThere checks a place on a board with enough tools: in the first quarter it is a strength, in the last a weakness, and
// in the better or the worse half where nothing else is to be said.
func (p publishedScores) standsThere(t *testing.T, m data.ModelScore, said []string) bool {
	column := ofID(t, p.scores.Columns, func(c data.ScoreColumn) string { return c.Name }, said[3])
	place, of := p.standing(m.ModelID, func(id string) *decimal.Decimal {
		own := p.result(t, id, column)
		if own == nil {
			return nil
		}
		lower := own.Neg()
		return &lower
	})
	deserved := inQuarter(1, place, of) || len(m.Strengths) == 1 && 2*place <= of
	if !slices.Contains(m.Strengths, said[0]) {
		deserved = inQuarter(4, place, of) || len(m.Weaknesses) == 1 && 2*place > of
	}
	known := column.Weight.IsPositive() || 4*of >= 3*len(p.scores.Models) && column.MeasuredBy != data.ByMaker
	return said[1] == strconv.Itoa(place) && said[2] == strconv.Itoa(of) && of >= 10 && known && deserved
}

func (p publishedScores) pricedInHalf(t *testing.T, m data.ModelScore, said []string) bool {
	place, of := p.standing(m.ModelID, p.perToken(t))
	if said[1] == "lower" {
		return 2*place <= of && slices.Equal(m.Strengths, said[:1])
	}
	return 2*place > of && slices.Equal(m.Weaknesses, said[:1])
}

// unmatched checks that somebody costs less per token, and that nobody who does scores as much.
func (p publishedScores) unmatched(t *testing.T, m data.ModelScore, _ []string) bool {
	price, cheaper := p.perToken(t), 0
	for _, other := range p.scores.Models {
		if price(other.ModelID).LessThan(*price(m.ModelID)) {
			cheaper++
			if !other.OverallScore.LessThan(*p.score(m.ModelID)) {
				return false
			}
		}
	}
	return cheaper > 0
}

// ahead is by how many points one tool scores more than another, "" where their intervals are not apart.
func (p publishedScores) ahead(t *testing.T, more, less string) string {
	of := func(id string) data.ScoredModel {
		return ofID(t, p.scores.Models, func(m data.ScoredModel) string { return m.ModelID }, id)
	}
	if !of(more).Interval.Low.GreaterThan(of(less).Interval.High.Decimal) {
		return ""
	}
	return of(more).OverallScore.Round(1).Sub(of(less).OverallScore.Round(1)).String()
}

// noDearer reports whether a tool that is sold to new customers costs no more per token than another.
func (p publishedScores) noDearer(t *testing.T, tool, than string) bool {
	c, price := p.curated(t, tool), p.perToken(t)
	return !c.Deprecated && !c.Legacy && c.Shutdown.IsZero() && !p.uncertain(t, tool) && price(tool).LessThanOrEqual(*price(than))
}

// outscored checks the best of those that cost no more.
func (p publishedScores) outscored(t *testing.T, m data.ModelScore, said []string) bool {
	rival := p.named(said[1])[0]
	for _, other := range p.scores.Models { // best first
		if other.ModelID == rival {
			break
		}
		if p.curated(t, other.ModelID).Shutdown.IsZero() && p.noDearer(t, other.ModelID, m.ModelID) {
			t.Errorf("%s: %s costs no more and scores as much as %s", m.ModelID, other.ModelID, rival)
		}
	}
	return p.noDearer(t, rival, m.ModelID) && said[2] == p.ahead(t, rival, m.ModelID) && slices.Contains(m.Weaknesses, said[0])
}

func (p publishedScores) followed(t *testing.T, m data.ModelScore, said []string) bool {
	next := p.named(said[1])[0]
	return p.curated(t, next).Predecessor == m.ModelID && p.noDearer(t, next, m.ModelID) && slices.Contains(m.Weaknesses, said[0])
}

func (p publishedScores) progressed(t *testing.T, m data.ModelScore, said []string) bool {
	before, price := p.named(said[2])[0], p.perToken(t)
	cheaper := !p.uncertain(t, before) && !p.uncertain(t, m.ModelID) && price(m.ModelID).LessThanOrEqual(*price(before))
	return p.curated(t, m.ModelID).Predecessor == before && said[1] == p.ahead(t, m.ModelID, before) && (said[3] != "") == cheaper &&
		slices.Contains(m.Strengths, said[0])
}

// takesSeconds checks a time and its place among the scored tools that the board has timed.
func (p publishedScores) takesSeconds(t *testing.T, m data.ModelScore, said []string) bool {
	board := ofID(t, p.solved.Boards, func(b data.SolvedBoard) string { return b.Name }, said[3])
	seconds := map[string]*decimal.Decimal{}
	for _, r := range p.solved.Rows {
		if r.Board == board.ID && r.Shown && r.Seconds != nil {
			seconds[r.ModelID] = &r.Seconds.Decimal
		}
	}
	place, of := p.standing(m.ModelID, func(id string) *decimal.Decimal { return seconds[id] })
	deserved := said[1] == "Fast" && inQuarter(1, place, of) && slices.Contains(m.Strengths, said[0]) ||
		said[1] == "Slow" && inQuarter(4, place, of) && slices.Contains(m.Weaknesses, said[0])
	return said[2] == seconds[m.ModelID].Round(0).String() && said[4] == strconv.Itoa(place) && said[5] == strconv.Itoa(of) && deserved
}

func (p publishedScores) perToken(t *testing.T) func(id string) *decimal.Decimal {
	return func(id string) *decimal.Decimal {
		price := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, id).Pricing
		mixed := price.Input.Mul(decimal.NewFromInt(3)).Add(price.Output.Decimal)
		return &mixed
	}
}

func (p publishedScores) pricedThere(t *testing.T, m data.ModelScore, said []string) bool {
	number := p.perToken(t)
	if said[1] == "score point" {
		number = func(id string) *decimal.Decimal {
			m := ofID(t, p.benchmarks.Benchmarks.Models, func(m data.ModelScore) string { return m.ModelID }, id)
			return &m.PricePerScorePoint.Decimal
		}
	}
	place, of := p.standing(m.ModelID, number)
	if said[2] == "lowest" {
		return inQuarter(1, place, of) && slices.Contains(m.Strengths, said[0])
	}
	return inQuarter(4, place, of) && slices.Contains(m.Weaknesses, said[0])
}

func (p publishedScores) takesThat(t *testing.T, m data.ModelScore, said []string) bool {
	tool := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, m.ModelID)
	return said[1] == tool.ContextWindow && p.provenanceValue(t, m.ModelID, data.FieldContext) < 200_000 && slices.Contains(m.Weaknesses, said[0])
}

// dearerWhenLong checks the bound and the prices of long prompts, which must be above those of short ones.
func (p publishedScores) dearerWhenLong(t *testing.T, m data.ModelScore, said []string) bool {
	long := p.curated(t, m.ModelID).Prices.LongContext
	if long == nil || p.at.Before(long.Verified.First) {
		return false
	}
	price := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, m.ModelID).Pricing
	bound := long.Over
	if said[3] != "" {
		bound = long.From
	}
	return strings.ReplaceAll(said[2], ",", "") == strconv.FormatInt(bound, 10) && (said[1] == "") == (said[3] != "") &&
		said[4] == long.Input.String() && said[5] == long.Output.String() &&
		long.Input.GreaterThan(price.Input.Decimal) && long.Output.GreaterThan(price.Output.Decimal)
}

func (p publishedScores) notMeasured(t *testing.T, m data.ModelScore, said []string) bool {
	var missing []string
	for _, part := range ofID(t, p.scores.Models, func(s data.ScoredModel) string { return s.ModelID }, m.ModelID).Benchmarks {
		column, of := p.column(t, part.Column), 0
		for _, other := range p.scores.Models {
			if p.result(t, other.ModelID, column) != nil {
				of++
			}
		}
		if part.Estimated && 4*of > 3*len(p.scores.Models) {
			missing = append(missing, column.Name)
		}
	}
	return slices.Equal(missing, regexp.MustCompile(", | or ").Split(said[1], -1))
}

func (p publishedScores) ends(t *testing.T, m data.ModelScore, said []string) bool {
	day := p.curated(t, m.ModelID).Shutdown
	return said[2] == day.Text && (said[1] == "Shuts down") == p.at.Before(day.First)
}

func (p publishedScores) willRise(t *testing.T, m data.ModelScore, said []string) bool {
	price := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, m.ModelID).Pricing
	for _, a := range p.curated(t, m.ModelID).Prices.Announced {
		rises := func(to *data.Number, from data.Number, said string) bool {
			return said == "" || to != nil && to.String() == said && to.GreaterThan(from.Decimal)
		}
		if a.From.Text == said[1] && p.at.Before(a.From.First) && rises(a.Input, price.Input, said[2]) && rises(a.Output, price.Output, said[3]) {
			return true
		}
	}
	return false
}

// costsSolved checks the cost of a solved task beside that of another tool: it solves at least as many, none that does is
// cheaper than it, both costs are exact, and their intervals are apart.
func (p publishedScores) costsSolved(t *testing.T, m data.ModelScore, said []string) bool {
	board := ofID(t, p.solved.Boards, func(b data.SolvedBoard) string { return b.Name }, said[2])
	other := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.Name }, said[5])
	rows := map[string]data.SolvedCost{}
	for _, r := range p.solved.Rows {
		if r.Board == board.ID && r.Shown {
			rows[r.ModelID] = r
		}
	}
	own, _ := rows[m.ModelID].Comparable()
	rival, ok := rows[other.ID].Comparable()
	if !ok || own.Repriced != data.RepricedExact || rival.Repriced != data.RepricedExact || rows[other.ID].Share.LessThan(rows[m.ModelID].Share.Decimal) || own.Interval.Overlaps(*rival.Interval) {
		return false
	}
	dearer := 0
	for id, r := range rows {
		f, ok := r.Comparable()
		if ok && id != m.ModelID && !r.Share.LessThan(rows[m.ModelID].Share.Decimal) && f.CostPerSolved.LessThan(rival.CostPerSolved.Decimal) {
			return false
		}
		if ok && f.CostPerSolved.GreaterThan(own.CostPerSolved.Decimal) {
			dearer++
		}
	}
	factor, least := rival.CostPerSolved.Div(own.CostPerSolved.Decimal), "2"
	praise := said[4] == "cheaper than"
	if !praise {
		factor, least = own.CostPerSolved.Div(rival.CostPerSolved.Decimal), "3"
	}
	stated := decimal.RequireFromString(said[3])
	near := stated.Sub(factor).Abs().LessThanOrEqual(factor.Div(decimal.NewFromInt(20))) && factor.GreaterThanOrEqual(decimal.RequireFromString(least))
	cost := decimal.RequireFromString(said[1]).Sub(own.CostPerSolved.Decimal).Abs().LessThanOrEqual(own.CostPerSolved.Div(decimal.NewFromInt(100)))
	return near && cost && board.Work == data.RepositoryWork && slices.Contains(m.Strengths, said[0]) == praise && (praise || 4*dearer <= len(rows))
}
