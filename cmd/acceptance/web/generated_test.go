package web

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

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
