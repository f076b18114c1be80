package service

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"

	"github.com/coreos/go-systemd/v22/activation"

	"pricepoint/server"
)

// answer serves one listener until its context ends.
type answer func(context.Context, net.Listener) error

// The names of the sockets that systemd may open in place of the program: FileDescriptorName= of a socket unit.
const (
	httpSocket    = "http"    // in place of server.listen
	metricsSocket = "metrics" // in place of server.metrics_listen
)

// listeners are all that clients connect to, with who answers: the sockets of systemd, else what the settings name.
func (s *Service) listeners(srv *server.Server) (map[net.Listener]answer, error) {
	passed, err := activation.ListenersWithNames()
	if err != nil {
		return nil, fmt.Errorf("the sockets of systemd: %v", err)
	}
	opened := map[net.Listener]answer{}
	if err = s.open(opened, passed, srv); err != nil {
		for l := range opened {
			l.Close()
		}
	}
	return opened, err
}

// open takes the sockets that systemd has opened, by name, and opens the addresses of those that it has not. It complains about what
// nobody takes: a socket that nobody accepts from lets its clients wait for ever.
func (s *Service) open(into map[net.Listener]answer, passed map[string][]net.Listener, srv *server.Server) error {
	for _, place := range []struct {
		socket, address, key string
		then                 answer
	}{
		{httpSocket, s.Config.Listen, "server.listen", srv.Serve},
		{metricsSocket, s.Config.MetricsListen, "server.metrics_listen", srv.ServeMetrics},
	} {
		if place.address == "" {
			continue
		}
		all := passed[place.socket]
		if delete(passed, place.socket); len(all) == 0 {
			l, err := net.Listen("tcp", place.address)
			if err != nil {
				return fmt.Errorf("%v; set %s (or --listen) to a free address", err, place.key)
			}
			all = append(all, l)
		}
		for _, l := range all {
			if into[l] = place.then; place.socket == httpSocket {
				s.Log.Info("serving", "url", Scheme(s.Config)+l.Addr().String()+"/", "store", s.Store)
			}
		}
	}
	if len(passed) == 0 {
		return nil
	}
	return fmt.Errorf("systemd passed sockets named %q, which nothing serves; write FileDescriptorName=%s in their units, or %s for server.metrics_listen, which must be set",
		slices.Sorted(maps.Keys(passed)), httpSocket, metricsSocket)
}
