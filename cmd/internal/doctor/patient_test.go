package doctor

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data/store"
)

// patient is an installation that the doctor looks at, and the flags it is given.
type patient struct {
	store string
	now   time.Time
	args  []string
}

// examined examines a patient offline. The settings come from its flags, a file and the environment, as on the command line.
func examined(t *testing.T, p patient) Diagnosis {
	t.Helper()
	flags := pflag.NewFlagSet("doctor", pflag.ContinueOnError)
	file := flags.String("config", "", "")
	flags.String("store", "", "")
	flags.String("listen", "127.0.0.1:8080", "")
	if err := flags.Parse(append(p.args, "--store", p.store)); err != nil {
		t.Fatal(err)
	}
	again := " --store " + ShellQuoted(p.store)
	if *file != "" {
		again = " --config " + ShellQuoted(*file) + again
	}
	r := fixture.Refresher(t, os.TempDir())
	r.Now = func() time.Time { return p.now }
	var err error
	if r.Config, err = config.Load(config.Options{File: *file, Flags: map[string]*pflag.Flag{"store": flags.Lookup("store"), "server.listen": flags.Lookup("listen")}}); err != nil {
		err = terminal.Usage(err)
	} else if r.Store, err = store.At(t.Context(), r.Config.Store); err == nil {
		r.Keys, err = store.NewKeys(r.Config.Sign.Key, r.Config.Sign.PublicKey, func() string { return "" })
		r.Store.Use(r.Keys)
	}
	found, err := Examine(t.Context(), Patient{Refresher: r, File: *file, Again: again, Offline: true}, err)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// versionServer is a server of some version, at an address to give to --listen.
func versionServer(t *testing.T, version string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"version": %q}`, version)
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// alter writes the file of the newest snapshot anew.
func alter(t *testing.T, location string, change func([]byte) []byte) {
	t.Helper()
	alterFile(t, filepath.Join(location, "snapshots", fixture.Newer+".zip"), change)
}

func flip(file []byte) []byte { file[len(file)/2] ^= 1; return file }

func alterFile(t *testing.T, file string, change func([]byte) []byte) {
	t.Helper()
	body, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, change(body), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func testKey(name string) string { return filepath.Join(fixture.SigningKeys(), name) }

// wantLine looks for a check among those that were made.
func wantLine(t *testing.T, found Diagnosis, want string) {
	t.Helper()
	line := regexp.MustCompile("^" + want)
	if !slices.ContainsFunc(found.Checks, func(c Check) bool {
		return line.MatchString(strings.TrimSuffix(fmt.Sprintf("%s %s %s -> %s", c.State, c.Name, c.Found, c.Mend), " -> "))
	}) {
		t.Errorf("no check is %q:\n%s", want, found.Text(0))
	}
	for _, c := range found.Checks {
		if (c.State == Well) != (c.Mend == "") || strings.Contains(c.Found, "\n") || strings.Contains(c.Found, "hidden") {
			t.Errorf("check %+v: one line, no secret, and a command exactly when it is not well", c)
		}
	}
}

func written(t *testing.T, settings string) string {
	t.Helper()
	dir := t.TempDir()
	fixture.Ruin(t, dir, "p.yaml", []byte(settings))
	return filepath.Join(dir, "p.yaml")
}
