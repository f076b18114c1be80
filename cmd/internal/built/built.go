// Package built is the program as users have it, for tests that look at it from outside: built once, run to its end, or
// started until the test is over. Start at Tests, which a TestMain calls.
//
// It is for tests only, holds no test of its own, and knows nothing of what the program does: package fixture makes what
// the program is given.
package built

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// Version is what the program calls itself in manifests.
const Version = "pricepoint/1.2.3"

// The exit codes of the program.
const (
	ExitDone    = 0
	ExitError   = 1
	ExitUsage   = 2
	ExitNothing = 3
)

// flags build the program with fast compression: the best would be most of what the tests do.
var flags = append(plain, "-buildvcs=false", "-ldflags=-s -w -X main.release=v1.2.3 -X pricepoint/data/store/pack.quality=5")

// Dir is a directory with the program in it, which is kept until the last test of a package has ended.
var Dir string

// Tests builds the program, with more flags of go build if there are any, puts it on the PATH, and runs the tests of a
// package. It returns the code to exit with. The program has no race detector, with which a command takes three times as
// long; a package whose tests do several things at once to one program adds WithRaces.
func Tests(m *testing.M, more ...string) int {
	dir, err := os.MkdirTemp("", "pricepoint")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := Build(dir, more...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	Dir = dir
	os.Unsetenv("SUDO_USER") // the program says other things to whoever runs it by sudo
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// Build builds a program into a directory, with more flags of go build if there are any. Unlike go build, go run keeps what
// it has linked: all packages of tests together link the same program once.
func Build(dir string, more ...string) error {
	build := exec.Command("go", slices.Concat([]string{"run", "-exec=cp"}, flags, more, []string{"./cmd/pricepoint", filepath.Join(dir, "pricepoint")})...)
	build.Dir = fixture.Root()
	if !slices.Contains(more, WithRaces) {
		build.Env = append(os.Environ(), environment...)
	}
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v\n%s", build, err, out)
	}
	return nil
}

// Path is the built program.
func Path() string { return filepath.Join(Dir, "pricepoint") }

// StaticVariable names the program that the container's Dockerfile builds, which .ci/run has done: without libraries, and
// without the race detector.
const StaticVariable = "PRICEPOINT_TEST_CONTAINER"

// Static is that program. Where nobody has built it, Path stands in, which may need libraries.
func Static() string { return cmp.Or(os.Getenv(StaticVariable), Path()) }

// Run runs a command line of the program and returns what it prints.
func Run(t testing.TB, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return Finished(t, exec.CommandContext(t.Context(), "pricepoint", args...))
}

// Finished runs a command to its end; the code is -1 after a signal.
func Finished(t testing.TB, c *exec.Cmd) (stdout, stderr string, code int) {
	t.Helper()
	var out, log bytes.Buffer
	c.Stdout, c.Stderr = &out, &log
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), log.String(), c.ProcessState.ExitCode()
}

// Refresh reads an archive into a store as of a time, which must publish something.
func Refresh(t testing.TB, store, archive, asOf string) {
	t.Helper()
	if out, log, code := Run(t, "refresh", "--store", store, "--replay", archive, "--as-of", asOf); code != ExitDone {
		t.Fatalf("refresh ends with exit code %d:\n%s%s", code, out, log)
	}
}

// Serve runs the program until the test ends and returns where it serves. Its network leads nowhere.
func Serve(t testing.TB, args ...string) (base string) {
	t.Helper()
	c := exec.Command("pricepoint", append(args, "--listen", "127.0.0.1:0", "--log-format", "text")...)
	c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_SERVER_POLL=50ms", "PRICEPOINT_SERVER_DRAIN=0s", "PRICEPOINT_COLLECT_PAUSE=0s", "HOME="+t.TempDir())
	return Started(t, c)
}

// Started starts a command that serves, stops it when the test ends, and returns where it serves.
func Started(t testing.TB, c *exec.Cmd) (base string) {
	t.Helper()
	base = Serving(t, c)
	t.Cleanup(func() { Stop(t, c) })
	return base
}

// Serving starts a command that serves, and returns where. The caller ends it.
func Serving(t testing.TB, c *exec.Cmd) (base string) {
	t.Helper()
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	serving := regexp.MustCompile(`msg=serving url=(https?://[^/]+)/`)
	for lines.Scan() {
		if found := serving.FindStringSubmatch(lines.Text()); found != nil {
			go io.Copy(io.Discard, stderr) // so that the program is never held up by its log
			return found[1]
		}
	}
	t.Fatalf("%v ended before it served: %v", c.Args, c.Wait())
	return ""
}

// Stop asks a command to end, as an operator would, and waits until it has.
func Stop(t testing.TB, c *exec.Cmd) {
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("pricepoint after SIGTERM: %v, want exit code 0", err)
	}
}

// Patience bounds how long a test polls; it asserts no speed.
const Patience = 2 * time.Minute

// Eventually polls until ok, for a while.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(Patience); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("after %s it is still not so that %s", Patience, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
