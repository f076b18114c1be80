package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"pricepoint/data"
)

// Request is one address to fetch.
type Request struct {
	URL string
	// Standing ranks alternatives: 0 is the publisher's own form, higher is a lesser copy. A replay takes
	// the newest record among alternatives of equal standing.
	Standing int
	// PrintedBy is who prints this copy of the publisher's numbers; empty where the publisher does.
	PrintedBy string
	// MaxBytes bounds the body; 0 means DefaultMaxBytes. A larger body is an error, never cut.
	MaxBytes int
}

// Alternatives are requests for what stands at any of these addresses, best first.
func Alternatives(addresses ...string) []Request {
	requests := make([]Request, len(addresses))
	for i, address := range addresses {
		requests[i].URL = address
	}
	return requests
}

// DefaultMaxBytes is the size limit of a body that a Request does not set.
const DefaultMaxBytes = 4 << 20

// Payload is what one address has answered.
type Payload struct {
	URL         string // the address that was asked
	ContentType string
	FetchedAt   time.Time
	Body        []byte
	SHA256      string // of Body, hexadecimal
}

// Observe makes an observation of what stands at an address of this payload, under conditions.
func (d Payload) Observe(subject string, field data.Field, value string, unit data.Unit, quote string, at data.PageAddress, q data.Qualifiers) data.Observation {
	return data.Observation{
		Subject: subject, Field: field, Value: value, Unit: unit, Quote: quote, Address: at, Qualifiers: q,
		URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256,
	}
}

func newPayload(address, contentType string, received time.Time, body []byte) Payload {
	sum := sha256.Sum256(body)
	return Payload{URL: address, ContentType: contentType, FetchedAt: received, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

// tooLarge says that a body, as sent or decoded, is longer than allowed.
func tooLarge(limit int) *data.Failure {
	return data.Failed(data.PageTooLarge, "the body is longer than the limit of %d bytes", limit)
}

// damaged says that a body cannot be decoded. One that becomes too large has failed for that reason.
func damaged(doing string, err error) *data.Failure {
	class := data.PageDamaged
	if isTooLarge(err) {
		class = data.PageTooLarge
	}
	return data.Failed(class, "%s: %w", doing, err)
}

func isTooLarge(err error) bool {
	failure, ok := errors.AsType[*data.Failure](err)
	return ok && failure.Class == data.PageTooLarge
}

// bodyLimitKey holds the limit of a request's body, so that every layer below stops at the same byte.
type bodyLimitKey struct{}

func withBodyLimit(ctx context.Context, limit int) context.Context {
	return context.WithValue(ctx, bodyLimitKey{}, limit)
}

func bodyLimit(ctx context.Context) int {
	if limit, ok := ctx.Value(bodyLimitKey{}).(int); ok {
		return limit
	}
	return DefaultMaxBytes
}

// ReadAll reads r whole; more than limit bytes are an error.
func ReadAll(r io.Reader, limit int) ([]byte, error) { return readSized(r, 0, limit) }

// readSized is ReadAll of what is said to have a size in bytes; a negative one is not known.
func readSized(r io.Reader, size int64, limit int) ([]byte, error) {
	var body bytes.Buffer
	body.Grow(int(min(max(size, 0), int64(limit))) + bytes.MinRead)
	if _, err := body.ReadFrom(io.LimitReader(r, int64(limit)+1)); err != nil {
		return nil, err
	}
	if body.Len() > limit {
		return nil, tooLarge(limit)
	}
	return body.Bytes(), nil
}

// bufferBody takes the body of resp into memory and leaves it readable.
func bufferBody(resp *http.Response, limit int) ([]byte, error) {
	defer resp.Body.Close()
	body, err := readSized(resp.Body, resp.ContentLength, limit)
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// decodeBody replaces the body of resp by what it stands for: uncompressed, and UTF-8 if it is HTML; its media type loses its
// parameters. limit bounds the body before and after. The headers are changed to match, so that colly does not decode again.
func decodeBody(resp *http.Response, limit int) error {
	body, err := bufferBody(resp, limit)
	if err == nil {
		body, err = decompress(resp.Header.Get("Content-Encoding"), body, limit)
	}
	mediaType, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")) // "" when it is absent or malformed
	if err == nil && isText(mediaType) && !bytes.HasPrefix(body, zipMagic) {
		body, err = toUTF8(body, resp.Header.Get("Content-Type"), limit)
	}
	if err != nil {
		return err
	}
	resp.Header.Del("Content-Encoding")
	resp.Header.Set("Content-Type", mediaType)
	resp.Uncompressed = true
	resp.ContentLength = int64(len(body))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// zipMagic begins a ZIP archive, the only format that is read and is not text.
var zipMagic = []byte("PK\x03\x04")

// isText reports whether a body of this type is characters. One of no stated type is taken for text.
func isText(mediaType string) bool {
	kind, format, _ := strings.Cut(mediaType, "/")
	return mediaType == "" || kind == "text" ||
		slices.ContainsFunc([]string{"html", "xml", "json", "yaml", "javascript", "csv"}, func(s string) bool { return strings.Contains(format, s) })
}

func decompress(encoding string, body []byte, limit int) ([]byte, error) {
	switch strings.ToLower(encoding) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
	default:
		return nil, data.Failed(data.PageDamaged, "the body has Content-Encoding %q, only gzip was asked for", encoding)
	}
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, nil // archives keep the header of bodies that they have decoded
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		body, err = ReadAll(z, limit)
	}
	if err != nil {
		return nil, damaged("decompress the body", err)
	}
	return body, nil
}

// toUTF8 decodes text in the character set that it declares, in its header or in its HTML. Valid UTF-8 is left alone,
// even if it is labelled as something else. Anything else that declares no character set is damaged; nobody guesses.
func toUTF8(body []byte, contentType string, limit int) ([]byte, error) {
	if utf8.Valid(body) {
		return body, nil
	}
	encoding, name, certain := charset.DetermineEncoding(body, contentType) // uncertain by a <meta charset> as well as by a guess
	declared := certain || bytes.Contains(bytes.ToLower(body[:min(len(body), 1024)]), []byte("charset"))
	if !declared || name == "utf-8" {
		return nil, data.Failed(data.PageDamaged, "the body is not valid UTF-8 and declares no other character set")
	}
	body, err := ReadAll(encoding.NewDecoder().Reader(bytes.NewReader(body)), limit)
	if err != nil {
		return nil, damaged("decode character set "+name, err)
	}
	return body, nil
}
