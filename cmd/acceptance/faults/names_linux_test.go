//go:build proof

package faults

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
)

// aloneWith is the variable by which the test program knows that it is to run a command in a network of its own, and
// where it is to find name servers there.
const aloneWith = "PRICEPOINT_TEST_NAMES"

// The name servers of such a network.
const (
	noServer     = "none"
	silentServer = "silent" // it takes questions, and answers none
)

func init() {
	names := os.Getenv(aloneWith)
	if names == "" {
		return
	}
	code, err := runAlone(names, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// alone makes a command run in a network of its own, which leads nowhere.
func alone(t testing.TB, c *exec.Cmd, names string) *exec.Cmd {
	t.Helper()
	fixture.Need(t, "iproute2", "ip")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c.Path, c.Args = self, append([]string{self}, c.Args...)
	c.Env = append(c.Env, aloneWith+"="+names, "HTTPS_PROXY=")
	c.SysProcAttr = ownNamespaces(t)
	return c
}

// ownNamespaces are namespaces, where the machine gives them.
func ownNamespaces(t testing.TB) *syscall.SysProcAttr {
	t.Helper()
	probe := exec.Command("true")
	probe.SysProcAttr = namespaces()
	if err := probe.Run(); err != nil {
		t.Skipf("this machine gives no network and no mounts of its own to a process: %v", err)
	}
	return namespaces()
}

// namespaces give a process a network and mounts of its own, in which it is root.
func namespaces() *syscall.SysProcAttr {
	one := func(id int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: id, Size: 1}} }
	return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS,
		UidMappings: one(os.Getuid()), GidMappings: one(os.Getgid()), Pdeathsig: syscall.SIGKILL}
}

// runAlone is what runs in that network, as the test program, and ends as the command of its arguments does.
func runAlone(names string, args []string) (code int, err error) {
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("ip link set lo up: %v: %s", err, out)
	}
	resolver, err := os.CreateTemp("", "resolv.conf")
	if err != nil {
		return 0, err
	}
	defer os.Remove(resolver.Name())
	if _, err := resolver.WriteString("nameserver 127.0.0.1\n"); err != nil {
		return 0, err
	}
	if err := syscall.Mount(resolver.Name(), "/etc/resolv.conf", "", syscall.MS_BIND, ""); err != nil {
		return 0, fmt.Errorf("mount over /etc/resolv.conf: %v", err)
	}
	if names == silentServer {
		silent, err := net.ListenPacket("udp", "127.0.0.1:53")
		if err != nil {
			return 0, err
		}
		defer silent.Close()
	}
	c := exec.Command(args[0], args[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); c.ProcessState == nil {
		return 0, err
	}
	return c.ProcessState.ExitCode(), nil
}

// TestNoNames refreshes where no name can be resolved. That takes a while, of which the processor has nothing to do.
func TestNoNames(t *testing.T) {
	t.Parallel()
	first, dir := weekly(t, 0), t.TempDir()
	for names, why := range map[string]string{noServer: "the name server cannot answer", silentServer: "in time"} {
		t.Run(names, func(t *testing.T) {
			t.Parallel()
			store := filepath.Join(dir, names)
			c := newClock(t)
			c.stand(first.at)
			c.mustRun("refresh", "--replay", first.archive, "--store", store)
			before := files(t, store)
			c.stand(weekly(t, 1).at)
			tools := c.mustRun("list", "--store", store) // as of the same day, on which a promotion may have passed its end
			_, log, code := fixture.Finished(t, alone(t, c.command("refresh", "--store", store), names))
			if code != 3 || !strings.Contains(log, "no site could be reached for 20s") || !strings.Contains(log, why) {
				t.Errorf("exit code %d, want 3, and %q:\n%s", code, why, log)
			}
			if lines := strings.Count(log, "\n"); lines > 3 {
				t.Errorf("the same is said in %d lines:\n%s", lines, log)
			}
			if diff := cmp.Diff(before, files(t, store)); diff != "" {
				t.Errorf("the store has changed (-before +after):\n%s", diff)
			}
			if now := c.mustRun("list", "--store", store); now != tools {
				t.Errorf("the tools were\n%s\nand are\n%s", tools, now)
			}
			if out, _, _ := fixture.Finished(t, alone(t, c.command("doctor", "--store", store), names)); !strings.Contains(out, "DNS") && !strings.Contains(out, "in time") {
				t.Errorf("doctor says nothing of it:\n%s", out)
			}
		})
	}
}
