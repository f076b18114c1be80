package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/server/prepared"
)

const (
	allowed        = "POST, OPTIONS"
	browserHeaders = "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id" // that a page of another site may send
)

// Handler answers agents over HTTP (streamable HTTP without sessions): one message a request. anyHost takes requests
// whatever host they name, as it must be behind a proxy; otherwise those that come by a loopback address and name another
// host are refused, since a page of somebody else may have sent them. hold gives room in memory for the answer to an address,
// with what gives it back, or nil where there is none.
func (s *Server) Handler(anyHost bool, hold func(address string, bytes int) (release func())) http.Handler {
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxMessage, DisableLocalhostProtection: anyHost,
		PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodPost:
			release := hold(r.RemoteAddr, requestBytes)
			if release == nil {
				prepared.WriteUnavailable(w, r, 1, "too many answers wait to be taken; take them, and ask again in a moment")
				return
			}
			defer release()
			s.post(w, r, inner)
		case http.MethodOptions:
			prepared.WritePreflight(w, allowed, browserHeaders)
		default:
			w.Header().Set("Allow", allowed)
			prepared.WriteProblem(w, r, http.StatusMethodNotAllowed, "agents speak the Model Context Protocol here: use "+allowed)
		}
	})
}

// requestBytes is about how much memory one request takes: its messages as sent and as read, its answers as data and as text.
const requestBytes = 2*maxMessage + 2*maxAnswers

// post passes one message on, once it is known to be within the limits.
func (s *Server) post(w http.ResponseWriter, r *http.Request, inner http.Handler) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		prepared.WriteProblem(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("a message may have %d bytes", maxMessage))
		return
	} else if err != nil {
		prepared.WriteProblem(w, r, http.StatusBadRequest, "the message did not arrive whole")
		return
	}
	if !json.Valid(body) { // the library takes what stands before other text, which parse would not count
		prepared.WriteProblem(w, r, http.StatusBadRequest, "the message is no JSON")
		return
	}
	if n := len(parse(body)); n > mostMessages {
		prepared.WriteProblem(w, r, http.StatusBadRequest, fmt.Sprintf("one request may have %d messages, not %d", mostMessages, n))
		return
	}
	if s.options.Current() == nil {
		prepared.WriteUnavailable(w, r, 10, "no snapshot is loaded yet; run a refresh if this lasts")
		return
	}
	ctx, cancel := context.WithTimeout(withAllowance(r.Context(), body), longestWork)
	defer cancel()
	r = r.WithContext(ctx)
	r.Body = io.NopCloser(bytes.NewReader(body))
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "Mcp-Protocol-Version")
	inner.ServeHTTP(&guarded{ResponseWriter: w, request: r}, r)
}

// guarded turns what the library says in plain text of a message that it does not take into a problem, as all errors are
// here, refuses answers that are too long together, and lets no cache keep an answer, of which the library says otherwise.
type guarded struct {
	http.ResponseWriter
	request *http.Request
	status  int  // 0 until the library says it
	refused bool // a problem takes the place of the text that follows
}

func (g *guarded) WriteHeader(status int) {
	h := g.Header()
	g.status = status
	g.refused = status >= http.StatusBadRequest && strings.HasPrefix(h.Get("Content-Type"), "text/plain")
	if !g.refused {
		h.Set("Cache-Control", "no-store")
		g.ResponseWriter.WriteHeader(status)
	}
}

func (g *guarded) Write(text []byte) (int, error) {
	if g.status == 0 && len(text) > maxAnswers {
		g.status, g.refused = http.StatusBadRequest, true
		text = fmt.Appendf(nil, "the answers have %d bytes together and may have %d; ask for less at once", len(text), maxAnswers)
	} else if g.status == 0 {
		g.WriteHeader(http.StatusOK)
	}
	if !g.refused {
		return g.ResponseWriter.Write(text)
	}
	prepared.WriteProblem(g.ResponseWriter, g.request, g.status, strings.TrimSpace(string(text)))
	return len(text), nil
}

// Unwrap is for http.ResponseController.
func (g *guarded) Unwrap() http.ResponseWriter { return g.ResponseWriter }

// mostMessages is how many messages one request may have, as the protocol of March 2025 allowed.
const mostMessages = 20

// maxAnswers is how many bytes all answers to one request have at most.
const maxAnswers = 64 << 10

// allowance is how many bytes the documents may have that one request asks for: the first that fit are served.
type allowance struct {
	lock sync.Mutex
	left int
}

// take asks for a document with a number of bytes that is left, and takes as many as it has.
func (a *allowance) take(document func(most int) (bytes int)) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.left -= document(a.left)
}

// refusal is about how many bytes it takes to say that a document is too long.
const refusal = 400

type allowanceKey struct{}

// withAllowance shares the bytes of all answers out: a message that asks for no document has its part of them, and all that ask
// for one have theirs together.
func withAllowance(ctx context.Context, body []byte) context.Context {
	all, reads := parse(body), 0
	for _, m := range all {
		if m.Method == "resources/read" {
			reads++
		}
	}
	left := maxAnswers
	if len(all) > 0 {
		left = maxAnswers*reads/len(all) - refusal*max(0, reads-1)
	}
	return context.WithValue(ctx, allowanceKey{}, &allowance{left: left})
}

// allowanceOf is the allowance of a request. On its own pipes an agent has one for every message.
func allowanceOf(ctx context.Context) *allowance {
	if a, shared := ctx.Value(allowanceKey{}).(*allowance); shared {
		return a
	}
	return &allowance{left: maxAnswers}
}

// asked is what has to be known of one before it is passed on.
type asked struct{ Method string }

// UnmarshalJSON takes anything: it is for the protocol to judge.
func (a *asked) UnmarshalJSON(text []byte) error {
	var known struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(text, &known) == nil {
		a.Method = known.Method
	}
	return nil
}

// parse reads the messages of a request; none where that is not one JSON list, which is for the protocol to judge.
func parse(body []byte) (all []asked) {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) || json.Unmarshal(body, &all) != nil {
		return nil
	}
	return all
}
