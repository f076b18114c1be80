package refresh

import (
	"cmp"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/store"
)

// readings are the results of a run as the build takes them: one reading a source. A source that failed, or was not
// asked, brings its last good reading: the manifest of the snapshot before names the archived payloads, and they are
// parsed again.
func (j *Job) readings(results []data.Reading, previous *data.Snapshot) []data.Reading {
	var all []data.Reading
	var unread []collectors.Source
	for _, s := range registry.All() {
		r := s.Unread()
		if i := slices.IndexFunc(results, func(r data.Reading) bool { return r.Source == s.Name }); i >= 0 {
			r = results[i]
		}
		if r.Read() {
			r.Inputs = j.archived(r.Inputs)
		} else {
			r.Observations, r.Refused, r.Inputs, r.Bodies, r.Texts = nil, nil, nil, nil, nil // a reading that was refused still has them
			unread = append(unread, s)
		}
		all = append(all, r)
	}
	if previous != nil {
		j.carry(all, unread, previous.Manifest.Inputs)
	}
	return all
}

// carry gives the sources that were not read their last good reading. Where it cannot be read again the values of the
// catalogue stand in.
func (j *Job) carry(readings []data.Reading, unread []collectors.Source, before []data.Input) {
	again := readAgain(j.Store.OpenArchive, unread, before)
	for i, r := range readings {
		last := again[r.Source]
		if last.Failure != nil {
			j.Log.Warn("the last good reading cannot be read again", "source", r.Source, "cause", last.Failure.Cause)
		}
		if last.Inputs != nil {
			readings[i].Observations, readings[i].Refused, readings[i].Texts = last.Observations, last.Refused, last.Texts
			readings[i].Inputs, readings[i].Bodies = last.Inputs, last.Bodies
		}
	}
}

// archived says where each payload is kept. One that is in an earlier archive is not in that of this run.
func (j *Job) archived(inputs []data.Input) []data.Input {
	this := store.ArchiveName(data.Version(j.made))
	all := slices.Clone(inputs)
	for i := range all {
		all[i].Archive = cmp.Or(j.earlier.Archive(all[i].SHA256), this)
	}
	return all
}

// outcomes pairs every asked source with the status the build gave it.
func outcomes(results []data.Reading, records []data.SourceRecord) []data.SourceOutcome {
	var all []data.SourceOutcome
	for _, r := range results {
		i := slices.IndexFunc(records, func(s data.SourceRecord) bool { return s.ID == r.Source })
		o := data.SourceOutcome{SourceStatus: records[i].SourceStatus, OK: r.Failure == nil, Milliseconds: r.Took.Milliseconds()}
		if r.Failure != nil {
			o.Reason = r.Failure.Reason
		}
		all = append(all, o)
	}
	return all
}
