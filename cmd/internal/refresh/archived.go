package refresh

import (
	"errors"
	"fmt"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// payloads are what the web need not send again: the last good payloads. A replay asks nobody.
func (j *Job) payloads(previous *data.Snapshot) web.Earlier {
	if previous == nil || j.from.Replay != "" {
		return web.Earlier{}
	}
	earlier, err := web.ReadEarlier(j.Store.OpenArchive, previous.Manifest.Inputs)
	if err != nil {
		j.Log.Warn("not every last good payload is in its archive; what is missing is fetched whole", "cause", err)
	}
	return earlier
}

// readAgain parses once more what sources were read from according to the inputs of a manifest. Each archive is read once.
// A source that was never read has no inputs; the failure of another is why its payloads cannot be read any more.
func readAgain(open web.Archives, sources []collectors.Source, inputs []data.Input) map[string]data.Reading {
	of := map[string][]data.Input{}
	for _, in := range inputs {
		of[in.Source] = append(of[in.Source], in)
	}
	var wanted []data.Input
	for _, s := range sources {
		wanted = append(wanted, of[s.Name]...)
	}
	docs, whole := web.ReadArchived(open, wanted)
	all := map[string]data.Reading{}
	for _, s := range sources {
		n := len(of[s.Name])
		if all[s.Name] = s.Unread(); n > 0 {
			all[s.Name] = parseAgain(open, s, of[s.Name], docs[:n], whole)
		}
		docs = docs[n:]
	}
	return all
}

// compare gives pricing pages and boards what their changes are judged against, row by row, as the manifest before names it.
// A page that has not changed since is not parsed again. It returns why some cannot be had.
func compare(open web.Archives, readings []data.Reading, before data.Manifest) error {
	var missing []error
	earlier := make([][]data.Reading, len(readings))
	for i, r := range readings {
		if r.Kind != data.FeedSource {
			readings[i].Standards = before.Standards(r.Source)
			earlier[i] = make([]data.Reading, len(readings[i].Standards))
		}
	}
	for round, more := 0, true; more; round++ {
		var sources []collectors.Source
		var inputs []data.Input
		more = false
		for i, r := range readings {
			if round >= len(r.Standards) {
				continue
			}
			more = true
			standard := r.Standards[round].Inputs
			if slices.EqualFunc(standard, r.Inputs, func(x, y data.Input) bool { return x.URL == y.URL && x.SHA256 == y.SHA256 }) {
				earlier[i][round] = r
				continue
			}
			known, err := registry.Select([]string{r.Source})
			if err != nil {
				return err
			}
			sources, inputs = append(sources, known...), append(inputs, standard...)
		}
		for source, last := range readAgain(open, sources, inputs) {
			i := slices.IndexFunc(readings, func(r data.Reading) bool { return r.Source == source })
			earlier[i][round] = last
			if last.Failure != nil {
				missing = append(missing, fmt.Errorf("%s: what its changes are compared with cannot be read again: %w", source, last.Failure))
			}
		}
	}
	for i, r := range readings {
		readings[i].Compared, readings[i].ComparedTexts = data.RowByRow(r.Standards, earlier[i])
	}
	return errors.Join(missing...)
}

// parseAgain parses the documents of one source. When something was missing, it finds out whether that was of this one.
func parseAgain(open web.Archives, s collectors.Source, inputs []data.Input, docs []web.Payload, missing error) data.Reading {
	r, err := s.Unread(), error(nil)
	if missing != nil {
		docs, err = web.ReadArchived(open, inputs)
	}
	if err == nil {
		r.Observations, r.Refused, err = collectors.Parse(s, docs)
	}
	if err != nil {
		r.Failure = data.Failed(data.FailureOf(err).Class, "%w", err)
		return r
	}
	r.Inputs, r.Bodies, r.Texts = inputs, collectors.BodiesOf(s, docs), collectors.TextsOf(s, docs)
	return r
}
