package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/normalize/names"
	"pricepoint/scoring"
)

// documents writes every document of the snapshot.
func (b *build) documents(m data.Manifest) ([]data.Document, error) {
	var work []offers
	for _, u := range b.catalog.UseCases {
		work = append(work, b.offers(u))
	}
	useCases, err := b.useCases(work)
	if err != nil {
		return nil, err
	}
	methodology, err := Methodology(b.catalog)
	if err != nil {
		return nil, err
	}
	models := b.modelScores()
	provenance := b.provenance(m, models) // finds disagreements, so it comes before the findings
	b.findings = b.sortedFindings()
	tools, scores := b.toolsDocument(m), b.scoresDocument(m, work)
	var all []data.Document
	for _, d := range []struct {
		path    string
		content any
	}{
		{data.AliasesPath, b.aliasesDocument(m)},
		{data.BenchmarksPath, data.BenchmarksDocument{Benchmarks: b.benchmarks(m, methodology, models), LastUpdated: m.GeneratedAt}},
		{data.CategoriesPath, data.CategoriesDocument{Categories: b.categories(), LastUpdated: m.GeneratedAt}},
		{data.FindingsPath, data.FindingsDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Findings: b.findings, Report: data.HowToReport}},
		{data.FreshnessPath, b.freshness(m, len(models))},
		{data.PlatformsPath, data.PlatformsDocument{Platforms: b.platforms(), LastUpdated: m.GeneratedAt}},
		{data.ProvidersPath, data.ProvidersDocument{Providers: b.providersDocument(), LastUpdated: m.GeneratedAt}},
		{data.ProvenancePath, provenance},
		{data.ScoresPath, scores},
		{data.ToolsPath, tools},
		{data.UseCasesPath, data.UseCasesDocument{UseCases: useCases, LastUpdated: m.GeneratedAt}},
	} {
		body, err := data.Encode(d.content)
		if err != nil {
			return nil, err
		}
		all = append(all, data.Document{Path: d.path, Body: body})
	}
	csv, err := tables(tableSources{tools, provenance, scores, models})
	return append(all, csv...), err
}

func (b *build) toolsDocument(m data.Manifest) data.ToolsDocument {
	tools := make([]data.Tool, 0, len(b.tools))
	for _, t := range b.tools {
		tools = append(tools, t.document())
	}
	return data.ToolsDocument{Tools: tools, LastUpdated: m.GeneratedAt, TotalTools: len(tools)}
}

func (b *build) providersDocument() []data.Provider {
	all := make([]data.Provider, 0, len(b.catalog.Providers))
	for _, p := range b.catalog.Providers {
		provider := data.Provider{Name: p.Name, Tools: []data.ToolRef{}}
		for _, t := range b.tools {
			if t.Provider == p.ID {
				provider.Tools = append(provider.Tools, data.ToolRef{ID: t.ID, Name: t.Name})
			}
		}
		provider.ToolCount = len(provider.Tools)
		all = append(all, provider)
	}
	return all
}

func (b *build) categories() []data.Category {
	all := make([]data.Category, 0, len(b.catalog.Categories))
	for _, c := range b.catalog.Categories {
		category := data.Category{ID: c.Slug, Name: c.Name, Description: c.Description, Slug: c.Slug, Tools: []string{}}
		for _, t := range b.tools {
			if slices.Contains(t.Categories, c.Slug) {
				category.Tools = append(category.Tools, t.ID)
			}
		}
		all = append(all, category)
	}
	return all
}

func (b *build) platforms() []data.Platform {
	all := make([]data.Platform, 0, len(b.catalog.Platforms))
	for _, p := range b.catalog.Platforms {
		all = append(all, data.Platform{ID: p.ID, Name: p.Name, Description: p.Description, Pricing: p.Pricing, URL: p.URL})
	}
	return all
}

func (b *build) freshness(m data.Manifest, scored int) data.FreshnessDocument {
	doc := data.FreshnessDocument{
		Version: m.Version, LastUpdated: m.GeneratedAt, NextRefreshDue: data.At(m.GeneratedAt.Add(data.RefreshEvery)),
		Counts: data.Counts{
			Tools: len(b.tools), Scored: scored, Providers: len(b.catalog.Providers), Categories: len(b.catalog.Categories),
			Platforms: len(b.catalog.Platforms), UseCases: len(b.catalog.UseCases),
		},
		Sources: []data.SourceStatus{},
	}
	for _, s := range m.Sources {
		doc.Sources = append(doc.Sources, s.SourceStatus)
	}
	return doc
}

// benchmarks describes the boards and holds the scored models.
func (b *build) benchmarks(m data.Manifest, methodology string, models []data.ModelScore) data.Benchmarks {
	doc := data.Benchmarks{
		Version:     b.catalog.Scoring.MethodologyVersion + "+" + m.Version,
		Methodology: methodology,
		RunDate:     b.newestReading(),
		Sources:     []data.BenchmarkSource{},
		Models:      models,
	}
	for _, c := range b.catalog.Scoring.Columns {
		source := data.BenchmarkSource{
			ID: c.ID, Name: c.Name, Publisher: c.Publisher, URL: c.URL, Metric: c.Metric,
			Weight: c.Weight, License: c.License, State: boardState(m, c),
		}
		if s, ok := sourceOf(m, c.Source); ok {
			source.LastChecked, source.LastChanged = s.LastConfirmed, s.LastChanged
		}
		doc.Sources = append(doc.Sources, source)
	}
	return doc
}

func sourceOf(m data.Manifest, id string) (data.SourceRecord, bool) {
	i := slices.IndexFunc(m.Sources, func(s data.SourceRecord) bool { return s.ID == id })
	if i < 0 {
		return data.SourceRecord{}, false
	}
	return m.Sources[i], true
}

// newestReading is when a published score was last found on its board, by a collector or by a person.
func (b *build) newestReading() data.Timestamp {
	var newest data.Timestamp
	for _, t := range b.tools {
		for _, column := range b.catalog.Scoring.Columns {
			s, ok := t.scores[column.ID]
			if ok && column.Weight.IsPositive() && !s.Placeholder && seen(s).After(newest.Time) {
				newest = data.At(seen(s))
			}
		}
	}
	return newest
}

func (b *build) aliasesDocument(m data.Manifest) data.AliasesDocument {
	all := b.seen.Aliases(b.catalog, m.Withdrawn, b.before.aliases)
	return data.AliasesDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Aliases: all, Ambiguous: names.Ambiguous(all)}
}

// modelScores are the scored tools, best first.
func (b *build) modelScores() []data.ModelScore {
	ranks := b.rank()
	models := []data.ModelScore{}
	for _, t := range b.scoredTools() {
		perPoint, ok := scoring.PricePerPoint(t.rates(), scoring.Published(t.score()))
		if !ok {
			continue // an overall score of 0 has no price per point
		}
		models = append(models, data.ModelScore{
			ModelID: t.ID, ModelName: t.Name, Provider: t.providerName,
			OverallScore:       data.Number{Decimal: scoring.Published(t.score())},
			SWEBench:           t.published("sweBench"),
			LiveCodeBench:      t.published("liveCodeBench"),
			HumanEval:          t.published("humanEval"),
			BigCodeBench:       t.published("bigCodeBench"),
			Strengths:          ranks.strengths(t),
			Weaknesses:         ranks.weaknesses(t),
			PricePerScorePoint: data.Number{Decimal: perPoint},
		})
	}
	return models
}

// published is a benchmark score to one decimal, nil when nobody published it.
func (t *tool) published(column string) *data.Number {
	s, ok := t.scores[column]
	if !ok {
		return nil
	}
	return &data.Number{Decimal: scoring.Published(s.Value.Decimal)}
}
