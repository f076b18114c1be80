// Package documents writes a Decision as the documents of a snapshot. Start at Build.
//
// Every document that all lists is a pure function of the Decision. They decide nothing: no value, no finding and no pick comes about
// here. withModels and withExports add what follows from them. The price histories need what was published before, too, and so
// does what package changes adds. Restore makes a snapshot from another one, without any Decision.
package documents

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/normalize"
	"pricepoint/normalize/changes"
	"pricepoint/normalize/names"
)

// Result is a built snapshot and what an operator should look at.
type Result struct {
	Snapshot data.Snapshot
	Findings []data.Finding // as in findings.json
}

// Build decides and writes a snapshot. An error means that the input contradicts itself; a source that failed is no
// error.
func Build(in normalize.Input) (Result, error) {
	d, err := normalize.Decide(in)
	if err != nil {
		return Result{}, err
	}
	s := data.Snapshot{Manifest: d.Manifest}
	for path, write := range all {
		body, err := write(d)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %v", path, err)
		}
		s.Documents = append(s.Documents, data.Document{Path: path, Body: body})
	}
	if s, err = withPrices(in.Previous, s); err != nil {
		return Result{}, err
	}
	if s, err = withModels(d, s); err != nil {
		return Result{}, err
	}
	if s, err = changes.Append(in.Previous, s, data.Changed); err != nil {
		return Result{}, err
	}
	s, err = withExports(in, s)
	return Result{Snapshot: s, Findings: d.Findings}, err
}

// all are the documents that follow from the Decision alone, by path.
var all = map[string]func(normalize.Decision) ([]byte, error){
	data.AliasesPath: encoded(func(d normalize.Decision) any {
		m := d.Manifest
		return data.AliasesDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Aliases: d.Aliases, Ambiguous: names.Ambiguous(d.Aliases)}
	}),
	data.AuditPath: encoded(func(d normalize.Decision) any {
		m, a := d.Manifest, d.Audit
		return market.AuditDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Lists: a.Lists, Deviations: a.Deviations}
	}),
	data.BenchmarksPath: benchmarks,
	data.CategoriesPath: encoded(categories),
	data.FindingsPath: encoded(func(d normalize.Decision) any {
		m := d.Manifest
		return data.FindingsDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Findings: d.Findings, Report: data.HowToReport}
	}),
	data.FreshnessPath:   encoded(freshness),
	data.PlansPath:       encoded(plans),
	data.PlatformsPath:   encoded(platforms),
	data.ProvenancePath:  encoded(provenance),
	data.ProvidersPath:   encoded(providers),
	data.ScoresPath:      encoded(scores),
	data.ScoresTablePath: scoresTable,
	data.SellersPath:     encoded(sellers),
	data.SolvedPath: encoded(func(d normalize.Decision) any { // what a solved task costs, as boards have measured it
		m := d.Manifest
		return rating.SolvedDocument{Version: m.Version, LastUpdated: m.GeneratedAt, Boards: d.Solved.Boards, Rows: d.Solved.Rows}
	}),
	data.SolvedTablePath: solvedTable,
	data.TariffsPath:     encoded(tariffs),
	data.ToolsPath:       encoded(tools),
	data.ToolsTablePath:  toolsTable,
	data.UseCasesPath:    useCases,
}

// encoded writes what a function makes of the Decision as JSON.
func encoded[Document any](make func(normalize.Decision) Document) func(normalize.Decision) ([]byte, error) {
	return func(d normalize.Decision) ([]byte, error) { return data.Encode(make(d)), nil }
}

// Restore makes a new snapshot of the content of an old one, to be published after newest. Nothing is decided again.
//
// The documents keep lastUpdated: the content is as of then, and a reader who checks for age must see that. What
// names the snapshot names the new one, and changes.json tells what differs from newest. The manifest was generated
// now, says what it restores, and names the payloads of the old content, which the next build carries on from. Tools
// that only newest lists are withdrawn, for nothing vanishes without a word.
func Restore(old, newest data.Snapshot, now time.Time, generator string) (data.Snapshot, error) {
	gone, err := withdrawnBy(old, newest, data.Version(now))
	if err != nil {
		return data.Snapshot{}, err
	}
	restored := data.Snapshot{Manifest: data.Manifest{
		Schema: data.ManifestSchema, Version: data.Version(now), Previous: newest.Manifest.Version, Restores: old.Manifest.Version,
		GeneratedAt: data.At(now), Generator: generator, PublicURL: newest.Manifest.PublicURL, Catalogue: old.Manifest.Catalogue,
		Inputs: old.Manifest.Inputs, Compared: old.Manifest.Compared, Withdrawn: gone, Accepted: old.Manifest.Accepted, Sources: slices.Clone(old.Manifest.Sources),
	}}
	for i := range restored.Manifest.Sources {
		restored.Manifest.Sources[i].Attempt = nil // nobody was asked
	}
	for _, d := range old.Documents {
		body := renameVersion(d.Path, d.Body, old.Manifest.Version, data.Version(now))
		restored.Documents = append(restored.Documents, data.Document{Path: d.Path, Body: body})
	}
	for _, e := range old.Exports {
		if e.Path == data.ExportIndexPath {
			// Without the compressed forms, which are of the old body.
			e = data.Document{Path: e.Path, Body: renameVersion(e.Path, e.Body, old.Manifest.Version, data.Version(now))}
		}
		restored.Exports = append(restored.Exports, e)
	}
	if restored, err = withPrices(&newest, restored); err != nil {
		return data.Snapshot{}, err
	}
	return changes.Append(&newest, restored, data.Restored)
}

// withdrawnBy lists the tools that were listed once and are not in the old content.
func withdrawnBy(old, newest data.Snapshot, version string) ([]data.Withdrawn, error) {
	var kept, before data.ToolsDocument
	if err := old.Decode(data.ToolsPath, &kept); err != nil {
		return nil, fmt.Errorf("snapshot %s: %v; it was made by another version of this program and cannot be restored by this one", old.Manifest.Version, err)
	}
	if err := newest.Decode(data.ToolsPath, &before); err != nil {
		return nil, fmt.Errorf("snapshot %s: %v", newest.Manifest.Version, err)
	}
	all := slices.Concat(newest.Manifest.Withdrawn, old.Manifest.Withdrawn)
	for _, t := range before.Tools {
		all = append(all, data.Withdrawn{ID: t.ID, Name: t.Name, Since: version})
	}
	told := map[string]bool{} // or listed
	for _, t := range kept.Tools {
		told[t.ID] = true
	}
	return slices.DeleteFunc(all, func(w data.Withdrawn) bool {
		again := told[w.ID]
		told[w.ID] = true
		return again
	}), nil
}

// renameVersion writes the new version where a document names its own, in the one form documents are written in: the top-level
// version, or that of the benchmarks, behind the methodology's. No text in a document can look like it: its quotes are escaped.
// It keeps every other byte, also of documents that this program does not know.
func renameVersion(path string, body []byte, old, now string) []byte {
	indent := "  "
	if path == data.BenchmarksPath {
		indent = "    "
	}
	line := regexp.MustCompile(`(?m)^(` + indent + `"version": "(?:[^"+]+\+)?)` + regexp.QuoteMeta(old) + `"`)
	return line.ReplaceAll(body, []byte("${1}"+now+`"`))
}
