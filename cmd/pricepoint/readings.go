package main

import (
	"errors"
	"slices"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/normalize"
)

// readings hands every source's result to the build. A source that failed, or was not asked, brings its last good
// reading: the manifest of the snapshot before names the archived payloads, and they are parsed again.
func (j *job) readings(results []collectors.Reading, previous *data.Snapshot) []normalize.Reading {
	var all []normalize.Reading
	for _, s := range collectors.All() {
		r := unread(s)
		i := slices.IndexFunc(results, func(r collectors.Reading) bool { return r.Source.Name == s.Name })
		if i >= 0 {
			r.Attempted, r.Fetched = true, data.At(results[i].Fetched)
			if err := results[i].Err; err != nil {
				r.Failure, r.Disallowed = collectors.Cause(err), errors.Is(err, collectors.ErrDisallowed)
			}
		}
		if i >= 0 && results[i].Err == nil {
			r.Observations = results[i].Observations
			r.Inputs = j.inputs(s.Name, results[i].Documents)
		} else if previous != nil {
			j.carry(&r, s, previous.Manifest.Inputs)
		}
		all = append(all, r)
	}
	return all
}

// unread is a source nobody has asked.
func unread(s collectors.Source) normalize.Reading {
	return normalize.Reading{Source: s.Name, Kind: string(s.Kind), Publisher: s.Publisher, Lineage: s.Lineage, URL: s.Requests[0][0].URL}
}

// outcomes pairs every asked source with the status the build gave it.
func outcomes(results []collectors.Reading, records []data.SourceRecord) []data.SourceOutcome {
	var all []data.SourceOutcome
	for _, r := range results {
		i := slices.IndexFunc(records, func(s data.SourceRecord) bool { return s.ID == r.Source.Name })
		all = append(all, data.SourceOutcome{SourceStatus: records[i].SourceStatus, OK: r.Err == nil, Milliseconds: r.Took.Milliseconds()})
	}
	return all
}
