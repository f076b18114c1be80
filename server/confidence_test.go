package server_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"pricepoint/data"
	"pricepoint/server"
)

// TestConfidenceMetrics counts values by confidence, and finds the price that nobody has confirmed for the longest time:
// neither a score, nor a price that only follows from another.
func TestConfidenceMetrics(t *testing.T) {
	days := func(ago int) data.Timestamp { return data.At(monday.AddDate(0, 0, -ago)) }
	evidence := data.ProvenanceDocument{Version: data.Version(monday), LastUpdated: data.At(monday), Tools: []data.ToolProvenance{
		{ID: "first", Values: []data.Evidence{
			{Field: data.FieldInput, Method: data.Collected, Confidence: data.High, ConfirmedAt: days(1), VerifiedAt: days(400)},
			{Field: data.FieldOutput, Method: data.Curated, Confidence: data.Medium, VerifiedAt: days(90)},
			{Field: data.FieldCacheRead, Method: data.Ruled, Confidence: data.Low},
			{Field: data.FieldOverall, Method: data.Computed, Confidence: data.Medium, ConfirmedAt: days(200)},
		}},
		{ID: "second", Values: []data.Evidence{{Field: data.FieldInput, Method: data.Fed, Confidence: data.Medium, ConfirmedAt: days(60)}}},
	}}
	body, err := data.Encode(evidence)
	if err != nil {
		t.Fatal(err)
	}
	s := snapshot(t, monday)
	s.Documents = append(s.Documents, data.Document{Path: "api/provenance.json", Body: body})
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday), Version: "1.2.3"})
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	want := `
# HELP pricepoint_values Published numbers by how far they can be trusted; provenance.json tells why.
# TYPE pricepoint_values gauge
pricepoint_values{confidence="high"} 1
pricepoint_values{confidence="low"} 1
pricepoint_values{confidence="medium"} 3
# HELP pricepoint_price_oldest_confirmed_timestamp_seconds When the price that nobody has confirmed for the longest time was last found or verified; the labels name it.
# TYPE pricepoint_price_oldest_confirmed_timestamp_seconds gauge
pricepoint_price_oldest_confirmed_timestamp_seconds{kind="output",tool="first"} 1.7870220e+09
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "pricepoint_values", "pricepoint_price_oldest_confirmed_timestamp_seconds"); err != nil {
		t.Error(err)
	}
	if text := metricsOf(srv); !strings.Contains(text, `pricepoint_build_info{goversion="go`) || !strings.Contains(text, `version="1.2.3"} 1`) {
		t.Error("the metrics do not name the version of the program")
	}
}
