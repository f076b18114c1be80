// Package server serves the newest snapshot over HTTP, with metrics and probes. Start at New in routes.go,
// which tells who answers what; load.go prepares what a snapshot holds, watch.go notices a new one, past.go answers from those
// that are kept, and listener.go says how connections begin and end. Its rooms are prepared (documents ready to be sent, and how one is chosen), mcp (what coding agents ask) and page (what people look at).
//
// A request only picks bytes: documents, encodings, validators and headers are all made when a snapshot is loaded,
// and a reload swaps them at once; only what agents ask is looked up when they do. The package decides nothing about the
// data, writes no file, asks no other machine, and knows no ranges; a request has a body only at /mcp.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"pricepoint/data/store"
	"pricepoint/server/mcp"
	"pricepoint/server/prepared"
)

// Options are the dependencies and limits of a Server. The zero value works.
type Options struct {
	Log      *slog.Logger         // nil: no log
	Registry *prometheus.Registry // nil: a new one with Go and process metrics
	Now      func() time.Time     // nil: time.Now

	Version         string        // of the program, for its metrics; "": devel
	PublicURL       string        // how readers reach the server, for the examples of the index page; "": http://127.0.0.1:8080, and of a copy nobody knows
	ReportURL       string        // where readers report wrong numbers, https: or mailto:; "": nowhere in particular
	Copied          bool          // its files are served without it: the pages leave out what only a server can answer, and name files
	NoPast          bool          // leave out the snapshots before
	Poll            time.Duration // how often Watch asks the store; 0: 10 seconds
	MaxAge          time.Duration // data older than this make /readyz fail; 0: never
	SeparateMetrics bool          // leave /metrics out of Handler
	TLS             *tls.Config   // for Serve, as LoadTLS makes it; nil: plain HTTP
	AccessLog       int           // log one request in this many; 0: none
	Limits          Limits
}

// Limits keep clients from taking more than their share. What is 0 is not limited, or as the libraries limit it.
type Limits struct {
	ReadHeader     time.Duration // to send the header of a request
	Read           time.Duration // to send a whole request
	Write          time.Duration // to take an answer
	Idle           time.Duration // between two requests of a connection
	HeaderBytes    int           // of a request
	MaxConnections int           // open at once, for each listener
	PerClient      int           // of these from one client
	SendBuffer     int           // bytes of an answer that the system keeps for a connection
	RatePerClient  int           // requests a second of one client, as a mean
	Burst          int           // how many may come at once under RatePerClient; 0: as many as in a second
	Drain          time.Duration // how long the end of the server is told to clients before it stops listening; 0: not at all
	Shutdown       time.Duration // how long open requests may take to end after that; 0: 10 seconds
}

func (o *Options) setDefaults() {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
		o.Registry.MustRegister(collectors.NewGoCollector(),
			collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Version = cmp.Or(o.Version, "devel")
	if !o.Copied {
		o.PublicURL = cmp.Or(o.PublicURL, "http://127.0.0.1:8080")
	}
	o.Poll = cmp.Or(o.Poll, 10*time.Second)
	o.Limits.Burst = cmp.Or(o.Limits.Burst, o.Limits.RatePerClient)
	o.Limits.Shutdown = cmp.Or(o.Limits.Shutdown, 10*time.Second)
}

// backlogBytes is how much memory there is for answers that are made for one request, and for streams.
const backlogBytes = 64 << 20

// Server answers requests from one snapshot at a time. Its methods may be called concurrently. A server that has
// been stopped stays so.
type Server struct {
	options    Options
	metrics    *metrics
	answered   atomic.Uint64            // requests, of which some are logged
	clients    *limiter                 // nil: no limit
	open       counts                   // of the connections that documents are served on
	backlog    *backlog                 // of answers that are made for one request
	exposition http.Handler             // the metrics
	fixed      map[string]http.Handler  // the addresses that do not depend on the snapshot
	current    atomic.Pointer[state]    // nil until a snapshot is loaded
	store      atomic.Pointer[Store]    // where the snapshots are kept; nil until it is known
	kept       atomic.Pointer[keptList] // as they were listed last
	reads      *reader                  // of documents of the past
	everywhere []*prepared.Resource     // what is served without a snapshot too, as files
	agents     *mcp.Server              // answers coding agents
	began      time.Time                // when it was made
	reloads    chan chan struct{}       // asks Watch to look at the store now

	leaving atomic.Bool // the end was asked for
}

// Serve answers on the listener until ctx ends, then lets open requests end. It closes the listener. With
// Options.TLS it speaks HTTP/2 as well.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := s.httpServer(s.Handler())
	hs.TLSConfig = s.options.TLS
	return s.serve(ctx, l, hs, &s.open)
}

// ServeMetrics is Serve for a second listener that answers nothing but metrics, always without TLS.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.httpServer(s.MetricsHandler()), new(counts))
}

func (s *Server) httpServer(handler http.Handler) *http.Server {
	limits := s.options.Limits
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: limits.ReadHeader,
		ReadTimeout:       limits.Read,
		WriteTimeout:      limits.Write,
		IdleTimeout:       limits.Idle,
		MaxHeaderBytes:    2 * limits.HeaderBytes,                                                       // what lies between is refused by refuse, which says why
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100, WriteByteTimeout: limits.Write}, // WriteTimeout ends a stream only
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
}

// Files returns everything that is served of the loaded snapshot, sorted by address, for a web server that serves it without
// this program. It is empty before a snapshot is loaded.
func (s *Server) Files() []*prepared.Resource {
	current := s.current.Load()
	if current == nil {
		return nil
	}
	all := slices.Clone(s.everywhere)
	for address, r := range current.resources {
		if address == r.Route { // no second address of the same
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b *prepared.Resource) int { return strings.Compare(a.Route, b.Route) })
	return all
}

// Take loads the newest snapshot of a store and the list of all that are kept, once, where Watch would go on doing so.
// Whatever is wrong with the store is logged; the error says why nothing could be loaded.
func (s *Server) Take(from Store) error {
	w := s.watcher(from)
	w.poll()
	if s.current.Load() == nil {
		return errors.New(cmp.Or(w.said[noSnapshotLoaded], store.ErrEmpty.Error()))
	}
	return nil
}

// Newest is the version that is served, "" while there is none.
func (s *Server) Newest() string {
	if current := s.current.Load(); current != nil {
		return current.snapshot.Manifest.Version
	}
	return ""
}

// LoadTLS returns what a server needs, from a certificate chain and its key, both PEM files. A certificate that
// is renewed in place is used from the next connection on. A broken one is not: the one before stays, and the log says so once.
func LoadTLS(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	k := &keyPair{certFile: certFile, keyFile: keyFile, log: log, files: stampsOf(certFile, keyFile)}
	if err := k.load(); err != nil {
		return nil, fmt.Errorf("TLS: %v", err)
	}
	return &tls.Config{GetCertificate: k.certificate, MinVersion: tls.VersionTLS12}, nil
}

// keyPair is a certificate with its key.
type keyPair struct {
	certFile, keyFile string
	log               *slog.Logger

	mu     sync.Mutex
	loaded *tls.Certificate // the last one that was good
	files  [2]stamp         // of the files when they were last looked into
}

// certificate is the one to show now. Files are looked into again once they are written again, both of them: one is written
// after the other.
func (k *keyPair) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	files := stampsOf(k.certFile, k.keyFile)
	if files == k.files {
		return k.loaded, nil
	}
	k.files = files
	if err := k.load(); err == nil {
		k.log.Info("the renewed certificate is used")
	} else {
		k.log.Error("the renewed certificate cannot be used, so the one before stays; write the chain and its key anew before that one expires",
			"certificate", k.certFile, "key", k.keyFile, "cause", err)
	}
	return k.loaded, nil
}

func (k *keyPair) load() error {
	pair, err := tls.LoadX509KeyPair(k.certFile, k.keyFile)
	if err == nil {
		k.loaded = &pair
	}
	return err
}

// stamp changes when a file is written; the zero stamp is that of none.
type stamp struct{ written, size int64 }

func stampsOf(files ...string) (stamps [2]stamp) {
	for i, file := range files {
		if info, err := os.Stat(file); err == nil {
			stamps[i] = stamp{info.ModTime().UnixNano(), info.Size()}
		}
	}
	return stamps
}
