package server

import (
	"encoding/json"
	"fmt"
	"path"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
	"pricepoint/server/past"
	"pricepoint/server/prepared"
)

// state is all that is served of one snapshot. Nothing in it changes: a reload makes another.
type state struct {
	snapshot   data.Snapshot
	report     *data.RunReport // the last run; nil: unknown
	freshness  data.FreshnessDocument
	findings   map[data.FindingKind]int      // how many need an operator; nil: the snapshot does not say
	values     []prometheus.Metric           // the prices and scores
	resources  map[string]*prepared.Resource // by path
	kept       *past.List                    // the list of snapshots as it was then
	repeatable *repeatable                   // the same answers, for requests that are repeated
	expires    time.Time                     // when a source becomes stale unless it is confirmed again; zero: never
}

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

func (s *Server) prepare(snapshot data.Snapshot, report *data.RunReport) (*state, error) {
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
	next := &state{
		snapshot: snapshot, report: report, freshness: fresh.freshness, findings: findings, expires: fresh.expires,
		resources: make(map[string]*prepared.Resource, len(documents)+len(contract())+3),
	}
	next.repeatable = &repeatable{s, next}
	next.values = append(valueMetrics(documents[data.ToolsPath], documents[data.BenchmarksPath]), confidenceMetrics(documents[data.ProvenancePath])...)
	made := madeAt(snapshot.Manifest.Version, fresh.freshness)
	renewed := later(made, fresh.modified)
	previous, m := s.current.Load(), prepared.NewMaker(s.metrics.ofAnswer)
	for path, d := range documents {
		modified := made
		if path == data.FreshnessPath {
			modified = renewed
		}
		kind, _ := prepared.KindOf(path)
		next.resources["/"+path] = previous.reuse(m, "/"+path, kind, d, modified)
	}
	s.addContract(next, previous, m)
	next.kept = s.history.List()
	next.resources[past.ListPath] = previous.reuse(m, past.ListPath, prepared.JSON, next.kept.Document, next.kept.Noticed)
	return next, s.addIndexes(next, previous, m, renewed)
}

// addIndexes lists what there is, for programs and for people.
func (s *Server) addIndexes(next, previous *state, m *prepared.Maker, renewed time.Time) error {
	all := s.listings(next)
	index, err := s.addressIndex(next, all)
	if err != nil {
		return err
	}
	page, err := s.indexPage(next, all)
	if err != nil {
		return err
	}
	next.resources[indexPath] = previous.reuse(m, indexPath, prepared.JSON, data.Document{Body: index}, renewed)
	next.resources[baseAddress] = next.resources[indexPath]
	next.resources["/"] = previous.reuse(m, "/", htmlKind, data.Document{Body: page}, renewed)
	return nil
}

// servedDocuments returns the documents by path, if none is missing and all JSON is valid.
func servedDocuments(snapshot data.Snapshot) (map[string]data.Document, error) {
	documents := make(map[string]data.Document, len(snapshot.Documents))
	for _, d := range snapshot.Documents {
		if _, served := prepared.KindOf(d.Path); !served {
			continue // it has no address in the API
		}
		if path.Ext(d.Path) == ".json" && !json.Valid(d.Body) {
			return nil, fmt.Errorf("%s is not JSON", d.Path)
		}
		documents[d.Path] = d
	}
	for _, r := range requiredDocuments {
		if _, ok := documents[r]; !ok {
			return nil, fmt.Errorf("%s is missing", r)
		}
	}
	return documents, nil
}

// reuse returns the resource of before if it is the same, so that nothing is compressed twice.
func (st *state) reuse(m *prepared.Maker, path string, kind prepared.Kind, d data.Document, modified time.Time) *prepared.Resource {
	if st != nil {
		if r := st.resources[path]; r != nil && r.Same(d, modified) {
			return r
		}
	}
	return m.Make(path, kind, d, modified)
}

// madeAt is when a snapshot became current. A rollback publishes old content as a new version, which must count as
// newer for clients that ask by date.
func madeAt(version string, freshness data.FreshnessDocument) time.Time {
	published, err := data.ParseVersion(version)
	if err != nil {
		return freshness.LastUpdated.Time
	}
	return later(published, freshness.LastUpdated.Time)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// stored reports whether a snapshot comes from a store. One that was built in memory, from the catalogue alone, lists
// no files: no refresh has published it.
func stored(snapshot data.Snapshot) bool { return len(snapshot.Manifest.Files) > 0 }
