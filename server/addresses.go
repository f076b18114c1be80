package server

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/server/page"
)

// Addresses besides those of the documents.
const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
	agentsPath  = "/mcp"

	openAPIPath  = "/api/openapi.json"
	schemaFolder = "/api/schemas/"
	schemaSuffix = ".schema.json"

	pricesRoute  = "/api/prices/{tool}.json"
	exportsRoute = "/api/compat/{file}"
	toolRoute    = "/tools/{tool}"

	indexPath   = "/api/" // lists every address for programs
	baseAddress = "/api"  // the base of every address of the contract, which answers like indexPath
)

// requiredDocuments must be in every snapshot. Any other api/*.json of a snapshot is served as well.
var requiredDocuments = []string{
	data.ToolsPath,
	data.BenchmarksPath,
	data.ProvidersPath,
	data.CategoriesPath,
	data.PlatformsPath,
	data.UseCasesPath,
	data.FreshnessPath,
}

// described is what the page and /api/ say of an address. An address without a document in the snapshot is not listed,
// nor is a document that nobody has described.
type described struct {
	path, group, what string
	method            string // as in data.Address
	mediaType         string // of an address that is no document of the snapshot
	live              bool   // only the program can answer it, not a mirror of its files
	past              bool   // there is none without a store
}

const (
	publicGroup   = "Prices and scores"
	evidenceGroup = "Evidence"
	tableGroup    = "For spreadsheets"
	historyGroup  = "History"
	exportGroup   = "Our prices in your tools"
	programGroup  = "For programs"
	operatorGroup = "For whoever runs or watches this"
)

// descriptions are in the order of the page.
var descriptions = []described{
	{path: "/" + data.ToolsPath, group: publicGroup, what: "Every model that can be bought: prices in US dollars per million tokens, context window, features"},
	{path: "/" + data.BenchmarksPath, group: publicGroup, what: "Coding scores from 0 to 100, the boards they come from, how they are made, and the price of a score point"},
	{path: "/" + data.ProvidersPath, group: publicGroup, what: "The companies and their models"},
	{path: "/" + data.CategoriesPath, group: publicGroup, what: "Groups of models"},
	{path: "/" + data.PlatformsPath, group: publicGroup, what: "Editors, IDEs and command-line tools that wrap the models"},
	{path: "/" + data.UseCasesPath, group: publicGroup, what: "Kinds of work, the models recommended for them, and how many tokens a task takes"},
	{path: "/" + data.ModelsPath, group: publicGroup, what: "Every model that its maker's own page prices, whether among those above or not: every price line with its evidence, new ones at once, those that are gone with their last prices"},
	{path: "/" + data.RouterPath, group: publicGroup, what: "What a program needs that chooses a model for each request: names, prices by tier, score, measured cost per solved task by effort, window, efforts, state"},
	{path: "/" + data.PlansPath, group: publicGroup, what: "Subscription plans of editors and providers: fee, currency, what is included, since when it is known, and who says so"},

	{path: "/" + data.FreshnessPath, group: evidenceGroup, what: "How current all of this is, source by source: state, cause, and when it was last read, confirmed and changed"},
	{path: "/" + data.ProvenancePath, group: evidenceGroup, what: "Who printed each number, the quoted text, when it was found, and who agrees; limits, modalities and end of each model"},
	{path: "/" + data.ScoresPath, group: evidenceGroup, what: "Every part of every score, measured or estimated, with intervals and ranks; what each kind of work costs with each model"},
	{path: "/" + data.TariffsPath, group: evidenceGroup, what: "Every price of every model: long prompts, batches and other services, kinds of cache, hours, regions, promotions, prices to come"},
	{path: "/" + data.SolvedPath, group: evidenceGroup, what: "What a solved task costs with each model, as boards measured it: with interval, tokens and evidence, and at today's prices"},
	{path: "/" + data.FindingsPath, group: evidenceGroup, what: "What was read and is held back and why, who disagrees, and how to report a wrong number"},
	{path: "/" + data.AuditPath, group: evidenceGroup, what: "Where the price lists that programs use differ from the providers' own pages: both numbers, by how much, since when, with quotes and digests"},
	{path: "/" + data.SellersPath, group: evidenceGroup, what: "Who else sells the models, and for how much more or less than their makers, in the words of price lists"},
	{path: "/" + data.AliasesPath, group: evidenceGroup, what: "Which model is meant by each name that providers, leaderboards and price lists print"},

	{path: "/" + data.ToolsTablePath, group: tableGroup, what: "One row a model: prices, limits, modalities, dates"},
	{path: "/" + data.ModelsTablePath, group: tableGroup, what: "One row a model of models.json: prices, since when, first and last seen"},
	{path: "/" + data.ScoresTablePath, group: tableGroup, what: "One row a model: scores with interval and rank, benchmarks measured and estimated apart"},
	{path: "/" + data.SolvedTablePath, group: tableGroup, what: "One row a model, board and effort: what an attempt and a solved task cost, when measured and today"},

	{path: "/" + data.ChangesPath, group: historyGroup, what: "What changed, field by field: old, new, when, and the evidence; what was announced, and what of it was retracted"},
	{path: "/" + data.ChangesFeedPath, group: historyGroup, what: "The same as a feed to subscribe to"},
	{path: "/" + data.CalendarPath, group: historyGroup, what: "Announced prices, ends of promotions and shutdowns as a calendar to subscribe to, with a reminder a week before"},
	{path: pricesRoute, group: historyGroup, what: "Every price of one model that was ever published: when it was billed, and when that was known", mediaType: "application/json"},
	{path: ListPath, group: historyGroup, what: "Every snapshot that is kept"},
	{path: keptRoute, group: historyGroup, what: "A document as it was in one of them; it never changes", mediaType: "application/json", past: true},
	{path: asOfRoute, group: historyGroup, what: "Leads to a document as it was at a time, or at the end of a day", mediaType: "application/json", past: true, live: true},

	{path: exportsPath, group: exportGroup, what: "Our prices in the formats of other programs, file by file: what each was made from, which numbers differ, and what its format cannot say. The digest of each file has .sha256 behind its address", mediaType: "application/json"},
	{path: "/" + data.ExportLicencesPath, group: exportGroup, what: "The notices that go with copies of these files", mediaType: "text/plain"},

	{path: openAPIPath, group: programGroup, what: "OpenAPI 3.1: every address and every field, for generators of clients"},
	{path: schemaFolder + "{document}" + schemaSuffix, group: programGroup, what: "A JSON Schema of each document", mediaType: "application/schema+json"},
	{path: indexPath, group: programGroup, what: "This list as JSON", mediaType: "application/json"},
	{path: agentsPath, group: programGroup, what: "Model Context Protocol, for coding agents: price, cost, solved, choose, changes", method: http.MethodPost, mediaType: "application/json", live: true},

	{path: healthPath, group: operatorGroup, what: "Answers while the server is alive", mediaType: "text/plain", live: true},
	{path: readyPath, group: operatorGroup, what: "Answers 200 when there is a snapshot that is new enough, else says why not", mediaType: "text/plain", live: true},
	{path: metricsPath, group: operatorGroup, what: "Metrics for Prometheus", mediaType: "text/plain", live: true},
}

// listings are the addresses that answer, in the order of the page.
func (l *loading) listings() []page.Address {
	var all []page.Address
	for _, d := range descriptions {
		if a, ok := l.listing(d); ok {
			all = append(all, a)
		}
		if d.path == exportsPath {
			all = append(all, exportListings(l.next)...)
		}
	}
	return all
}

// listing is false for an address that nobody would answer.
func (l *loading) listing(d described) (page.Address, bool) {
	st, options := l.next, l.server.options
	a := page.Address{Address: data.Address{Path: d.path, Method: d.method, What: d.what, MediaType: d.mediaType}, Group: d.group, Example: d.path}
	if d.live && options.Copied || d.past && (options.NoPast || !stored(st.snapshot)) {
		return a, false
	}
	if a.Form = strings.Contains(d.path, "{"); a.Form {
		if d.path == pricesRoute && st.anyTool() == "" {
			return a, false
		}
		a.Example, a.Leads = st.filled(d.path), d.path == asOfRoute
		return a, true
	}
	if strings.HasPrefix(d.path, exportsPath) {
		return a, st.resources[d.path] != nil
	}
	if d.mediaType != "" {
		return a, d.path == indexPath || l.server.fixed[d.path] != nil
	}
	r := st.resources[d.path]
	if r == nil {
		return a, false
	}
	a.MediaType, a.Size, a.Sent = r.MediaType(), r.Size, int64(r.Smallest())
	return a, true
}

// exportListings are the files for other programs.
func exportListings(st *state) (all []page.Address) {
	for _, address := range slices.Sorted(maps.Keys(st.exports)) {
		r := st.resources[address]
		if r == nil {
			continue
		}
		e := st.exports[address]
		what := "For " + strings.Join(e.Readers, ", ") + ": our models alone"
		if e.Kind == data.Overlay {
			what = "For " + strings.Join(e.Readers, ", ") + ": the list of " + e.Format + " with our prices in it"
		}
		all = append(all, page.Address{
			Address: data.Address{Path: address, What: what, MediaType: r.MediaType(), Size: r.Size},
			Group:   exportGroup, Example: address, Sent: int64(r.Smallest()),
		})
	}
	return all
}

// filled is an address that a form stands for.
func (st *state) filled(form string) string {
	return strings.NewReplacer(
		"{tool}", st.anyTool(), "{version}", st.snapshot.Manifest.Version, "{date}", st.freshness.LastUpdated.Format(time.RFC3339),
		"{document}"+schemaSuffix, "tools"+schemaSuffix, "{document}", "tools.json",
	).Replace(form)
}

// anyTool is the first tool that has a price history.
func (st *state) anyTool() string {
	d := data.Find(st.snapshot.Documents, func(d data.Document) bool { return data.ToolOfPrices(d.Path) != "" })
	if d == nil {
		return ""
	}
	return data.ToolOfPrices(d.Path)
}

// addressIndex makes /api/.
func (l *loading) addressIndex(all []page.Address) []byte {
	index := data.AddressIndex{
		Version: l.next.snapshot.Manifest.Version, LastUpdated: l.next.freshness.LastUpdated,
		Report: data.HowToReport, ReportTo: l.server.options.ReportURL,
		Addresses: slices.Concat(data.Each(all, func(a page.Address) data.Address { return a.Address }), pageAddresses()),
	}
	for i := range index.Addresses {
		if a := &index.Addresses[i]; l.server.options.Copied {
			a.Path = "/" + page.File(a.Path)
		}
	}
	return data.Encode(index)
}

// pageAddresses are those for people.
func pageAddresses() []data.Address {
	const mediaType = "text/html"
	all := []data.Address{
		{Path: "/", What: "All of this for people: every model in a table and a plot, and how many sources are in which state", MediaType: mediaType},
		{Path: toolRoute, What: "One model: every price, score and limit with its evidence", MediaType: mediaType},
	}
	section := func(s page.Section) data.Address {
		return data.Address{Path: s.Path, What: s.What, MediaType: mediaType}
	}
	return append(all, data.Each(page.Sections, section)...)
}
