package server

import (
	"net/http"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

const pricesElsewhere = "no file takes its place; /" + data.TariffsPath + " has every price, and " + exportsPath + " lists the formats that there are"

// gone are the addresses that were served once, and what to ask instead. The folder of MLflow had a file
// for each provider.
var gone = map[string]string{
	"/api/audit.csv":              "/" + data.AuditPath + " has the same rows",
	exportsPath + "bifrost.json":  exportsPath + "litellm.json takes its place: the same list, which has litellm_provider alone and no member provider",
	exportsPath + "langfuse.json": pricesElsewhere,
	exportsPath + "mlflow/":       pricesElsewhere,
	exportsPath + "new-api.json":  pricesElsewhere,
	exportsPath + "openlit.json":  pricesElsewhere,
}

// insteadOf says what to ask instead of an address that is gone; false for any other address. Old snapshots may still hold
// what was served there.
func insteadOf(address string) (instead string, is bool) {
	address = strings.TrimSuffix(address, digestSuffix)
	if below, in := strings.CutPrefix(address, exportsPath+"mlflow/"); in && below != "" {
		address = exportsPath + "mlflow/"
	}
	instead, is = gone[address]
	return instead, is
}

// goneAnswer says what to ask instead.
func goneAnswer(instead string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		prepared.WriteProblem(w, r, http.StatusGone, "this is served no more; "+instead)
	}
}
