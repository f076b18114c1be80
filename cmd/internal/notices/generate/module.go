package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A module is one that the program is built with, and the files in it that say under which licence.
type module struct {
	path, version string
	files         []file
}

// A file is a licence, or a notice that goes with one. Its name is relative to the module.
type file struct{ name, body string }

// systems are the operating systems for which the program is built.
var systems = []string{"darwin", "linux", "windows"}

// standard is the standard library, which has no module of its own. The Go authors put it under the same text as their
// other modules, from one of which it is taken: not every distribution of Go carries the file.
const standard, sameLicence = "Go's standard library", "golang.org/x/net"

// builtIn returns the modules of the program in the folder root, for all systems and build tags, by path.
func builtIn(root string) ([]module, error) {
	found := map[string]*module{}
	for _, system := range systems {
		packages, err := packagesOf(root, system)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if err := p.addTo(found); err != nil {
				return nil, err
			}
		}
	}
	if same := found[sameLicence]; same != nil {
		found[standard] = &module{path: standard, files: same.files}
	}
	modules := make([]module, 0, len(found))
	for _, m := range found {
		slices.SortFunc(m.files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
		modules = append(modules, *m)
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return modules, nil
}

// A sourcePackage is one package of a module: the module's path, version and folder, and the package's folder.
type sourcePackage struct{ path, version, root, folder string }

// packagesOf asks the go command for the packages of the program on one system that are neither ours nor Go's.
func packagesOf(root, system string) ([]sourcePackage, error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}}|{{.Version}}|{{.Dir}}|{{$.Dir}}{{end}}{{end}}`
	list := exec.Command("go", "list", "-deps", "-f", format, "./cmd/pricepoint")
	list.Dir = root
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOFLAGS=") // the flags of a test are not those of the program
	var complaint bytes.Buffer
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", list, err, &complaint)
	}
	var packages []sourcePackage
	for line := range strings.Lines(string(out)) {
		if parts := strings.Split(strings.TrimSpace(line), "|"); len(parts) == 4 {
			packages = append(packages, sourcePackage{parts[0], parts[1], parts[2], parts[3]})
		}
	}
	return packages, nil
}

// addTo adds the package's module, and the licences in the folders from the package up to the module.
func (p sourcePackage) addTo(found map[string]*module) error {
	m := found[p.path]
	if m == nil {
		m = &module{path: p.path, version: p.version}
		found[p.path] = m
	}
	for folder := p.folder; ; folder = filepath.Dir(folder) {
		if err := m.read(p.root, folder); err != nil {
			return err
		}
		if folder == p.root {
			return nil
		}
	}
}

// legal matches the names of files that must go with a program.
var legal = regexp.MustCompile(`(?i)(licen[cs]e|copying|notice|patents)`)

// read adds the legal files of a folder that the module does not have yet.
func (m *module) read(root, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, err := filepath.Rel(root, filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		if !isLegal(e) || slices.ContainsFunc(m.files, func(f file) bool { return f.name == name }) {
			continue
		}
		body, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		m.files = append(m.files, file{filepath.ToSlash(name), string(body)})
	}
	return nil
}

func isLegal(e fs.DirEntry) bool {
	return e.Type().IsRegular() && legal.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go"
}

// licences names the licences of a module. It is an error if there is none, or one that nobody has judged.
func (m module) licences() (string, error) {
	var names []string
	for _, f := range m.files {
		if strings.HasPrefix(strings.ToUpper(filepath.Base(f.name)), "NOTICE") {
			continue // says who made it, and holds no terms
		}
		kind, known := judged[digest(f.body)]
		if !known {
			return "", fmt.Errorf("%s %s: nobody has judged %s; read it, and add its digest to judged in licence.go if it lets others pass the program on: %s",
				m.path, m.version, f.name, digest(f.body))
		}
		if kind != "" && !slices.Contains(names, kind) {
			names = append(names, kind)
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s %s has no licence in its folder", m.path, m.version)
	}
	return strings.Join(names, ", "), nil
}
