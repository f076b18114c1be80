package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// toolView is the page of one tool.
type toolView struct {
	frame
	Tool       data.Tool
	Standings  []facts.Standing
	Categories []string
	Prices     []claim
	Tariff     tariffView
	History    history
	PriceSeen  string // day on which the price of input was found last
	Rank       string
	Overall    claim
	Scores     []claim
	NotScored  string // why there is no score
	Unmeasured []string
	Supporting []supporting
	Work       *workCost // of the first kind of work
	Works      []workGroup
	Solved     []solvedRow
	Measured   *solvedRow // the one to show first
	Limits     []claim
	Unstated   []string   // what of the limits nobody states
	Successor  *data.Tool // that takes its place; nil: none does
	NewScore   string     // of that one
	Names      []spelling
	Findings   []data.Finding
	Changes    []changeRow
	Deviations []deviationRow // numbers of price lists that differ
	Sellers    []sellerRow
	SellersOn  string // the day of the newest list of sellers
}

func toolViewOf(d facts.Documents, site Site, a facts.About) toolView {
	t := a.Tool
	prices := facts.Document[data.PricesDocument](site.Documents, data.PricesPath(t.ID))
	v := toolView{
		frame: frame{Site: site, Path: ToolsFolder + t.ID, Style: "evidence.css", Title: t.Name + ": price, scores and evidence · pricepoint",
			What: t.Name + " by " + t.Provider + ": $" + facts.Price(t.Pricing.Input) + " per million input tokens, $" + facts.Price(t.Pricing.Output) + " output. Every price and score with its source."},
		Tool: t, Standings: a.Standings(d), Prices: priceClaims(d, a), Tariff: tariffViewOf(d, t.ID), History: historyOf(d, prices),
		Works: workGroupsOf(d, t.ID), Solved: solvedRowsOf(d, a), Names: spellings(d, t.ID), Supporting: supportingOf(d, a),
		Deviations: deviationsOf(d, func(row market.Deviation) bool { return row.Tool == t.ID }),
	}
	v.Sellers, v.SellersOn = sellersOf(d, t.ID)
	if e := a.Evidence.Value(data.FieldInput); e != nil {
		v.PriceSeen = data.Known(data.At(e.Seen()))
	}
	v.score(d, a)
	v.Limits, v.Unstated = stated(limitClaims(d, a))
	v.Successor = data.Find(d.Tools.Tools, func(t data.Tool) bool { return t.ID == a.Evidence.Properties.Successor })
	if v.Successor != nil && scoreOf(d, v.Successor.ID).IsPositive() {
		v.NewScore = facts.Points(scoreOf(d, v.Successor.ID))
	}
	if c := d.FirstWork(); c != nil {
		v.Work = &standingAt(d, *c, t.ID).Works[0]
	}
	if i := measuredFirst(d, a); i >= 0 {
		v.Measured = &v.Solved[i]
	}
	for _, slug := range t.Category {
		if c := data.Find(d.Categories.Categories, func(c data.Category) bool { return c.Slug == slug }); c != nil {
			v.Categories = append(v.Categories, c.Name)
		}
	}
	for _, f := range d.Findings.Findings {
		if f.Tool == t.ID || slices.ContainsFunc(f.Missing, func(m data.ToolField) bool { return m.Tool == t.ID }) {
			v.Findings = append(v.Findings, f)
		}
	}
	for _, c := range d.Changes.Changes {
		if c.Tool == t.ID {
			v.Changes = append(v.Changes, changeRowOf(d, c))
		}
	}
	return v
}

// score fills in what the score is, and what it rests on.
func (v *toolView) score(d facts.Documents, a facts.About) {
	v.Overall, v.Rank = overallClaim(d, a)
	v.NotScored = v.Overall.Aside
	all := append([]claim{v.Overall}, partClaims(d, a)...)
	if a.Score != nil {
		point := claim{Anchor: data.FieldPerPoint, Label: "Price of a score point", Text: "$" + facts.Amount(a.Score.PricePerScorePoint), Per: "per 1M tokens and point"}
		all, v.NotScored = append(all, claimOf(d, a.Evidence.Value(data.FieldPerPoint), point)), ""
	}
	v.Scores, v.Unmeasured = stated(all)
	if v.Overall.Text == "" {
		v.Unmeasured = v.Unmeasured[1:] // the first, which NotScored is about
	}
}

// stated parts what is published from what nobody has.
func stated(all []claim) (stated []claim, missing []string) {
	for _, c := range all {
		if c.Text == "" {
			missing = append(missing, c.Label)
		} else {
			stated = append(stated, c)
		}
	}
	return stated, missing
}

// measuredFirst is which of the measured rows says most: that of the board with the hardest tasks, or of any other; -1: there is none.
func measuredFirst(d facts.Documents, a facts.About) int {
	for _, board := range []string{taskBoard, d.FirstBoard()} {
		if i := slices.IndexFunc(a.Solved, func(r rating.SolvedCost) bool { return r.Shown && r.Board == board }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(a.Solved, func(r rating.SolvedCost) bool { return r.Shown })
}

// priceClaims are the four published prices.
func priceClaims(d facts.Documents, a facts.About) []claim {
	var all []claim
	for _, field := range []string{data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite} {
		c := claim{Anchor: field, Label: facts.FieldName(field), Text: "$" + facts.Price(a.Tool.Pricing.ByField()[field]), Per: "per 1M tokens"}
		all = append(all, claimOf(d, a.Evidence.Value(field), c))
	}
	return all
}

// overallClaim is the score, and its rank in words.
func overallClaim(d facts.Documents, a facts.About) (claim, string) {
	c := claim{Anchor: data.FieldOverall, Label: "Overall score"}
	if a.Score == nil {
		guess := a.Provisional()
		c.Text, c.Aside = guess.Text, guess.Why
		if guess.Text != "" {
			c.Text, c.Per = "≈ "+guess.Text, "of 100, provisional"
			c.Badges = []badge{{"provisional", "stale", "no score: no rank counts it, and nothing is recommended by it"}}
			c.Facts = []fact{{Term: "Between", Text: facts.Between(guess.Bounds.Low, guess.Bounds.High) + ", with a probability of 90 %"}}
		}
		return c, ""
	}
	c.Text, c.Per = facts.Points(a.Score.OverallScore), "of 100"
	rank := ""
	if s := a.Scored; s != nil {
		c.Aside = "between " + facts.Between(s.Interval.Low, s.Interval.High) + " with a probability of 90 %"
		rank = "Place " + strconv.Itoa(s.Rank.Place) + " of " + strconv.Itoa(len(d.Scores.Models)) + "; the intervals allow " + strconv.Itoa(s.Rank.Best) + " to " + strconv.Itoa(s.Rank.Worst) +
			". " + facts.PercentOf(s.Coverage) + " of the weight was measured, the rest is estimated."
	}
	return claimOf(d, a.Evidence.Value(data.FieldOverall), c), rank
}

// partClaims are the boards that weigh in the score and the four that benchmarks.json has, measured or estimated or missing.
func partClaims(d facts.Documents, a facts.About) []claim {
	var all []claim
	for _, info := range d.Scores.Columns {
		if !info.Weight.IsPositive() && !slices.Contains([]string{facts.SweBench, facts.LiveCode, facts.BigCode, facts.HumanEval}, info.ID) {
			continue
		}
		c := claim{Anchor: info.ID, Label: info.Name}
		if info.Weight.IsPositive() {
			c.Label += " (" + facts.PercentOf(info.Weight) + " of the score)"
		}
		if info.State == data.Frozen {
			c.Facts = append(c.Facts, fact{Term: "Board", Text: "takes no new models" + map[bool]string{true: " since " + info.FrozenSince}[info.FrozenSince != ""]})
		}
		if a.Scored != nil {
			if part := data.Find(a.Scored.Benchmarks, func(p rating.ScorePart) bool { return p.Column == info.ID }); part != nil {
				c = partOf(d, a.Evidence, *part, c)
			}
		}
		if e := a.Evidence.Value(info.ID); e != nil {
			c.Text, c.Per, c.Aside = facts.Points(e.Value), "of 100", ""
			c = claimOf(d, e, c)
		}
		all = append(all, c)
	}
	return all
}

func partOf(d facts.Documents, evidence data.ToolProvenance, p rating.ScorePart, c claim) claim {
	c.Text, c.Per, c.Aside = facts.Points(p.Value), "of 100", ""
	in := data.Find(d.Scores.StandIns, func(s rating.StandIn) bool { return s.By == p.By && s.Board == p.Column })
	if run := evidence.Value(p.By); in != nil && run != nil {
		c = claimOf(d, run, c)
		c.Aside = d.Column(p.By).Name + ", stands in: " + run.Value.String() + ", moved by the " + in.Offset.String() + " points by which the boards usually differ"
	}
	if !p.Estimated {
		return c
	}
	c.Text, c.Aside = "≈ "+facts.Points(p.Value), "no independent result could be read"
	c.Badges = []badge{{"estimated", "stale", "what the model’s other results let expect"}}
	if p.Interval != nil {
		c.Aside += "; estimated between " + facts.Between(p.Interval.Low, p.Interval.High)
	}
	return c
}

// supporting is a result that counts for estimates only.
type supporting struct{ Board, Value, Publisher, Entry, Setting string }

func supportingOf(d facts.Documents, a facts.About) []supporting {
	if a.Scored == nil {
		return nil
	}
	var all []supporting
	for _, r := range a.Scored.Supporting {
		name := r.Column
		if c := d.Column(r.Column); c != nil {
			name = c.Name
		}
		by := r.Publisher
		if r.PrintedBy != "" {
			by += ", copied by " + r.PrintedBy
		}
		all = append(all, supporting{name, facts.Points(r.Value), by, r.Entry, facts.Joined(r.Effort, r.Harness)})
	}
	return all
}

// limitClaims are what the tool takes and gives, and since when and until when.
func limitClaims(d facts.Documents, a facts.About) []claim {
	context := claim{Anchor: data.FieldContext, Label: "Context window", Text: a.Tool.ContextWindow}
	if e := a.Evidence.Value(data.FieldContext); e != nil {
		context.Text, context.Per = e.Value.Grouped(), "tokens, prompt and answer together"
		context = claimOf(d, e, context)
	}
	p := a.Evidence.Properties
	all := []claim{context}
	for _, l := range []struct{ figure, label, text, per string }{
		{data.PropertyInputLimit, "Longest prompt", facts.CountText(p.InputLimitTokens), "tokens"},
		{data.PropertyMaxOutput, "Longest answer", facts.CountText(p.MaxOutputTokens), "tokens"},
		{data.PropertyInput, "Takes", modalities(p.InputModalities), ""},
		{data.PropertyOutput, "Gives", modalities(p.OutputModalities), ""},
		{data.PropertyKnowledge, "Knowledge cut-off", p.KnowledgeCutoff, ""},
		{releaseKey, "Released", a.Tool.ReleaseDate, ""},
		{stateKey, "State", a.StateText(d), ""},
	} {
		all = append(all, propertyClaim(p, l.figure, claim{Anchor: l.figure, Label: l.label, Text: l.text, Per: l.per}))
	}
	return all
}

// propertyClaim tells where a figure was read. The state rests on all figures about the end of a tool.
func propertyClaim(p data.Properties, figure string, c claim) claim {
	figures := []string{figure}
	if figure == stateKey {
		figures = []string{data.PropertyDeprecated, data.PropertyRetired, data.PropertyState, data.PropertyNotBefore, data.PropertyShutdown, data.PropertySuccessor}
	}
	for _, e := range p.Evidence {
		if !slices.ContainsFunc(e.Figures, func(f string) bool { return slices.Contains(figures, f) }) {
			continue
		}
		c.Source, c.Quote = facts.LinkTo(e.URL), cmp.Or(c.Quote, e.Quote)
		if !e.Basis.FirstHand() {
			c.Badges = append(c.Badges, badge{"third party", "", "not from the provider’s own page"})
		}
		c.add("Found last", data.Known(e.FetchedAt))
		c.add("Checked by a person", data.Known(e.VerifiedAt))
		c.add("Note", e.Note)
	}
	return c
}

func modalities(all []data.Modality) string {
	return strings.Join(data.Each(all, func(m data.Modality) string { return string(m) }), ", ")
}

// spelling is a name that means the tool.
type spelling struct{ Name, Match, Where string }

var matchWords = map[data.AliasMatch]string{
	data.MatchID: "the id here", data.MatchName: "the name", data.MatchDated: "a dated release", data.MatchAlias: "another name",
	data.MatchSpelling: "another spelling", data.MatchMaker: "with its maker in front", data.MatchSetting: "with a setting",
}

func spellings(d facts.Documents, tool string) []spelling {
	var all []spelling
	for _, a := range d.Aliases.Aliases {
		if a.Tool != tool {
			continue
		}
		where := data.Each(a.Sources, func(source string) string { return publisher(d, source) })
		match := cmp.Or(matchWords[a.Match], string(a.Match))
		if a.Effort != "" {
			match += ": " + a.Effort
		}
		all = append(all, spelling{a.Name, match, strings.Join(slices.Compact(where), ", ")})
	}
	return all
}
