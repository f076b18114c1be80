package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPromtool lets Prometheus check its configuration and its rules, and run the tests of the rules.
func TestPromtool(t *testing.T) {
	needTools(t, "prometheus", "promtool")
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

// alertTests is a file of promtool's.
type alertTests struct {
	Tests []struct {
		AlertRuleTest []struct {
			Alertname string           `yaml:"alertname"`
			ExpAlerts []map[string]any `yaml:"exp_alerts"`
		} `yaml:"alert_rule_test"`
	}
}

// TestEveryAlertIsTested wants each to fire once and not to fire once.
func TestEveryAlertIsTested(t *testing.T) {
	tested := map[string]map[bool]bool{}
	for _, name := range []string{"data_test.yml", "server_test.yml"} {
		var file alertTests
		readYAML(t, filepath.Join(operations, "prometheus", name), &file)
		for _, test := range file.Tests {
			for _, expected := range test.AlertRuleTest {
				if tested[expected.Alertname] == nil {
					tested[expected.Alertname] = map[bool]bool{}
				}
				tested[expected.Alertname][len(expected.ExpAlerts) > 0] = true
			}
		}
	}
	for _, a := range alerts(t) {
		for fires, what := range map[bool]string{true: "fires", false: "does not fire"} {
			if !tested[a.Alert][fires] {
				t.Errorf("no test in which %s %s", a.Alert, what)
			}
		}
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
