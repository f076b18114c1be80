package main

import (
	"errors"
	"fmt"
	"slices"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/store"
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
			r.Attempted = true
			if err := results[i].Err; err != nil {
				r.Failure, r.Disallowed = err.Error(), errors.Is(err, collectors.ErrDisallowed)
			}
		}
		if i >= 0 && results[i].Err == nil {
			r.Observations = results[i].Observations
			r.Inputs = inputs(s.Name, results[i].Documents, store.ArchiveName(data.Version(j.made)))
		} else if previous != nil {
			j.carry(&r, s, previous.Manifest.Inputs)
		}
		all = append(all, r)
	}
	return all
}

// refuseOlder fails readings of pages that are older than what was read before: a replay of old pages must not undo
// what newer ones said.
func refuseOlder(results []collectors.Reading, previous *data.Snapshot) {
	if previous == nil {
		return
	}
	for i, r := range results {
		for _, before := range previous.Manifest.Sources {
			for _, d := range r.Documents {
				if before.ID == r.Source.Name && d.FetchedAt.Before(before.LastConfirmed.Time) {
					results[i].Err = fmt.Errorf("%s is of %s, older than the last good reading of %s", d.URL, data.At(d.FetchedAt), before.LastConfirmed)
				}
			}
		}
	}
}

// unread is a source nobody has asked.
func unread(s collectors.Source) normalize.Reading {
	return normalize.Reading{Source: s.Name, Kind: string(s.Kind), Publisher: s.Publisher, URL: s.Requests[0][0].URL}
}

func inputs(source string, docs []collectors.Document, archive string) []data.Input {
	var all []data.Input
	for _, d := range docs {
		all = append(all, data.Input{Source: source, URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256, Archive: archive})
	}
	return all
}

// carry reads a source's last good payloads again. When that cannot be done the values of the catalogue stand in.
func (j *job) carry(r *normalize.Reading, s collectors.Source, before []data.Input) {
	kept := slices.DeleteFunc(slices.Clone(before), func(in data.Input) bool { return in.Source != s.Name })
	if len(kept) == 0 {
		return
	}
	docs, err := j.archived(kept)
	if err != nil {
		j.log.Warn("the last good reading is not in the archive", "source", s.Name, "cause", err)
		return
	}
	observations, err := collectors.Parse(s, docs)
	if err != nil {
		j.log.Warn("the last good reading cannot be parsed any more", "source", s.Name, "cause", err)
		return
	}
	r.Observations, r.Inputs = observations, kept
}

// archived finds the payloads of one reading. They stand in one archive, that of the run that read them.
func (j *job) archived(inputs []data.Input) ([]collectors.Document, error) {
	file, err := j.store.OpenArchive(inputs[0].Archive)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return collectors.ReadArchived(file, inputs)
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
