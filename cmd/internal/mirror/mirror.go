// Package mirror says which files a plain web server needs in order to answer as the server does: everything about the
// newest snapshot with its compressed twins, and the documents of every other. Start at Files and Past.
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

// Past are the documents of snapshots, and what vouches for them. They have no twins: few ask for them, and there are many.
func Past(kept *store.Store, versions []string) (all []site.File, err error) {
	for _, version := range versions {
		names, err := past.Names(kept, version)
		if err != nil {
			return nil, err
		}
		manifest, err := kept.Manifest(version)
		if err != nil {
			return nil, err
		}
		made, err := data.ParseVersion(version)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			all = append(all, site.File{
				Path: strings.TrimPrefix(past.Folder(version), "/") + "/" + name, Type: past.TypeOf(name), Modified: made,
				Load: func() ([]byte, error) {
					r, err := past.Read(kept, manifest, name)
					if err != nil {
						return nil, err
					}
					return r.Bodies()[""], nil
				},
			})
		}
	}
	return all, nil
}

// twins are what the names of files end in, by content encoding: the two that web servers look for beside a file.
var twins = map[string]string{"": "", "br": ".br", "gzip": ".gz"}

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
