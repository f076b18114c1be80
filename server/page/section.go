package page

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// Section is a page of its own beside the explorer and the pages of tools.
type Section struct {
	Path  string // its address
	Name  string // in the navigation
	Title string
	What  string // in a sentence

	view          func(frame, facts.Documents) any
	file          string // of its template
	style, script string // that only it loads
}

// Sections are in the order of the navigation.
var Sections = []Section{
	{Path: "/models", Name: "Price list", Title: "Every model that its maker prices", file: "models.html", view: modelsView,
		What: "Every model on the price pages of ten makers, new ones at once: prices, since when, and where they were read."},
	{Path: "/use-cases", Name: "Use cases", Title: "Which model for which work", file: "usecases.html", view: useCasesView, style: "work.css",
		What: "Twenty kinds of coding work: what one task costs with each model, which models are recommended, and why."},
	{Path: "/plans", Name: "Plans", Title: "Subscriptions that include coding models", file: "plans.html", view: plansView,
		What: "Editors, command-line tools and providers: what their plans cost, what usage is included, and who says so."},
	{Path: "/changes", Name: "Changes", Title: "What changed, and what is announced", file: "news.html", view: newsView,
		What: "Every price and score that changed lately, what is announced, and what of it was retracted."},
	{Path: "/audit", Name: "Audit", Title: "Where price lists differ from the providers’ own pages", file: "audit.html", view: auditView,
		What: "Every number of the price lists that programs use which differs from what the provider prints, with both sources."},
	{Path: "/exports", Name: "Exports", Title: "Our prices in the programs you use", file: "exports.html", view: exportsView, style: "exports.css", script: copyScript,
		What: "How opencode, genai-prices, pi, ccusage and tokscale read these prices: one command, one line of configuration."},
	{Path: "/method", Name: "Method", Title: "How the numbers are made", file: "method.html", view: methodView,
		What: "Where prices and scores come from, how scores are computed, and what they do not say."},
	{Path: "/sources", Name: "Sources", Title: "How fresh each source is", file: "sources.html", view: sourcesView,
		What: "Every source of the numbers: whether it could be read, when its values were confirmed last, and when they changed."},
	{Path: "/addresses", Name: "API", Title: "Every address of the API", file: "addresses.html", view: addressesView,
		What: "A public JSON API without a key: every address, what it holds, its size, and the line that fetches it."},
}

// methodPage tells how the numbers are made.
type methodPage struct {
	frame
	Paragraphs []paragraph
	Boards     []data.BenchmarkSource
	Columns    []rating.ScoreColumn
}

// paragraph begins with its heading, "": it has none.
type paragraph struct{ Heading, Text string }

func methodView(f frame, d facts.Documents) any {
	v := methodPage{frame: f, Boards: d.Benchmarks.Benchmarks.Sources, Columns: d.Scores.Columns}
	v.Paragraphs = data.Each(strings.Split(strings.TrimSpace(d.Benchmarks.Benchmarks.Methodology), "\n\n"), paragraphOf)
	return v
}

// longestHeading is how many bytes a heading may have.
const longestHeading = 80

// paragraphOf takes a short first phrase for the heading.
func paragraphOf(text string) paragraph {
	heading, rest, found := strings.Cut(text, ". ")
	if !found || len(heading) > longestHeading {
		return paragraph{Text: text}
	}
	return paragraph{heading, rest}
}

// sourcesPage tells how fresh each source is.
type sourcesPage struct {
	frame
	Sources []data.SourceStatus // by state
	States  []stateCount
}

func sourcesView(f frame, d facts.Documents) any {
	return sourcesPage{f, byState(d.Sources), countStates(d.Sources)}
}

// addressesView shows what every page knows: the groups of addresses.
func addressesView(f frame, _ facts.Documents) any { return f }
