package server

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"
)

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	head    bool // the bytes are not sent
	status  int
	written int
	broken  bool // the client did not take all of it
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(body []byte) (int, error) {
	n, err := r.ResponseWriter.Write(body)
	if !r.head {
		r.written += n
	}
	r.broken = r.broken || err != nil
	return n, err
}

// accessLog writes one request in every so many.
type accessLog struct {
	log   *slog.Logger
	every uint64
	count atomic.Uint64
}

func newAccessLog(log *slog.Logger, every int) *accessLog {
	if every <= 0 {
		return nil
	}
	return &accessLog{log: log, every: uint64(every)}
}

// next tells whether it is this request's turn to be written.
func (l *accessLog) next() bool { return l != nil && l.count.Add(1)%l.every == 0 }

// longestLogged is how many bytes of a path the log shows.
const longestLogged = 200

func (l *accessLog) write(method, path, client string, status, bytes int, took time.Duration) {
	l.log.Info("request", "method", methodLabel(method), "path", path[:min(len(path), longestLogged)], "status", status,
		"bytes", bytes, "took", took, "client", client, "oneIn", l.every)
}
