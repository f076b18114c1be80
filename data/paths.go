package data

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

	ToolsTablePath  = "api/tools.csv"
	ScoresTablePath = "api/scores.csv"

	ChangesPath     = "api/changes.json"
	ChangesFeedPath = "api/changes.atom"
	CalendarPath    = "api/changes.ics"
)
