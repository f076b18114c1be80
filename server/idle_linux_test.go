package server_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"pricepoint/server"
)

const (
	idleConnections = 10_000
	serveForOthers  = "PRICEPOINT_TEST_SERVE" // tells this program to be the server of another test
	mostMemory      = 40_000                  // bytes an idle connection may take, all of the process counted
	mostMemoryRaced = 200_000                 // with the race detector
)

// TestManyIdleConnections keeps them open to a server in a process of its own, whose memory can be told from the
// test's and whose files do not count with the test's.
func TestManyIdleConnections(t *testing.T) {
	count := idleConnections
	var limit syscall.Rlimit // which Go has raised as far as it may
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if most := int(limit.Cur) - 500; count > most {
		count = most
		t.Logf("this machine allows %d open files, so there are only %d connections", limit.Cur, count)
	}
	address, pid := child(t)
	before := memory(t, pid)
	all := make([]*wire, count)
	for n := range all {
		all[n] = dial(t, address)
		if got := all[n].ask("GET", "/api/tools.json", "Accept-Encoding: gzip"); got.StatusCode != 200 {
			t.Fatalf("connection %d: %s", n, got.Status)
		}
	}
	each := (memory(t, pid) - before) / count
	t.Logf("%d idle connections take %d bytes each", count, each)
	most := mostMemory
	if raced() {
		most = mostMemoryRaced
	}
	if each > most {
		t.Errorf("an idle connection takes %d bytes, want at most %d", each, most)
	}
	for n := 0; n < count; n += 100 {
		if got := all[n].ask("GET", "/api/tools.json", "Accept-Encoding: gzip"); got.StatusCode != 200 {
			t.Errorf("connection %d: %s", n, got.Status)
		}
	}
}

// child starts this program as a server and returns where it listens.
func child(t *testing.T) (address string, pid int) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^TestServeForOthers$", "-test.v")
	c.Env = append(os.Environ(), serveForOthers+"=1")
	c.Stderr = os.Stderr
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	})
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if found, ok := strings.CutPrefix(lines.Text(), "address "); ok {
			go io.Copy(io.Discard, stdout)
			return found, c.Process.Pid
		}
	}
	t.Fatal("the server did not start")
	return "", 0
}

// TestServeForOthers is the server of another test; in an ordinary run it does nothing.
func TestServeForOthers(t *testing.T) {
	if os.Getenv(serveForOthers) == "" {
		return
	}
	address, stop := serve(t, server.Options{Now: clock(monday), Limits: server.Limits{Idle: patience * 10}})
	fmt.Printf("\naddress %s\n", address)
	io.Copy(io.Discard, os.Stdin) // until the other test ends
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// raced tells whether the race detector is at work.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// memory is what a process has in use, in bytes.
func memory(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		t.Fatal("this test reads the memory of a process as Linux tells it: ", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}
