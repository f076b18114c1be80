// Package machine boots a second Debian beside the one that the tests run on: the same files, with changes that nobody else
// sees, a systemd of its own as process 1, and no network but a loopback. Start at Boot.
//
// It is for tests only and holds no test of its own. It needs root, and a kernel that gives namespaces; where there are none
// the test skips. The program and its settings are not installed: that is what the tests do.
package machine

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
)

// Machine is a Debian that lasts until the test ends.
type Machine struct {
	PID int // of its first process, as this machine counts
}

// Folder is one of this machine that the other has, too.
type Folder struct {
	From, To  string
	Writeable bool // what the other writes there is written here
}

//go:embed boot.sh
var boot string

// Boot starts a machine and waits until its basic.target is reached. It has the files of a folder over its own.
func Boot(t testing.TB, files string, folders ...Folder) *Machine {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may boot a second Debian in namespaces: run this test as root")
	}
	fixture.Need(t, "systemd dbus util-linux mount", "systemctl", "dbus-daemon", "nsenter", "mount")
	args := []string{"-c", boot, "boot", t.TempDir(), files}
	for _, f := range folders {
		args = append(args, f.From, f.To, map[bool]string{true: "rw", false: "ro"}[f.Writeable])
	}
	var log bytes.Buffer
	c := exec.Command("bash", args...)
	c.Stdout, c.Stderr = &log, &log
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWCGROUP,
		Setsid:     true,
		Pdeathsig:  syscall.SIGKILL,
	}
	ended := start(t, c)
	m := &Machine{c.Process.Pid}
	built.Eventually(t, "the machine has booted", func() bool {
		select {
		case <-ended:
			t.Fatalf("the machine does not boot: %s\n%s", c.ProcessState, log.String())
		default:
		}
		if _, err := os.Stat(m.Path("/run/systemd/system")); err != nil {
			return false
		}
		state, _ := m.Command("systemctl", "is-system-running").Output()
		return slices.Contains([]string{"running", "degraded"}, strings.TrimSpace(string(state)))
	})
	return m
}

// start starts the first process of a machine, which is killed when the test ends, and everything else there with it. The
// kernel kills it as well when the thread ends that has started it: that one waits for it.
func start(t testing.TB, c *exec.Cmd) (ended <-chan struct{}) {
	t.Helper()
	started, done := make(chan error), make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := c.Start()
		started <- err
		if err == nil {
			_ = c.Wait() // it is killed
		}
	}()
	if err := <-started; err != nil {
		t.Skipf("no namespaces can be had here, and so no second Debian: %v", err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-done
	})
	return done
}

// Path is where the test finds a file of the machine.
func (m *Machine) Path(name string) string { return fmt.Sprintf("/proc/%d/root%s", m.PID, name) }

// Write makes a file of the machine, or replaces it.
func (m *Machine) Write(t testing.TB, name, text string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(m.Path(name)), 0o755), os.WriteFile(m.Path(name), []byte(text), mode)); err != nil {
		t.Fatal(err)
	}
}

// Command is a command that root gives the machine.
func (m *Machine) Command(args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{"--target", strconv.Itoa(m.PID), "--all", "--root", "--wd", "--"}, args...)...)
}

// Run runs such a command, which must succeed, and returns what it prints.
func (m *Machine) Run(t testing.TB, args ...string) string {
	t.Helper()
	stdout, stderr, code := built.Finished(t, m.Command(args...))
	if code != 0 {
		t.Fatalf("%s: exit code %d\n%s%s\nand the journal has\n%s", strings.Join(args, " "), code, stdout, stderr, m.Journal())
	}
	return strings.TrimSpace(stdout)
}

// Journal is the end of what the services of the machine have written.
func (m *Machine) Journal() string {
	out, err := m.Command("journalctl", "-o", "cat", "--no-pager", "-n", "30").CombinedOutput()
	if err != nil {
		return err.Error()
	}
	return string(out)
}
