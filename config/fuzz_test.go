package config

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzFile loads whatever somebody has typed into the file: it is refused with the file and a line, or what holds then can
// be written down and means the same.
func FuzzFile(f *testing.F) {
	shipped, err := os.ReadFile("pricepoint.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(shipped)
	for _, text := range []string{
		"server:\n  poll: 7s\n", "server.poll: 7s\n", "collect: {only: [a], disable: [b, b]}\n", "log:\n", "- a\n", "server: {listen: \":0\", metrics_listen: ':0'}\n",
		"store: ~/x\n", "store: s3://b?secret=x\n", "server: {public_url: 'https://u:p@x'}\n", "server: {max_header_bytes: 9223372036854775808}\n", "refresh: {every: 2540400h10m10.000000001s}\n",
		"a: &a\n  b: *a\n", "log: {level: !!str info}\n", "STORE: x\n", "store: x\nStore: y\n", "server: {report_url: \"mailto:a@b\"}\n", "sign: {public_key: \"RW\\nx\"}\n", "store: |\n  x\n",
	} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "p.yaml")
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		options := Options{File: path, Getenv: environment(nil)}
		cfg, err := Load(options)
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("%v does not name the file", err)
			}
			return
		}
		checkSaysTheSame(t, options, cfg)
	})
}

// checkSaysTheSame writes every setting that holds into variables, and loads those alone.
func checkSaysTheSame(t *testing.T, options Options, cfg Config) {
	t.Helper()
	if _, err := Effective(options); err != nil {
		t.Fatalf("what holds cannot be told: %v", err)
	}
	variables := map[string]string{}
	for _, s := range settingsOf(cfg) {
		switch value := s.value.(type) {
		case []string:
			variables[variable(s.key)] = strings.Join(value, ",")
			if len(value) > 0 && !cmp.Equal(splitList(strings.Join(value, ",")), value) {
				return // a name with a comma cannot stand in a variable
			}
		default:
			variables[variable(s.key)] = fmt.Sprint(value) // "" is the default wherever it is allowed
		}
	}
	again, err := Load(Options{Getenv: environment(variables)})
	if err != nil {
		t.Fatalf("what was taken from the file is refused in variables: %v", err)
	}
	if diff := cmp.Diff(cfg, again, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("variables that say the same as the file mean something else (-file +variables):\n%s", diff)
	}
}

// FuzzRedact shows any setting: who asks is never in it, nor what a parameter holds that is named like a secret, and what is
// shown is stable.
func FuzzRedact(f *testing.F) {
	for _, text := range []string{"s3://b?endpoint=https%3A%2F%2Fu%3Ap%40x", "https://u:hunter2@x/@", "https://u:p%40q@x", "s3://b?a=1&Secret_Key=hunter2", "mailto:a@b", "://@", "s3://b?token=hunter2#x", "HTTPS://u:p@x", "/a@b", "s3://b?%74oken=hunter2", "https://u:hun ter2@x", "s3://b?token=x#https://u:hun ter2%40x", "s3://b?token=x# %3A/%2Fu:p@x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seen := redact(text)
		if again := redact(seen); again != seen {
			t.Errorf("%q is shown as %q, and that as %q", text, seen, again)
		}
		u, err := url.Parse(seen)
		if err != nil || u.Scheme == "" || !strings.Contains(seen, "://") {
			return // a path
		}
		if _, has := u.User.Password(); has {
			t.Errorf("%q is shown as %q, with a password", text, seen)
		}
		for name, values := range u.Query() {
			for _, value := range values {
				if secretParameter.MatchString(name) && value != "redacted" && value != "" {
					t.Errorf("%q is shown as %q, with what %s holds", text, seen, name)
				}
			}
		}
		if _, err := json.Marshal(Setting{Key: "store", Value: seen}); err != nil {
			t.Error(err)
		}
	})
}
