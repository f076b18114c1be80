package figures

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// publishedScores is everything a reader of the documents can know of scores and recommendations.
type publishedScores struct {
	catalog    *catalog.Catalog
	at         time.Time
	tools      data.ToolsDocument
	benchmarks data.BenchmarksDocument
	scores     rating.ScoresDocument
	provenance data.ProvenanceDocument
	useCases   data.UseCasesDocument
	tariffs    data.TariffsDocument
	solved     rating.SolvedDocument
	body       map[string][]byte
}

func readScores(t *testing.T, c *catalog.Catalog, s data.Snapshot) publishedScores {
	t.Helper()
	p := publishedScores{catalog: c, at: s.Manifest.GeneratedAt.Time, body: map[string][]byte{}}
	for _, d := range s.Documents {
		p.body[d.Path] = d.Body
	}
	for path, into := range map[string]any{data.ToolsPath: &p.tools, data.BenchmarksPath: &p.benchmarks, data.ScoresPath: &p.scores,
		data.ProvenancePath: &p.provenance, data.UseCasesPath: &p.useCases, data.TariffsPath: &p.tariffs, data.SolvedPath: &p.solved} {
		if err := data.Decode(p.body[path], into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	return p
}

func ofID[T any](t *testing.T, all []T, id func(T) string, want string) T {
	t.Helper()
	i := slices.IndexFunc(all, func(v T) bool { return id(v) == want })
	if i < 0 {
		t.Fatalf("nothing has the id %s", want)
	}
	return all[i]
}

func useCaseSlug(u catalog.UseCase) string { return u.Slug }

func (p publishedScores) curated(t *testing.T, id string) catalog.Tool {
	return ofID(t, p.catalog.Tools, func(t catalog.Tool) string { return t.ID }, id)
}

// score is the exact overall score, nil when the tool has none.
func (p publishedScores) score(id string) *decimal.Decimal {
	if m := data.Find(p.scores.Models, func(m rating.ScoredModel) bool { return m.ModelID == id }); m != nil {
		return &m.OverallScore.Decimal
	}
	return nil
}

// TestPicks holds the recommendations of the catalogue's own snapshot, and of the newest that the real captures make,
// against the rule, from nothing but what is published and curated.
func TestPicks(t *testing.T) {
	t.Parallel()
	a := fixture.Refresher(t, t.TempDir())
	baseline, err := a.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	shipped := readScores(t, a.Catalog, baseline)
	t.Run("catalogue", shipped.checkScores)
	t.Run("recorded", func(t *testing.T) {
		read := readScores(t, a.Catalog, inOctober(t))
		read.checkScores(t)
		for _, m := range read.scores.Models {
			if was := shipped.score(m.ModelID); was == nil || was.Sub(m.OverallScore.Decimal).Abs().GreaterThan(decimal.NewFromFloat(0.05)) {
				t.Errorf("the overall score of %s is %s, in the catalogue's snapshot %s; does the catalogue lack a result?", m.ModelID, m.OverallScore, was)
			}
		}
	})
}

func (p publishedScores) checkScores(t *testing.T) {
	lists := map[string]bool{}
	for _, u := range p.useCases.UseCases {
		t.Run(u.ID, func(t *testing.T) { p.checkPicks(t, u) })
		t.Logf("%-24s %-13s %s", u.ID, u.SortBy, strings.Join(u.TopPicks, ", "))
		lists[strings.Join(u.TopPicks, " ")] = true
	}
	if len(lists) < 12 {
		t.Errorf("only %d of %d lists differ", len(lists), len(p.useCases.UseCases))
	}
	for _, m := range p.scores.Models {
		p.checkSum(t, m)
		p.checkScore(t, m)
		p.checkRank(t, m)
	}
	for _, u := range p.scores.Unscored {
		p.checkProvisional(t, u)
	}
	if all := len(p.scores.Models) + len(p.scores.Unscored); all != len(p.tools.Tools) {
		t.Errorf("%d of %d tools have an ability", all, len(p.tools.Tools))
	}
}

// unfit says why a tool must not be recommended.
func (p publishedScores) unfit(t *testing.T, id string, u catalog.UseCase) string {
	tool := p.curated(t, id)
	values := ofID(t, p.provenance.Tools, func(t data.ToolProvenance) string { return t.ID }, id)
	request := (u.Scenario.InputTokens + u.Scenario.OutputTokens) / u.Scenario.Requests
	context := values.Value(data.FieldContext).Value.IntPart()
	switch {
	case values.Value(data.FieldInput).Confidence == data.Low || values.Value(data.FieldOutput).Confidence == data.Low:
		return "has a price of low confidence"
	case !tool.Shutdown.IsZero() && tool.Shutdown.First.Before(p.at.AddDate(0, 0, 90)):
		return "ends within 90 days"
	case tool.Deprecated:
		return "is advised against"
	case context < u.MinContext || context < request || p.prompt(t, id) < u.Scenario.InputTokens/u.Scenario.Requests:
		return "takes too few tokens"
	}
	if row := p.shown(u.Speed, id); row != nil && row.Seconds != nil && row.Seconds.GreaterThan(decimal.NewFromInt(u.Speed.Seconds)) {
		return "is too slow"
	}
	for _, feature := range u.Needs {
		if !slices.Contains(tool.Features, feature) {
			return "lacks " + feature
		}
	}
	return ""
}

// prompt is how many tokens a prompt may have.
func (p publishedScores) prompt(t *testing.T, id string) int64 {
	limits := ofID(t, p.tariffs.Tools, func(t data.Tariff) string { return t.ID }, id).Limits
	if limits.Input > 0 {
		return min(limits.Input, limits.Context)
	}
	return limits.Context
}

// cost is what the scenario costs at the most expensive hour by the lines of the tariff for requests of its size. It must be what
// scores.json says.
func (p publishedScores) cost(t *testing.T, id string, u catalog.UseCase) decimal.Decimal {
	t.Helper()
	s := u.Scenario
	usd := decimal.Zero
	for class, tokens := range map[data.BillingClass]int64{
		data.ClassInput: s.InputTokens - s.CacheReadTokens - s.CacheWriteTokens, data.ClassOutput: s.OutputTokens,
		data.ClassCacheRead: s.CacheReadTokens, data.ClassCacheWrite: s.CacheWriteTokens,
	} {
		if tokens > 0 {
			usd = usd.Add(p.price(t, id, class, s.InputTokens/s.Requests).Mul(decimal.NewFromInt(tokens)).Shift(-6))
		}
	}
	costs := ofID(t, p.scores.UseCases, func(c rating.UseCaseCosts) string { return c.ID }, u.Slug)
	if told := costs.USD[id]; !told.Decimal.Equal(usd) {
		t.Errorf("%s costs %s USD, scores.json says %s", id, usd, told)
	}
	return usd
}

// price is the highest of a class for prompts of a size, in USD per million tokens.
func (p publishedScores) price(t *testing.T, id string, class data.BillingClass, prompt int64) decimal.Decimal {
	t.Helper()
	tariff := ofID(t, p.tariffs.Tools, func(t data.Tariff) string { return t.ID }, id)
	highest := decimal.NewFromInt(-1)
	for _, l := range tariff.Lines {
		terms, band := l.Terms, data.ContextBand{}
		if terms.Context != nil {
			band = *terms.Context
		}
		fits := prompt > band.Over && prompt >= band.From && (band.UpTo == 0 || prompt <= band.UpTo) && (band.Below == 0 || prompt < band.Below)
		ended := !terms.Until.IsZero() && !terms.Until.After(p.scores.LastUpdated.Time)
		if l.Class != class || ended || terms.Service != "" || terms.Region != tariff.Region || terms.Kind == data.KindAnnounced || terms.Kind == data.KindList || !fits {
			continue
		}
		price := decimal.Zero
		switch l.State {
		case data.Priced:
			price = l.Price.Decimal
		case data.BilledAsInput, data.PriceNotStated:
			price = p.price(t, id, data.ClassInput, prompt)
		}
		highest = decimal.Max(highest, price)
	}
	if highest.IsNegative() && class != data.ClassInput { // nobody states it
		return p.price(t, id, data.ClassInput, prompt)
	}
	return highest
}

// checkSum adds a score up again, exactly, and looks at how it is published.
func (p publishedScores) checkSum(t *testing.T, m rating.ScoredModel) {
	sum, measured := decimal.Zero, decimal.Zero
	shown := ofID(t, p.benchmarks.Benchmarks.Models, func(m data.ModelScore) string { return m.ModelID }, m.ModelID)
	results := map[string]*data.Number{"sweBench": shown.SWEBench, "liveCodeBench": shown.LiveCodeBench, "bigCodeBench": shown.BigCodeBench, "humanEval": shown.HumanEval}
	for _, part := range m.Benchmarks {
		weight := p.column(t, part.Column).Weight.Decimal
		sum = sum.Add(weight.Mul(part.Value.Decimal))
		if !part.Estimated {
			measured = measured.Add(weight)
		}
		if n, shown := results[part.Column]; shown && (part.Estimated != (n == nil) || n != nil && !n.Decimal.Equal(part.Value.Round(1))) {
			t.Errorf("%s of %s is %s (estimated: %v), benchmarks.json says %s", part.Column, m.ModelID, part.Value, part.Estimated, n)
		}
	}
	if !sum.Equal(m.OverallScore.Decimal) || !measured.Equal(m.Coverage.Decimal) || !shown.OverallScore.Decimal.Equal(sum.Round(1)) {
		t.Errorf("%s: the parts add up to %s and weigh %s; scores.json says %s and %s, benchmarks.json %s",
			m.ModelID, sum, measured, m.OverallScore, m.Coverage, shown.OverallScore)
	}
	price := ofID(t, p.tools.Tools, func(t data.Tool) string { return t.ID }, m.ModelID).Pricing
	perPoint := (3*price.Input.InexactFloat64() + price.Output.InexactFloat64()) / 4 / shown.OverallScore.InexactFloat64()
	if got := shown.PricePerScorePoint; math.Abs(got.InexactFloat64()/perPoint-1) > 0.00051 || got.NumDigits() > 4 {
		t.Errorf("%s: %s USD a point, want %f to four digits", m.ModelID, got, perPoint)
	}
}
