package catalog

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"pricepoint/data/yaml"
)

//go:embed *.yaml tools/*.yaml
var files embed.FS

// Embedded returns the catalogue this binary was built with.
func Embedded() (*Catalog, error) { return Load(files) }

// KnownFile is the file of an operator that adds to the known titles and texts of pages.
const KnownFile = "known.yaml"

// With returns the catalogue this binary was built with, with the known titles and texts of an operator added. known is
// such a file; nil adds nothing.
func With(known []byte) (*Catalog, error) {
	if known == nil {
		return Embedded()
	}
	return Load(overlay{files, known})
}

// overlay is a catalogue with one file more.
type overlay struct {
	fs.FS
	known []byte
}

// Glob implements fs.GlobFS.
func (o overlay) Glob(pattern string) ([]string, error) {
	names, err := fs.Glob(o.FS, pattern)
	if pattern == "*.yaml" {
		names = append(names, KnownFile)
	}
	return names, err
}

// ReadFile implements fs.ReadFileFS.
func (o overlay) ReadFile(name string) ([]byte, error) {
	if name == KnownFile {
		return o.known, nil
	}
	return fs.ReadFile(o.FS, name)
}

// Load reads and checks a catalogue: the YAML files at the top of fsys and tools/<provider id>.yaml. Its error
// joins everything that is wrong, each as file:line: what, in the order of files and lines. What the values
// mean is only checked once every file has the right shape.
func Load(fsys fs.FS) (*Catalog, error) { return load(fsys, published) }

func load(fsys fs.FS, want sizes) (*Catalog, error) {
	names, err := yamlFiles(fsys)
	if err != nil {
		return nil, err
	}
	l := loader{checks: checks{catalog: new(Catalog)}, files: map[string]*yaml.File{}}
	digest := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read the catalogue: %v", err)
		}
		fmt.Fprintf(digest, "%s %d\n", name, len(text))
		digest.Write(text)
		l.files[name] = yaml.NewFile(name, text)
	}
	l.catalog.Digest = hex.EncodeToString(digest.Sum(nil))
	l.decode(names)
	if !l.Failed() {
		l.validate(want)
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	return l.catalog, nil
}

// yamlFiles names every file of a catalogue, sorted.
func yamlFiles(fsys fs.FS) ([]string, error) {
	var names []string
	for _, pattern := range []string{"*.yaml", toolsFolder + "*.yaml"} {
		found, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, fmt.Errorf("list the catalogue: %v", err)
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	return names, nil
}

const toolsFolder = "tools/"

// loader turns files into a catalogue and remembers where everything in it stands.
type loader struct {
	checks
	files  map[string]*yaml.File
	toolAt []yaml.Place // of catalog.Tools
}

// in is the place of a whole file; a file that is not there has no lines.
func (l *loader) in(name string) yaml.Place {
	if s, ok := l.files[name]; ok {
		return s.Place()
	}
	return yaml.NewFile(name, nil).Place()
}

// decode reads every file into its part of the catalogue.
func (l *loader) decode(names []string) {
	c := l.catalog
	documents := map[string][]*yaml.Field{
		"audit.yaml":       yaml.FieldsOf(&c.Audit),
		"calibration.yaml": yaml.FieldsOf(&c.Calibration),
		"catalogue.yaml":   yaml.Single("verified", &c.Verified),
		"categories.yaml":  yaml.Single("categories", &c.Categories),
		"gate.yaml":        yaml.FieldsOf(&c.Gate),
		"holidays.yaml":    yaml.Single("holidays", &c.Holidays),
		"naming.yaml":      yaml.FieldsOf(&c.Naming),
		"plans.yaml":       yaml.Single("offers", &c.Offers),
		"platforms.yaml":   yaml.Single("platforms", &c.Platforms),
		"providers.yaml":   yaml.Single("providers", &c.Providers),
		"scoring.yaml":     yaml.FieldsOf(&c.Scoring),
		"solved.yaml":      yaml.FieldsOf(&c.Solved),
		"tariffs.yaml":     slices.Concat(yaml.Single("rules", &c.TariffRules), yaml.Single("prices", &c.TariffPrices)),
		"use-cases.yaml":   slices.Concat(yaml.Single("failureRate", &c.FailureRate), yaml.Single("useCases", &c.UseCases)),
		"withdrawn.yaml":   yaml.Single("withdrawn", &c.Withdrawn),
	}
	var known []Headings
	if slices.Contains(names, KnownFile) {
		documents[KnownFile] = yaml.Single("headings", &known)
	}
	for name, fields := range documents {
		if slices.Contains(names, name) {
			l.Decode(l.in(name), fields)
		} else {
			l.Add(l.in(name), "the file is missing")
		}
	}
	for _, name := range names {
		if documents[name] == nil && !strings.HasPrefix(name, toolsFolder) {
			l.Add(l.in(name), "nothing reads this file; rename or remove it")
		}
	}
	l.validateHeadings(l.in("naming.yaml"), c.Naming.Headings)
	l.validateHeadings(l.in(KnownFile), known)
	c.Naming.Headings = append(c.Naming.Headings, known...)
	l.decodeTools(names)
}

// decodeTools reads the tools in the order of the providers; each provider has one file, named by its id.
func (l *loader) decodeTools(names []string) {
	for i, p := range l.catalog.Providers {
		name := toolsFolder + p.ID + ".yaml"
		if !slices.Contains(names, name) {
			l.Add(l.in("providers.yaml").Key("providers").Item(i), "provider %q has no file %s", p.ID, name)
			continue
		}
		var tools []Tool
		at := l.in(name)
		l.Decode(at, yaml.Single("tools", &tools))
		for i, t := range tools {
			t.Provider = p.ID
			l.catalog.Tools = append(l.catalog.Tools, t)
			l.toolAt = append(l.toolAt, at.Key("tools").Item(i))
		}
	}
	for _, name := range names {
		id := strings.TrimSuffix(path.Base(name), ".yaml")
		known := slices.ContainsFunc(l.catalog.Providers, func(p Provider) bool { return p.ID == id })
		if strings.HasPrefix(name, toolsFolder) && !known {
			l.Add(l.in(name), "no provider in providers.yaml has the id %q", id)
		}
	}
}

// sizes are how many of each the published documents hold.
type sizes struct{ tools, providers, categories, platforms, useCases int }

var published = sizes{tools: 61, providers: 10, categories: 5, platforms: 11, useCases: 20}

// mostTools is how many tools a store can hold. No reader takes a document of more than 64 MiB, and the evidence of a tool
// whose prices and scores several sources print takes 10 kB of api/provenance.json.
const mostTools = 6_500

// validate checks what the values mean; each kind of thing has its own file.
func (l *loader) validate(want sizes) {
	if have := len(l.catalog.Tools); have > mostTools {
		l.Add(l.in("catalogue.yaml"), "%d tools, but at most %d tools fit into one store; list fewer, or part them between two programs with a store each", have, mostTools)
		return
	}
	l.validateSizes(want)
	for i, t := range l.catalog.Tools {
		t.validate(&l.checks, l.toolAt[i])
		l.catalog.Tools[i].Features = t.withDerived()
	}
	l.validateWithdrawn()
	l.validateSpellings()
	l.validateProviders()
	l.validateTariffRules()
	l.validateTariffPrices()
	l.validateCategories()
	l.validatePlatforms()
	l.validateOffers()
	l.validateUseCases()
	l.validateScoring()
	l.validateCalibration()
	l.validateSolved()
	l.validateNaming()
	l.validateGate()
	l.validateHolidays()
	l.validateAudit()
}

func (l *loader) validateSizes(want sizes) {
	c := l.catalog
	for _, s := range []struct {
		at        yaml.Place
		have, all int
		what      string
	}{
		{l.in("catalogue.yaml"), len(c.Tools), want.tools, "tools in tools/*.yaml"},
		{l.in("providers.yaml").Key("providers"), len(c.Providers), want.providers, "providers"},
		{l.in("categories.yaml").Key("categories"), len(c.Categories), want.categories, "categories"},
		{l.in("platforms.yaml").Key("platforms"), len(c.Platforms), want.platforms, "platforms"},
		{l.in("use-cases.yaml").Key("useCases"), len(c.UseCases), want.useCases, "use cases"},
	} {
		if s.have != s.all {
			l.Add(s.at, "%d %s, but exactly %d are published", s.have, s.what, s.all)
		}
	}
}
