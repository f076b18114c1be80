//go:build proof

package operating

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/config"
)

// manifest is as much of a manifest as these tests need.
type manifest struct {
	Kind     string
	Metadata struct {
		Name   string
		Labels map[string]string
	}
	Data map[string]string
	Spec struct {
		Selector    any // labels, or an object with matchLabels
		Ports       []manifestPort
		Endpoints   []manifestPort
		Template    podTemplate
		Groups      []any
		JobTemplate struct {
			Spec struct{ Template podTemplate }
		} `yaml:"jobTemplate"`
	}
}

type manifestPort struct {
	Name, Port, TargetPort, Path string
	ContainerPort                string `yaml:"containerPort"`
}

type podTemplate struct {
	Metadata struct{ Labels map[string]string }
	Spec     podSpec
}

type podSpec struct {
	Containers []struct {
		Args      []string
		Ports     []manifestPort
		Liveness  probeSpec `yaml:"livenessProbe"`
		Readiness probeSpec `yaml:"readinessProbe"`
	}
	Grace int `yaml:"terminationGracePeriodSeconds"`
}

type probeSpec struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
}

// manifests returns them by kind; of service accounts and network policies there are two.
func manifests(t *testing.T) map[string]manifest {
	t.Helper()
	all := map[string]manifest{}
	for _, text := range manifestTexts(t) {
		var m manifest
		if err := yaml.Unmarshal(text, &m); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		all[m.Kind] = m
	}
	return all
}

// pods are the pods of both kinds, with what they run.
func pods(t *testing.T) map[string]podTemplate {
	all := manifests(t)
	return map[string]podTemplate{"serve": all["Deployment"].Spec.Template, "refresh": all["CronJob"].Spec.JobTemplate.Spec.Template}
}

// TestPodsRunTheProgram holds what the cluster is told against what the program knows.
func TestPodsRunTheProgram(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "pricepoint.yaml")
	if err := os.WriteFile(settings, []byte(manifests(t)["ConfigMap"].Data["pricepoint.yaml"]), 0o644); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Options{File: settings, Getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	for name, pod := range pods(t) {
		if want := []string{"--config", "/etc/pricepoint/pricepoint.yaml", name}; !slices.Equal(pod.Spec.Containers[0].Args, want) {
			t.Errorf("%s is started with %v, want %v", name, pod.Spec.Containers[0].Args, want)
		}
	}
	pod := pods(t)["serve"].Spec
	listening := map[string]string{"http": cfg.Server.Listen, "metrics": cfg.Server.MetricsListen}
	opened := map[string]string{}
	for _, p := range pod.Containers[0].Ports {
		opened[p.Name] = ":" + p.ContainerPort
	}
	if diff := cmp.Diff(listening, opened); diff != "" {
		t.Errorf("ports (-settings +pod):\n%s", diff)
	}
	if grace := time.Duration(pod.Grace) * time.Second; grace <= cfg.Server.Drain+cfg.Server.Shutdown {
		t.Errorf("a pod is killed after %s, while it may take %s and %s to end", grace, cfg.Server.Drain, cfg.Server.Shutdown)
	}
	base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	for _, probe := range []probeSpec{pod.Containers[0].Liveness, pod.Containers[0].Readiness} {
		if status, _ := fixture.Get(t, base+probe.HTTPGet.Path); status != http.StatusOK || probe.HTTPGet.Port != "http" {
			t.Errorf("the probe of %s, port %s, is answered with %d", probe.HTTPGet.Path, probe.HTTPGet.Port, status)
		}
	}
}

// TestManifestsFindOneAnother follows the labels and the names of ports.
func TestManifestsFindOneAnother(t *testing.T) {
	all := manifests(t)
	labels := pods(t)["serve"].Metadata.Labels
	for _, kind := range []string{"Deployment", "Service", "PodDisruptionBudget"} {
		wanted := selected(all[kind].Spec.Selector)
		if !subset(wanted, labels) || len(wanted) == 0 {
			t.Errorf("the %s selects %v, the pods have %v", kind, wanted, labels)
		}
		if subset(wanted, pods(t)["refresh"].Metadata.Labels) {
			t.Errorf("the %s selects the pods that refresh, too", kind)
		}
	}
	if wanted := selected(all["ServiceMonitor"].Spec.Selector); !subset(wanted, all["Service"].Metadata.Labels) {
		t.Errorf("the ServiceMonitor selects %v, the Service has %v", wanted, all["Service"].Metadata.Labels)
	}
	if name := all["Service"].Metadata.Name; name != "pricepoint" {
		t.Errorf("the Service is named %s; the alerts know the job pricepoint", name)
	}
	scraped := all["ServiceMonitor"].Spec.Endpoints[0]
	if !slices.ContainsFunc(all["Service"].Spec.Ports, func(p manifestPort) bool { return p.Name == scraped.Port }) || scraped.Path != "/metrics" {
		t.Errorf("the ServiceMonitor scrapes %+v", scraped)
	}
}

// selected are the labels that a selector of either form wants.
func selected(selector any) map[string]any {
	labels, _ := selector.(map[string]any)
	if inner, ok := labels["matchLabels"].(map[string]any); ok {
		return inner
	}
	return labels
}

func subset(wanted map[string]any, labels map[string]string) bool {
	for name, value := range wanted {
		if labels[name] != value {
			return false
		}
	}
	return true
}

// TestPrometheusRuleIsOurRules gives a cluster the rules of config/prometheus; -update writes them anew.
func TestPrometheusRuleIsOurRules(t *testing.T) {
	var made strings.Builder
	made.WriteString("# The rules and alerts of config/prometheus for the Prometheus Operator. Change them there, then\n" +
		"# go test ./cmd/acceptance/operating -run PrometheusRule -update\napiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\n" +
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
