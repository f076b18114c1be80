package web

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pricepoint/collectors/warc"
)

// payloadDigest is the field of a record that says which payload it is about.
const payloadDigest = "WARC-Payload-Digest"

// revisited says of a payload that it was served again, and that only the archive of an earlier run keeps it.
type revisited struct {
	address, digest string
	date            time.Time // of the revisit
	kept            string    // when the payload was archived, as the record says; "" when it does not
}

func revisitOf(record *warc.Record) *revisited {
	return &revisited{address: record.TargetURI, digest: record.Header.Get(payloadDigest), date: record.Date,
		kept: record.Header.Get("WARC-Refers-To-Date")}
}

// Error says what is missing and where it is.
func (r *revisited) Error() string {
	run := "an earlier run"
	if r.kept != "" {
		run = "the run that received it at " + r.kept
	}
	return fmt.Sprintf("of %s it holds only the note that on %s the page had not changed; the page itself is in the archive of %s (payload %s): put that file into the same directory, or replay it instead",
		r.address, r.date.Format(time.RFC3339), run, cmp.Or(r.digest, "without a digest"))
}

// payloadPlaces says where the payload of a digest stands.
type payloadPlaces map[string]placedPayload

type placedPayload struct {
	path  string
	place warc.Place
}

func (p payloadPlaces) add(path string, record *warc.Record) {
	if digest := record.Header.Get(payloadDigest); record.Type == warc.Response && digest != "" {
		p[digest] = placedPayload{path, record.Place}
	}
}

// borrow looks for the payloads that the archive only points at in the other archives beside it, newest first, until
// all are found. An archive that cannot be read has none; who needs it is told by the payload that stays missing.
func (r *Replay) borrow() {
	dir, own := filepath.Split(r.path)
	if !r.lacking() {
		return
	}
	files, _ := os.ReadDir(filepath.Clean(dir)) // sorted by name
	for _, file := range slices.Backward(files) {
		if name := file.Name(); name != own && isArchive(name) && r.lacking() {
			r.resolve(payloadsOf(filepath.Join(dir, name)))
		}
	}
}

func isArchive(name string) bool {
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}

func (r *Replay) lacking() bool {
	for _, answer := range r.newest {
		if answer.lacks != nil {
			return true
		}
	}
	return false
}

// resolve answers the revisits whose payloads are among these.
func (r *Replay) resolve(payloads payloadPlaces) {
	for key, answer := range r.newest {
		if answer.lacks == nil {
			continue
		}
		if found, ok := payloads[answer.lacks.digest]; ok {
			r.newest[key] = replayed{date: answer.date, path: found.path, place: found.place}
		}
	}
}

// payloadsOf returns what the archive at path keeps, as far as it can be read.
func payloadsOf(path string) payloadPlaces {
	payloads := payloadPlaces{}
	if file, err := os.Open(path); err == nil {
		defer file.Close()
		_ = eachRecord(file, func(record *warc.Record) error {
			payloads.add(path, record)
			return nil
		})
	}
	return payloads
}
