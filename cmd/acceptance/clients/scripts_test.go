//go:build proof

package clients

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// script runs a program of ours that uses somebody's JavaScript package, and decodes what it prints.
func script(t *testing.T, s shop, name string, into any) {
	t.Helper()
	home := t.TempDir()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = os.WriteFile(filepath.Join(home, name), text, 0o644)
	}
	if err == nil {
		err = os.Symlink(s.packages, filepath.Join(home, "node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(run(t, confined(t, home, "node", name, s.base)), into); err != nil {
		t.Fatal(err)
	}
}

// genaiPrices asks the package of Pydantic for prices at several hours, and around the size from which prompts cost more.
func genaiPrices(t *testing.T, s shop) {
	var said []struct {
		Model, At string
		Tokens    int64
		Price     float64
	}
	script(t, s, "genai-prices.mjs", &said)
	if len(said) < 6 {
		t.Fatalf("it says only %v", said)
	}
	for _, c := range said {
		at, err := time.Parse(time.RFC3339, c.At)
		if err != nil {
			t.Fatal(err)
		}
		cost, err := tariff.Price(s.tariff(t, c.Model), tariff.Usage{Quantities: map[data.BillingClass]int64{data.ClassInput: c.Tokens}, Requests: 1, At: at})
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.Model+" at "+c.At, c.Price, cost.Low.InexactFloat64())
		if c.Model == markedTool {
			near(t, "the marked price", c.Price, number(t, marked))
		}
	}
}

func tokenlens(t *testing.T, s shop) {
	var said struct{ USD float64 }
	script(t, s, "tokenlens.mjs", &said)
	near(t, "a million tokens", said.USD, number(t, marked))
}
