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

// TestEveryKindOfBucketHasItsSecrets wants variables and files, for the pods that read and for those that write, and that
// a bucket needs neither where the cloud itself vouches for a pod.
func TestEveryKindOfBucketHasItsSecrets(t *testing.T) {
	told := read(t, filepath.Join(operations, "kubernetes", "kustomization.yaml"))
	for name, secret := range map[string]string{"serve": "pricepoint-bucket-read", "refresh": "pricepoint-bucket-write"} {
		spec := pods(t)[name].Spec
		from := spec.Containers[0].EnvFrom
		if len(from) != 1 || from[0].SecretRef != (bucketSecret{Name: secret, Optional: true}) {
			t.Errorf("%s has its variables from %+v, want %s", name, from, secret)
		}
		files := bucketSecret{SecretName: secret + "-files", Optional: true}
		for _, v := range spec.Volumes {
			for _, m := range spec.Containers[0].VolumeMounts {
				if v.Secret == files && m.Name == v.Name && strings.Contains(told, m.MountPath+".") {
					files = bucketSecret{}
				}
			}
		}
		if files != (bucketSecret{}) {
			t.Errorf("%s does not mount %s where kustomization.yaml says", name, files.SecretName)
		}
	}
	for _, kind := range []string{"s3://", "AWS_ACCESS_KEY_ID"} {
		if !strings.Contains(told, kind) {
			t.Errorf("kustomization.yaml does not tell of %s", kind)
		}
	}
}

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

// TestDashboardsBecomeConfigMaps wants a generator for each, with the label that Grafana looks for.
func TestDashboardsBecomeConfigMaps(t *testing.T) {
	var kustomization struct {
		ConfigMapGenerator []struct{ Files []string }         `yaml:"configMapGenerator"`
		GeneratorOptions   struct{ Labels map[string]string } `yaml:"generatorOptions"`
	}
	readYAML(t, filepath.Join(operations, "grafana", "kustomization.yaml"), &kustomization)
	var generated []string
	for _, g := range kustomization.ConfigMapGenerator {
		generated = append(generated, g.Files...)
	}
	files, err := filepath.Glob(filepath.Join(operations, "grafana", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range files {
		files[n] = filepath.Base(files[n])
	}
	slices.Sort(generated)
	if diff := cmp.Diff(files, generated); diff != "" || kustomization.GeneratorOptions.Labels["grafana_dashboard"] != "1" {
		t.Errorf("labels %v, files (-there +generated):\n%s", kustomization.GeneratorOptions.Labels, diff)
	}
}
