package main

import (
	"cmp"
	"slices"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/normalize"
)

// payloads are what the web need not send again: the last good payloads. A replay asks nobody.
func (j *job) payloads(previous *data.Snapshot) collectors.Earlier {
	if previous == nil || j.from.replay != "" {
		return collectors.Earlier{}
	}
	earlier, err := collectors.ReadEarlier(j.store.OpenArchive, previous.Manifest.Inputs)
	if err != nil {
		j.log.Warn("not every last good payload is in its archive; what is missing is fetched whole", "cause", err)
	}
	return earlier
}

// inputs names the payloads of a reading. One that is in an earlier archive is not in that of this run.
func (j *job) inputs(source string, docs []collectors.Document) []data.Input {
	this := store.ArchiveName(data.Version(j.made))
	var all []data.Input
	for _, d := range docs {
		all = append(all, data.Input{Source: source, URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256,
			Archive: cmp.Or(j.earlier.Archive(d.SHA256), this)})
	}
	return all
}

// carry reads a source's last good payloads again. When that cannot be done the values of the catalogue stand in.
func (j *job) carry(r *normalize.Reading, s collectors.Source, before []data.Input) {
	kept := slices.DeleteFunc(slices.Clone(before), func(in data.Input) bool { return in.Source != s.Name })
	if len(kept) == 0 {
		return
	}
	docs, err := collectors.ReadArchived(j.store.OpenArchive, kept)
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
