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

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/server/prepared"
)

const (
	allowed        = "POST, OPTIONS"
	browserHeaders = "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id" // that a page of another site may send
)

// RequestBytes is about how much memory one request takes: its message as sent and as read, its answer as data and as text.
const RequestBytes = 4 * maxMessage

// Handler answers agents over HTTP (streamable HTTP without sessions): one message a request. anyHost takes requests
// whatever host they name, as it must be behind a proxy; otherwise those that come by a loopback address and name another
// host are refused, since a page of somebody else may have sent them.
func (s *Server) Handler(anyHost bool) http.Handler {
	inner := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxMessage, DisableLocalhostProtection: anyHost,
		PropagateRequestCancellation: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Method {
		case http.MethodPost:
			s.post(w, r, inner)
		case http.MethodOptions:
			prepared.WritePreflight(w, allowed, browserHeaders)
		default:
			w.Header().Set("Allow", allowed)
			prepared.WriteProblem(w, r, http.StatusMethodNotAllowed, "agents speak the Model Context Protocol here: use "+allowed)
		}
	})
}

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
	if !json.Valid(body) || bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) { // the library takes what stands before other text
		prepared.WriteProblem(w, r, http.StatusBadRequest, "the message is no JSON object; send one message a request")
		return
	}
	if s.options.Current() == nil {
		prepared.NoSnapshot.ServeHTTP(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), longestWork)
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
// here, and lets no cache keep an answer, of which the library says otherwise.
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
	if g.status == 0 {
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
