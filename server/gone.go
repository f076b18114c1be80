package server

import (
	"net/http"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

const (
	pricesElsewhere = "no file takes its place; /" + data.TariffsPath + " has every price, and " + exportsPath + " lists the formats that there are"
	inTheList       = exportsPath + "models.dev/api.json takes its place: the whole list, with our prices in it"
)

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

// goneAnswer says what to ask instead of an address that is gone; nil for any other address.
func goneAnswer(address string) http.Handler {
	address = strings.TrimSuffix(address, digestSuffix)
	for was, instead := range gone {
		if address == was || strings.HasSuffix(was, "/") && strings.HasPrefix(address, was) {
			return prepared.NewProblem(http.StatusGone, "this is served no more; "+instead)
		}
	}
	return nil
}
