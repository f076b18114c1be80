package server

import "pricepoint/data"

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

// isProbe tells whether an address is one that a supervisor asks, whatever the limits.
func isProbe(address string) bool { return address == healthPath || address == readyPath }

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
