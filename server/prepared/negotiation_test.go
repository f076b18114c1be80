package prepared

import (
	"cmp"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// resource has a representation in every encoding, all of another length.
func resource() *Resource {
	body := []byte(strings.Repeat("the same again, ", 100))
	modified := time.Date(2026, 11, 16, 3, 0, 0, 0, time.UTC)
	return NewMaker(nil).Make("/api/tools.json", JSON, data.Document{Body: body}, modified)
}

// pieces are what headers are made of at random: words of the grammar, and what comes close to it.
var pieces = []string{
	"gzip", "GZIP", "x-gzip", "X-GZip", "br", "Br", "zstd", "identity", "Identity", "*", "compress", "deflate", "x-br", "",
	",", ",", ",", " ", "\t", ";", ";q=", ";Q=", "; q=", " ;\tQ=", ";q =", ";q= ", "q=",
	"0", "1", "0.", "1.", "0.0", "0.5", "0.123", "0.124", "0.999", "1.0", "1.000", "1.001", "0.0000", "2", "-1", "0.5x", ".5", "00.5", "1e-3",
	`"`, "=", "\x00", "ä",
}

// randomHeader says something about encodings, in one line, several or none.
func randomHeader(random *rand.Rand) []string {
	var lines []string
	for range random.IntN(3) {
		var b strings.Builder
		for range random.IntN(6) {
			if random.IntN(3) > 0 { // an element as clients write them
				b.WriteString(pieces[random.IntN(13)])
				if random.IntN(2) == 0 {
					b.WriteString(pieces[20+random.IntN(4)] + pieces[27+random.IntN(12)])
				}
				b.WriteString(",")
				continue
			}
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		lines = append(lines, b.String())
	}
	return lines
}

// TestEncodingsAreChosenAsTheStandardSays compares what is sent after 18,000 random headers with a model that is written
// from the grammar of RFC 9110 alone.
func TestEncodingsAreChosenAsTheStandardSays(t *testing.T) {
	r := resource()
	random := rand.New(rand.NewPCG(9110, 1253))
	chosen := map[string]int{}
	for range 18_000 {
		lines := randomHeader(random)
		got := "none"
		if rep := r.negotiate(http.Header{"Accept-Encoding": lines}); rep != nil {
			got = rep.Encoding
		}
		chosen[got]++
		if want := modelled(lines, r); got != want {
			t.Errorf("Accept-Encoding %q: %s is sent, want %s", lines, got, want)
		}
	}
	for _, encoding := range []string{"none", "identity", "gzip", "zstd", "br"} {
		if chosen[encoding] < 100 {
			t.Errorf("%s is chosen %d times; the test shows little", encoding, chosen[encoding])
		}
	}
}

// The grammar of an element of Accept-Encoding.
var (
	token    = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
	qvalue   = `0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?`
	elements = regexp.MustCompile(`^[ \t]*(` + token + `)(?:[ \t]*;[ \t]*[qQ]=(` + qvalue + `))?[ \t]*$`)
)

// modelled is the encoding to send: of those that are acceptable the one with the largest weight, and of equal ones
// the smallest. Plain bytes that are only not refused come last.
func modelled(lines []string, r *Resource) string {
	stated := map[string]float64{}
	for _, element := range strings.Split(strings.Join(lines, ","), ",") {
		m := elements.FindStringSubmatch(element)
		if m == nil {
			continue
		}
		name := strings.ToLower(m[1])
		if name == "x-gzip" {
			name = "gzip"
		}
		q, err := strconv.ParseFloat(cmp.Or(m[2], "1"), 64)
		if _, twice := stated[name]; !twice && err == nil {
			stated[name] = q
		}
	}
	type offer struct {
		name string
		q    float64
		size int
	}
	var offers []offer
	for _, rep := range r.forms {
		q, listed := stated[rep.Encoding]
		if !listed {
			q, listed = stated["*"]
		}
		if !listed && rep.Encoding == "identity" {
			q = 0.0001
		}
		if q > 0 {
			offers = append(offers, offer{rep.Encoding, q, len(rep.Body)})
		}
	}
	if len(offers) == 0 {
		return "none"
	}
	return slices.MinFunc(offers, func(a, b offer) int { return cmp.Or(cmp.Compare(b.q, a.q), cmp.Compare(a.size, b.size)) }).name
}
