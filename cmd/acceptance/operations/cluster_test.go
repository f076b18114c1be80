//go:build proof

package operations

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// TestNetworkPoliciesFitThePods wants one for each, that names ports which the pods have and lets nobody reach a refresh.
func TestNetworkPoliciesFitThePods(t *testing.T) {
	policies := 0
	for _, text := range manifestTexts(t) {
		var m manifest
		if err := yaml.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		if m.Kind != "NetworkPolicy" {
			continue
		}
		policies++
		var opened []string
		for _, rule := range m.Spec.Ingress {
			for _, p := range rule.Ports {
				opened = append(opened, p.Port)
			}
		}
		of := strings.TrimPrefix(m.Metadata.Name, "pricepoint-")
		pod := pods(t)[of]
		var listens []string
		for _, p := range pod.Spec.Containers[0].Ports {
			listens = append(listens, p.Name)
		}
		if !subset(m.Spec.PodSelector.MatchLabels, pod.Metadata.Labels) || !slices.Equal(m.Spec.PolicyTypes, []string{"Ingress", "Egress"}) {
			t.Errorf("the policy of %s is for %v, %v", of, m.Spec.PodSelector.MatchLabels, m.Spec.PolicyTypes)
		}
		if diff := cmp.Diff(listens, opened); diff != "" {
			t.Errorf("%s listens on other ports than its policy opens (-pod +policy):\n%s", of, diff)
		}
	}
	if policies != 2 {
		t.Errorf("there are %d network policies, want one each for serve and refresh", policies)
	}
}

// TestPrometheusRuleIsOurRules gives a cluster the rules of config/prometheus; -update writes them anew.
func TestPrometheusRuleIsOurRules(t *testing.T) {
	var made strings.Builder
	made.WriteString("# The rules and alerts of config/prometheus for the Prometheus Operator. Change them there, then\n" +
		"# go test ./cmd/acceptance/operations -run PrometheusRule -update\napiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\n" +
		"metadata:\n  name: pricepoint\n  labels: {app.kubernetes.io/name: pricepoint}\nspec:\n  groups:\n")
	for _, name := range []string{"rules.yml", "alerts.yml"} {
		_, groups, _ := strings.Cut(read(t, filepath.Join(operations, "prometheus", name)), "\ngroups:\n")
		for line := range strings.Lines(groups) {
			made.WriteString(strings.TrimRight("  "+line, " \n") + "\n")
		}
	}
	file := filepath.Join(operations, "kubernetes", "monitoring", "prometheusrule.yaml")
	if *update {
		if err := os.WriteFile(file, []byte(made.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(made.String(), read(t, file)); diff != "" {
		t.Errorf("%s differs from config/prometheus; run this test with -update (-want +got):\n%s", file, diff)
	}
	if got, want := len(manifests(t)["PrometheusRule"].Spec.Groups), 3; got != want {
		t.Errorf("it has %d groups of rules, want %d", got, want)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
