package commands

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pricepoint/cmd/internal/fixture"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect")

// TestScripts runs the command line as its users do. Each script finds three archives in $WORK: good.warc.gz holds
// a page of every source on 2026-01-02, bad.warc.gz holds what goes wrong a week later, other.warc.gz nothing we ask for.
func TestScripts(t *testing.T) {
	archives := t.TempDir()
	if err := fixture.WriteArchives(archives); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			return os.CopyFS(env.WorkDir, os.DirFS(archives))
		},
	})
}
