package commands

import (
	"errors"
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
// And it finds stores: week has been refreshed from good.warc.gz on 2026-01-03, weeks from bad.warc.gz a week later as well,
// and found has findings of every kind.
func TestScripts(t *testing.T) { runScripts(t, "script") }

func runScripts(t *testing.T, folder string) {
	t.Helper()
	archives, stores := t.TempDir(), map[string]string{"week": fixture.OneWeek(t), "weeks": fixture.TwoWeeks(t), "found": found(t)}
	fixture.WriteArchives(t, archives)
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", folder),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GOGC", "800") // each program runs for a moment only
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			err := os.CopyFS(env.WorkDir, os.DirFS(archives))
			for name, store := range stores {
				err = errors.Join(err, os.CopyFS(filepath.Join(env.WorkDir, name), os.DirFS(store)))
			}
			return err
		},
	})
}
