// Package client reads the API of a pricepoint server from Go programs: typed documents with exact decimals, requests that
// cost next to nothing when nothing has changed, a copy on disk for when the server cannot be asked, and proof that what
// was read is what its publisher has signed. Start at New; package clienttest has a server for tests.
//
//	c, err := client.New(client.Options{URL: "https://prices.example.org", Folder: dir})
//	tools, err := c.Tools(ctx)
//
// Until the module has a public home, name a checkout in go.mod:
//
//	require pricepoint v0.0.0
//	replace pricepoint => ../pricepoint
//
// Besides the standard library it needs shopspring/decimal, which the documents are written with, and aead.dev/minisign,
// which checks signatures. It reckons nothing: package data/tariff does, with what Prices and Tariffs return. It does not
// ask by itself: whoever wants to follow changes calls it again.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"aead.dev/minisign"

	"pricepoint/data"
)

// Options say whom to ask and what to keep.
type Options struct {
	URL  string       // of the server or a mirror, with or without /api: https://prices.example.org
	HTTP *http.Client // nil: one that waits for 30 seconds
	Now  func() time.Time

	// Folder keeps a copy of every document that was read, for the next start of the program and for when the server cannot
	// be asked; several programs may share it. "": copies last as long as the Client. Where none can be written, documents are
	// read all the same, and Document.NotKept says why.
	Folder string
	// MaxAge is how long a copy is used before the server is asked whether it still holds; 0: it is asked every time.
	MaxAge time.Duration
	// StaleFor is how long after that a copy is used while the server cannot be asked; 0: that is an error at once.
	StaleFor time.Duration
	// PublicKey is the line of a minisign public key that begins with RW. Documents are then refused unless the manifest of
	// their snapshot has a valid signature and lists their digest. "": nothing is checked.
	PublicKey string
}

// Client reads documents. It may be used concurrently.
type Client struct {
	options Options
	base    *url.URL
	key     *minisign.PublicKey // nil: nothing is checked

	mu       sync.Mutex
	held     map[string]Document // by path
	manifest data.Manifest       // the last one whose signature was good
}

// Errors that callers may look for.
var (
	ErrNotFound   = errors.New("the server has no such document")
	ErrUnverified = errors.New("nothing proves that this is what its publisher has signed")
)

// New makes a client. It asks nothing yet. The error says what is wrong with the options.
func New(o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(strings.TrimSuffix(o.URL, "/"), "/api"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, fmt.Errorf("%q is not the address of a server; write one such as https://prices.example.org", o.URL)
	}
	c := &Client{options: o, base: base, held: map[string]Document{}}
	if c.options.HTTP == nil {
		c.options.HTTP = &http.Client{Timeout: 30 * time.Second}
	}
	if c.options.Now == nil {
		c.options.Now = time.Now
	}
	if o.PublicKey != "" {
		c.key = new(minisign.PublicKey)
		if err := c.key.UnmarshalText([]byte(o.PublicKey)); err != nil {
			return nil, fmt.Errorf("%q is not a minisign public key, whose line begins with RW", o.PublicKey)
		}
	}
	return c, nil
}

// Document is one document as it was read.
type Document struct {
	Path    string // api/tools.json
	Body    []byte
	ETag    string
	Checked time.Time // when the server last said that this is what it has
	Stale   error     // why the server could not be asked since; nil: it was, or need not be yet
	NotKept error     // why Options.Folder has no copy of this; nil: it has one, or there is no folder
}

// Document reads a document, whatever its type: api/tools.csv. The error is ErrNotFound when the server has none, and
// ErrUnverified when it is not what was signed.
func (c *Client) Document(ctx context.Context, path string) (Document, error) {
	if !fs.ValidPath(path) || !strings.HasPrefix(path, "api/") {
		return Document{}, fmt.Errorf("%q is not the path of a document, such as %s", path, data.ToolsPath)
	}
	now := c.options.Now()
	copied, has := c.copyOf(path)
	if has && age(copied, now) < c.options.MaxAge {
		return copied, nil
	}
	read, err := c.ask(ctx, path, copied)
	if err == nil {
		read.Checked = now
		return c.keep(read), nil
	}
	if has && age(copied, now) < c.options.MaxAge+c.options.StaleFor && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrUnverified) {
		copied.Stale = err
		return copied, nil
	}
	return Document{}, err
}

// age is how long ago the server last said that it has a copy. One of the future, kept while a clock was wrong, is as old as
// can be: it would be used until then.
func age(copied Document, now time.Time) time.Duration {
	if since := now.Sub(copied.Checked); since >= 0 {
		return since
	}
	return math.MaxInt64
}

// Get reads a document of a type. Fields that the type does not know are ignored: documents may get more of them.
func Get[T any](ctx context.Context, c *Client, path string) (document T, err error) {
	read, err := c.Document(ctx, path)
	if err != nil {
		return document, err
	}
	if err := json.Unmarshal(read.Body, &document); err != nil {
		return document, fmt.Errorf("%s: %w", path, err)
	}
	return document, nil
}

// ask asks the server for a document, unless the copy is what it has. Around a publication the document and what proves it may
// be of two snapshots: caches keep each for minutes of its own, and a mirror is written file by file. So what is not proved is
// asked for once more, past the caches.
func (c *Client) ask(ctx context.Context, path string, copied Document) (Document, error) {
	read, err := c.askOnce(ctx, path, copied, "")
	if errors.Is(err, ErrUnverified) {
		return c.askOnce(ctx, path, copied, "no-cache")
	}
	return read, err
}

// askOnce asks once. cacheControl is what caches on the way are told; "": nothing.
func (c *Client) askOnce(ctx context.Context, path string, copied Document, cacheControl string) (Document, error) {
	resp, err := c.get(ctx, path, copied.ETag, cacheControl)
	if err != nil {
		return Document{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotModified && copied.ETag != "" {
		return copied, nil
	}
	body, err := bodyOf(resp)
	if err != nil {
		return Document{}, err
	}
	if err := c.verify(ctx, path, body, cacheControl); err != nil {
		return Document{}, err
	}
	return Document{Path: path, Body: body, ETag: resp.Header.Get("ETag")}, nil
}

func (c *Client) get(ctx context.Context, path, etag, cacheControl string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base.JoinPath(path).String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "pricepoint-client")
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	if cacheControl != "" {
		req.Header.Set("Cache-Control", cacheControl)
	}
	return c.options.HTTP.Do(req)
}

// largest is how many bytes a document may have. The largest of today has a hundredth of that.
const largest = 64 << 20

// bodyOf is what a good answer holds. What another one says is the error.
func bodyOf(resp *http.Response) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, largest+1))
	address := resp.Request.URL
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", address, err)
	case len(body) > largest:
		return nil, fmt.Errorf("%s: the document has more than %d bytes", address, largest)
	case resp.StatusCode == http.StatusOK:
		return body, nil
	}
	var problem struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(body, &problem) != nil || problem.Detail == "" {
		problem.Detail = http.StatusText(resp.StatusCode)
	}
	err = fmt.Errorf("%s answers %d: %s", address, resp.StatusCode, data.Visible(problem.Detail))
	if resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone {
		return nil, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return nil, err
}
