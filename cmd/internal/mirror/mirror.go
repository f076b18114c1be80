// Package mirror says which files a plain web server needs in order to answer as the server does: everything about the
// newest snapshot, and the documents of every other. Start at Files and Folders.
//
// It writes none of them: package site does.
package mirror

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/site"
	"pricepoint/data/store"
	"pricepoint/server"
	"pricepoint/server/past"
)

// Folders are the documents of snapshots, each in a folder of its own.
func Folders(kept *store.Store, versions []string) (all []site.Folder) {
	for _, version := range versions {
		all = append(all, site.Folder{
			Path:  strings.TrimPrefix(past.Folder(version), "/"),
			Names: func() ([]string, error) { return pastFileNames(kept, version) },
			Load:  func() ([]site.File, error) { return pastFiles(kept, version) },
		})
	}
	return all
}

// pastFileNames are the names of pastFiles, known without reading any of them.
func pastFileNames(kept *store.Store, version string) (all []string, err error) {
	names, err := past.Names(kept, version)
	for _, name := range names {
		for _, encoding := range server.PastEncodings(name) {
			all = append(all, name+twins[encoding])
		}
	}
	return all, err
}

// pastFiles are the documents of a snapshot, and what vouches for them, with their twins.
func pastFiles(kept *store.Store, version string) (all []site.File, err error) {
	names, err := past.Names(kept, version)
	if err != nil {
		return nil, err
	}
	manifest, err := kept.Manifest(version)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := server.PastFile(kept, manifest, name)
		if err != nil {
			return nil, err
		}
		all = append(all, Files(f)...)
	}
	for i := range all {
		all[i].Forever = true
	}
	return all, nil
}

// twins are what the names of compressed files end in, by content encoding.
var twins = map[string]string{"": "", "br": ".br", "gzip": ".gz", "zstd": ".zst"}

// leading are the addresses that lead to others: where a reader begins.
var leading = []string{"/", "/api/", "/api/compat/", past.ListPath, "/" + data.FreshnessPath}

// Files are one address as files: the plain one and its twins.
func Files(f server.File) (files []site.File) {
	name := strings.TrimPrefix(f.Address, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index" + map[bool]string{true: ".html", false: ".json"}[strings.HasPrefix(f.Type, "text/html")]
	}
	for encoding, suffix := range twins {
		if body, ok := f.Bodies[encoding]; ok {
			files = append(files, site.File{Path: name + suffix, Type: f.Type, Encoding: encoding, Modified: f.Modified,
				List: slices.Contains(leading, f.Address), Body: body})
		}
	}
	slices.SortFunc(files, func(a, b site.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}
