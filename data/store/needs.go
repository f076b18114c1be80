package store

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"pricepoint/data"
)

const changesPath = "api/changes.json"

// evidencePaths are the documents whose evidence names the archives that it stands in.
var evidencePaths = []string{"api/provenance.json", "api/tariffs.json"}

var archivePath = regexp.MustCompile(archiveName + `/[0-9TZ-]+` + regexp.QuoteMeta(archiveSuffix))

// needs reads what a version needs. A version that cannot be read has unknown needs, which is an error.
func (s *Store) needs(version string) (Needs, error) {
	m, err := s.Manifest(version)
	if err != nil {
		return Needs{}, err
	}
	n := Needs{Previous: m.Previous, Restores: m.Restores, Archives: archivesOf(m)}
	for _, file := range m.Files {
		if file.Path != changesPath && !slices.Contains(evidencePaths, file.Path) {
			continue
		}
		doc, err := s.Document(m, file.Path)
		if err != nil {
			return Needs{}, err
		}
		if file.Path != changesPath {
			n.Archives = append(n.Archives, archivesCited(file.Path, doc.Body)...)
			continue
		}
		var changes struct{ Earlier string }
		if err := json.Unmarshal(doc.Body, &changes); err != nil {
			return Needs{}, s.broken(version, fmt.Errorf("%s: %v", changesPath, err))
		}
		n.Earlier = changes.Earlier
	}
	slices.Sort(n.Archives)
	n.Archives = slices.Compact(n.Archives)
	return n, nil
}

// archivesOf are the archives that a manifest vouches for, or names as inputs.
func archivesOf(m data.Manifest) (names []string) {
	if m.Archive != nil {
		names = append(names, m.Archive.Path)
	}
	for _, in := range m.Inputs {
		names = append(names, in.Archive)
	}
	return names
}

// archivesCited are the archives that the evidence in a document stands in; none when it holds no evidence.
func archivesCited(path string, body []byte) []string {
	if !slices.Contains(evidencePaths, path) {
		return nil
	}
	return archivePath.FindAllString(string(body), -1)
}
