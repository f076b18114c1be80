// Package cmd holds the commands; its tests are about the whole module: its architecture, and the libraries it asks for.
package cmd

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ours says which of our packages a package may import. Data flows through the stages in one direction. The packages
// below cmd may import all of them.
var ours = map[string][]string{
	"cmd":                    {},
	"collectors":             {"data", "collectors/page", "collectors/web"},
	"collectors/pricing":     {"data", "collectors", "collectors/page", "collectors/web"},
	"collectors/leaderboard": {"data", "collectors", "collectors/page", "collectors/web"},
	"collectors/feed":        {"data", "collectors", "collectors/page", "collectors/web"},
	"collectors/lifecycle":   {"data", "collectors", "collectors/page", "collectors/web"},
	"collectors/registry":    {"collectors", "collectors/pricing", "collectors/leaderboard", "collectors/feed", "collectors/lifecycle"},
	"collectors/sourcetest":  {"data", "collectors", "collectors/web"},
	"collectors/page":        {"data", "collectors/web"},
	"collectors/web":         {"data", "collectors/warc"},
	"collectors/warc":        {},
	"normalize":              {"data", "data/catalog", "data/tariff", "scoring", "normalize/names", "normalize/read", "normalize/gate", "normalize/tariffs", "normalize/solved"},
	"normalize/read":         {"data", "data/catalog", "normalize/names", "normalize/gate", "normalize/solved"},
	"normalize/tariffs":      {"data", "data/catalog", "data/tariff"},
	"normalize/solved":       {"data", "data/catalog", "data/tariff", "normalize/names", "scoring"},
	"normalize/names":        {"data", "data/catalog"},
	"normalize/gate":         {"data", "data/catalog"},
	"normalize/calibration":  {"data", "data/catalog", "scoring", "normalize", "normalize/names", "normalize/read"},
	"normalize/documents":    {"data", "data/catalog", "data/tariff", "data/export", "data/export/overlay", "scoring", "normalize", "normalize/names", "normalize/changes"},
	"normalize/changes":      {"data", "data/catalog"},
	"normalize/fixture":      {"data", "data/catalog"},
	"scoring":                {"data"},
	"server":                 {"data", "data/store", "data/tariff", "server/page", "server/prepared", "server/mcp"},
	"server/page":            {"data", "data/tariff", "server/page/facts"},
	"server/page/facts":      {"data"},
	"server/prepared":        {"data"},
	"server/mcp":             {"data", "data/tariff", "data/advice", "server/prepared"},
	"server/schemas":         {"data", "server/prepared"},
	"config":                 {"data/yaml"},
	"data":                   {},
	"data/market":            {"data"},
	"data/rating":            {"data"},
	"data/catalog":           {"data", "data/yaml"},
	"data/yaml":              {},
	"data/blob":              {},
	"data/blob/s3test":       {},
	"data/site":              {"data", "data/blob"},
	"data/store":             {"data", "data/blob"},
	"data/tariff":            {"data"},
	"data/advice":            {"data"},
	"data/export":            {"data", "data/tariff"},
	"data/export/overlay":    {"data", "data/tariff", "data/export"},
}

// shapes are the rooms of package data: whoever may import that may import these.
var shapes = []string{"data/market", "data/rating"}

// forTests says what the tests of a package may import besides.
var forTests = map[string][]string{
	"collectors":             {"collectors/sourcetest"},
	"collectors/pricing":     {"collectors/sourcetest"},
	"collectors/leaderboard": {"collectors/sourcetest"},
	"collectors/feed":        {"collectors/sourcetest"},
	"collectors/lifecycle":   {"collectors/sourcetest"},
	"collectors/registry":    {"data", "collectors/sourcetest", "collectors/page", "collectors/web", "collectors/warc"},
	"data/blob":              {"data/blob/s3test"},
	"data/site":              {"data/blob/s3test"},
	"data/store":             {"data/blob/s3test"},
	"normalize":              {"normalize/documents", "normalize/fixture"},
	"normalize/read":         {"normalize/fixture"},
	"normalize/names":        {"normalize/fixture"},
	"normalize/calibration":  {"normalize/fixture"},
	"normalize/documents":    {"normalize/fixture"},
	"normalize/changes":      {"normalize/fixture"},
}

// confined says which packages alone may import a library, tests included. "..." covers what is below.
var confined = map[string][]string{
	"github.com/gocolly/colly/v2":         {"collectors/web"},
	"github.com/PuerkitoBio/goquery":      {"collectors/page", "collectors/pricing", "collectors/leaderboard", "collectors/registry"},
	"github.com/spf13/viper":              {"config"},
	"github.com/prometheus/client_golang": {"server"},
	"github.com/coreos/go-systemd":        {"cmd/internal/service"},
	"github.com/gorilla/feeds":            {"normalize/changes"},
	"github.com/emersion/go-ical":         {"normalize/changes"},
	"github.com/hashicorp/golang-lru":     {"server"},
	"github.com/google/jsonschema-go":     {"server/schemas", "server/mcp"},
	"github.com/getkin/kin-openapi":       {"cmd/acceptance/web"},
	"github.com/chromedp":                 {"cmd/acceptance/web"},
	"gonum.org/v1/gonum":                  {"scoring"},
	"github.com/minio/minio-go/v7":        {"data/blob"},
	"aead.dev/minisign":                   {"data/store"},
	"github.com/gofrs/flock":              {"data/blob"},

	"github.com/modelcontextprotocol/go-sdk": {"server/mcp"},
}

// dataLibraries are the only libraries package data may use, so that others can copy its types.
var dataLibraries = []string{"github.com/shopspring/decimal"}

// module is the path of the module; .ci/rename-module changes it.
func module(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "module ")
}

func TestImports(t *testing.T) {
	own := module(t) + "/"
	for _, file := range goFiles(t) {
		pkg := filepath.ToSlash(filepath.Dir(file))
		allowed, known := ours[pkg]
		if slices.Contains(allowed, "data") && !slices.Contains(shapes, pkg) {
			allowed = slices.Concat(allowed, shapes)
		}
		command := strings.HasPrefix(pkg, "cmd/")
		if !known && !command {
			t.Errorf("%s: package %s is not in the table of this test; the house has a room for every package", file, pkg)
			continue
		}
		for _, path := range imports(t, file) {
			if rest, mine := strings.CutPrefix(path, own); mine {
				tested := strings.HasSuffix(file, "_test.go") && slices.Contains(forTests[pkg], rest)
				if rest != pkg && !command && !tested && !slices.Contains(allowed, rest) {
					t.Errorf("%s imports %s; %s may import only %v of ours", file, path, pkg, allowed)
				}
				continue
			}
			checkLibrary(t, file, pkg, path)
		}
	}
}

func checkLibrary(t *testing.T, file, pkg, path string) {
	t.Helper()
	for library, homes := range confined {
		if (path == library || strings.HasPrefix(path, library+"/")) && !slices.Contains(homes, pkg) {
			t.Errorf("%s imports %s; only %v may", file, path, homes)
		}
	}
	if (pkg == "data" || slices.Contains(shapes, pkg)) && !strings.HasSuffix(file, "_test.go") && strings.Contains(path, ".") && !slices.Contains(dataLibraries, path) {
		t.Errorf("%s imports %s; package data uses the standard library and %v only", file, path, dataLibraries)
	}
}

// TestNumbersAreParsedInOnePlace: only there are their digits bounded.
func TestNumbersAreParsedInOnePlace(t *testing.T) {
	for _, file := range goFiles(t) {
		body, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		if file != filepath.Join("data", "number.go") && !strings.HasSuffix(file, "_test.go") && strings.Contains(string(body), "decimal.NewFromString") {
			t.Errorf("%s parses a number itself; data.ParseNumber bounds it", file)
		}
	}
}

// TestTopLevel keeps the top of the tree to the rooms of the house.
func TestTopLevel(t *testing.T) {
	rooms := []string{"cmd", "collectors", "normalize", "scoring", "server", "config", "data", "go.mod", "go.sum", "README.md", "LICENSE"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(rooms, e.Name()) {
			t.Errorf("%s stands at the top level; it belongs in one of %v", e.Name(), rooms)
		}
	}
}

// goFiles lists every Go file of the module, by its path from the top.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ".go") && !strings.Contains(path, "testdata/") {
			files = append(files, filepath.FromSlash(path))
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d Go files: %v", len(files), err)
	}
	return files
}

func imports(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
