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

// AddressIndex is /api/: every address of the server that answers.
type AddressIndex struct {
	Version     string      `json:"version"`            // of the snapshot that is served
	LastUpdated Timestamp   `json:"lastUpdated"`        // when the refresh behind it ran
	Addresses   []Address   `json:"addresses"`          // the public documents first
	Report      WrongNumber `json:"report"`             // how to report a number that is wrong
	ReportTo    string      `json:"reportTo,omitempty"` // where to report it: a page, or mailto: and an address; absent: ask whoever runs the server
}

// Address is one place of the API.
type Address struct {
	Path      string `json:"path"`             // with {…} for the parts that readers fill in
	Method    string `json:"method,omitempty"` // POST; absent: GET
	What      string `json:"what"`             // what it holds, for people
	MediaType string `json:"mediaType"`        // of a good answer
	Size      int    `json:"size,omitempty"`   // bytes of the plain document; absent where it varies
}
