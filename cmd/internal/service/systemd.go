package service

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

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
