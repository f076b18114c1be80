package refresh

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
)

// past is what a source was read from once.
type past struct {
	source collectors.Source
	inputs []data.Input
}

// pastOf sorts the inputs of a manifest by the sources that were read from them. One that was never read has none.
func pastOf(sources []collectors.Source, inputs []data.Input) []past {
	return data.Each(sources, func(s collectors.Source) past {
		return past{s, slices.DeleteFunc(slices.Clone(inputs), func(in data.Input) bool { return in.Source != s.Name })}
	})
}

// readAgain parses once more what sources were read from, each archive in one go. A source without inputs was not read; the
// failure of another is why its payloads cannot be read any more.
func readAgain(open web.Archives, all []past) (readings []data.Reading) {
	var wanted []data.Input
	for _, p := range all {
		wanted = append(wanted, p.inputs...)
	}
	docs, whole := web.ReadArchived(open, wanted)
	for _, p := range all {
		r, n := p.source.Unread(), len(p.inputs)
		if n > 0 {
			r = parseAgain(open, p, docs[:n], whole)
		}
		readings, docs = append(readings, r), docs[n:]
	}
	return readings
}

// compare gives pricing pages and boards what their changes are judged against, row by row, as the manifest before names it.
// A page that has not changed since is not parsed again. It returns why some cannot be had.
func compare(open web.Archives, readings []data.Reading, before data.Manifest) error {
	var changed []past
	var places []*data.Reading // of those that have changed
	earlier := make([][]data.Reading, len(readings))
	for i, r := range readings {
		if r.Kind == data.FeedSource {
			continue
		}
		readings[i].Standards = before.Standards(r.Source)
		earlier[i] = make([]data.Reading, len(readings[i].Standards))
		for n, standard := range readings[i].Standards {
			if slices.EqualFunc(standard.Inputs, r.Inputs, func(x, y data.Input) bool { return x.URL == y.URL && x.SHA256 == y.SHA256 }) {
				earlier[i][n] = r
				continue
			}
			known, err := registry.Select([]string{r.Source})
			if err != nil {
				return err
			}
			changed, places = append(changed, past{known[0], standard.Inputs}), append(places, &earlier[i][n])
		}
	}
	var missing []error
	for i, last := range readAgain(open, changed) {
		if *places[i] = last; last.Failure != nil {
			missing = append(missing, fmt.Errorf("%s: what its changes are compared with cannot be read again: %w", last.Source, last.Failure))
		}
	}
	for i, r := range readings {
		readings[i].Compared, readings[i].ComparedTexts = data.RowByRow(r.Standards, earlier[i])
	}
	return errors.Join(missing...)
}

// parseAgain parses the documents of one source. When something was missing, it finds out whether that was of this one.
func parseAgain(open web.Archives, p past, docs []web.Payload, missing error) data.Reading {
	r, err := p.source.Unread(), error(nil)
	if missing != nil {
		docs, err = web.ReadArchived(open, p.inputs)
	}
	if err == nil {
		r.Observations, r.Refused, err = collectors.Parse(p.source, docs)
	}
	if err != nil {
		r.Failure = data.Failed(data.FailureOf(err).Class, "%w", err)
		return r
	}
	r.Inputs = p.inputs
	r.Bodies, r.Texts = collectors.KeptOf(p.source, docs)
	return r
}

// readings are the results of a run as the build takes them: one reading a source. A source that failed, or was not
// asked, brings its last good reading: the manifest of the snapshot before names the archived payloads, and they are
// parsed again.
func (j *Job) readings(results []data.Reading, previous *data.Snapshot) []data.Reading {
	var all []data.Reading
	var unread []collectors.Source
	for _, s := range registry.All() {
		r := s.Unread()
		if result := data.Find(results, func(r data.Reading) bool { return r.Source == s.Name }); result != nil {
			r = *result
		}
		if r.Read() {
			r.Inputs = slices.Clone(r.Inputs)
			for i := range r.Inputs { // a payload that is in an earlier archive is not in that of this run
				r.Inputs[i].Archive = cmp.Or(j.earlier.Archive(r.Inputs[i].SHA256), store.ArchiveName(data.Version(j.made)))
			}
		} else {
			r.Observations, r.Refused, r.Inputs, r.Bodies, r.Texts = nil, nil, nil, nil, nil // a reading that was refused still has them
			unread = append(unread, s)
		}
		all = append(all, r)
	}
	if previous == nil {
		return all
	}
	for _, last := range readAgain(j.Store.OpenArchive, pastOf(unread, previous.Manifest.Inputs)) {
		if last.Failure != nil { // the values of the catalogue stand in
			j.Log.Warn("the last good reading cannot be read again", "source", last.Source, "cause", last.Failure.Cause)
		}
		if r := data.Find(all, func(r data.Reading) bool { return r.Source == last.Source }); last.Inputs != nil {
			r.Observations, r.Refused, r.Texts, r.Inputs, r.Bodies = last.Observations, last.Refused, last.Texts, last.Inputs, last.Bodies
		}
	}
	return all
}
