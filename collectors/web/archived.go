package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// warcDate is the response header that says when a payload was received. Only Replay and Recorder set it; what a
// server sends under this name is dropped.
const warcDate = "Warc-Date"

// recordKey is the form in which addresses are compared: no fragment, and a path.
func recordKey(u *url.URL) string {
	key := *u
	key.Fragment, key.RawFragment = "", ""
	if key.Path == "" {
		key.Path = "/"
	}
	return key.String()
}

// Archives opens an archive by the name that an Input has for it.
type Archives func(name string) (io.ReadCloser, error)

// ReadArchived returns the payloads that inputs name, in their order, from the archives that keep them. Each has the
// address and the time of its input: a payload that has not changed may have been received earlier.
func ReadArchived(open Archives, inputs []data.Input) ([]Payload, error) {
	docs := make([]Payload, len(inputs))
	err := eachInput(open, inputs, func(i int, _ *warc.Record, found Payload) {
		docs[i] = newPayload(inputs[i].URL, inputs[i].FetchedAt.Time, found.Body)
	})
	return docs, err
}

// eachInput visits the record that each input was read from. It finds the record by the digest of its payload, because
// after a redirect it is filed under another address. The error says what was not found.
func eachInput(open Archives, inputs []data.Input, visit func(input int, record *warc.Record, doc Payload)) error {
	var trouble []error
	archives, found := map[string]bool{}, make([]bool, len(inputs))
	for _, input := range inputs {
		archives[input.Archive] = true
	}
	for _, name := range slices.Sorted(maps.Keys(archives)) {
		trouble = append(trouble, eachPayload(open, name, func(record *warc.Record, doc Payload) {
			for i, input := range inputs {
				if input.Archive == name && input.SHA256 == doc.SHA256 {
					found[i] = true
					visit(i, record, doc)
				}
			}
		}))
	}
	for i, input := range inputs {
		if !found[i] {
			trouble = append(trouble, fmt.Errorf("%s holds no payload of %s with sha256 %s", input.Archive, input.URL, input.SHA256))
		}
	}
	return errors.Join(trouble...)
}

// eachPayload visits the responses of one archive with what they mean. Those that cannot be decoded have failed
// before and were never read.
func eachPayload(open Archives, name string, visit func(*warc.Record, Payload)) error {
	archive, err := open(name)
	if err != nil {
		return err
	}
	defer archive.Close()
	return eachRecord(archive, func(record *warc.Record) {
		if record.Type != warc.Response {
			return
		}
		if resp, err := record.Response(); err == nil {
			if body, err := decodeBody(resp); err == nil {
				visit(record, newPayload(record.TargetURI, record.Date, body))
			}
		}
	})
}

func eachRecord(archive io.Reader, visit func(*warc.Record)) error {
	reader := warc.NewReader(archive)
	for {
		record, err := reader.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		visit(record)
	}
}

// Earlier knows the payloads of an earlier run and the answers they came in. The zero Earlier knows none.
type Earlier struct {
	records  map[string]*warc.Record // by address
	archives map[string]string       // the name of the archive that holds a payload, by its SHA-256
}

// ReadEarlier finds the payloads of inputs in their archives. An error says what could not be found; the rest is
// known all the same.
func ReadEarlier(open Archives, inputs []data.Input) (Earlier, error) {
	e := Earlier{records: map[string]*warc.Record{}, archives: map[string]string{}}
	err := eachInput(open, inputs, func(input int, record *warc.Record, _ Payload) {
		e.archives[inputs[input].SHA256] = inputs[input].Archive
		if address, err := url.Parse(record.TargetURI); err == nil {
			e.records[recordKey(address)] = record
		}
	})
	return e, err
}

// Archive names the archive that holds a payload already, "" when none does.
func (e Earlier) Archive(sha256 string) string { return e.archives[sha256] }

// Recorder is an http.RoundTripper that writes every response to an archive, and asks for what is known from an earlier run only
// if it has changed. It answers "not modified" with the payload that is known, for colly takes every 304 for a failure.
type Recorder struct {
	inner   http.RoundTripper
	archive *warc.Writer
	now     func() time.Time
	earlier Earlier
	mu      sync.Mutex // the archive takes one record at a time
}

// NewRecorder records what inner answers. What comes out of a Replay keeps its date; everything else was
// received now.
func NewRecorder(inner http.RoundTripper, archive *warc.Writer, now func() time.Time, earlier Earlier) *Recorder {
	return &Recorder{inner: inner, archive: archive, now: now, earlier: earlier}
}

// RoundTrip implements http.RoundTripper. A response that cannot be recorded is an error: nothing is published
// without its evidence.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	earlier := r.earlier.records[recordKey(req.URL)]
	known, err := askIfChanged(req, earlier)
	if err != nil {
		return nil, err
	}
	resp, err := r.inner.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	trimValues(resp.Header)
	body, err := bufferBody(resp)
	if err != nil {
		return nil, err
	}
	date, ok := r.date(resp)
	if !ok {
		return resp, nil
	}
	if err := r.write(resp, earlier, recordKey(req.URL), date, body); err != nil {
		return nil, fmt.Errorf("archive the response: %w", err)
	}
	if known != nil && resp.StatusCode == http.StatusNotModified {
		known.Request, resp = req, known
	}
	resp.Header.Set(warcDate, date.Format(time.RFC3339))
	return resp, nil
}

// trimValues drops the space around the values of a header, as an archive does, so that both lead to the same page.
func trimValues(header http.Header) {
	for _, values := range header {
		for i, value := range values {
			values[i] = textproto.TrimString(value)
		}
	}
}

// askIfChanged has a request ask only whether an earlier answer still holds, and returns that; nil if nothing in it tells.
func askIfChanged(req *http.Request, earlier *warc.Record) (known *http.Response, err error) {
	if earlier == nil {
		return nil, nil
	}
	answer, err := earlier.Response()
	if err != nil {
		return nil, err
	}
	for ask, by := range map[string]string{"If-None-Match": "ETag", "If-Modified-Since": "Last-Modified"} {
		if value := answer.Header.Get(by); value != "" {
			req.Header.Set(ask, value)
			known = answer
		}
	}
	return known, nil
}

// date says when resp was received; false for the answer of a replay that has no record of it.
func (r *Recorder) date(resp *http.Response) (time.Time, bool) {
	if _, replayed := r.inner.(*Replay); replayed {
		date, err := time.Parse(time.RFC3339, resp.Header.Get(warcDate))
		return date, err == nil
	}
	return r.now().UTC().Truncate(time.Second), true
}

// write keeps a payload once: what an earlier archive holds already is only pointed at.
func (r *Recorder) write(resp *http.Response, earlier *warc.Record, address string, date time.Time, body []byte) error {
	raw := rawResponse(resp, body)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case earlier == nil:
	case resp.StatusCode == http.StatusNotModified:
		return r.archive.WriteRevisit(address, date, raw, warc.NotModified, earlier)
	case resp.StatusCode == http.StatusOK && earlier.HasPayload(body):
		return r.archive.WriteRevisit(address, date, raw, warc.IdenticalPayload, earlier)
	}
	return r.archive.WriteResponse(address, date, raw)
}

// unrecorded are the headers that are not kept: about the connection, ours, or somebody's secret.
var unrecorded = []string{"Connection", "Keep-Alive", "Transfer-Encoding", "Set-Cookie", warcDate}

// rawResponse is resp as it goes into an archive: the body as it was sent, without chunking.
func rawResponse(resp *http.Response, body []byte) []byte {
	header := resp.Header.Clone()
	for _, name := range unrecorded {
		header.Del(name)
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	var raw bytes.Buffer
	fmt.Fprintf(&raw, "HTTP/1.1 %03d %s\r\n", resp.StatusCode, http.StatusText(resp.StatusCode))
	header.Write(&raw) // sorted
	return slices.Concat(raw.Bytes(), []byte("\r\n"), body)
}
