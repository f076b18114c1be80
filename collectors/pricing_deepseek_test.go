package collectors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the label of all prices says of off-peak hours is no condition of each price.
func TestDeepSeekBlockLabelIsNoWindow(t *testing.T) {
	body, err := os.ReadFile(filepath.Join("testdata", "pricing_deepseek", "discount", "1.html"))
	if err != nil {
		t.Fatal(err)
	}
	labelled := strings.Replace(string(body), ">PRICING<", ">PRICING (OFF-PEAK: -50%)<", 1)
	found, err := parseDeepSeek([]Document{{Body: []byte(labelled)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range found {
		if o.Qualifiers.Window != "" {
			t.Errorf("%s of %s holds in window %q, want none", o.Field, o.Subject, o.Qualifiers.Window)
		}
	}
}
