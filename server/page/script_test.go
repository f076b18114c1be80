package page

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// modules lays the scripts out as a browser sees them and returns their folder. Without node the test skips.
func modules(t *testing.T) (node, dir string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node, which runs the scripts, is not installed")
	}
	dir = t.TempDir()
	files := map[string][]byte{"package.json": []byte(`{"type": "module"}`)}
	for _, a := range Assets() {
		files[path.Base(a.Address)] = a.Body
	}
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return node, dir
}

// TestScriptsParse lets node read every script as a module.
func TestScriptsParse(t *testing.T) {
	node, dir := modules(t)
	for _, a := range Assets() {
		if path.Ext(a.Address) != ".js" {
			continue
		}
		if out, err := exec.Command(node, "--check", filepath.Join(dir, path.Base(a.Address))).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", a.Address, out)
		}
	}
}

// run lets node run a program beside the scripts and returns what it prints.
func run(t *testing.T, program string, input any) []byte {
	t.Helper()
	node, dir := modules(t)
	body, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"program.js": []byte(program), "input.json": body} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(node, filepath.Join(dir, "program.js"))
	c.Dir = dir
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	return out
}

// TestScriptsWriteNumbersAsTheServer lets number.js write what number.go writes.
func TestScriptsWriteNumbersAsTheServer(t *testing.T) {
	numbers := []string{"0", "5", "0.5", "0.05", "12.345", "999.5", "999.4", "1000", "1234567.891", "0.00034849", "0.000348", "9.995", "0.0099951", "1e-7", "25e2"}
	random := rand.New(rand.NewPCG(20, 11))
	for range 2000 {
		n := data.Int(random.Int64N(1_000_000_000))
		numbers = append(numbers, data.Number{Decimal: n.Shift(-random.Int32N(12))}.String())
	}
	type written struct{ Amount, Price string }
	var want, got []written
	for _, text := range numbers {
		n := data.MustNumber(text)
		want = append(want, written{facts.Amount(n), facts.Price(n)})
	}
	out := run(t, `import { readFileSync } from "node:fs";
		import { amount, price } from "./number.js";
		console.log(JSON.stringify(JSON.parse(readFileSync("input.json", "utf8")).map((n) => ({ Amount: amount(n), Price: price(n) }))));`, numbers)
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i := range numbers {
		if diff := cmp.Diff(want[i], got[i]); diff != "" {
			t.Errorf("%s (-server +script):\n%s", numbers[i], diff)
		}
	}
}

// TestPureScripts runs the tests of the modules that touch no page.
func TestPureScripts(t *testing.T) {
	program, err := os.ReadFile(filepath.Join("testdata", "pure.js"))
	if err != nil {
		t.Fatal(err)
	}
	run(t, string(program), nil)
}
