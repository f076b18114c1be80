package server

import (
	"fmt"
	"runtime/debug"
	"time"

	"pricepoint/data"
	"pricepoint/server/page"
	"pricepoint/server/past"
	"pricepoint/server/prepared"
)

// Load prepares a snapshot and serves it from now on. report is the last run, if one is known: when it ended after
// the snapshot was made, /api/freshness.json tells its outcome. A snapshot that lacks a document or whose
// freshness cannot be read is refused, and what was served before stays.
func (s *Server) Load(snapshot data.Snapshot, report *data.RunReport) error {
	next, err := s.prepare(snapshot, report)
	if err != nil {
		s.metrics.reloadFailures.Inc()
		return fmt.Errorf("snapshot %s is not served: %v", snapshot.Manifest.Version, err)
	}
	s.current.Store(next)
	debug.FreeOSMemory() // what the encoders have left is many times what is served
	return nil
}

// prepare makes all that is served of a snapshot. What is the same as before is not made again. The files for other programs are
// let go of once they are prepared.
func (s *Server) prepare(snapshot data.Snapshot, report *data.RunReport) (*state, error) {
	files := snapshot.Exports
	snapshot.Exports = nil
	documents, err := servedDocuments(snapshot)
	if err != nil {
		return nil, err
	}
	fresh, err := refreshed(documents[data.FreshnessPath], report, s.options.Now())
	if err != nil {
		return nil, err
	}
	documents[data.FreshnessPath] = fresh.document
	findings, err := countFindings(documents[data.FindingsPath])
	if err != nil {
		return nil, err
	}
	previous := s.current.Load()
	next := &state{
		snapshot: snapshot, report: report, freshness: fresh.freshness, findings: findings, expires: fresh.expires,
		resources: make(map[string]*prepared.Resource, len(documents)+len(contract())+3), exports: map[string]exported{},
		values: valueMetrics(documents[data.ToolsPath], documents[data.BenchmarksPath], documents[data.ProvenancePath]),
		book:   previous.reopen(snapshot, fresh.document), kept: s.history.List(),
	}
	made := s.notAhead(madeAt(snapshot.Manifest.Version, fresh.freshness))
	next.modified = s.notAhead(later(made, fresh.modified))
	return next, s.addResources(next, previous, documents, files, made)
}

// addResources prepares an answer for every address. The documents were made when the snapshot was, but for those that tell how
// current they are.
func (s *Server) addResources(next, previous *state, documents map[string]data.Document, files []data.ExportFile, made time.Time) error {
	m := prepared.NewMaker(s.metrics.ofAnswer)
	for path, d := range documents {
		modified := made
		if path == data.FreshnessPath {
			modified = next.modified
		}
		kind, _ := prepared.KindOf(path)
		next.resources["/"+path] = previous.reuse(m, "/"+path, kind, d, modified)
	}
	if err := next.addExports(previous, m, files, made); err != nil {
		return err
	}
	s.addContract(next, previous, m)
	next.resources[past.ListPath] = previous.reuse(m, past.ListPath, prepared.JSON, next.kept.Document, next.kept.Noticed)
	all := s.listings(next)
	if err := s.addIndex(next, previous, m, all, next.modified); err != nil {
		return err
	}
	s.addAssets(next, previous, m)
	return s.addPages(next, previous, m, documents, all, next.modified)
}

// notAhead is a time or, if that is of the future, now: RFC 9110 wants no later Last-Modified than the time of the answer.
// What a clock has made that was ahead is modified now, as far as readers can tell.
func (s *Server) notAhead(t time.Time) time.Time {
	if now := s.options.Now(); t.After(now) {
		return now
	}
	return t
}

// addIndex lists what there is, for programs.
func (s *Server) addIndex(next, previous *state, m *prepared.Maker, all []page.Address, renewed time.Time) error {
	index, err := s.addressIndex(next, all)
	if err != nil {
		return err
	}
	next.resources[indexPath] = previous.reuse(m, indexPath, prepared.JSON, data.Document{Body: index}, renewed)
	next.resources[baseAddress] = next.resources[indexPath]
	return nil
}
