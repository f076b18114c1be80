package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
)

// machine is a systemd with namespaces of its own, as a computer that an operator has installed the program on. Nothing
// leads from its network to any other.
type machine struct {
	init   int // the first process, as this machine counts
	client *http.Client
}

// newMachine installs the program, its settings and its units as config/README.md says, with more files for the test, and
// starts systemd. It lasts until the test ends.
func newMachine(t *testing.T, more map[string]string) *machine {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may start a machine: run this test as root")
	}
	needPrograms(t)
	dir := t.TempDir()
	files := filepath.Join(dir, "files")
	installFiles(t, files, more)
	if err := os.Mkdir(filepath.Join(dir, "memory"), 0o755); err != nil {
		t.Fatal(err)
	}
	m := &machine{init: boot(t, dir)}
	m.client = &http.Client{Transport: &http.Transport{DialContext: m.dial, DisableCompression: true}}
	t.Cleanup(m.client.CloseIdleConnections)
	built.Eventually(t, "systemd has started", func() bool {
		out, _ := m.command("systemctl", "is-active", "machine.target").Output()
		return strings.TrimSpace(string(out)) == "active"
	})
	return m
}

// needPrograms skips a test in a clone without the programs that it needs. CI has them all.
func needPrograms(t *testing.T) {
	t.Helper()
	for program, debianPackage := range map[string]string{"/lib/systemd/systemd": "systemd", "nsenter": "util-linux", "strace": "strace"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed: apt-get install %s", program, debianPackage)
		}
	}
}

// containerVariable names the program that the container's Dockerfile builds: static, and without the race detector, which
// needs more memory than the units allow.
const containerVariable = "PRICEPOINT_TEST_CONTAINER"

func installFiles(t *testing.T, root string, more map[string]string) {
	t.Helper()
	program := built.Path()
	if given := os.Getenv(containerVariable); given != "" {
		program = given
	}
	settings := filepath.Join(fixture.Root(), "config")
	copyTo(t, program, filepath.Join(root, "usr/local/bin/pricepoint"), 0o755)
	copyTo(t, filepath.Join(settings, "pricepoint.yaml"), filepath.Join(root, "etc/pricepoint.yaml"), 0o644)
	copyTo(t, filepath.Join(settings, "systemd/pricepoint.sysusers"), filepath.Join(root, "etc/sysusers.d/pricepoint.conf"), 0o644)
	units, err := filepath.Glob(filepath.Join(settings, "systemd", "pricepoint-*"))
	if err != nil || len(units) == 0 {
		t.Fatalf("found no units: %v", err)
	}
	for _, unit := range units {
		copyTo(t, unit, filepath.Join(root, "etc/systemd/system", filepath.Base(unit)), 0o644)
	}
	more["etc/systemd/system/machine.target"] = "[Unit]\nRequires=sysinit.target\nAfter=sysinit.target\n"
	for name, text := range more {
		write(t, filepath.Join(root, name), []byte(text), 0o644)
	}
}

func copyTo(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	body, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, body, mode)
}

func write(t *testing.T, name string, body []byte, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, body, mode)); err != nil {
		t.Fatal(err)
	}
}

// boot starts the first process of a machine and returns its number.
func boot(t *testing.T, dir string) int {
	t.Helper()
	c := exec.Command(filepath.Join("testdata", "boot"), dir)
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP,
		Setsid:     true,
	}
	if err := c.Start(); err != nil {
		t.Fatalf("start a machine: %v", err)
	}
	t.Cleanup(func() {
		c.Process.Kill() // and with it everything that it has started
		c.Wait()
		if t.Failed() {
			t.Logf("the machine said %s", log.Bytes())
		}
	})
	return c.Process.Pid
}

// command is a command line that runs on the machine.
func (m *machine) command(args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{"--target", strconv.Itoa(m.init), "--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup", "--"}, args...)...)
}

// run returns what a command line prints that has to succeed.
func (m *machine) run(t *testing.T, args ...string) string {
	t.Helper()
	stdout, stderr, code := built.Finished(t, m.command(args...))
	if code != 0 {
		t.Fatalf("%s: exit code %d\n%s%s\n%s", strings.Join(args, " "), code, stdout, stderr, m.journal())
	}
	return strings.TrimSpace(stdout)
}

// write replaces a file of the machine.
func (m *machine) write(t *testing.T, name, text string) {
	t.Helper()
	c := m.command("tee", name)
	c.Stdin = strings.NewReader(text)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("write %s: %v %s", name, err, out)
	}
}

func (m *machine) journal() string {
	out, err := m.command("journalctl", "-u", "pricepoint-*", "-u", "intruder*", "-o", "cat", "--no-pager", "-n", "30").CombinedOutput()
	return fmt.Sprintf("%s%v", out, err)
}

// dial connects from inside of the machine, as a proxy there would.
func (m *machine) dial(ctx context.Context, network, address string) (conn net.Conn, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked, so that the thread ends with its network
		var inside *os.File
		if inside, err = os.Open(fmt.Sprintf("/proc/%d/ns/net", m.init)); err != nil {
			return
		}
		defer inside.Close()
		if err = unix.Setns(int(inside.Fd()), unix.CLONE_NEWNET); err == nil {
			conn, err = new(net.Dialer).DialContext(ctx, network, address)
		}
	}()
	<-done
	return conn, err
}
