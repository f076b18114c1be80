package server

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"pricepoint/data"
	"pricepoint/server/mcp"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

// New returns a server without a snapshot; until Load or Watch brings one, its documents are answered with 503.
func New(options Options) *Server {
	options.setDefaults()
	s := &Server{options: options, reloads: make(chan chan struct{}), began: options.Now(), backlog: &backlog{all: backlogBytes, clients: tally{}}}
	s.reads = &reader{turns: make(chan struct{}, readsAtOnce), asked: must(lru.New[string, *prepared.Resource](remembered))}
	if err := s.keep(nil, nil, s.began); err != nil {
		panic(err) // an empty list always encodes
	}
	s.metrics = newMetrics(options.Registry, options.Version, s.current.Load, &s.open)
	s.clients = newLimiter(options.Limits.RatePerClient, options.Limits.Burst, options.Now())
	s.everywhere = conventional(options.PublicURL, s.began)
	s.exposition = exposition(options.Registry, options.Log)
	s.agents = mcp.New(mcp.Options{Version: options.Version, Current: s.book, Now: options.Now, Log: options.Log})
	s.fixed = s.fixedRoutes()
	return s
}

// Handler answers every address of the server.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.answer) }

// fixedRoutes are the addresses besides the documents and the index page.
func (s *Server) fixedRoutes() map[string]http.Handler {
	routes := map[string]http.Handler{
		healthPath: http.HandlerFunc(writeOK),
		readyPath:  http.HandlerFunc(s.ready),
		agentsPath: s.agents.Handler(isPublic(s.options.PublicURL)),
	}
	for _, r := range s.everywhere {
		routes[r.Route] = r
	}
	if !s.options.SeparateMetrics {
		routes[metricsPath] = s.exposition
	}
	return routes
}

// MetricsHandler answers with the metrics, whatever the address.
func (s *Server) MetricsHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.answerOther(w, r, metricsPath, s.exposition, s.refuse(r), time.Now())
	})
}

// unknownRoute is what requests for addresses that do not exist are counted under.
const unknownRoute = "other"

// answer sends a prepared answer when there is one.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	if s.leaving.Load() {
		w.Header().Set("Connection", "close")
	}
	current := s.current.Load()
	refused := s.refuse(r)
	var ready *prepared.Answer
	if refused == nil {
		ready = current.answer(r)
	}
	if bytes := held(r, ready); bytes > 0 {
		release := s.backlog.hold(r.RemoteAddr, bytes)
		switch {
		case release == nil && r.ProtoMajor > 1:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable) // and no body, for which nobody may open a window either
			return
		case release == nil:
			s.answerOther(w, r, unknownRoute, nil, tooMuchHeld, began)
			return
		}
		defer func() {
			_ = http.NewResponseController(w).Flush() // or what is left of an answer would wait after this
			release()
		}()
	}
	if ready != nil {
		bytes := ready.Send(w, r.Method == http.MethodHead)
		// What comes here must not need current: a slow client would keep all of it.
		s.note(r, ready.Route, ready.Status, ready.Header, bytes, time.Since(began))
		return
	}
	route, handler := s.route(current, r.URL)
	s.answerOther(w, r, route, handler, refused, began)
}

// streamBytes is about what a stream of HTTP/2 holds while its client takes nothing. A client has as many streams as
// connections, times a hundred.
const streamBytes = 16 << 10

// held is about how much memory it takes to answer a request, besides what is ready for everybody.
func held(r *http.Request, a *prepared.Answer) int {
	switch {
	case a != nil && a.Held() > 0 && r.Method != http.MethodHead:
		return a.Held()
	case r.URL.Path == agentsPath && r.Method == http.MethodPost:
		return mcp.RequestBytes
	case strings.HasPrefix(r.URL.Path, keptPrefix):
		return documentBytes
	case r.ProtoMajor > 1:
		return streamBytes
	}
	return 0
}

var tooMuchHeld = prepared.Unavailable(time.Second, "too many answers wait to be taken; take them, and ask again in a moment, with Accept-Encoding: gzip")

// longestLogged is how many bytes of a path the log shows.
const longestLogged = 200

// note counts an answer, and logs some.
func (s *Server) note(r *http.Request, route string, status int, h http.Header, bytes int, took time.Duration) {
	s.metrics.observe(route, r.Method, status, cmp.Or(h.Get("Content-Encoding"), prepared.Identity), bytes, took)
	if every := s.options.AccessLog; every > 0 && s.answered.Add(1)%uint64(every) == 0 {
		path := r.URL.Path
		s.options.Log.Info("request", "method", methodLabel(r.Method), "path", path[:min(len(path), longestLogged)], "status", status,
			"bytes", bytes, "took", took, "client", r.RemoteAddr, "oneIn", every)
	}
}

// answerOther answers what is not prepared, refuses all methods but those that read where nobody else decides, and counts.
func (s *Server) answerOther(w http.ResponseWriter, r *http.Request, route string, handler http.Handler, refused *prepared.Problem, began time.Time) {
	rec := &recorder{ResponseWriter: w, head: r.Method == http.MethodHead, status: http.StatusOK}
	switch {
	case refused != nil:
		refused.ServeHTTP(rec, r)
	case route == unknownRoute, route == agentsPath, r.Method == http.MethodGet, r.Method == http.MethodHead:
		handler.ServeHTTP(rec, r)
	case r.Method == http.MethodOptions:
		prepared.WritePreflight(rec, allowed, "*")
	default:
		rec.Header().Set("Allow", allowed)
		prepared.WriteProblem(rec, r, http.StatusMethodNotAllowed, "this address can only be read: use "+allowed)
	}
	s.note(r, route, rec.status, rec.Header(), rec.written, time.Since(began))
}

// book is what agents ask of; nil before there is a snapshot.
func (s *Server) book() *mcp.Book {
	if current := s.current.Load(); current != nil {
		return current.book
	}
	return nil
}

// isPublic reports whether readers reach the server under another name than that of this machine, as behind a proxy.
func isPublic(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "localhost" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return ip == nil || !ip.IsLoopback()
}

// route returns the label of an address and its handler. Addresses are compared as they are: none is cleaned up or
// redirected, so that every document has one address for caches.
func (s *Server) route(current *state, u *url.URL) (string, http.Handler) {
	if hidesSlash(u) {
		return unknownRoute, s.notFound(current)
	}
	if h := s.fixed[u.Path]; h != nil {
		return u.Path, h
	}
	if answer := goneAnswer(u.Path); answer != nil && (current == nil || current.resources[u.Path] == nil) {
		return unknownRoute, answer
	}
	if current == nil && awaited(u.Path) {
		return u.Path, prepared.NoSnapshot
	}
	if current != nil {
		if r := current.resources[u.Path]; r != nil {
			return u.Path, http.HandlerFunc(r.Refuse)
		}
	}
	if problem := current.exportProblem(u.Path); problem != nil {
		return exportsRoute, problem
	}
	if route, handler := s.pastRoute(u.Path); handler != nil {
		if current == nil && len(s.kept.Load().versions) == 0 {
			return route, prepared.NoSnapshot // the store has not answered yet: nobody can tell what is kept
		}
		return route, handler
	}
	return unknownRoute, s.notFound(current)
}

// awaited reports whether a snapshot would bring an address, which is then unavailable and not unknown.
func awaited(address string) bool {
	if _, describes := contract()[address]; describes || page.IsPage(address) || address == indexPath || address == indexPath+"index.json" || address == baseAddress || strings.HasPrefix(address, exportsPath) {
		return true
	}
	if data.ToolOfPrices(strings.TrimPrefix(address, "/")) != "" {
		return true // nobody can tell yet which tools there are
	}
	return slices.ContainsFunc(descriptions, func(d described) bool { return d.path == address && d.mediaType == "" })
}

const allowed = "GET, HEAD, OPTIONS"

// ready tells whether the documents can be served and are young enough.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	current := s.current.Load()
	if s.leaving.Load() {
		prepared.WriteProblem(w, r, http.StatusServiceUnavailable, "the server is about to end; ask another, or this one again once it is back")
		return
	}
	if current == nil {
		prepared.NoSnapshot.ServeHTTP(w, r)
		return
	}
	updated := current.freshness.LastUpdated
	if age := s.options.Now().Sub(updated.Time); s.options.MaxAge > 0 && age > s.options.MaxAge {
		prepared.WriteProblem(w, r, http.StatusServiceUnavailable, fmt.Sprintf(
			"the data were last updated at %s, %s ago, which is more than the configured %s; see the causes in /%s",
			updated, age.Truncate(time.Second), s.options.MaxAge, data.FreshnessPath))
		return
	}
	writeOK(w, r)
}

func writeOK(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	io.WriteString(w, "ok\n")
}

// contractFiles describe the documents. They are made from the types and kept beside the code, compressed as well. The
// program holds them compressed only, since that saves a quarter of a megabyte.
//
//go:generate go test ./schemas -run TestFilesAreUpToDate -update
//go:embed schemas/*.br
var contractFiles embed.FS

// contract are the addresses of what describes the documents. They are the same whatever the snapshot.
var contract = sync.OnceValue(func() map[string]data.Document {
	documents := map[string]data.Document{}
	for _, f := range must(contractFiles.ReadDir("schemas")) {
		compressed := must(contractFiles.ReadFile("schemas/" + f.Name()))
		name := strings.TrimSuffix(f.Name(), ".br")
		address := schemaFolder + name
		if !strings.HasSuffix(name, schemaSuffix) {
			address = path.Join("/api", name)
		}
		documents[address] = data.Document{Body: must(prepared.Unpacked(compressed)), Brotli: compressed}
	}
	return documents
})

// must is for what is part of the program and cannot fail.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

var (
	//go:embed site/robots.txt
	robotsText []byte
	//go:embed site/favicon.ico
	icon []byte
	//go:embed site/og.png
	card []byte // what other sites show beside a link to a page
)

// conventional are the addresses that crawlers and browsers ask every site for. No page lists them.
func conventional(publicURL string, began time.Time) []*prepared.Resource {
	m := new(prepared.Maker)
	robots := bytes.Clone(robotsText)
	if publicURL != "" {
		robots = fmt.Appendf(robots, "\nSitemap: %s/sitemap.xml\n", strings.TrimSuffix(publicURL, "/"))
	}
	return []*prepared.Resource{
		m.Make("/favicon.ico", prepared.Kind{Type: "image/x-icon"}, data.Document{Body: icon}, began),
		m.Make("/og.png", prepared.Kind{Type: "image/png", Packed: prepared.Already}, data.Document{Body: card}, began),
		m.Make("/robots.txt", prepared.Kind{Type: "text/plain; charset=utf-8"}, data.Document{Body: robots}, began),
	}
}
