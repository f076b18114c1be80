package server

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

var (
	//go:embed site/index.html
	indexHTML string
	//go:embed site/style.css
	styleCSS string

	indexTemplate = template.Must(template.New("index").Funcs(template.FuncMap{
		"day": day, "kilobytes": kilobytes,
	}).Parse(indexHTML))

	htmlHeader = []field{
		line("Content-Type", "text/html; charset=utf-8"),
		line("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+styleDigest()+
			"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
		line("Referrer-Policy", "no-referrer"),
	}
)

// styleDigest lets the one style sheet of the page through its policy, and nothing that slips in with the data.
func styleDigest() string {
	sum := sha256.Sum256([]byte(styleCSS))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// index is what the page shows.
type index struct {
	Style     template.CSS
	URL       string // of the site, without a final slash
	Version   string
	Generator string
	Freshness data.FreshnessDocument
	Documents []indexDocument
}

type indexDocument struct {
	Path        string
	What        string
	Size        int // bytes as sent to a client that takes every encoding
	CurlAddress string
}

// described says what the documents hold, in the order of requiredDocuments.
var described = map[string]string{
	"/api/tools.json":      "Every model that can be bought: prices per million tokens, context window, features",
	"/api/benchmarks.json": "Coding scores from 0 to 100, how they came about, and the price of a score point",
	"/api/providers.json":  "The companies and their models",
	"/api/categories.json": "Groups of models",
	"/api/platforms.json":  "Editors, IDEs and command-line tools that wrap the models",
	"/api/use-cases.json":  "Kinds of work and the models recommended for them",
	"/" + freshnessPath:    "How current all of this is, source by source",
}

// indexPage renders the page at /.
func indexPage(st *state, url string) ([]byte, error) {
	page := index{
		Style: template.CSS(styleCSS), URL: strings.TrimSuffix(url, "/"),
		Version: st.snapshot.Manifest.Version, Generator: st.snapshot.Manifest.Generator, Freshness: st.freshness,
	}
	for _, path := range listedPaths(st) {
		page.Documents = append(page.Documents, indexDocument{
			Path: path, What: described[path],
			Size: len(st.resources[path].representations[0].body), CurlAddress: page.URL + path,
		})
	}
	var buf bytes.Buffer
	if err := indexTemplate.Execute(&buf, page); err != nil {
		return nil, fmt.Errorf("index page: %v", err)
	}
	return buf.Bytes(), nil
}

// listedPaths has the public documents first, then whatever else the snapshot holds.
func listedPaths(st *state) []string {
	var paths []string
	for _, d := range requiredDocuments {
		paths = append(paths, "/"+d)
	}
	for _, path := range slices.Sorted(maps.Keys(st.resources)) {
		if !isRequired(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

func day(t data.Timestamp) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.DateOnly)
}

func kilobytes(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d.%d kB", n/1000, n%1000/100)
}
