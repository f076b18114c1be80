package web

import (
	"context"
	"net/http"
	"net/url"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

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

// NewConditional asks inner: a Recorder over a Live, so that what was answered is on record.
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
