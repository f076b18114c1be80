package operating

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// TestPromtool lets Prometheus check its configuration and its rules, and run the tests of the rules.
func TestPromtool(t *testing.T) {
	fixture.Need(t, "prometheus", "promtool")
	for _, args := range []string{
		"check config prometheus.yml", "check rules rules.yml alerts.yml", "test rules rules_test.yml data_test.yml server_test.yml",
	} {
		t.Run(strings.ReplaceAll(args, " ", "_"), func(t *testing.T) {
			c := exec.Command("promtool", strings.Fields(args)...)
			c.Dir = filepath.Join(operations, "prometheus")
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("promtool %s: %v\n%s", args, err, out)
			}
		})
	}
}

// TestEveryAlertHasARunbook wants a paragraph for each, in the same order, with all that somebody woken needs.
func TestEveryAlertHasARunbook(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(operations, "prometheus", "runbook.md"))
	if err != nil {
		t.Fatal(err)
	}
	paragraphs := map[string]string{}
	var headings, names []string
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		heading, paragraph, _ := strings.Cut(section, "\n")
		headings, paragraphs[heading] = append(headings, heading), paragraph
	}
	for _, a := range alerts(t) {
		names = append(names, a.Alert)
		for _, part := range []string{"**Meaning.** ", "**Look at.** ", "**Do.** "} {
			if !strings.Contains(paragraphs[a.Alert], "\n"+part) {
				t.Errorf("the runbook lacks %sof %s", part, a.Alert)
			}
		}
		if want := "runbook.md#" + strings.ToLower(a.Alert); a.Annotations["runbook_url"] != want || a.Annotations["summary"] == "" {
			t.Errorf("%s has the annotations %v, want a summary and the runbook_url %s", a.Alert, a.Annotations, want)
		}
		if s := a.Labels["severity"]; s != "page" && s != "ticket" {
			t.Errorf("%s has the severity %q, want page or ticket", a.Alert, s)
		}
	}
	if diff := cmp.Diff(names, headings); diff != "" {
		t.Errorf("the runbook's headings differ from the alerts (-alerts +runbook):\n%s", diff)
	}
	for _, link := range regexp.MustCompile(`\]\(#([a-z]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if !slices.ContainsFunc(headings, func(h string) bool { return strings.ToLower(h) == link[1] }) {
			t.Errorf("the runbook links to #%s, which it does not have", link[1])
		}
	}
}

func alerts(t *testing.T) (all []rule) {
	t.Helper()
	for _, group := range readRules(t, "alerts.yml").Groups {
		all = append(all, group.Rules...)
	}
	if len(all) == 0 {
		t.Fatal("alerts.yml has no alerts")
	}
	return all
}

// query is a query of a dashboard or a rule.
type query struct {
	where, expr string
}

// rules is a file of rules.
type rules struct {
	Groups []struct {
		Rules []rule
	}
}

type rule struct {
	Record, Alert, Expr string
	Labels, Annotations map[string]string
}

func readRules(t *testing.T, name string) (read rules) {
	t.Helper()
	readYAML(t, filepath.Join(operations, "prometheus", name), &read)
	return read
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

func ruleQueries(t *testing.T) (queries []query) {
	t.Helper()
	for _, file := range []string{"rules.yml", "alerts.yml"} {
		for _, group := range readRules(t, file).Groups {
			for _, r := range group.Rules {
				queries = append(queries, query{file + ": " + r.Record + r.Alert, r.Expr})
			}
		}
	}
	return queries
}

// runbookQueries are what the runbook names between backticks that has a metric in it.
func runbookQueries(t *testing.T) (queries []query) {
	t.Helper()
	for _, expr := range matches(fixture.GuideText(t, "config/prometheus/runbook.md"), "`([^`]*\\b(?:pricepoint|process|go)_[a-z_]+[^`]*)`") {
		queries = append(queries, query{"runbook.md", expr})
	}
	if len(queries) < 5 {
		t.Errorf("found only %d queries in the runbook", len(queries))
	}
	return queries
}

// dashboard is as much of a dashboard as the tests need.
type dashboard struct {
	UID    string
	Panels []struct {
		ID      int
		Title   string
		Targets []struct{ RefID, Expr string }
	}
	Templating struct {
		List []struct {
			Name    string
			Current struct{ Value string }
		}
	}
}

// dashboardQueries are the queries of a dashboard with its variables at their defaults.
func dashboardQueries(t *testing.T, name string) (queries []query) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(operations, "grafana", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	variables := []string{"$__rate_interval", "5s"}
	for _, v := range d.Templating.List {
		variables = append(variables, "$"+v.Name, v.Current.Value)
	}
	ids := map[int]bool{}
	for _, panel := range d.Panels {
		if ids[panel.ID] {
			t.Errorf("%s has two panels %d", name, panel.ID)
		}
		ids[panel.ID] = true
		for _, target := range panel.Targets {
			queries = append(queries, query{name + ": " + panel.Title + " " + target.RefID, strings.NewReplacer(variables...).Replace(target.Expr)})
		}
	}
	return queries
}
