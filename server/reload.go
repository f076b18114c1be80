package server

import "context"

// Reload makes Watch look at the store now, and returns when it has or ctx ends.
func (s *Server) Reload(ctx context.Context) {
	done := make(chan struct{})
	select {
	case s.reloads <- done:
	case <-ctx.Done():
		return
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
}
