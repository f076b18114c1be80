package guides

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/fixture/internet"
)

// machine is a Debian with systemd, without a network, on which somebody called reader has nothing but a clone.
type machine struct {
	t    *testing.T
	pid  int // of its systemd
	root string
}

// readerHome is where the clone lies.
const readerHome = "/home/reader"

// publicAddress is where the machine finds every host of the Internet, once it is connected.
const publicAddress = "1.1.1.1"

// boot starts a machine, which ends with the test.
func boot(t *testing.T) machine {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may boot a second Debian in namespaces: run this test as root")
	}
	fixture.Need(t, "systemd dbus iproute2", "systemctl", "dbus-daemon", "ip")
	home := t.TempDir()
	clone(t, filepath.Join(home, "pricepoint"))
	script, err := os.ReadFile("testdata/machine.sh")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	c := exec.Command("bash", "-c", string(script), "machine", t.TempDir(), goEnv(t, "GOROOT"), goEnv(t, "GOMODCACHE"), home, publicAddress+"/32")
	c.Stdout, c.Stderr = &log, &log
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC | unix.CLONE_NEWCGROUP,
		Setsid:     true,
		Pdeathsig:  syscall.SIGKILL,
	}
	if err := c.Start(); err != nil {
		t.Skipf("no namespaces can be had here, so nothing can be typed as on a machine of one's own: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill() // and with it everything in its namespaces
		<-ended
	})
	m := machine{t, c.Process.Pid, fmt.Sprintf("/proc/%d/root", c.Process.Pid)}
	m.awaitBooted(ended, &log)
	return m
}

func (m machine) awaitBooted(ended <-chan error, log fmt.Stringer) {
	m.t.Helper()
	built.Eventually(m.t, "the machine has booted", func() bool {
		select {
		case err := <-ended:
			m.t.Fatalf("the machine does not boot: %v\n%s", err, log)
		default:
		}
		if _, err := os.Stat(m.path("/run/systemd/system")); err != nil {
			return false
		}
		state, _ := m.types("root", "systemctl is-system-running")
		return slices.Contains([]string{"running", "degraded"}, strings.TrimSpace(state))
	})
}

// path is where the test finds a file of the machine.
func (m machine) path(name string) string { return m.root + name }

// write makes a file of the machine.
func (m machine) write(name, text string, mode os.FileMode) {
	m.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(m.path(name)), 0o755), os.WriteFile(m.path(name), []byte(text), mode)); err != nil {
		m.t.Fatal(err)
	}
}

// command has a shell of the machine run a line in the clone, as one of its users, with an environment that holds
// nothing but what every shell has.
func (m machine) command(ctx context.Context, user, line string) *exec.Cmd {
	home := map[string]string{"root": "/root", "reader": readerHome}[user]
	c := exec.CommandContext(ctx, "nsenter", "--target", fmt.Sprint(m.pid), "--all", "--root", "--wd", "runuser", "-u", user, "--",
		"env", "-i", "HOME="+home, "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "bash", "-c", "cd "+readerHome+"/pricepoint && "+line)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	return c
}

// types runs a line to its end and returns all that it printed.
func (m machine) types(user, line string) (printed string, code int) {
	m.t.Helper()
	c := m.command(m.t.Context(), user, line)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		m.t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// must runs a line that prepares something.
func (m machine) must(user, line string) string {
	m.t.Helper()
	out, code := m.types(user, line)
	if code != 0 {
		m.t.Fatalf("%s: exit code %d\n%s", line, code, out)
	}
	return out
}

// listens opens a port of the machine for the test.
func (m machine) listens(address string) net.Listener {
	m.t.Helper()
	type opened struct {
		net.Listener
		error
	}
	result := make(chan opened)
	go func() {
		runtime.LockOSThread() // and never unlocked: this thread has left the network of the others, and ends
		space, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", m.pid))
		if err == nil {
			defer space.Close()
			err = unix.Setns(int(space.Fd()), unix.CLONE_NEWNET)
		}
		if err != nil {
			result <- opened{nil, err}
			return
		}
		listener, err := net.Listen("tcp", address)
		result <- opened{listener, err}
	}()
	o := <-result
	if o.error != nil {
		m.t.Fatal(o.error)
	}
	m.t.Cleanup(func() { o.Close() })
	return o.Listener
}

// leads makes an address of the machine lead to one of the test.
func (m machine) leads(from, to string) {
	listener := m.listens(from)
	go func() {
		for {
			outer, err := listener.Accept()
			if err != nil {
				return
			}
			inner, err := net.Dial("tcp", to)
			if err != nil {
				outer.Close()
				continue
			}
			go func() { io.Copy(inner, outer); inner.Close() }()
			go func() { io.Copy(outer, inner); outer.Close() }()
		}
	}()
}

// connect gives the machine an Internet, in which plug makes it find every host that a source asks. Each has the page of
// the collectors' own tests.
func (m machine) connect() (plug func()) {
	m.t.Helper()
	i := internet.New(m.t)
	address, vouches := i.Hosts()
	m.leads(publicAddress+":443", address)
	pages, err := fixture.Pages()
	if err != nil {
		m.t.Fatal(err)
	}
	hosts := "127.0.0.1 localhost\n"
	for _, page := range pages {
		i.Put(page.URL, i.Page(page.Body))
		from, err := url.Parse(page.URL)
		if err != nil {
			m.t.Fatal(err)
		}
		hosts += publicAddress + " " + from.Host + "\n"
	}
	trusted, err := os.ReadFile(m.path("/etc/ssl/certs/ca-certificates.crt"))
	if err != nil {
		m.t.Fatal(err)
	}
	m.write("/etc/ssl/certs/ca-certificates.crt", string(trusted)+string(vouches), 0o644)
	return func() { m.write("/etc/hosts", hosts, 0o644) }
}

// clone makes a clone of the repository, with what is not committed yet.
func clone(t *testing.T, into string) {
	t.Helper()
	var err error
	from := fixture.Root()
	fixture.Output(t, from, "git", "clone", "-q", "--no-hardlinks", from, into)
	for name := range strings.SplitSeq(fixture.Output(t, from, "git", "ls-files", "-z", "--deleted"), "\x00") {
		if name != "" {
			err = errors.Join(err, os.Remove(filepath.Join(into, name)))
		}
	}
	for name := range strings.SplitSeq(fixture.Output(t, from, "git", "ls-files", "-z", "--modified", "--others", "--exclude-standard"), "\x00") {
		text, readErr := os.ReadFile(filepath.Join(from, name))
		if name == "" || errors.Is(readErr, os.ErrNotExist) {
			continue
		}
		target := filepath.Join(into, name)
		err = errors.Join(err, readErr, os.MkdirAll(filepath.Dir(target), 0o755), os.WriteFile(target, text, 0o755))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// goEnv is a place that the go command knows.
func goEnv(t *testing.T, name string) string {
	t.Helper()
	return strings.TrimSpace(fixture.Output(t, ".", "go", "env", name))
}
