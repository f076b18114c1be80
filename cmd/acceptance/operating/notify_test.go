//go:build proof

package operating

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// TestNotify plays systemd: it listens to what the program tells it, from the start to the end.
func TestNotify(t *testing.T) {
	dir := t.TempDir()
	fixture.WriteArchives(t, dir)
	store := filepath.Join(dir, "store")
	manager := newManager(t)
	c := exec.Command("pricepoint", "serve", "--store", store, "--listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), manager.env, "WATCHDOG_USEC=100000", "PRICEPOINT_SERVER_POLL=1h")
	base := fixture.Serving(t, c)
	defer c.Process.Kill()
	manager.want("READY=1")
	manager.want("WATCHDOG=1")
	manager.want("WATCHDOG=1")

	fixture.Refresh(t, store, filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z")
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	manager.want(`RELOADING=1\nMONOTONIC_USEC=[0-9]+\n`)
	manager.want("READY=1")
	if version := fixture.Served(t, base); version != "2026-01-03T000000Z" {
		t.Errorf("after the reload it serves %q, want the new snapshot", version)
	}

	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	manager.want("STOPPING=1")
	if err := c.Wait(); err != nil {
		t.Errorf("after SIGTERM: %v, want exit code 0", err)
	}
}

// manager is the receiving end of sd_notify.
type manager struct {
	t      *testing.T
	socket *net.UnixConn
	env    string
}

func newManager(t *testing.T) manager {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	return manager{t, socket, "NOTIFY_SOCKET=" + path}
}

// want waits for a message. The watchdog's come at any time.
func (m manager) want(pattern string) {
	m.t.Helper()
	if err := m.socket.SetReadDeadline(time.Now().Add(fixture.Patience)); err != nil {
		m.t.Fatal(err)
	}
	for buffer := make([]byte, 4096); ; {
		n, err := m.socket.Read(buffer)
		if err != nil {
			m.t.Fatalf("waiting for %s: %v", pattern, err)
		}
		if regexp.MustCompile("^(?:" + pattern + ")$").Match(buffer[:n]) {
			return
		}
		if got := string(buffer[:n]); got != "WATCHDOG=1" {
			m.t.Fatalf("it says %q, want %s", got, pattern)
		}
	}
}

// TestSocketActivation hands sockets over as systemd does.
func TestSocketActivation(t *testing.T) {
	dir := t.TempDir()
	documents, metrics := newSocket(t), newSocket(t)
	c := activated("http:metrics", "PRICEPOINT_SERVER_METRICS_LISTEN=127.0.0.1:1", dir, documents, metrics)
	base := fixture.Started(t, c)
	if want := "http://" + documents.Addr().String(); base != want {
		t.Errorf("it serves on %s, want the socket it was given, %s", base, want)
	}
	if status, _ := fixture.Get(t, base+"/metrics"); status != http.StatusNotFound {
		t.Errorf("the documents' socket answers /metrics with %d, want 404", status)
	}
	if status, body := fixture.Get(t, "http://"+metrics.Addr().String()+"/metrics"); status != http.StatusOK || !strings.Contains(body, "pricepoint_") {
		t.Errorf("the metrics' socket answers %d", status)
	}
}

// TestRestartsBehindASocket: as long as systemd keeps the socket, the program may end and start as often as it likes, and
// nobody who asks meanwhile is refused.
func TestRestartsBehindASocket(t *testing.T) {
	store, socket := fixture.OneWeek(t), newSocket(t)
	var answered atomic.Int64
	var done atomic.Bool
	var clients sync.WaitGroup
	ask := func() {
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: fixture.Patience}
		for !done.Load() && !t.Failed() {
			res, err := client.Get("http://" + socket.Addr().String() + "/api/tools.json")
			if err != nil {
				t.Error(err)
				return
			}
			if _, err = io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("answered %s, %v", res.Status, err)
			}
			res.Body.Close()
			answered.Add(1)
		}
	}
	for range 8 {
		clients.Go(ask)
	}
	for _, life := range []string{"first", "second", "third"} {
		t.Run(life, func(one *testing.T) {
			fixture.Started(one, activated("http", "PRICEPOINT_SERVER_DRAIN=50ms", store, socket))
			before := answered.Load()
			fixture.Eventually(one, "clients are answered", func() bool { return answered.Load() > before+50 || t.Failed() })
			if life == "third" {
				done.Store(true)
				clients.Wait()
			}
		})
	}
}

// TestCutRequestsAreLogged has a client that is not done when the time to end is up.
func TestCutRequestsAreLogged(t *testing.T) {
	socket := newSocket(t)
	c := activated("http", "PRICEPOINT_SERVER_SHUTDOWN=50ms", t.TempDir(), socket)
	var log bytes.Buffer
	c.Stderr = &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	base := "http://" + socket.Addr().String()
	half, err := net.Dial("tcp", socket.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	if _, err := io.WriteString(half, "GET / HTTP/1.1\r\n"); err != nil {
		t.Fatal(err)
	}
	fixture.Get(t, base+"/healthz") // connections are accepted in turn, so the other one is by now
	fixture.Stop(t, c)
	if !strings.Contains(log.String(), "level=WARN msg=\"not every open request was answered\"") || !strings.Contains(log.String(), "were cut") {
		t.Errorf("the log has\n%s", log.String())
	}
}

// TestUnknownSocketIsRefused: nobody would ever answer its clients.
func TestUnknownSocketIsRefused(t *testing.T) {
	for _, names := range []string{"http:metrics", "web"} {
		sockets := []*net.TCPListener{newSocket(t), newSocket(t)}[:strings.Count(names, ":")+1]
		out, err := activated(names, "PRICEPOINT_SERVER_LISTEN=127.0.0.1:0", t.TempDir(), sockets...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "FileDescriptorName=http") {
			t.Errorf("sockets %s: %v, %s; want an error that names FileDescriptorName", names, err, out)
		}
	}
}

// activated is the program with sockets. The shell is there because only the process itself knows its id.
func activated(names, setting, store string, sockets ...*net.TCPListener) *exec.Cmd {
	c := exec.Command("sh", "-c", "LISTEN_PID=$$ exec pricepoint serve --log-format text --store "+store)
	c.Env = append(os.Environ(), fmt.Sprintf("LISTEN_FDS=%d", len(sockets)), "LISTEN_FDNAMES="+names, setting)
	for _, s := range sockets {
		file, err := s.File()
		if err != nil {
			panic(err)
		}
		c.ExtraFiles = append(c.ExtraFiles, file)
	}
	return c
}

func newSocket(t *testing.T) *net.TCPListener {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}
