package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"

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

// addExports prepares the files beside a snapshot. They are not compressed here, unless the snapshot was made in memory.
func (s *Server) addExports(next, previous *state, m *prepared.Maker, made time.Time) error {
	index, err := exportIndex(next.snapshot)
	if err != nil {
		return err
	}
	for _, e := range index.Exports {
		if _, is := insteadOf(e.Path); is {
			continue
		}
		next.exports[e.Path] = exported{e.Format, e.Kind, e.Readers, e.Licence, e.Absent, e.Cause, e.SHA256}
	}
	for _, e := range next.snapshot.Exports {
		address, kind := "/"+e.Path, prepared.JSON
		if _, is := insteadOf(address); is {
			continue
		}
		switch about := next.exports[address]; {
		case e.Path == data.ExportIndexPath:
			address = exportsPath
		case path.Ext(e.Path) == ".txt":
			kind = textKind
		default:
			kind.Header = exportLinks(about)
		}
		next.resources[address] = previous.reuseExport(m, address, kind, e, made)
		if about, listed := next.exports[address]; listed {
			next.resources[address+digestSuffix] = previous.reuseExport(m, address+digestSuffix, prepared.Kind{Type: textKind.Type, Header: kind.Header}, digestOf(address, about), made)
		}
	}
	return nil
}

var textKind = prepared.Kind{Type: "text/plain; charset=utf-8"}

// exported is what a server needs to know of a file for another program. The index tells much more, which takes megabytes.
type exported struct {
	format  string
	kind    data.ExportKind
	readers []string
	licence string
	absent  data.ExportAbsence
	cause   string
	sha256  string
}

// exportIndex is the index beside a snapshot; an empty one when there is none.
func exportIndex(snapshot data.Snapshot) (index data.ExportIndex, err error) {
	for _, e := range snapshot.Exports {
		if e.Path == data.ExportIndexPath {
			if err = json.Unmarshal(e.Body, &index); err != nil { // a later version may tell more
				err = fmt.Errorf("%s: %v", e.Path, err)
			}
		}
	}
	return index, err
}

// exportLinks say where an export is described and what its licence is.
func exportLinks(e exported) []prepared.Field {
	links := fmt.Sprintf("<%s>; rel=\"describedby\"", exportsPath)
	if text := licenceTexts[e.licence]; text != "" {
		links += fmt.Sprintf(", <%s>; rel=\"license\"", text)
	}
	return []prepared.Field{prepared.Line("Link", links)}
}

// digestOf is the file that sha256sum -c reads.
func digestOf(address string, e exported) data.ExportFile {
	return data.ExportFile{Path: strings.TrimPrefix(address, "/") + digestSuffix, Body: []byte(e.sha256 + "  " + path.Base(address) + "\n")}
}

// reuseExport returns the resource of before if it is the same.
func (st *state) reuseExport(m *prepared.Maker, address string, kind prepared.Kind, e data.ExportFile, modified time.Time) *prepared.Resource {
	d := data.Document{Path: e.Path, Body: e.Body}
	if st != nil {
		if r := st.resources[address]; r != nil && r.Same(d, modified) {
			return r
		}
	}
	return m.Packed(address, kind, d, e.Gzip, e.Zstd, modified)
}

// exportProblem says why there is no such file for other programs; nil when the address is that of none.
func (st *state) exportProblem(address string) http.HandlerFunc {
	if st == nil || !strings.HasPrefix(address, exportsPath) {
		return nil
	}
	detail := ""
	switch e, listed := st.exports[strings.TrimSuffix(address, digestSuffix)]; {
	case listed && e.absent != "":
		detail = "there is no such file now: " + e.cause + "; " + exportsPath + " tells which there are"
	case len(st.snapshot.Exports) == 0 && st.snapshot.Manifest.Exports != nil:
		detail = "the files for other programs that belong to this snapshot cannot be read; its operator finds the cause in the log, and the next refresh makes new ones"
	case len(st.snapshot.Exports) == 0:
		detail = "this snapshot has no files for other programs; the next refresh makes them"
	default:
		return nil
	}
	return func(w http.ResponseWriter, r *http.Request) { prepared.WriteProblem(w, r, http.StatusNotFound, detail) }
}
