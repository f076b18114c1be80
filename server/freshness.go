package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// refreshedDocument is /api/freshness.json as it holds at a time, and for how long.
type refreshedDocument struct {
	document  data.Document
	freshness data.FreshnessDocument
	modified  time.Time // when the latest thing happened that the snapshot does not know of; zero: nothing
	expires   time.Time // when the next source becomes stale; zero: none will
}

// refreshed brings a snapshot's freshness document up to now. The snapshot cannot know of a later run that
// published nothing, nor that nobody has confirmed a source since.
func refreshed(d data.Document, report *data.RunReport, now time.Time) (refreshedDocument, error) {
	r := refreshedDocument{document: d}
	if err := json.Unmarshal(d.Body, &r.freshness); err != nil {
		return r, fmt.Errorf("%s: %v", d.Path, err)
	}
	if r.freshness.LastUpdated.IsZero() {
		return r, fmt.Errorf("%s has no lastUpdated", d.Path)
	}
	if report != nil && report.FinishedAt.After(r.freshness.LastUpdated.Time) {
		r.overlay(report)
	}
	for i := range r.freshness.Sources {
		r.age(&r.freshness.Sources[i], now)
	}
	if r.modified.IsZero() {
		return r, nil // the snapshot's own bytes stand
	}
	body, err := data.Encode(r.freshness)
	r.document = data.Document{Path: d.Path, Body: body}
	return r, err
}

// overlay tells how the sources fared in a later run.
func (r *refreshedDocument) overlay(report *data.RunReport) {
	after := report.Apply(r.freshness.Sources)
	if !slices.Equal(after, r.freshness.Sources) {
		r.freshness.Sources = after
		r.modified = report.FinishedAt.Time
	}
}

// age makes a fresh source stale once nobody has confirmed it for too long.
func (r *refreshedDocument) age(s *data.SourceStatus, now time.Time) {
	if s.State != data.Fresh || s.LastConfirmed.IsZero() {
		return
	}
	limit := s.LastConfirmed.Add(data.StaleAfter)
	if aged := s.At(now); aged != *s {
		*s = aged
		r.modified = later(r.modified, limit)
		return
	}
	if r.expires.IsZero() || limit.Before(r.expires) {
		r.expires = limit
	}
}
