package operating

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/doctor"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors/registry"
)

// TestDoctorAsksTheNetwork asks an Internet that answers, answers in part, tells another time, and is gone.
func TestDoctorAsksTheNetwork(t *testing.T) {
	store := fixture.Halved(t, t.TempDir())
	i := fixture.NewInternet(t)
	hosts := sites(t)
	says := func(status int, at time.Time) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", at.UTC().Format(http.TimeFormat))
			w.WriteHeader(status)
			io.WriteString(w, "User-agent: *\n")
		}
	}
	examined := func(t *testing.T, want ...string) {
		t.Helper()
		out, log, code := i.Run(t, "doctor", "--store", store, "--output", "json", "--listen", "127.0.0.1:0")
		var found doctor.Diagnosis
		if err := json.Unmarshal([]byte(out), &found); err != nil || (code == fixture.ExitError) != (found.Wrong > 0) || code > fixture.ExitError {
			t.Fatalf("exit code %d, %d checks are wrong, %v: %s%s", code, found.Wrong, err, out, log)
		}
		for _, line := range want {
			if !slices.ContainsFunc(found.Checks, func(c doctor.Check) bool {
				told := fmt.Sprintf("%s %s %s -> %s", c.State, c.Name, c.Found, c.Mend)
				return regexp.MustCompile("^" + line).MatchString(strings.TrimSuffix(told, " -> "))
			}) {
				t.Errorf("no check is %q:\n%s", line, found.Text(0))
			}
		}
	}
	t.Run("answers", func(t *testing.T) {
		i.Put("https://"+hosts[1].name+"/robots.txt", says(200, time.Now().AddDate(1, 0, 0))) // one clock is wrong, and not ours
		i.Put("https://"+hosts[2].name+"/robots.txt", says(200, time.Now().AddDate(-1, 0, 0)))
		all := fmt.Sprintf("%d of %d sites answer$", len(hosts), len(hosts))
		examined(t, "ok network "+all, "wrong time the data are ")
	})
	t.Run("one_is_down", func(t *testing.T) {
		i.Put("https://"+hosts[0].name+"/robots.txt", says(503, time.Now()))
		examined(t, "warning network "+regexp.QuoteMeta(hosts[0].name)+`: status 503: the site itself has failed .* -> pricepoint sources --check --only `+hosts[0].sources[0],
			fmt.Sprintf("ok network %d of %d sites answer$", len(hosts)-1, len(hosts)))
	})
	t.Run("another_time", func(t *testing.T) {
		for _, h := range hosts[1:] {
			i.Put("https://"+h.name+"/robots.txt", says(200, time.Now().Add(-time.Hour)))
		}
		examined(t, `wrong time the clock says \S+, which is \d+ minutes ahead of what \d+ sites say -> timedatectl`)
	})
	t.Run("gone", func(t *testing.T) {
		i.Env = append(i.Env, "HTTPS_PROXY=http://127.0.0.1:1")
		examined(t, fmt.Sprintf("wrong network none of %d sites answers; .*connection refused -> look at the way", len(hosts)))
	})
}

// site is a host that sources are read from.
type site struct {
	name    string
	sources []string
}

// sites are all of them, by name.
func sites(t *testing.T) []site {
	t.Helper()
	sources := map[string][]string{}
	for _, s := range registry.All() {
		if s.Untried {
			continue // it is not asked
		}
		for _, alternatives := range s.Requests {
			address, err := url.Parse(alternatives[0].URL)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(sources[address.Host], s.Name) {
				sources[address.Host] = append(sources[address.Host], s.Name)
			}
		}
	}
	var all []site
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		all = append(all, site{name, sources[name]})
	}
	return all
}
