package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

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
}

// Alternatives are requests for what stands at any of these addresses, best first.
func Alternatives(addresses ...string) []Request {
	requests := make([]Request, len(addresses))
	for i, address := range addresses {
		requests[i].URL = address
	}
	return requests
}

// MaxBytes is how long a body may be, as sent and decoded; a longer one is an error, never cut. The largest feed has 4 MB, and the
// largest board 5 MB.
const MaxBytes = 16 << 20

// Payload is what one address has answered.
type Payload struct {
	URL       string // the address that was asked
	FetchedAt time.Time
	Body      []byte
	SHA256    string // of Body, hexadecimal
}

// Observe makes an observation of what stands at an address of this payload, under conditions.
func (d Payload) Observe(subject string, field data.Field, value string, unit data.Unit, quote string, at data.PageAddress, q data.Qualifiers) data.Observation {
	return data.Observation{
		Subject: subject, Field: field, Value: value, Unit: unit, Quote: quote, Address: at, Qualifiers: q,
		URL: d.URL, FetchedAt: data.At(d.FetchedAt), SHA256: d.SHA256,
	}
}

func newPayload(address string, received time.Time, body []byte) Payload {
	sum := sha256.Sum256(body)
	return Payload{URL: address, FetchedAt: received, Body: body, SHA256: hex.EncodeToString(sum[:])}
}

// tooLarge says that a body, as sent or decoded, is longer than allowed.
func tooLarge(limit int) *data.Failure {
	return data.Failed(data.PageTooLarge, "the body is longer than the limit of %d bytes", limit)
}

func isTooLarge(err error) bool { return data.FailureOf(err).Class == data.PageTooLarge }

// ReadAll reads r whole; more than limit bytes are an error.
func ReadAll(r io.Reader, limit int) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err == nil && len(body) > limit {
		return nil, tooLarge(limit)
	}
	return body, err
}

// bufferBody takes the body of resp into memory and leaves it readable.
func bufferBody(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	body, err := ReadAll(resp.Body, MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// zipMagic begins a ZIP archive, the only format that is read and is not text.
var zipMagic = []byte("PK\x03\x04")

// decodeBody replaces the body of resp by what it stands for, uncompressed, which is UTF-8 or a ZIP archive, and returns that. The
// headers are changed to match, so that colly does not decode again.
func decodeBody(resp *http.Response) ([]byte, error) {
	body, err := bufferBody(resp)
	if err == nil {
		body, err = decompress(resp.Header.Get("Content-Encoding"), body)
	}
	if err != nil {
		return nil, err
	}
	if !utf8.Valid(body) && !bytes.HasPrefix(body, zipMagic) {
		return nil, data.Failed(data.PageDamaged, "the body is not valid UTF-8")
	}
	resp.Header.Del("Content-Encoding")
	resp.Header.Del("Content-Type")
	resp.Uncompressed = true
	resp.ContentLength = int64(len(body))
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

func decompress(encoding string, body []byte) ([]byte, error) {
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
		body, err = ReadAll(z, MaxBytes)
	}
	switch {
	case err != nil && isTooLarge(err):
		return nil, data.Failed(data.PageTooLarge, "decompress the body: %w", err)
	case err != nil:
		return nil, data.Failed(data.PageDamaged, "decompress the body: %w", err)
	}
	return body, nil
}

// challengeMarks appear in the pages that bot protection serves in place of the page that was asked for.
var challengeMarks = []string{"cf-chl", "_cf_chl_opt", "challenge-platform", "Just a moment...", "captcha-delivery", "px-captcha", "Enable JavaScript and cookies to continue"}

// statusError says in an operator's words what a status other than 200 means, nil for 200.
func statusError(status int, header http.Header, body []byte) error {
	class, meaning := data.UnexpectedStatus, "not the 200 of a page"
	switch {
	case status == http.StatusOK:
		return nil
	case status >= 400 && isChallenge(header, body):
		class, meaning = data.BotChallenge, "the site answers with a bot challenge instead of the page; a program cannot read it there"
	case status == http.StatusUnauthorized:
		class, meaning = data.LoginNeeded, "the page needs a login"
	case status == http.StatusForbidden:
		class, meaning = data.AccessRefused, "the site refuses this program"
	case status == http.StatusNotFound, status == http.StatusGone:
		class, meaning = data.PageNotFound, "there is no such page; it has moved or, in a replay, is not in the file"
	case status == http.StatusTooManyRequests:
		class, meaning = data.TooManyRequests, "too many requests, also after waiting"
	case status >= 500:
		class, meaning = data.SiteError, "the site itself has failed, also when asked again"
	}
	return data.Failed(class, "status %d: %s", status, meaning)
}

// dataFiles are the endings of addresses that never lead to a web page.
var dataFiles = []string{".json", ".csv", ".yml", ".zip", ".js"}

// noPayload says why the body of a 200 cannot be what was asked for; nil when it can.
func noPayload(address string, body []byte) error {
	body = bytes.TrimSpace(body)
	start := bytes.ToLower(body[:min(len(body), len("<!doctype html"))])
	ending := path.Ext(address)
	switch {
	case len(body) == 0:
		return data.Failed(data.NotThePage, "status 200, but the page is empty")
	case slices.Contains(dataFiles, ending) && (bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))):
		return data.Failed(data.NotThePage, "status 200, but a web page in place of the %s file", ending)
	}
	return nil
}

func isChallenge(header http.Header, body []byte) bool {
	return header.Get("Cf-Mitigated") == "challenge" ||
		slices.ContainsFunc(challengeMarks, func(mark string) bool { return bytes.Contains(body, []byte(mark)) })
}

// inWords says in an operator's words why there was no answer. Causes are published, so it names no address of the
// network we run in. An error that is worded already stays as it is.
func inWords(err error) error {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var network net.Error
	var dial *net.OpError
	switch {
	case errors.As(err, &dial) && dial.Op == "proxyconnect":
		return data.Failed(data.NoConnection, "the proxy that the environment names cannot be used")
	case errors.Is(err, errPrivate):
		return errPrivate
	case errors.As(err, &name):
		trouble := "the name server cannot answer" // the text of net names the sockets that were used to ask
		if name.IsNotFound {
			trouble = name.Err
		} else if name.IsTimeout {
			trouble = "the name server does not answer in time"
		}
		return data.Failed(data.HostNotFound, "the name of the host cannot be resolved (DNS): %s", trouble)
	case errors.As(err, &certificate):
		return data.Failed(data.NotSecure, "the site's certificate cannot be trusted (TLS): %v", certificate.Err)
	case errors.As(err, &dial) && (dial.Op == "remote error" || dial.Op == "local error"):
		return data.Failed(data.NotSecure, "the site and this program cannot agree on an encrypted connection (TLS): %v", dial.Err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return data.Failed(data.NoConnection, "the site accepts no connections")
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return data.Failed(data.NoConnection, "the site broke off the connection")
	case errors.As(err, &network) && network.Timeout():
		return data.Failed(data.NoAnswerInTime, "the site does not answer in time")
	}
	return err
}
