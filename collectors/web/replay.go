package web

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// Replay is an http.RoundTripper that answers from an archive as the web answered on a given day. It is safe for
// concurrent use and holds nothing open.
type Replay struct {
	path     string
	newest   map[string]replayed // by address
	payloads map[string]kept     // by digest, of the archive and, where it only points at some, of others beside it
}

// replayed is the record that answers for an address. A revisit says that an earlier payload was served again.
type replayed struct {
	date         time.Time
	kept         // nowhere for a revisit
	*warc.Record // of a revisit
}

// kept is where a payload stands.
type kept struct {
	path   string // of the archive
	offset int64
}

// OpenReplay indexes the archive at path, which it reads and checks once. Records later than asOf do not exist;
// a zero asOf lets all of them exist. A payload that the archive only points at, because an earlier run kept it, is
// taken from another archive in the same directory.
func OpenReplay(path string, asOf time.Time) (*Replay, error) {
	r := &Replay{path: path, newest: map[string]replayed{}, payloads: map[string]kept{}}
	if err := r.index(path, func(record *warc.Record) { r.add(record, asOf) }); err != nil {
		return nil, err
	}
	r.borrow()
	return r, r.check(asOf)
}

// Months are the last times in each month at which an archive holds a response, the last of them at most, oldest first.
func Months(path string, most int) (last []time.Time, err error) {
	newest := map[string]time.Time{}
	r := &Replay{path: path, payloads: map[string]kept{}}
	err = r.index(path, func(record *warc.Record) {
		if month := record.Date.UTC().Format("2006-01"); record.Type == warc.Response && record.Date.After(newest[month]) {
			newest[month] = record.Date
		}
	})
	last = slices.SortedFunc(maps.Values(newest), time.Time.Compare)
	return last[max(0, len(last)-most):], err
}

// check is an error when there is nothing to replay.
func (r *Replay) check(asOf time.Time) error {
	if len(r.newest) == 0 {
		until := ""
		if !asOf.IsZero() {
			until = " up to " + asOf.UTC().Format(time.RFC3339)
		}
		return fmt.Errorf("replay %s: the file holds no responses%s", r.path, until)
	}
	addresses := slices.Sorted(maps.Keys(r.newest))
	if slices.ContainsFunc(addresses, func(address string) bool { return r.lack(r.newest[address]) == nil }) {
		return nil
	}
	return fmt.Errorf("replay %s: the file holds no pages of its own; %v", r.path, r.lack(r.newest[addresses[0]]))
}

// add makes record the answer of its address if it is the newest; of equally new ones the last counts.
func (r *Replay) add(record *warc.Record, asOf time.Time) {
	answer := replayed{date: record.Date, kept: kept{r.path, record.Offset}}
	switch record.Type {
	case warc.Response:
	case warc.Revisit:
		answer = replayed{date: record.Date, Record: record}
	default:
		return
	}
	address, err := url.Parse(record.TargetURI)
	if err != nil || !asOf.IsZero() && record.Date.After(asOf) {
		return
	}
	key := recordKey(address)
	if have, ok := r.newest[key]; !ok || !record.Date.Before(have.date) {
		r.newest[key] = answer
	}
}

// payload is where the payload of an answer stands; nowhere if no archive at hand has it.
func (r *Replay) payload(a replayed) kept {
	if a.Record == nil {
		return a.kept
	}
	return r.payloads[a.Header.Get(payloadDigest)]
}

// lack says of an answer whose payload is in no archive at hand what is missing and where it is; nil for any other.
func (r *Replay) lack(a replayed) error {
	if r.payload(a).path != "" {
		return nil
	}
	run := "an earlier run"
	if at := a.Header.Get("WARC-Refers-To-Date"); at != "" {
		run = "the run that received it at " + at
	}
	return fmt.Errorf("of %s it holds only the note that on %s the page had not changed; the page itself is in the archive of %s (payload %s): put that file into the same directory, or replay it instead",
		a.TargetURI, a.date.Format(time.RFC3339), run, cmp.Or(a.Header.Get(payloadDigest), "without a digest"))
}

// Date is the date of the record that answers for address; false when there is none.
func (r *Replay) Date(address string) (time.Time, bool) {
	u, err := url.Parse(address)
	if err != nil {
		return time.Time{}, false
	}
	found, ok := r.newest[recordKey(u)]
	return found.date, ok
}

// RoundTrip implements http.RoundTripper. An address without a record is a 404, so that a robots.txt that is not
// in the archive allows.
func (r *Replay) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	found, ok := r.newest[recordKey(req.URL)]
	if !ok {
		return &http.Response{StatusCode: http.StatusNotFound, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
	}
	if lack := r.lack(found); lack != nil {
		return nil, data.Failed(data.ArchiveIncomplete, "replay %s: %w", r.path, lack)
	}
	place := r.payload(found)
	resp, err := place.response()
	if err != nil {
		return nil, data.Failed(data.ArchiveIncomplete, "replay %s: %v", place.path, err)
	}
	resp.Request = req
	resp.Header.Set(warcDate, found.date.Format(time.RFC3339))
	return resp, nil
}

func (k kept) response() (*http.Response, error) {
	file, err := os.Open(k.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	record, err := warc.ReadAt(file, k.offset)
	if err != nil {
		return nil, err
	}
	return record.Response()
}

// payloadDigest is the field of a record that says which payload it is about.
const payloadDigest = "WARC-Payload-Digest"

// borrow looks for the payloads that the archive only points at in the other archives beside it, newest first, until
// all are found. An archive that cannot be read is skipped: the payload that stays missing is reported.
func (r *Replay) borrow() {
	dir, own := filepath.Split(r.path)
	files, _ := os.ReadDir(filepath.Clean(dir)) // sorted by name
	lacks := func(answer replayed) bool { return r.lack(answer) != nil }
	for _, file := range slices.Backward(files) {
		if name := file.Name(); name != own && strings.HasSuffix(name, ".warc.gz") && slices.ContainsFunc(slices.Collect(maps.Values(r.newest)), lacks) {
			_ = r.index(filepath.Join(dir, name), func(*warc.Record) {})
		}
	}
}

// index notes what the archive at path keeps, as far as it can be read, and visits its records. What is known already stays.
func (r *Replay) index(path string, visit func(*warc.Record)) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open replay: %w", err)
	}
	defer file.Close()
	err = eachRecord(file, func(record *warc.Record) {
		digest := record.Header.Get(payloadDigest)
		if _, known := r.payloads[digest]; record.Type == warc.Response && digest != "" && (!known || path == r.path) {
			r.payloads[digest] = kept{path, record.Offset}
		}
		visit(record)
	})
	if err != nil {
		return fmt.Errorf("replay %s: %v", path, err)
	}
	return nil
}
