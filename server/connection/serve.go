package connection

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Ending is what Serve does when its context ends.
type Ending struct {
	Begins   func()        // is called first: from now on answers should tell clients that the connection ends
	Drain    time.Duration // how long the end is told to clients before the listener closes
	Shutdown time.Duration // how long open requests may take to end after that
}

// Serve answers on the listener, within the limits, until ctx ends, then lets open requests end. It closes the listener.
// With hs.TLSConfig it speaks TLS.
func Serve(ctx context.Context, l net.Listener, hs *http.Server, limits Limits, counts *Counts, end Ending) error {
	connections := newListener(l, limits, counts)
	hs.ConnState, hs.ConnContext = noteState, noteCrowded
	ended := make(chan error, 1)
	go func() {
		if hs.TLSConfig != nil {
			ended <- hs.ServeTLS(connections, "", "")
		} else {
			ended <- hs.Serve(connections)
		}
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %v", l.Addr(), err)
	case <-ctx.Done():
	}
	return end.stop(ctx, hs, connections, ended)
}

// firstRequest is how long the end waits for the first request of a connection, as long as net/http does.
const firstRequest = 5 * time.Second

// stop first tells clients on their next answer that the connection ends, so that few are idle, with a request
// perhaps already on its way, when the rest is closed. Who has connected and heard nothing yet is answered first:
// once net/http shuts down it drops what it has just read. Nothing more is accepted when ended says so.
func (e Ending) stop(ctx context.Context, hs *http.Server, connections *listener, ended <-chan error) error {
	ctx = context.WithoutCancel(ctx)
	e.Begins()
	poll(ctx, e.Drain, func() bool { return connections.empty() })
	connections.Close()
	<-ended
	ctx, cancel := context.WithTimeout(ctx, e.Shutdown)
	defer cancel()
	poll(ctx, firstRequest, func() bool { return connections.unheard.Load() == 0 })
	if hs.Shutdown(ctx) == nil {
		return nil
	}
	hs.Close()
	return fmt.Errorf("requests were still open %s after the end was asked for and were cut", e.Drain+e.Shutdown)
}

// poll waits for something to become so.
func poll(ctx context.Context, patience time.Duration, done func() bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !done() && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
}
