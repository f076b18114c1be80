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
func Embedded() (*Catalog, error) { return load(files, nil, false) }

// KnownFile is the file of an operator that adds to the known titles and texts of pages.
const KnownFile = "known.yaml"

// With returns the catalogue this binary was built with, with the known titles and texts of an operator added. known is
// such a file; nil adds nothing.
func With(known []byte) (*Catalog, error) { return load(files, known, known != nil) }

// Load reads and checks a catalogue: the YAML files at the top of fsys and tools/<provider id>.yaml. Its error
// joins everything that is wrong, each as file:line: what, in the order of files and lines. What the values
// mean is only checked once every file has the right shape.
func Load(fsys fs.FS) (*Catalog, error) { return load(fsys, nil, true) }

func load(fsys fs.FS, known []byte, check bool) (*Catalog, error) {
	c := &checks{catalog: new(Catalog), files: map[string]*yaml.File{}}
	names, err := c.read(fsys, known)
	if err != nil {
		return nil, fmt.Errorf("read the catalogue: %v", err)
	}
	c.decode(names)
	if check && !c.Failed() {
		c.validate()
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	c.complete()
	return c.catalog, nil
}

// checks turn files into a catalogue, remember where everything in it stands, and hold it against the rules. What is wrong
// goes into the report.
type checks struct {
	yaml.Report
	catalog *Catalog
	files   map[string]*yaml.File
	toolAt  []yaml.Place // of catalog.Tools
	added   []Headings   // of an operator
}

const toolsFolder = "tools/"

// read takes every file of a catalogue, and names them in their order.
func (c *checks) read(fsys fs.FS, known []byte) (names []string, err error) {
	for _, pattern := range []string{"*.yaml", toolsFolder + "*.yaml"} {
		found, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	if known != nil {
		names = append(names, KnownFile)
	}
	slices.Sort(names)
	digest := sha256.New()
	for _, name := range names {
		text := known
		if name != KnownFile || known == nil {
			if text, err = fs.ReadFile(fsys, name); err != nil {
				return nil, err
			}
		}
		fmt.Fprintf(digest, "%s %d\n", name, len(text))
		digest.Write(text)
		c.files[name] = yaml.NewFile(name, text)
	}
	c.catalog.Digest = hex.EncodeToString(digest.Sum(nil))
	return names, nil
}

// in is the place of a whole file; a file that is not there has no lines.
func (c *checks) in(name string) yaml.Place {
	if file, ok := c.files[name]; ok {
		return file.Place()
	}
	return yaml.NewFile(name, nil).Place()
}

// part is what one key of a file holds, or with no key a whole file.
type part struct {
	reflect.Value
	file, key, check string // check as the tag of a field has it
}

// parts are all there is in files besides the tools.
func (c *checks) parts() (all []part) {
	v := reflect.ValueOf(c.catalog).Elem()
	for i := range v.NumField() {
		if tag := v.Type().Field(i).Tag; tag.Get("file") != "" {
			all = append(all, part{v.Field(i), tag.Get("file"), tag.Get("yaml"), tag.Get("check")})
		}
	}
	if c.files[KnownFile] != nil {
		all = append(all, part{reflect.ValueOf(&c.added).Elem(), KnownFile, "headings", ""})
	}
	return all
}

// decode reads every file into its parts of the catalogue.
func (c *checks) decode(names []string) {
	fields := map[string][]*yaml.Field{}
	for _, p := range c.parts() {
		into := p.Addr().Interface()
		if p.key == "" {
			fields[p.file] = yaml.FieldsOf(into)
		} else {
			fields[p.file] = append(fields[p.file], yaml.Single(p.key, into)...)
		}
	}
	for _, name := range sorted(fields) {
		if c.files[name] != nil {
			c.Decode(c.files[name], fields[name])
		} else {
			c.Add(c.in(name), "the file is missing")
		}
	}
	for _, name := range names {
		if fields[name] == nil && !strings.HasPrefix(name, toolsFolder) {
			c.Add(c.in(name), "nothing reads this file; rename or remove it")
		}
	}
	c.decodeTools(names)
}

// mostTools is how many tools a store can hold. No reader takes a document of more than 64 MiB, and the evidence of a tool
// whose prices and scores several sources print takes 10 kB of api/provenance.json.
const mostTools = 6_500

// decodeTools reads the tools in the order of the providers; each provider has one file, named by its id.
func (c *checks) decodeTools(names []string) {
	for i, p := range c.catalog.Providers {
		name := toolsFolder + p.ID + ".yaml"
		if c.files[name] == nil {
			c.Add(c.in("providers.yaml").Key("providers").Item(i), "provider %q has no file %s", p.ID, name)
			continue
		}
		var tools []Tool
		c.Decode(c.files[name], yaml.Single("tools", &tools))
		for i, t := range tools {
			t.Provider = p.ID
			c.catalog.Tools = append(c.catalog.Tools, t)
			c.toolAt = append(c.toolAt, c.in(name).Key("tools").Item(i))
		}
	}
	if have := len(c.catalog.Tools); have > mostTools {
		c.Add(c.in("catalogue.yaml"), "%d tools, but at most %d tools fit into one store; list fewer, or part them between two programs with a store each",
			have, mostTools)
	}
	for _, name := range names {
		if strings.HasPrefix(name, toolsFolder) {
			c.known(c.in(name), strings.TrimSuffix(path.Base(name), ".yaml"), "provider")
		}
	}
}

// validate checks what the values mean.
func (c *checks) validate() {
	for i, t := range c.catalog.Tools {
		c.walk(c.toolAt[i], reflect.ValueOf(t), "")
	}
	for _, p := range c.parts() {
		at := c.in(p.file)
		if p.key != "" {
			at = at.Key(p.key)
		}
		c.walk(at, p.Value, p.check)
	}
	c.validateSpellings()
}

// complete adds what follows from the values.
func (c *checks) complete() {
	for i, t := range c.catalog.Tools {
		c.catalog.Tools[i].Features = t.withDerived()
	}
	c.catalog.Naming.Headings = append(c.catalog.Naming.Headings, c.added...)
	for _, u := range c.catalog.UseCases {
		if u.Failure != nil {
			u.Failure.Rate = c.catalog.FailureRate.USD
		}
	}
	for _, o := range c.catalog.Offers {
		for i := range o.Plans {
			if o.Plans[i].Evidence == nil {
				o.Plans[i].Evidence = o.Evidence
			}
		}
	}
}
