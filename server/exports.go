package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// The files for other programs stand beside a snapshot, compressed when it was published. Each has its digest beside it, as
// sha256sum prints it, and headers that lead to the index and to the licence.

const (
	exportsPath  = "/api/compat/" // lists the files for other programs
	digestSuffix = ".sha256"
)

// licenceTexts are where the licences stand that an export can have.
var licenceTexts = map[string]string{
	"CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
	"MIT":     "/" + data.ExportLicencesPath,
}

// addExports prepares the files beside a snapshot. They are not compressed here, unless the snapshot was made in memory. A
// snapshot that is loaded again comes without them, and has those of before. The index is empty when there is none.
func (l *loading) addExports(files []data.Document) (index data.ExportIndex, err error) {
	if before := l.previous; len(files) == 0 && before != nil && before.snapshot.Manifest.Version == l.next.snapshot.Manifest.Version {
		for address, r := range before.resources {
			if strings.HasPrefix(address, exportsPath) {
				l.next.resources[address] = r
			}
		}
	}
	if e := data.Find(files, func(e data.Document) bool { return e.Path == data.ExportIndexPath }); e != nil {
		l.put(exportsPath, prepared.Kind{Type: prepared.JSON.Type, Packed: prepared.Largely}, *e, l.made)
	}
	if r := l.next.resources[exportsPath]; r != nil {
		if err = json.Unmarshal(r.Plain(), &index); err != nil { // a later version may tell more
			err = fmt.Errorf("%s: %v", data.ExportIndexPath, err)
		}
	}
	for _, e := range index.Exports {
		l.next.exports[e.Path] = data.Export{ // the index tells much more, which takes megabytes
			Format: e.Format, Kind: e.Kind, Readers: e.Readers, Licence: e.Licence, Absent: e.Absent, Cause: e.Cause, SHA256: e.SHA256,
		}
	}
	for _, e := range files {
		if e.Path != data.ExportIndexPath {
			l.addExport(e)
		}
	}
	return index, err
}

// addExport prepares a file, and its digest where it has one.
func (l *loading) addExport(e data.Document) {
	address, kind := "/"+e.Path, prepared.Kind{Type: prepared.JSON.Type, Packed: prepared.Largely}
	about, listed := l.next.exports[address]
	if path.Ext(e.Path) == ".txt" {
		kind.Type = textKind.Type
	} else {
		kind.Header = exportLinks(about)
	}
	l.put(address, kind, e, l.made)
	if listed {
		digest := about.SHA256 + "  " + path.Base(address) + "\n" // as sha256sum -c reads it
		kind.Type = textKind.Type
		l.put(address+digestSuffix, kind, data.Document{Path: e.Path + digestSuffix, Body: []byte(digest)}, l.made)
	}
}

var textKind = prepared.Kind{Type: "text/plain; charset=utf-8"}

// exportLinks say where an export is described and what its licence is.
func exportLinks(e data.Export) http.Header {
	links := fmt.Sprintf("<%s>; rel=\"describedby\"", exportsPath)
	if text := licenceTexts[e.Licence]; text != "" {
		links += fmt.Sprintf(", <%s>; rel=\"license\"", text)
	}
	return http.Header{"Link": {links}}
}

// exportProblem says why there is no such file for other programs; nil when the address is that of none.
func (st *state) exportProblem(address string) http.Handler {
	if st == nil || !strings.HasPrefix(address, exportsPath) {
		return nil
	}
	detail := ""
	switch e, listed := st.exports[strings.TrimSuffix(address, digestSuffix)]; {
	case listed && e.Absent != "":
		detail = "there is no such file now: " + e.Cause + "; " + exportsPath + " tells which there are"
	case len(st.exports) == 0 && st.snapshot.Manifest.Exports != nil:
		detail = "the files for other programs that belong to this snapshot cannot be read; its operator finds the cause in the log, and the next refresh makes new ones"
	case len(st.exports) == 0:
		detail = "this snapshot has no files for other programs; the next refresh makes them"
	default:
		return nil
	}
	return prepared.NewProblem(http.StatusNotFound, detail)
}
