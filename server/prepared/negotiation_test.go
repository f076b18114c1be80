package prepared

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// TestEncodingsAreChosenAsTheStandardSays: of what is acceptable that with the largest weight, of equal ones the smallest, and plain
// bytes that are only not refused last (RFC 9110, section 12.5.3). What is not of the grammar says nothing.
func TestEncodingsAreChosenAsTheStandardSays(t *testing.T) {
	body := []byte(strings.Repeat("the same again, ", 100))
	r := new(Maker).Make("/api/tools.json", JSON, data.Document{Body: body}, time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC))
	smallest := r.forms[0].Encoding
	for lines, want := range map[string]string{
		"": "identity", "gzip": "gzip", "GZip ;\tQ=0.5, br;q=0.499": "gzip", "x-gzip": "gzip", "x-br": "identity", "deflate, compress": "identity",
		"gzip, br, zstd": smallest, "*": smallest, "*;q=0.001": smallest, "gzip;q=0.001, identity;q=0.002": "identity",
		"gzip;q=0.001": "gzip", "gzip;q=0": "identity", "gzip;q=0.": "identity", "*;q=0": "none", "identity;q=0": "none", "*;q=0, zstd;q=1.000": "zstd",
		"gzip;q=0, *;q=0.5, identity;q=0.9": "identity", "br;q=0, br": "identity", "br, br;q=0": "br", "gzip;q=0.2\nbr;q=0.1": "gzip",
		"gzip;q=1.001": "identity", "gzip;q=0.1234": "identity", "gzip;q=2": "identity", "gzip;q=.5": "identity", "gzip;q=00.5": "identity", "gzip;q=-1": "identity",
		"gzip;q=1e-3": "identity", "gzip;q =1": "identity", "gzip;q= 1": "identity", "gzip;level=1": "identity", "gzip;": "identity", "gzip br": "identity", ",, ,gzip,": "gzip",
	} {
		got := "none"
		if rep := r.negotiate(http.Header{"Accept-Encoding": strings.Split(lines, "\n")}); rep != nil {
			got = rep.Encoding
		}
		if got != want {
			t.Errorf("Accept-Encoding %q: %s is sent, want %s", lines, got, want)
		}
	}
}
