package refresh

import (
	"io"
	"slices"

	"pricepoint/collectors"
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

// carry reads a source's last good payloads again. When that cannot be done the values of the catalogue stand in.
func (j *Job) carry(r *data.Reading, s collectors.Source, before []data.Input) {
	if err := ReadAgain(j.Store.OpenArchive, r, s, before); err != nil {
		j.Log.Warn("the last good reading cannot be read again", "source", s.Name, "cause", err)
	}
}

// ReadAgain takes what a source said from the archived payloads that the inputs of a manifest name; to find none there
// is not an error.
func ReadAgain(open func(path string) (io.ReadCloser, error), r *data.Reading, s collectors.Source, inputs []data.Input) error {
	kept := slices.DeleteFunc(slices.Clone(inputs), func(in data.Input) bool { return in.Source != s.Name })
	if len(kept) == 0 {
		return nil
	}
	docs, err := web.ReadArchived(open, kept)
	if err != nil {
		return err
	}
	observations, err := collectors.Parse(s, docs)
	if err == nil {
		r.Observations, r.Inputs = observations, kept
	}
	return err
}
