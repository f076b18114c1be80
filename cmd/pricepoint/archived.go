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
	if err := j.readAgain(r, s, before); err != nil {
		j.log.Warn("the last good reading cannot be read again", "source", s.Name, "cause", err)
	}
}

// readAgain takes what a source said from the archived payloads that the inputs of a manifest name; none is no error.
func (a *app) readAgain(r *normalize.Reading, s collectors.Source, inputs []data.Input) error {
	kept := slices.DeleteFunc(slices.Clone(inputs), func(in data.Input) bool { return in.Source != s.Name })
	if len(kept) == 0 {
		return nil
	}
	docs, err := collectors.ReadArchived(a.store.OpenArchive, kept)
	if err != nil {
		return err
	}
	observations, err := collectors.Parse(s, docs)
	if err == nil {
		r.Observations, r.Inputs = observations, kept
	}
	return err
}
