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

// sockets are what systemd has opened, by name.
type sockets map[string][]net.Listener

// listeners are all that clients connect to, with who answers: the sockets of systemd, else what the settings name.
func (s *Service) listeners(srv *server.Server) (map[net.Listener]answer, error) {
	passed, err := activation.ListenersWithNames()
	if err != nil {
		return nil, fmt.Errorf("the sockets of systemd: %v", err)
	}
	opened := map[net.Listener]answer{}
	err = s.open(opened, passed, srv)
	if err == nil {
		err = unused(passed)
	}
	if err != nil {
		for l := range opened {
			l.Close()
		}
	}
	return opened, err
}

func (s *Service) open(into map[net.Listener]answer, passed sockets, srv *server.Server) error {
	documents, err := passed.take(httpSocket, s.Config.Listen, "server.listen")
	if err != nil {
		return err
	}
	for _, l := range documents {
		into[l] = srv.Serve
		s.Log.Info("serving", "url", Scheme(s.Config)+l.Addr().String()+"/", "store", s.Store)
	}
	if s.Config.MetricsListen == "" {
		return nil
	}
	metrics, err := passed.take(metricsSocket, s.Config.MetricsListen, "server.metrics_listen")
	for _, l := range metrics {
		into[l] = srv.ServeMetrics
	}
	return err
}

// take returns the sockets of a name, else opens the address.
func (passed sockets) take(name, address, key string) ([]net.Listener, error) {
	if opened := passed[name]; len(opened) > 0 {
		delete(passed, name)
		return opened, nil
	}
	l, err := listen(address, key)
	if err != nil {
		return nil, err
	}
	return []net.Listener{l}, nil
}

// unused complains about what nobody took: a socket that nobody accepts from lets its clients wait for ever.
func unused(left sockets) error {
	if len(left) == 0 {
		return nil
	}
	return fmt.Errorf("systemd passed sockets named %q, which nothing serves; write FileDescriptorName=%s in their units, or %s for server.metrics_listen, which must be set",
		slices.Sorted(maps.Keys(left)), httpSocket, metricsSocket)
}
