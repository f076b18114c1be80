package catalog

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"pricepoint/data/yaml"
)

//go:embed *.yaml tools/*.yaml
var files embed.FS

// Embedded returns the catalogue this binary was built with. It is not checked again, which would take a quarter of the time that
// a short command has: TestEmbedded has done so.
func Embedded() (*Catalog, error) {
	l, _, err := read(files)
	if err == nil {
		err = l.Err()
	}
	if err != nil {
		return nil, err
	}
	l.complete()
	return l.catalog, nil
}

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
func Load(fsys fs.FS) (*Catalog, error) {
	l, parts, err := read(fsys)
	if err != nil {
		return nil, err
	}
	if !l.Failed() {
		l.validate(parts)
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	l.complete()
	return l.catalog, nil
}

// read fills a catalogue with what stands in its files. What has another shape is in the report of the loader.
func read(fsys fs.FS) (*loader, []part, error) {
	names, err := yamlFiles(fsys)
	if err != nil {
		return nil, nil, err
	}
	l := &loader{checks: checks{catalog: new(Catalog)}, files: map[string]*yaml.File{}}
	digest := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, nil, fmt.Errorf("read the catalogue: %v", err)
		}
		fmt.Fprintf(digest, "%s %d\n", name, len(text))
		digest.Write(text)
		l.files[name] = yaml.NewFile(name, text)
	}
	l.catalog.Digest = hex.EncodeToString(digest.Sum(nil))
	return l, l.decode(names), nil
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
	known  []Headings   // of an operator
}

// in is the place of a whole file; a file that is not there has no lines.
func (l *loader) in(name string) yaml.Place {
	if s, ok := l.files[name]; ok {
		return s.Place()
	}
	return yaml.NewFile(name, nil).Place()
}

// part is what one key of a file holds, or with no key a whole file.
type part struct {
	file, key string
	into      any
	check     string // as the tag of a field has it
}

// fields are the keys that are read into the part.
func (p part) fields() []*yaml.Field {
	if p.key == "" {
		return yaml.FieldsOf(p.into)
	}
	return yaml.Single(p.key, p.into)
}

// parts are all there is in files besides the tools.
func (c *Catalog) parts() []part {
	return []part{
		{"audit.yaml", "", &c.Audit, ""},
		{"calibration.yaml", "", &c.Calibration, ""},
		{"catalogue.yaml", "verified", &c.Verified, ""},
		{"categories.yaml", "categories", &c.Categories, "distinct=slug"},
		{"gate.yaml", "", &c.Gate, ""},
		{"holidays.yaml", "holidays", &c.Holidays, "distinct=country"},
		{"naming.yaml", "", &c.Naming, ""},
		{"plans.yaml", "offers", &c.Offers, "distinct=id"},
		{"platforms.yaml", "platforms", &c.Platforms, "distinct=id"},
		{"providers.yaml", "providers", &c.Providers, "distinct=id distinct=name"},
		{"scoring.yaml", "", &c.Scoring, ""},
		{"solved.yaml", "", &c.Solved, ""},
		{"tariffs.yaml", "rules", &c.TariffRules, ""},
		{"tariffs.yaml", "prices", &c.TariffPrices, ""},
		{"use-cases.yaml", "failureRate", &c.FailureRate, ""},
		{"use-cases.yaml", "useCases", &c.UseCases, "distinct=slug"},
		{"withdrawn.yaml", "withdrawn", &c.Withdrawn, "distinct=id"},
	}
}

// decode reads every file into its parts of the catalogue.
func (l *loader) decode(names []string) []part {
	parts := l.catalog.parts()
	if slices.Contains(names, KnownFile) {
		parts = append(parts, part{KnownFile, "headings", &l.known, ""})
	}
	fields := map[string][]*yaml.Field{}
	for _, p := range parts {
		fields[p.file] = append(fields[p.file], p.fields()...)
	}
	for _, name := range sorted(fields) {
		if slices.Contains(names, name) {
			l.Decode(l.in(name), fields[name])
		} else {
			l.Add(l.in(name), "the file is missing")
		}
	}
	for _, name := range names {
		if fields[name] == nil && !strings.HasPrefix(name, toolsFolder) {
			l.Add(l.in(name), "nothing reads this file; rename or remove it")
		}
	}
	l.decodeTools(names)
	return parts
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

// mostTools is how many tools a store can hold. No reader takes a document of more than 64 MiB, and the evidence of a tool
// whose prices and scores several sources print takes 10 kB of api/provenance.json.
const mostTools = 6_500

// validate checks what the values mean.
func (l *loader) validate(parts []part) {
	c := l.catalog
	if have := len(c.Tools); have > mostTools {
		l.Add(l.in("catalogue.yaml"), "%d tools, but at most %d tools fit into one store; list fewer, or part them between two programs with a store each", have, mostTools)
		return
	}
	for i, t := range c.Tools {
		l.walk(l.toolAt[i], reflect.ValueOf(t), "")
	}
	for _, p := range parts {
		at := l.in(p.file)
		if p.key != "" {
			at = at.Key(p.key)
		}
		l.walk(at, reflect.ValueOf(p.into), p.check)
	}
	l.validateSpellings()
}

// complete adds what follows from the values.
func (l *loader) complete() {
	c := l.catalog
	for i, t := range c.Tools {
		c.Tools[i].Features = t.withDerived()
	}
	c.Naming.Headings = append(c.Naming.Headings, l.known...)
	for _, u := range c.UseCases {
		if u.Failure != nil {
			u.Failure.Rate = c.FailureRate.USD
		}
	}
	for _, o := range c.Offers {
		for i := range o.Plans {
			if o.Plans[i].Evidence == nil {
				o.Plans[i].Evidence = o.Evidence
			}
		}
	}
}
