package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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
		docs[i] = newPayload(inputs[i].URL, found.ContentType, inputs[i].FetchedAt.Time, found.Body)
	})
	return docs, err
}

// eachInput visits the record that each input was read from. It finds the record by the digest of its payload, because
// after a redirect it is filed under another address. The error says what was not found.
func eachInput(open Archives, inputs []data.Input, visit func(input int, record *warc.Record, doc Payload)) error {
	var trouble []error
	found := make([]bool, len(inputs))
	for _, name := range archivesOf(inputs) {
		err := eachPayload(open, name, func(record *warc.Record, doc Payload) {
			for i, input := range inputs {
				if input.Archive == name && input.SHA256 == doc.SHA256 {
					found[i] = true
					visit(i, record, doc)
				}
			}
		})
		trouble = append(trouble, err)
	}
	for i, input := range inputs {
		if !found[i] {
			trouble = append(trouble, fmt.Errorf("%s holds no payload of %s with sha256 %s", input.Archive, input.URL, input.SHA256))
		}
	}
	return errors.Join(trouble...)
}

// archivesOf lists the archives that inputs name, each once.
func archivesOf(inputs []data.Input) []string {
	var names []string
	for _, input := range inputs {
		if !slices.Contains(names, input.Archive) {
			names = append(names, input.Archive)
		}
	}
	return names
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
		if doc, err := archivedPayload(record); err == nil {
			visit(record, doc)
		}
	})
}

func archivedPayload(record *warc.Record) (Payload, error) {
	resp, err := record.Response()
	if err != nil {
		return Payload{}, err
	}
	if err := decodeBody(resp, warc.DefaultLimit); err != nil {
		return Payload{}, err
	}
	body, err := io.ReadAll(resp.Body)
	return newPayload(record.TargetURI, resp.Header.Get("Content-Type"), record.Date, body), err
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

// Conditional is an http.RoundTripper that asks for what is known only if it has changed. It answers "not
// modified" with the payload that is known, for colly takes every 304 for a failure.
type Conditional struct {
	inner   http.RoundTripper
	earlier Earlier
}

// NewConditional asks inner, which should be a Recorder over Live, so that every answer is recorded.
func NewConditional(inner http.RoundTripper, earlier Earlier) *Conditional {
	return &Conditional{inner: inner, earlier: earlier}
}

// RoundTrip implements http.RoundTripper.
func (c *Conditional) RoundTrip(req *http.Request) (*http.Response, error) {
	record := c.earlier.records[recordKey(req.URL)]
	if record == nil {
		return c.inner.RoundTrip(req)
	}
	known, err := record.Response()
	if err != nil {
		return nil, err
	}
	req = req.Clone(context.WithValue(req.Context(), earlierKey{}, record))
	asked := setIfThere(req.Header, "If-None-Match", known.Header.Get("ETag"))
	asked = setIfThere(req.Header, "If-Modified-Since", known.Header.Get("Last-Modified")) || asked
	resp, err := c.inner.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusNotModified || !asked {
		return resp, err
	}
	known.Request = req
	known.Header.Set(warcDate, resp.Header.Get(warcDate))
	return known, nil
}

func setIfThere(h http.Header, name, value string) bool {
	if value != "" {
		h.Set(name, value)
	}
	return value != ""
}

// earlierKey holds, in the context of a request, the record of what its address answered in an earlier run.
type earlierKey struct{}

func earlierRecord(ctx context.Context) *warc.Record {
	record, _ := ctx.Value(earlierKey{}).(*warc.Record)
	return record
}

// Recorder is an http.RoundTripper that writes every response to an archive.
type Recorder struct {
	inner   http.RoundTripper
	archive *warc.Writer
	now     func() time.Time
	mu      sync.Mutex // the archive takes one record at a time
}

// NewRecorder records what inner answers. What comes out of a Replay keeps its date; everything else was
// received now.
func NewRecorder(inner http.RoundTripper, archive *warc.Writer, now func() time.Time) *Recorder {
	return &Recorder{inner: inner, archive: archive, now: now}
}

// RoundTrip implements http.RoundTripper. A response that cannot be recorded is an error: nothing is published
// without its evidence.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.inner.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := bufferBody(resp, bodyLimit(req.Context()))
	if err != nil {
		return nil, err
	}
	date, ok := r.date(resp)
	if !ok {
		return resp, nil
	}
	if err := r.write(req, resp, date, body); err != nil {
		return nil, fmt.Errorf("archive the response: %w", err)
	}
	resp.Header.Set(warcDate, date.Format(time.RFC3339))
	return resp, nil
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
func (r *Recorder) write(req *http.Request, resp *http.Response, date time.Time, body []byte) error {
	address, raw, earlier := recordKey(req.URL), rawResponse(resp, body), earlierRecord(req.Context())
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
