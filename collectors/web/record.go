package web

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"pricepoint/collectors/warc"
)

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
