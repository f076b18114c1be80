package operating

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pricepoint/cmd/internal/fixture"
)

// machine is a Debian that lasts until the test ends.
type machine struct {
	pid int // of its first process, as this machine counts
}

//go:embed boot.sh
var bootScript string

// boot starts a machine and waits until its basic.target is reached. It has the files of a folder over its own, and
// shares folders of this machine: each is followed by its place there.
func boot(t *testing.T, files string, shared ...string) *machine {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may boot a second Debian in namespaces: run this test as root")
	}
	fixture.Need(t, "systemd dbus util-linux mount", "systemctl", "dbus-daemon", "nsenter", "mount")
	args := []string{"-c", bootScript, "boot", t.TempDir(), files}
	args = append(args, shared...)
	var log bytes.Buffer
	c := exec.Command("bash", args...)
	c.Stdout, c.Stderr = &log, &log
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWCGROUP,
		Setsid:     true,
		Pdeathsig:  syscall.SIGKILL,
	}
	ended := start(t, c)
	m := &machine{c.Process.Pid}
	fixture.Eventually(t, "the machine has booted", func() bool {
		select {
		case <-ended:
			t.Fatalf("the machine does not boot: %s\n%s", c.ProcessState, log.String())
		default:
		}
		if _, err := os.Stat(m.path("/run/systemd/system")); err != nil {
			return false
		}
		state, _ := m.command("systemctl", "is-system-running").Output()
		return slices.Contains([]string{"running", "degraded"}, strings.TrimSpace(string(state)))
	})
	return m
}

// start starts the first process of a machine, which is killed when the test ends, and everything else there with it. The
// kernel kills it as well when the thread ends that has started it: that one waits for it.
func start(t *testing.T, c *exec.Cmd) (ended <-chan struct{}) {
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

// path is where the test finds a file of the machine.
func (m *machine) path(name string) string { return fmt.Sprintf("/proc/%d/root%s", m.pid, name) }

// write makes a file of the machine, or replaces it.
func (m *machine) write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	write(t, m.path(name), text, mode)
}

// command is a command that root gives the machine.
func (m *machine) command(args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{"--target", strconv.Itoa(m.pid), "--all", "--root", "--wd", "--"}, args...)...)
}

// run runs such a command, which must succeed, and returns what it prints.
func (m *machine) run(t *testing.T, args ...string) string {
	t.Helper()
	stdout, stderr, code := fixture.Finished(t, m.command(args...))
	if code != 0 {
		t.Fatalf("%s: exit code %d\n%s%s\nand the journal has\n%s", strings.Join(args, " "), code, stdout, stderr, m.journal())
	}
	return strings.TrimSpace(stdout)
}

// journal is the end of what the services of the machine have written.
func (m *machine) journal() string {
	out, err := m.command("journalctl", "-o", "cat", "--no-pager", "-n", "30").CombinedOutput()
	if err != nil {
		return err.Error()
	}
	return string(out)
}
