package data

import "strings"

// The paths of the documents in a snapshot. Behind a server they are the addresses too.
const (
	ToolsPath      = "api/tools.json"
	BenchmarksPath = "api/benchmarks.json"
	ProvidersPath  = "api/providers.json"
	CategoriesPath = "api/categories.json"
	PlatformsPath  = "api/platforms.json"
	UseCasesPath   = "api/use-cases.json"

	FreshnessPath  = "api/freshness.json"
	FindingsPath   = "api/findings.json"
	ProvenancePath = "api/provenance.json"
	ScoresPath     = "api/scores.json"
	AliasesPath    = "api/aliases.json"
	PlansPath      = "api/plans.json"
	TariffsPath    = "api/tariffs.json"
	RouterPath     = "api/router.json"
	SellersPath    = "api/sellers.json"
	ModelsPath     = "api/models.json"
	SolvedPath     = "api/solved.json"
	AuditPath      = "api/audit.json"

	ToolsTablePath  = "api/tools.csv"
	ModelsTablePath = "api/models.csv"
	ScoresTablePath = "api/scores.csv"
	SolvedTablePath = "api/solved.csv"

	ChangesPath     = "api/changes.json"
	ChangesFeedPath = "api/changes.atom"
	CalendarPath    = "api/changes.ics"

	ExportIndexPath    = exportsFolder + "index.json" // behind a server it has the address of its folder
	ExportLicencesPath = exportsFolder + "licences.txt"
)

// PricesPath is the path of the price history of a model.
func PricesPath(tool string) string { return pricesFolder + tool + ".json" }

// ToolOfPrices is the model whose price history has a path, "" for other documents.
func ToolOfPrices(path string) string {
	name, in := strings.CutPrefix(path, pricesFolder)
	tool, is := strings.CutSuffix(name, ".json")
	if !in || !is || strings.Contains(tool, "/") {
		return ""
	}
	return tool
}

const (
	pricesFolder  = "api/prices/"
	exportsFolder = "api/compat/"
)
