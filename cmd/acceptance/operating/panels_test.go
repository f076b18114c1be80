//go:build proof

package operating

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestEveryPanelHasData runs a real Prometheus with our configuration, which scrapes a real server that is being read,
// and asks every query of every dashboard.
func TestEveryPanelHasData(t *testing.T) {
	fixture.Need(t, "prometheus", "prometheus")
	base := fixture.ServeStore(t, fixture.TwoWeeks(t))
	prometheus := startPrometheus(t, strings.TrimPrefix(base, "http://"))

	for _, name := range []string{"operators", "data"} {
		for _, q := range dashboardQueries(t, name) {
			fixture.Eventually(t, q.where+" has data", func() bool {
				readALittle(t, base)
				return hasData(t, prometheus, q.expr)
			})
		}
	}
	checkRuleHealth(t, prometheus)
	for _, q := range runbookQueries(t) {
		hasData(t, prometheus, q.expr) // or not: it has to be a query
	}
}

// startPrometheus runs it with our files, which it reads faster than in the field. It returns the address of its API.
func startPrometheus(t *testing.T, target string) (api string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"prometheus.yml", "rules.yml", "alerts.yml"} {
		text, err := os.ReadFile(filepath.Join(operations, "prometheus", name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "prometheus.yml" {
			faster := strings.NewReplacer("interval: 30s", "interval: 250ms", "127.0.0.1:8081", target)
			text = []byte(faster.Replace(string(text)))
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := newSocket(t)
	address := l.Addr().String()
	l.Close() // Prometheus must be told a port
	var log bytes.Buffer
	c := exec.Command("prometheus", "--config.file="+filepath.Join(dir, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+address)
	c.Stderr = &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if fixture.Stop(t, c); t.Failed() {
			t.Logf("Prometheus says:\n%s", log.String())
		}
	})
	api = "http://" + address
	fixture.Eventually(t, "Prometheus is ready", func() bool {
		resp, err := http.Get(api + "/-/ready")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return api
}

// readALittle asks as readers do: for whole documents, for changes, for what is not there.
func readALittle(t *testing.T, base string) {
	t.Helper()
	fixture.Get(t, base+"/api/tools.json")
	fixture.Get(t, base+"/nowhere")
	again, err := http.NewRequest(http.MethodGet, base+"/api/tools.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Header.Set("If-None-Match", "*")
	resp, err := http.DefaultClient.Do(again)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

// hasData asks a query and reports whether a number comes back.
func hasData(t *testing.T, prometheus, expr string) bool {
	t.Helper()
	status, body := fixture.Get(t, prometheus+"/api/v1/query?query="+url.QueryEscape(expr))
	var answer struct {
		Data struct {
			Result []struct{ Value [2]any }
		}
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK {
		t.Fatalf("Prometheus answers %d to %s: %s", status, expr, body)
	}
	for _, sample := range answer.Data.Result {
		if sample.Value[1] != "NaN" {
			return true
		}
	}
	return false
}

// checkRuleHealth looks whether every rule could be evaluated on real series, of which a unit test knows only some.
func checkRuleHealth(t *testing.T, prometheus string) {
	t.Helper()
	var answer struct {
		Data struct {
			Groups []struct {
				Rules []struct{ Name, Health, LastError string }
			}
		}
	}
	fixture.GetJSON(t, prometheus+"/api/v1/rules", &answer)
	rules := 0
	for _, group := range answer.Data.Groups {
		for _, r := range group.Rules {
			rules++
			if r.Health != "ok" {
				t.Errorf("the rule %s is %s: %s", r.Name, r.Health, r.LastError)
			}
		}
	}
	if want := len(ruleQueries(t)); rules != want {
		t.Errorf("Prometheus has %d rules, the files have %d", rules, want)
	}
}
