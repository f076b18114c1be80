package contract

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// goClient is the module that a generated client is compiled in.
const goClient = `module client

go 1.26.0

require github.com/oapi-codegen/runtime v1.6.0
`

// readWithTypeScript lets openapi-typescript make types from the contract, and a program that uses them read a price.
func readWithTypeScript(t *testing.T, base string) {
	packages := fixture.Installed(t, "CONTRACT_PACKAGES")
	dir := clientFolder(t, "read.ts")
	if err := os.Symlink(packages, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(packages, ".bin")
	fixture.Output(t, dir, filepath.Join(bin, "openapi-typescript"), "openapi.json", "--output", "api.ts")
	fixture.Output(t, dir, filepath.Join(bin, "tsc"), "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "esnext",
		"--moduleResolution", "bundler", "--lib", "es2022,dom", "read.ts")
	readsAPrice(t, base, fixture.Output(t, dir, "node", "--input-type=module", "--eval", "process.argv[2]='"+base+"'; await import('"+filepath.Join(dir, "read.js")+"')"))
}

// readWithGo does the same with oapi-codegen.
func readWithGo(t *testing.T, base string) {
	generator := fixture.Installed(t, "OAPI_CODEGEN")
	dir := clientFolder(t, "read.go")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(goClient), 0o644); err != nil {
		t.Fatal(err)
	}
	fixture.Output(t, dir, generator, "-generate", "types,client", "-package", "main", "-o", "api.go", "openapi.json")
	fixture.Output(t, dir, "go", "build", "-mod=mod", "-o", "read", ".")
	readsAPrice(t, base, fixture.Output(t, dir, filepath.Join(dir, "read"), base))
}

// clientFolder holds the contract and a program that needs a client made from it.
func clientFolder(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	for from, to := range map[string]string{
		filepath.Join(fixture.Root(), "server", "schemas", "openapi.json"): "openapi.json",
		filepath.Join("testdata", "client", program+".txt"):                program,
	} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, to), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// readsAPrice compares what a client prints with the document.
func readsAPrice(t *testing.T, base, said string) {
	t.Helper()
	var tools data.ToolsDocument
	fixture.GetJSON(t, base+"/api/tools.json", &tools)
	for _, tool := range tools.Tools {
		if tool.ID == "claude-opus-5" {
			want := fmt.Sprintf("%s costs %s USD per million input tokens, %d tools, problem: Not Found\n", tool.Name, tool.Pricing.Input, tools.TotalTools)
			if said != want {
				t.Errorf("the client says %q, want %q", said, want)
			}
			return
		}
	}
	t.Error("there is no Claude Opus 5 to ask for")
}

// TestOpenAPIIsLinted lets redocly's recommended rules look at the contract.
func TestOpenAPIIsLinted(t *testing.T) {
	dir := clientFolder(t, "read.ts")
	t.Setenv("REDOCLY_TELEMETRY", "off")
	out, err := exec.Command(filepath.Join(fixture.Installed(t, "CONTRACT_PACKAGES"), ".bin", "redocly"), "lint", "--format", "json",
		"--config", filepath.Join("testdata", "client", "redocly.yaml"), filepath.Join(dir, "openapi.json")).Output()
	var found struct {
		Totals   struct{ Errors, Warnings, Ignored int }
		Problems []struct{ RuleID, Message string }
	}
	if decoding := json.Unmarshal(out, &found); decoding != nil {
		t.Fatalf("redocly: %v, %v\n%s", err, decoding, out)
	}
	if found.Totals.Errors+found.Totals.Warnings+found.Totals.Ignored > 0 {
		t.Errorf("redocly finds %+v: %+v", found.Totals, found.Problems)
	}
}
