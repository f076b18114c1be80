package server

import (
	"net/http"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

const pricesElsewhere = "no file takes its place; /" + data.TariffsPath + " has every price, and " + exportsPath + " lists the formats that there are"

const inTheList = exportsPath + "models.dev/api.json takes its place: the whole list, with our prices in it"

// gone are the addresses that were served once, and what to ask instead; all below one that ends in a slash are gone.
var gone = map[string]string{
	"/api/audit.csv":                     "/" + data.AuditPath + " has the same rows",
	exportsPath + "bifrost.json":         pricesElsewhere,
	exportsPath + "catwalk/":             pricesElsewhere,
	exportsPath + "codeburn.json":        pricesElsewhere,
	exportsPath + "langfuse.json":        pricesElsewhere,
	exportsPath + "litellm-bare.json":    pricesElsewhere,
	exportsPath + "litellm.json":         pricesElsewhere,
	exportsPath + "mlflow/":              pricesElsewhere,
	exportsPath + "models.dev/bare.json": inTheList,
	exportsPath + "new-api.json":         pricesElsewhere,
	exportsPath + "opencode.json":        inTheList,
	exportsPath + "openlit.json":         pricesElsewhere,
}

// insteadOf says what to ask instead of an address that is gone; false for any other address. Old snapshots may still hold
// what was served there.
func insteadOf(address string) (instead string, is bool) {
	address = strings.TrimSuffix(address, digestSuffix)
	if instead, is = gone[address]; is {
		return instead, true
	}
	for folder, instead := range gone {
		if strings.HasSuffix(folder, "/") && strings.HasPrefix(address, folder) {
			return instead, true
		}
	}
	return "", false
}

// goneAnswer says what to ask instead.
func goneAnswer(instead string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		prepared.WriteProblem(w, r, http.StatusGone, "this is served no more; "+instead)
	}
}
