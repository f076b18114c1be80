//go:build proof

package clients

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestPrograms starts one server for all programs.
func TestPrograms(t *testing.T) {
	s := newShop(t)
	for _, c := range []struct {
		name string
		run  func(*testing.T, shop)
	}{
		{"opencode by its list", openCodeByList}, {"opencode by its settings", openCodeBySettings},
		{"genai-prices", genaiPrices}, {"tokenlens", tokenlens},
		{"ccusage", ccusage}, {"tokscale", tokscale}, {"tokscale with the map of LiteLLM", tokscaleWithLiteLLM},
		{"catwalk", catwalk},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, s)
		})
	}
}

// write writes a file of the user's.
func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// near compares what a program reckoned in binary fractions with what is exact.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	t.Logf("%s: %v USD", what, got)
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s costs %v, want %v", what, got, want)
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// openCodeCost is how opencode shows prices, in USD per million tokens.
type openCodeCost struct {
	Input, Output float64
	Cache         struct{ Read, Write float64 }
}

// openCodeModels are the models of Anthropic that opencode shows when it is run with "models anthropic --verbose", by id.
func openCodeModels(t *testing.T, c *exec.Cmd) map[string]openCodeCost {
	t.Helper()
	c.Env = append(c.Env, "ANTHROPIC_API_KEY=x")
	models := map[string]openCodeCost{}
	out := run(t, c)
	for rest := out; ; {
		_, after, found := bytes.Cut(rest, []byte("anthropic/"))
		if !found {
			break
		}
		id, body, _ := bytes.Cut(after, []byte("\n"))
		dec := json.NewDecoder(bytes.NewReader(body))
		var model struct{ Cost openCodeCost }
		if err := dec.Decode(&model); err != nil {
			t.Fatalf("%s: %v\n%s", id, err, body)
		}
		models[string(id)] = model.Cost
		rest = body[dec.InputOffset():]
	}
	if len(models) == 0 {
		t.Fatalf("opencode shows no model:\n%s", out)
	}
	return models
}

// openCodeByList compares what opencode shows of our list with what it shows of the list below: only what was replaced
// differs.
func openCodeByList(t *testing.T, s shop) {
	const shown = "; opencode models anthropic --verbose --refresh"
	ours := openCodeModels(t, s.typed(t, t.TempDir(), "OPENCODE_MODELS_URL", shown))
	near(t, "input", ours[markedTool].Input, number(t, marked))
	plain := confined(t, t.TempDir(), filepath.Join(s.bin("opencode-linux-x64"), "opencode"), "models", "anthropic", "--verbose", "--refresh")
	plain.Env = append(plain.Env, "OPENCODE_MODELS_URL="+upstream(t, s))
	theirs := openCodeModels(t, plain)
	differ := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(theirs)) {
		if theirs[id] != ours[id] {
			differ[id] = true
		}
	}
	replaced := map[string]bool{}
	for _, r := range exportOf(t, s, "models.dev").Replaced {
		if id, in := strings.CutPrefix(r.At, "/anthropic/models/"); in {
			id, _, _ = strings.Cut(id, "/")
			replaced[id] = true
		}
	}
	if diff := cmp.Diff(replaced, differ); diff != "" || len(ours) != len(theirs) {
		t.Errorf("opencode shows %d models, and %d of the list below; other prices (-replaced +shown):\n%s", len(ours), len(theirs), diff)
	}
}

// upstream serves the list of models.dev that our overlay lies on.
func upstream(t *testing.T, s shop) (base string) {
	t.Helper()
	want := exportOf(t, s, "models.dev").Upstream
	if want == nil {
		t.Fatal("the index does not say what the overlay lies on")
	}
	file, err := os.Open(filepath.Join(filepath.Dir(fixture.Recorded(t)), "aggregators", "models.dev", "api@2026-09-30.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(body)) != want.Size {
		t.Fatalf("the overlay lies on %d bytes of %s, not on the %d of the capture", want.Size, want.FetchedAt, len(body))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(body) }))
	t.Cleanup(server.Close)
	return server.URL
}

// exportOf is a line of the index.
func exportOf(t *testing.T, s shop, format string) data.Export {
	t.Helper()
	var index data.ExportIndex
	if err := json.Unmarshal(s.get(t, "/api/compat/"), &index); err != nil {
		t.Fatal(err)
	}
	for _, e := range index.Exports {
		if e.Format == format {
			return e
		}
	}
	t.Fatalf("the index has no %s", format)
	return data.Export{}
}

// openCodeBySettings lays our settings over the list that opencode brings along.
func openCodeBySettings(t *testing.T, s shop) {
	home := t.TempDir()
	settings := filepath.Join(home, ".config", "opencode", "opencode.json")
	write(t, settings, `{"theme": "opencode"}`)
	c := s.typed(t, home, "pricepoint export opencode", " >&2 && opencode models anthropic --verbose")
	c.Env = append(c.Env, "OPENCODE_DISABLE_MODELS_FETCH=1")
	models := openCodeModels(t, c)
	near(t, "input", models[markedTool].Input, number(t, marked))
	near(t, "output", models[markedTool].Output, 25)
	near(t, "cache writes", models[markedTool].Cache.Write, 6.25)
}

// ccusage bills a session of a million tokens of input and a hundred thousand of output.
func ccusage(t *testing.T, s shop) {
	home := t.TempDir()
	session := filepath.Join(home, ".claude", "projects", "p", "s.jsonl")
	write(t, session, `{"timestamp":"2026-11-22T10:00:00.000Z","sessionId":"s","version":"1.0.0","requestId":"r1",`+
		`"message":{"id":"m1","model":"`+markedTool+`","usage":{"input_tokens":1000000,"output_tokens":100000,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}`+"\n")
	c := s.typed(t, home, "ccusage claude daily", " --json --offline")
	var bill struct{ Totals struct{ TotalCost float64 } }
	if err := json.Unmarshal(run(t, c), &bill); err != nil {
		t.Fatal(err)
	}
	near(t, "the session", bill.Totals.TotalCost, number(t, marked)+2.5)
}

// tokscalePrice is what tokscale says a model costs, with what it warns of.
func tokscalePrice(t *testing.T, s shop, home, model string) (input float64, source, warnings string) {
	t.Helper()
	c := confined(t, home, filepath.Join(s.bin("@tokscale/cli-linux-x64-gnu"), "tokscale"), "pricing", model, "--json", "--no-spinner")
	var log strings.Builder
	c.Stderr = &log
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
	var said struct {
		Source  string
		Pricing struct{ InputCostPerToken float64 }
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	return said.Pricing.InputCostPerToken, said.Source, log.String()
}

func tokscale(t *testing.T, s shop) {
	home := t.TempDir()
	run(t, s.typed(t, home, "custom-pricing.json", ""))
	for model, want := range map[string]float64{markedTool: number(t, marked), "MiniMax-M3": 0.6} {
		input, source, warnings := tokscalePrice(t, s, home, model)
		near(t, "a token of "+model, input, want/1e6)
		if source != "Custom" || strings.Contains(warnings, "custom pricing") {
			t.Errorf("the price of %s is from %s:\n%s", model, source, warnings)
		}
	}
}

// tokscaleWithLiteLLM puts the map of LiteLLM where tokscale takes it too.
func tokscaleWithLiteLLM(t *testing.T, s shop) {
	home := t.TempDir()
	custom := slices.Concat([]byte(`{"models":`), s.get(t, "/api/compat/litellm-bare.json"), []byte("}"))
	write(t, filepath.Join(home, ".config", "tokscale", "custom-pricing.json"), string(custom))
	input, source, _ := tokscalePrice(t, s, home, markedTool)
	near(t, "a token", input, number(t, marked)/1e6)
	if source != "Custom" {
		t.Errorf("the price is from %s", source)
	}
}
