package documents

import (
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/export"
	"pricepoint/data/export/overlay"
	"pricepoint/normalize"
)

// withExports puts our prices in the formats of other programs beside a snapshot: those that hold our tools alone, those that
// lie on the lists of others, and the index of both. A list that cannot be relied on costs its own export.
func withExports(in normalize.Input, s data.Snapshot) (data.Snapshot, error) {
	d, err := export.Read(s)
	if err != nil {
		return s, err
	}
	index := data.ExportIndex{Version: s.Manifest.Version, LastUpdated: d.Tariffs.LastUpdated, Licences: "/" + data.ExportLicencesPath}
	files, losses := export.Bare(d), export.Losses(d)
	for _, feed := range overlay.Feeds() {
		for _, f := range overlays(in, d, feed) {
			f.Losses = losses(f)
			files = append(files, f)
		}
	}
	for _, f := range files {
		index.Exports = append(index.Exports, f.Export)
		if f.Absent == "" {
			s.Exports = append(s.Exports, data.Document{Path: strings.TrimPrefix(f.Path, "/"), Body: f.Body})
		}
	}
	slices.SortFunc(index.Exports, func(a, b data.Export) int { return strings.Compare(a.Path, b.Path) })
	s.Exports = append(s.Exports, data.Document{Path: data.ExportIndexPath, Body: data.Encode(index)},
		data.Document{Path: data.ExportLicencesPath, Body: overlay.Licences})
	return s, nil
}

// overlays are the exports on the list that a feed reads, or why there are none.
func overlays(in normalize.Input, d export.Documents, feed string) []export.File {
	i := slices.IndexFunc(in.Readings, func(r data.Reading) bool { return r.Source == feed })
	if i < 0 || len(in.Readings[i].Bodies) != 1 || len(in.Readings[i].Inputs) != 1 {
		return absent(feed, data.UpstreamNotRead, "no refresh has read the list that it lies on yet", nil)
	}
	read := in.Readings[i]
	about := data.ExportUpstream{
		Source: feed, URL: read.Inputs[0].URL, FetchedAt: read.Inputs[0].FetchedAt, SHA256: read.Inputs[0].SHA256,
		Archive: read.Inputs[0].Archive, Size: int64(len(read.Bodies[0])), Stale: in.Now.Sub(read.Inputs[0].FetchedAt.Time) > data.StaleAfter,
	}
	file, err := overlay.Make(overlay.Upstream{About: about, Body: read.Bodies[0]}, d)
	if err != nil {
		return absent(feed, data.UpstreamUnusable, err.Error(), &about)
	}
	return []export.File{file}
}

func absent(feed string, why data.ExportAbsence, cause string, upstream *data.ExportUpstream) (all []export.File) {
	for _, e := range overlay.Blank(feed) {
		e.Absent, e.Cause, e.Upstream = why, cause, upstream
		all = append(all, export.File{Export: e})
	}
	return all
}
