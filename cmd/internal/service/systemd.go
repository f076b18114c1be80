package service

import (
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/term"

	"pricepoint/server"
)

// firstLook bounds how long clients wait for the first look at the store, so that a restart shows them no server without
// a snapshot. A store that does not answer is no reason to be started again and again.
const firstLook = 15 * time.Second

// announce tells systemd when the server is ready, reads the store again and ends. SIGHUP makes it read the store
// at once, except for a program on a terminal, which should end when that is closed. It closes looked after the first time.
func (s *Service) announce(ctx context.Context, srv *server.Server, looked chan<- struct{}) {
	hangup := make(chan os.Signal, 1)
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		signal.Notify(hangup, syscall.SIGHUP)
		defer signal.Stop(hangup)
	}
	defer s.tell(daemon.SdNotifyStopping)
	if srv.Newest() == "" { // run has something to serve from the start
		bounded, cancel := context.WithTimeout(ctx, firstLook)
		srv.Reload(bounded)
		cancel()
	}
	close(looked)
	freeMemory()
	for {
		s.tell(daemon.SdNotifyReady)
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			s.tell(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
			s.Log.Info("SIGHUP: reading the store again")
			srv.Reload(ctx)
		}
	}
}

// watchdog tells systemd twice in every period it allows that the program still runs.
func (s *Service) watchdog(ctx context.Context) {
	period, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		s.Log.Warn("systemd's watchdog will not be served", "cause", err)
	}
	if period == 0 {
		return
	}
	ticker := time.NewTicker(period / 2)
	defer ticker.Stop()
	for ctx.Err() == nil {
		s.tell(daemon.SdNotifyWatchdog)
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

// tell sends a message to systemd, if it has started the program.
func (s *Service) tell(message string) {
	if _, err := daemon.SdNotify(false, message); err != nil {
		s.Log.Warn("systemd cannot be told", "message", message, "cause", err)
	}
}

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
