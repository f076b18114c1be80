package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/prometheus/promql/parser"
)

// operations is where what operators install is kept.
var operations = filepath.Join("..", "..", "config")

// query is a query of a dashboard or a rule.
type query struct {
	where, expr string
}

// TestQueriesNameOurMetrics reads every query as Prometheus does, and looks for each metric among those the server has.
func TestQueriesNameOurMetrics(t *testing.T) {
	known := metricNames(t)
	queries := slices.Concat(ruleQueries(t), dashboardQueries(t, "operators"), dashboardQueries(t, "data"))
	for _, q := range queries {
		expr, err := parser.NewParser(parser.Options{}).ParseExpr(q.expr)
		if err != nil {
			t.Errorf("%s: %v in\n%s", q.where, err, q.expr)
			continue
		}
		parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
			if selector, ok := node.(*parser.VectorSelector); ok && !slices.Contains(known, selector.Name) {
				t.Errorf("%s asks for %s, which nobody exports", q.where, selector)
			}
			return nil
		})
	}
	if len(queries) < 40 {
		t.Errorf("found only %d queries", len(queries))
	}
}

// metricNames are those of a server that has been asked, of our rules, and of Prometheus itself.
func metricNames(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	if err := writeArchives(dir); err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(dir, "store")
	refresh(t, store, filepath.Join(dir, "bad.warc.gz"), "2026-01-10T00:00:00Z") // so that something fails
	base := start(t, "serve", "--store", store)
	var exported string
	eventually(t, "the server has its metrics", func() bool {
		get(t, base+"/api/tools.json")
		_, exported = get(t, base+"/metrics")
		return strings.Contains(exported, "pricepoint_source_duration_seconds{")
	})
	names := append([]string{"up", "ALERTS"}, unique(exported, `(?m)^(\w+)[{ ]`)...)
	for _, group := range readRules(t, "rules.yml").Groups {
		for _, rule := range group.Rules {
			names = append(names, rule.Record)
		}
	}
	return names
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
