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
	path   string
	newest map[string]replayed // by address
}

// replayed is the record that answers for an address.
type replayed struct {
	date time.Time
	kept
	lacks *revisited // the payload that no archive at hand holds; nil when one does
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
	r := &Replay{path: path, newest: map[string]replayed{}}
	payloads, err := payloadsOf(path, func(record *warc.Record) { r.add(record, asOf) })
	if err != nil {
		return nil, err
	}
	r.resolve(payloads)
	r.borrow()
	return r, r.check(asOf)
}

// Months are the last times in each month at which an archive holds a response, the last of them at most, oldest first.
func Months(path string, most int) (last []time.Time, err error) {
	newest := map[string]time.Time{}
	_, err = payloadsOf(path, func(record *warc.Record) {
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
	if slices.ContainsFunc(addresses, func(address string) bool { return r.newest[address].lacks == nil }) {
		return nil
	}
	return fmt.Errorf("replay %s: the file holds no pages of its own; %v", r.path, r.newest[addresses[0]].lacks)
}

// add makes record the answer of its address if it is the newest; of equally new ones the last counts. A revisit
// says that an earlier payload was served again, and lacks that until it is found.
func (r *Replay) add(record *warc.Record, asOf time.Time) {
	answer := replayed{date: record.Date, kept: kept{r.path, record.Offset}}
	switch record.Type {
	case warc.Response:
	case warc.Revisit:
		answer.lacks = &revisited{address: record.TargetURI, digest: record.Header.Get(payloadDigest), date: record.Date,
			kept: record.Header.Get("WARC-Refers-To-Date")}
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
	if found.lacks != nil {
		return nil, data.Failed(data.ArchiveIncomplete, "replay %s: %w", r.path, found.lacks)
	}
	resp, err := found.response()
	if err != nil {
		return nil, data.Failed(data.ArchiveIncomplete, "replay %s: %v", found.path, err)
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

// revisited says of a payload that it was served again, and that only the archive of an earlier run keeps it.
type revisited struct {
	address, digest string
	date            time.Time // of the revisit
	kept            string    // when the payload was archived, as the record says; "" when it does not
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
type payloadPlaces map[string]kept

// borrow looks for the payloads that the archive only points at in the other archives beside it, newest first, until
// all are found. An archive that cannot be read is skipped: the payload that stays missing is reported.
func (r *Replay) borrow() {
	dir, own := filepath.Split(r.path)
	files, _ := os.ReadDir(filepath.Clean(dir)) // sorted by name
	for _, file := range slices.Backward(files) {
		if name := file.Name(); name != own && strings.HasSuffix(name, ".warc.gz") && r.lacking() {
			payloads, _ := payloadsOf(filepath.Join(dir, name), func(*warc.Record) {})
			r.resolve(payloads)
		}
	}
}

func (r *Replay) lacking() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(r.newest)), func(answer replayed) bool { return answer.lacks != nil })
}

// resolve answers the revisits whose payloads are among these.
func (r *Replay) resolve(payloads payloadPlaces) {
	for key, answer := range r.newest {
		if answer.lacks == nil {
			continue
		}
		if found, ok := payloads[answer.lacks.digest]; ok {
			r.newest[key] = replayed{date: answer.date, kept: found}
		}
	}
}

// payloadsOf returns what the archive at path keeps, as far as it can be read, and visits its records.
func payloadsOf(path string, visit func(*warc.Record)) (payloadPlaces, error) {
	payloads := payloadPlaces{}
	file, err := os.Open(path)
	if err != nil {
		return payloads, fmt.Errorf("open replay: %w", err)
	}
	defer file.Close()
	err = eachRecord(file, func(record *warc.Record) {
		if digest := record.Header.Get(payloadDigest); record.Type == warc.Response && digest != "" {
			payloads[digest] = kept{path, record.Offset}
		}
		visit(record)
	})
	if err != nil {
		return payloads, fmt.Errorf("replay %s: %v", path, err)
	}
	return payloads, nil
}
