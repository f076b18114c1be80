//go:build proof

package operations

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
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
		PodSelector struct {
			MatchLabels map[string]any `yaml:"matchLabels"`
		} `yaml:"podSelector"`
		PolicyTypes     []string `yaml:"policyTypes"`
		Ingress, Egress []struct{ Ports []manifestPort }
		Template        podTemplate
		Groups          []any
		JobTemplate     struct {
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
	Containers      []container
	Token           *bool `yaml:"automountServiceAccountToken"`
	Grace           int   `yaml:"terminationGracePeriodSeconds"`
	SecurityContext struct {
		NonRoot *bool                 `yaml:"runAsNonRoot"`
		User    int                   `yaml:"runAsUser"`
		Seccomp struct{ Type string } `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
}

type container struct {
	Image           string
	Args            []string
	Ports           []manifestPort
	Liveness        probeSpec `yaml:"livenessProbe"`
	Readiness       probeSpec `yaml:"readinessProbe"`
	SecurityContext struct {
		Escalation   *bool `yaml:"allowPrivilegeEscalation"`
		ReadOnly     bool  `yaml:"readOnlyRootFilesystem"`
		Capabilities struct{ Drop []string }
	} `yaml:"securityContext"`
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

func TestPodsMayDoNothing(t *testing.T) {
	for name, pod := range pods(t) {
		context, only := pod.Spec.SecurityContext, pod.Spec.Containers[0]
		no := func(b *bool) bool { return b != nil && !*b }
		switch rights := only.SecurityContext; {
		case context.NonRoot == nil || !*context.NonRoot || context.User != 65532 || context.Seccomp.Type != "RuntimeDefault": // the image's user
			t.Errorf("%s runs as %+v", name, context)
		case !no(pod.Spec.Token):
			t.Errorf("%s gets a token of the cluster", name)
		case !no(rights.Escalation) || !rights.ReadOnly || !slices.Equal(rights.Capabilities.Drop, []string{"ALL"}):
			t.Errorf("%s has rights it does not need: %+v", name, rights)
		case only.Image != "pricepoint":
			t.Errorf("%s runs the image %s, which kustomization.yaml does not replace", name, only.Image)
		}
	}
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
