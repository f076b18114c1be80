package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"strings"

	"pricepoint/data/site"
)

// sumsName is the file of digests, as sha256sum writes and reads it.
const sumsName = "SHA256SUMS"

// vouching are the files by which a reader can check the others of a site: the digests of all, and where there is a key a signature
// beside every document of the API and every file for
// another program, so that who holds only one of them can check that.
func (p *parts) vouching(version string, files []site.File) (all []site.File, err error) {
	sums := site.File{Path: sumsName, Type: "text/plain; charset=utf-8", List: true}
	var text bytes.Buffer
	for _, f := range files {
		if f.Encoding != "" {
			continue
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(f.Body), f.Path)
		if f.Modified.After(sums.Modified) {
			sums.Modified = f.Modified
		}
		if p.Keys.Signs() && isSigned(f.Path) {
			all = append(all, f)
		}
	}
	sums.Body = text.Bytes()
	if p.Keys.Signs() {
		all = append(all, sums)
	}
	for i, f := range all {
		all[i].Path, all[i].Type = f.Path+".minisig", sums.Type
		if all[i].Body, err = p.Keys.SignFile(version, f.Path, f.Body); err != nil {
			return nil, err
		}
	}
	return append(all, sums), nil
}

// isSigned tells the documents of the API and the files for other programs from pages and what belongs to them.
func isSigned(name string) bool {
	return path.Dir(name) == "api" || strings.HasPrefix(name, "api/compat/") && path.Ext(name) != ".sha256"
}
