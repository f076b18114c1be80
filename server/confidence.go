package server

import (
	"encoding/json"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

var (
	valuesCount = gauge("values", "Published numbers by how far they can be trusted; provenance.json tells why.", "confidence")
	oldestPrice = gauge("price_oldest_confirmed_timestamp_seconds",
		"When the price that nobody has confirmed for the longest time was last found or verified; the labels name it.", "tool", "kind")
)

// confidences are all there are, for a metric that shows each.
var confidences = []data.Confidence{data.High, data.Medium, data.Low}

// confidenceMetrics tell how far the numbers of a snapshot can be trusted, none for a snapshot that does not say, or says
// so in the shape of a later version.
func confidenceMetrics(provenance data.Document) []prometheus.Metric {
	var document data.ProvenanceDocument
	if json.Unmarshal(provenance.Body, &document) != nil {
		return nil
	}
	counts := map[data.Confidence]int{}
	var oldest *data.Evidence
	var of string
	for _, tool := range document.Tools {
		for n := range tool.Values {
			e := &tool.Values[n]
			counts[e.Confidence]++
			if isStatedPrice(e) && (oldest == nil || e.Seen().Before(oldest.Seen())) {
				oldest, of = e, tool.ID
			}
		}
	}
	var made []prometheus.Metric
	for _, c := range confidences {
		made = append(made, constant(valuesCount, float64(counts[c]), string(c)))
	}
	if oldest != nil {
		made = append(made, constant(oldestPrice, seconds(data.At(oldest.Seen())), of, strings.TrimPrefix(oldest.Field, pricePrefix)))
	}
	return made
}

const pricePrefix = "pricing."

// isStatedPrice leaves out what follows from another price by a rule: nobody states that, so nobody can confirm it.
func isStatedPrice(e *data.Evidence) bool {
	return strings.HasPrefix(e.Field, pricePrefix) && e.Method != data.Ruled
}
