package operating

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"

	"github.com/goccy/go-yaml"
)

// TestDashboardsMatchGrafanasTypes lets TypeScript look for what Grafana would silently ignore, such as a misspelt key.
func TestDashboardsMatchGrafanasTypes(t *testing.T) {
	dir := schemaFolder(t)
	for _, name := range []string{"operators", "data"} {
		text, err := os.ReadFile(filepath.Join(operations, "grafana", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		writeTyped(t, dir, name, "Dashboard", "dashboard", text)
	}
	checkTypes(t, dir)
}

// TestManifestsMatchKubernetesTypes does the same for the manifests.
func TestManifestsMatchKubernetesTypes(t *testing.T) {
	dir := schemaFolder(t)
	for n, document := range manifestTexts(t) {
		text, err := yaml.YAMLToJSON(document)
		if err != nil {
			t.Fatal(err)
		}
		writeTyped(t, dir, fmt.Sprint("manifest", n), "Manifest", "manifest", text)
	}
	checkTypes(t, dir)
}

// manifestTexts are the YAML documents that a cluster is given.
func manifestTexts(t *testing.T) (documents [][]byte) {
	t.Helper()
	var files []string
	for _, folder := range []string{"kubernetes", "kubernetes/monitoring"} {
		found, err := filepath.Glob(filepath.Join(operations, folder, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		if filepath.Base(file) == "kustomization.yaml" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, bytes.Split(text, []byte("\n---\n"))...)
	}
	if len(documents) < 11 {
		t.Fatalf("found only %d manifests", len(documents))
	}
	return documents
}

// schemaFolder is where TypeScript finds our types, and theirs in the npm packages that CI installs.
func schemaFolder(t *testing.T) string {
	t.Helper()
	packages, dir := fixture.Installed(t, "SCHEMA_PACKAGES"), t.TempDir()
	if err := os.Symlink(packages, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// writeTyped writes JSON as a TypeScript expression that must have a type of ours.
func writeTyped(t *testing.T, dir, name, typeName, module string, text []byte) {
	t.Helper()
	types, err := os.ReadFile(filepath.Join("testdata", "schema", module+".ts"))
	if err != nil {
		t.Fatal(err)
	}
	source := fmt.Appendf(nil, "import type { %s } from './%s';\nexport const value = %s satisfies %s;\n", typeName, module, bytes.TrimSpace(text), typeName)
	for file, content := range map[string][]byte{name: source, module: types} {
		if err := os.WriteFile(filepath.Join(dir, file+".ts"), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func checkTypes(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.ts"))
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"}, files...)
	c := exec.Command(filepath.Join(dir, "node_modules", ".bin", "tsc"), args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("tsc: %v\n%s", err, out)
	}
}
