// Package documents writes a Decision as the documents of a snapshot. Start at Build.
//
// Every document is a pure function of the Decision, and all tells which there are. They decide
// nothing: no value, no finding and no pick comes about here. The price histories need what was published before, too, and
// so does what package changes adds. Restore makes a snapshot from another one, without any Decision.
package documents

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/normalize/changes"
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
	for _, document := range all {
		body, err := document.write(d)
		if err != nil {
			return Result{}, fmt.Errorf("%s: %v", document.path, err)
		}
		s.Documents = append(s.Documents, data.Document{Path: document.path, Body: body})
	}
	if s, err = withPrices(in.Previous, s); err != nil {
		return Result{}, err
	}
	if s, err = changes.Append(in.Previous, s, data.Changed); err != nil {
		return Result{}, err
	}
	s, err = withExports(in, s)
	return Result{Snapshot: s, Findings: d.Findings}, err
}

// all are the documents that follow from the Decision alone.
var all = []struct {
	path  string
	write func(normalize.Decision) ([]byte, error)
}{
	{data.AliasesPath, encoded(aliases)},
	{data.AuditPath, encoded(audit)},
	{data.BenchmarksPath, benchmarks},
	{data.CategoriesPath, encoded(categories)},
	{data.FindingsPath, encoded(findings)},
	{data.FreshnessPath, encoded(freshness)},
	{data.PlansPath, encoded(plans)},
	{data.PlatformsPath, encoded(platforms)},
	{data.ProvenancePath, encoded(provenance)},
	{data.ProvidersPath, encoded(providers)},
	{data.ScoresPath, encoded(scores)},
	{data.ScoresTablePath, scoresTable},
	{data.SolvedPath, encoded(solved)},
	{data.SolvedTablePath, solvedTable},
	{data.TariffsPath, encoded(tariffs)},
	{data.ToolsPath, encoded(tools)},
	{data.ToolsTablePath, toolsTable},
	{data.UseCasesPath, useCases},
}

// encoded writes what a function makes of the Decision as JSON.
func encoded[Document any](make func(normalize.Decision) Document) func(normalize.Decision) ([]byte, error) {
	return func(d normalize.Decision) ([]byte, error) { return data.Encode(make(d)) }
}
