package page

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// toolView is the page of one tool.
type toolView struct {
	frame
	Tool       data.Tool
	Standings  []standing
	Categories []string
	Prices     []claim
	Tariff     tariffView
	History    history
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

func toolViewOf(d documents, site Site, a about) toolView {
	t := a.tool
	prices := document[data.PricesDocument](site.Documents, data.PricesPath(t.ID))
	v := toolView{
		frame: frame{Site: site, Path: ToolsFolder + t.ID, Style: "evidence.css", Title: t.Name + ": price, scores and evidence · pricepoint",
			What: t.Name + " by " + t.Provider + ": $" + price(t.Pricing.Input) + " per million input tokens, $" + price(t.Pricing.Output) + " output. Every price and score with its source."},
		Tool: t, Standings: a.standings(d), Prices: d.priceClaims(a), Tariff: tariffViewOf(d, t.ID), History: d.historyOf(prices),
		Works: workGroupsOf(d, t.ID), Solved: solvedRowsOf(d, a), Names: d.spellings(t.ID), Supporting: d.supportingOf(a),
		Deviations: deviationsOf(d, func(row data.Deviation) bool { return row.Tool == t.ID }),
	}
	v.Sellers, v.SellersOn = sellersOf(d, t.ID)
	v.score(d, a)
	v.Limits, v.Unstated = stated(d.limitClaims(a))
	v.Successor = data.Find(d.tools.Tools, func(t data.Tool) bool { return t.ID == a.evidence.Properties.Successor })
	if v.Successor != nil && d.scoreOf(v.Successor.ID).IsPositive() {
		v.NewScore = points(d.scoreOf(v.Successor.ID))
	}
	if c := d.firstWork(); c != nil {
		v.Work = &standingAt(d, *c, t.ID).Works[0]
	}
	if i := d.measuredFirst(a); i >= 0 {
		v.Measured = &v.Solved[i]
	}
	for _, slug := range t.Category {
		if c := data.Find(d.categories.Categories, func(c data.Category) bool { return c.Slug == slug }); c != nil {
			v.Categories = append(v.Categories, c.Name)
		}
	}
	for _, f := range d.findings.Findings {
		if f.Tool == t.ID || slices.ContainsFunc(f.Missing, func(m data.ToolField) bool { return m.Tool == t.ID }) {
			v.Findings = append(v.Findings, f)
		}
	}
	for _, c := range d.changes.Changes {
		if c.Tool == t.ID {
			v.Changes = append(v.Changes, changeRowOf(d, c))
		}
	}
	return v
}

// score fills in what the score is, and what it rests on.
func (v *toolView) score(d documents, a about) {
	v.Overall, v.Rank = d.overallClaim(a)
	v.NotScored = v.Overall.Aside
	all := append([]claim{v.Overall}, d.partClaims(a)...)
	if a.score != nil {
		point := claim{Anchor: data.FieldPerPoint, Label: "Price of a score point", Text: "$" + amount(a.score.PricePerScorePoint), Per: "per 1M tokens and point"}
		all, v.NotScored = append(all, d.claimOf(a.evidence.Value(data.FieldPerPoint), point)), ""
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
func (d documents) measuredFirst(a about) int {
	for _, board := range []string{taskBoard, d.firstBoard()} {
		if i := slices.IndexFunc(a.solved, func(r data.SolvedCost) bool { return r.Shown && r.Board == board }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(a.solved, func(r data.SolvedCost) bool { return r.Shown })
}

// priceClaims are the four published prices.
func (d documents) priceClaims(a about) []claim {
	var all []claim
	for _, field := range []string{data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite} {
		c := claim{Anchor: field, Label: fieldName(field), Text: "$" + price(a.tool.Pricing.ByField()[field]), Per: "per 1M tokens"}
		all = append(all, d.claimOf(a.evidence.Value(field), c))
	}
	return all
}

// overallClaim is the score, and its rank in words.
func (d documents) overallClaim(a about) (claim, string) {
	c := claim{Anchor: data.FieldOverall, Label: "Overall score"}
	if a.score == nil {
		guess := a.provisional()
		c.Text, c.Aside = guess.Text, guess.Why
		if guess.Text != "" {
			c.Text, c.Per = "≈ "+guess.Text, "of 100, provisional"
			c.Badges = []badge{{"provisional", "stale", "no score: no rank counts it, and nothing is recommended by it"}}
			c.Facts = []fact{{Term: "Between", Text: guess.Bounds.String() + ", with a probability of 90 %"}}
		}
		return c, ""
	}
	c.Text, c.Per = points(a.score.OverallScore), "of 100"
	rank := ""
	if s := a.scored; s != nil {
		c.Aside = "between " + between(s.Interval.Low, s.Interval.High) + " with a probability of 90 %"
		rank = "Place " + ordinals(s.Rank.Place) + " of " + ordinals(len(d.scores.Models)) + "; the intervals allow " + ordinals(s.Rank.Best) + " to " + ordinals(s.Rank.Worst) +
			". " + percentOf(s.Coverage) + " of the weight was measured, the rest is estimated."
	}
	return d.claimOf(a.evidence.Value(data.FieldOverall), c), rank
}

func ordinals(n int) string { return data.Int(int64(n)).String() }

// partClaims are the boards that weigh in the score and the four that benchmarks.json has, measured or estimated or missing.
func (d documents) partClaims(a about) []claim {
	var all []claim
	for _, info := range d.scores.Columns {
		if !info.Weight.IsPositive() && !slices.Contains([]string{sweBench, liveCode, bigCode, humanEval}, info.ID) {
			continue
		}
		c := claim{Anchor: info.ID, Label: info.Name}
		if info.Weight.IsPositive() {
			c.Label += " (" + percentOf(info.Weight) + " of the score)"
		}
		if info.State == data.Frozen {
			c.Facts = append(c.Facts, fact{Term: "Board", Text: "takes no new models" + map[bool]string{true: " since " + info.FrozenSince}[info.FrozenSince != ""]})
		}
		if a.scored != nil {
			if part := data.Find(a.scored.Benchmarks, func(p data.ScorePart) bool { return p.Column == info.ID }); part != nil {
				c = d.partOf(a.evidence, *part, c)
			}
		}
		if e := a.evidence.Value(info.ID); e != nil {
			c.Text, c.Per, c.Aside = points(e.Value), "of 100", ""
			c = d.claimOf(e, c)
		}
		all = append(all, c)
	}
	return all
}

func (d documents) partOf(evidence data.ToolProvenance, p data.ScorePart, c claim) claim {
	c.Text, c.Per, c.Aside = points(p.Value), "of 100", ""
	in := data.Find(d.scores.StandIns, func(s data.StandIn) bool { return s.By == p.By && s.Board == p.Column })
	if run := evidence.Value(p.By); in != nil && run != nil {
		c = d.claimOf(run, c)
		c.Aside = d.column(p.By).Name + ", stands in: " + run.Value.String() + ", moved by the " + in.Offset.String() + " points by which the boards usually differ"
	}
	if !p.Estimated {
		return c
	}
	c.Text, c.Aside = "≈ "+points(p.Value), "no independent result could be read"
	c.Badges = []badge{{"estimated", "stale", "what the model’s other results let expect"}}
	if p.Interval != nil {
		c.Aside += "; estimated between " + between(p.Interval.Low, p.Interval.High)
	}
	return c
}

// supporting is a result that counts for estimates only.
type supporting struct{ Board, Value, Publisher, Entry, Setting string }

func (d documents) supportingOf(a about) []supporting {
	if a.scored == nil {
		return nil
	}
	var all []supporting
	for _, r := range a.scored.Supporting {
		name := r.Column
		if c := d.column(r.Column); c != nil {
			name = c.Name
		}
		by := r.Publisher
		if r.PrintedBy != "" {
			by += ", copied by " + r.PrintedBy
		}
		all = append(all, supporting{name, points(r.Value), by, r.Entry, joined(r.Effort, r.Harness)})
	}
	return all
}

// limitClaims are what the tool takes and gives, and since when and until when.
func (d documents) limitClaims(a about) []claim {
	context := claim{Anchor: data.FieldContext, Label: "Context window", Text: a.tool.ContextWindow}
	if e := a.evidence.Value(data.FieldContext); e != nil {
		context.Text, context.Per = e.Value.Grouped(), "tokens, prompt and answer together"
		context = d.claimOf(e, context)
	}
	p := a.evidence.Properties
	all := []claim{context}
	for _, l := range []struct{ figure, label, text, per string }{
		{data.PropertyInputLimit, "Longest prompt", countText(p.InputLimitTokens), "tokens"},
		{data.PropertyMaxOutput, "Longest answer", countText(p.MaxOutputTokens), "tokens"},
		{data.PropertyInput, "Takes", modalities(p.InputModalities), ""},
		{data.PropertyOutput, "Gives", modalities(p.OutputModalities), ""},
		{data.PropertyKnowledge, "Knowledge cut-off", p.KnowledgeCutoff, ""},
		{releaseKey, "Released", a.tool.ReleaseDate, ""},
		{stateKey, "State", a.stateText(d), ""},
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
		c.Source, c.Quote = linkTo(e.URL), cmp.Or(c.Quote, e.Quote)
		if !e.Basis.FirstHand() {
			c.Badges = append(c.Badges, badge{"third party", "", "not from the provider’s own page"})
		}
		c.add("Found last", known(e.FetchedAt))
		c.add("Checked by a person", known(e.VerifiedAt))
		c.add("Note", e.Note)
	}
	return c
}

func modalities(all []data.Modality) (words string) {
	for _, m := range all {
		words = joined(words, string(m))
	}
	return words
}

// spelling is a name that means the tool.
type spelling struct{ Name, Match, Where string }

var matchWords = map[data.AliasMatch]string{
	data.MatchID: "the id here", data.MatchName: "the name", data.MatchDated: "a dated release", data.MatchAlias: "another name",
	data.MatchSpelling: "another spelling", data.MatchMaker: "with its maker in front", data.MatchSetting: "with a setting",
}

func (d documents) spellings(tool string) []spelling {
	var all []spelling
	for _, a := range d.aliases.Aliases {
		if a.Tool != tool {
			continue
		}
		var where []string
		for _, s := range a.Sources {
			where = append(where, d.publisher(s))
		}
		match := cmp.Or(matchWords[a.Match], string(a.Match))
		if a.Effort != "" {
			match += ": " + a.Effort
		}
		all = append(all, spelling{a.Name, match, strings.Join(slices.Compact(where), ", ")})
	}
	return all
}
