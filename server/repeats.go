package server

import (
	"net"
	"net/http"
	"time"

	"pricepoint/server/connection/repeat"
)

// repeatable are the answers of one snapshot, for requests that come again.
type repeatable struct {
	server *Server
	state  *state
}

// repeatable returns nil once the end was asked for, which answers tell, and before there is a snapshot.
func (s *Server) repeatable() repeat.Answers {
	current := s.current.Load()
	if current == nil || s.leaving.Load() {
		return nil
	}
	return current.repeatable
}

// Ready is that of repeat.Answers.
func (r *repeatable) Ready(req *http.Request) (repeat.Answer, bool) {
	a := r.state.answer(req)
	if a == nil || r.server.refuse(req) != nil {
		return repeat.Answer{}, false
	}
	header := http.Header{}
	for _, f := range a.Header {
		header[f.Name] = f.Value
	}
	return repeat.Answer{Status: a.Status, Header: header, Body: a.Body, Sent: func(to net.Addr, bytes int, took time.Duration) {
		a.Counter.Count(false, bytes, took)
		if r.server.access.next() {
			r.server.access.write(http.MethodGet, a.Route, to.String(), a.Status, bytes, took)
		}
	}}, true
}
