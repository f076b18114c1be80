package guides

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestClientFromAnotherModule compiles a program in a module of its own, with the replace line that the guide shows. It reads
// signed prices of a real server, also when that has ended, and refuses those of a server with another key.
func TestClientFromAnotherModule(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("main.go", libraryProgram(t))
	write("go.mod", "module library\n\ngo 1.26.0\n\nrequire pricepoint v0.0.0\n\nreplace pricepoint => "+fixture.Root()+"\n")
	sums, err := os.ReadFile(filepath.Join(fixture.Root(), "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write("go.sum", string(sums))
	fixture.Output(t, dir, "go", "build", "-mod=mod", "-o", "library", ".")

	archives, store := t.TempDir(), filepath.Join(t.TempDir(), "store")
	if err := fixture.WriteArchives(archives); err != nil {
		t.Fatal(err)
	}
	keys := fixture.SigningKeys()
	t.Setenv("PRICEPOINT_SIGN_KEY", filepath.Join(keys, "minisign.key"))
	built.Refresh(t, store, filepath.Join(archives, "good.warc.gz"), "2026-01-05T00:00:00Z")
	key, folder := filepath.Join(keys, "minisign.pub"), t.TempDir()

	var want string
	t.Run("while it serves", func(t *testing.T) {
		base := built.ServeStore(t, store)
		var tools data.ToolsDocument
		built.GetJSON(t, base+"/"+data.ToolsPath, &tools)
		opus := tools.Tools[slices.IndexFunc(tools.Tools, func(t data.Tool) bool { return t.ID == "claude-opus-5" })]
		want = fmt.Sprintf("%s costs %s USD per million input tokens, of %d tools, true\n", opus.Name, opus.Pricing.Input, tools.TotalTools)
		if got := fixture.Output(t, dir, "./library", base, key, folder); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		other := filepath.Join(t.TempDir(), "other.pub")
		if err := os.WriteFile(other, []byte("RWTITprLkcu3JxAPHRoFajjHZfOqEqGWEhR0JMTWLE2AaEShCM+ULnPs"), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(filepath.Join(dir, "library"), base, other, t.TempDir()).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "no valid signature of this key") {
			t.Errorf("with another key: %v %s", err, out)
		}
	})
	if got := fixture.Output(t, dir, "./library", "http://127.0.0.1:1", key, folder); got != want {
		t.Errorf("from the copy: %q, want %q", got, want)
	}
}

// libraryProgram is a program that reads prices with our client.
func libraryProgram(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "library.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
