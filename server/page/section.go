package page

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// Section is a page of its own beside the explorer and the pages of tools.
type Section struct {
	Path  string // its address
	Name  string // in the navigation
	Title string
	What  string // in a sentence

	view func(frame, documents) any
	file string // of its template
}

// Sections are in the order of the navigation.
var Sections = []Section{
	{Path: "/models", Name: "All models", Title: "Every model that its maker prices", file: "models.html", view: modelsView,
		What: "Every model on the price pages of ten makers, new ones at once: prices, since when, and where they were read."},
	{Path: "/use-cases", Name: "Use cases", Title: "Which model for which work", file: "usecases.html", view: useCasesView,
		What: "Twenty kinds of coding work: what one task costs with each model, which models are recommended, and why."},
	{Path: "/plans", Name: "Plans", Title: "Subscriptions that include coding models", file: "plans.html", view: plansView,
		What: "Editors, command-line tools and providers: what their plans cost, what usage is included, and who says so."},
	{Path: "/changes", Name: "Changes", Title: "What changed, and what is announced", file: "news.html", view: newsView,
		What: "Every price and score that changed lately, what is announced, and what of it was retracted."},
	{Path: "/audit", Name: "Audit", Title: "Where price lists differ from the providers’ own pages", file: "audit.html", view: auditView,
		What: "Every number of the price lists that programs use which differs from what the provider prints, with both sources."},
	{Path: "/exports", Name: "Exports", Title: "Our prices in the formats of other programs", file: "exports.html", view: exportsView,
		What: "Price files for opencode, genai-prices, pi, ccusage and tokscale, and what each format cannot say."},
	{Path: "/method", Name: "Method", Title: "How the numbers are made", file: "method.html", view: methodView,
		What: "Where prices and scores come from, how scores are computed, and what they do not say."},
}

// methodPage tells how the numbers are made.
type methodPage struct {
	frame
	Paragraphs []paragraph
	Boards     []data.BenchmarkSource
	Columns    []data.ScoreColumn
}

// paragraph begins with its heading, "": it has none.
type paragraph struct{ Heading, Text string }

func methodView(f frame, d documents) any {
	v := methodPage{frame: f, Boards: d.benchmarks.Benchmarks.Sources, Columns: d.scores.Columns}
	for text := range strings.SplitSeq(strings.TrimSpace(d.benchmarks.Benchmarks.Methodology), "\n\n") {
		v.Paragraphs = append(v.Paragraphs, paragraphOf(text))
	}
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

// exportsPage is the page of the files for other programs.
type exportsPage struct {
	frame
	Overlays []data.Export // lists that others publish, with our prices in them
	Bare     []data.Export // our tools alone
}

func exportsView(f frame, _ documents) any {
	v := exportsPage{frame: f}
	for _, e := range f.Exports.Exports {
		if e.Kind == data.Overlay {
			v.Overlays = append(v.Overlays, e)
		} else {
			v.Bare = append(v.Bare, e)
		}
	}
	return v
}

var lossWords = map[data.LossKind]string{
	data.LostTier: "long prompts", data.LostCache1h: "caches kept an hour", data.LostCache: "caches", data.LostHours: "hours", data.LostWeekdays: "weekdays",
	data.LostFrom: "days on which a price begins or ends", data.LostEnd: "days on which a model ends", data.LostService: "other services", data.LostRegion: "regions", data.LostOtherClass: "searches and the like",
	data.LostBasis: "that somebody else than the maker printed a price",
}

// lossesText says what a format leaves out, and of how many tools.
func lossesText(losses []data.ExportLoss) string {
	tools := map[data.LossKind]int{}
	for _, l := range losses {
		tools[l.Kind]++
	}
	said := ""
	for _, k := range slices.Sorted(maps.Keys(tools)) {
		said = joined(said, cmp.Or(lossWords[k], string(k))+" ("+data.Int(int64(tools[k])).String()+")")
	}
	return said
}
