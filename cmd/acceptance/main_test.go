// Package acceptance tests the product as a whole: over the real binary where a user would notice, and inside the program
// where it would take too long otherwise, as for a year of weekly refreshes. Start at main_test.go for how the binary is
// made and run, and at replay_test.go for the weeks.
//
// What a single package promises is tested beside that package.
package acceptance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/bucket/s3test"
)

// The exit codes of the program.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitNothing = 3
)

// TestMain builds the program once and puts it on the PATH of all tests.
func TestMain(m *testing.M) { os.Exit(withProgram(m)) }

func withProgram(m *testing.M) int {
	dir, err := os.MkdirTemp("", "pricepoint")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	build := exec.Command("go", append(buildFlags, "-o", dir+"/", "../pricepoint")...)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n%s", build, err, out)
		return 1
	}
	workDir = dir
	s3test.Environment()
	defer s3test.Stop()
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

// workDir is kept until the last test has ended.
var workDir string

// program is what the binary calls itself in manifests.
const program = "pricepoint/1.2.3"

// buildFlags build the program without the profile serving.pgo, with which everything would be compiled once more, and
// with fast compression, which would be most of what the tests do. TestAThousandSnapshotsFitOnADisk compresses as usual.
var buildFlags = []string{"build", "-buildvcs=false", "-ldflags=-s -w -X main.release=v1.2.3 -X pricepoint/data/store.quality=5",
	"-race=" + strconv.FormatBool(raced)}

// pricepoint runs a command line and returns what it prints.
func pricepoint(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	return finished(t, exec.CommandContext(t.Context(), "pricepoint", args...))
}

// finished runs a program to its end.
func finished(t *testing.T, c *exec.Cmd) (stdout, stderr string, code int) {
	t.Helper()
	var out, log bytes.Buffer
	c.Stdout, c.Stderr = &out, &log
	if err := c.Run(); c.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), log.String(), c.ProcessState.ExitCode()
}

// patience bounds how long a test polls; it asserts no speed.
const patience = 2 * time.Minute

// start runs the program until the test ends and returns where it serves. Its network leads nowhere.
func start(t *testing.T, args ...string) (base string) {
	t.Helper()
	c := exec.Command("pricepoint", append(args, "--listen", "127.0.0.1:0", "--log-format", "text")...)
	c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_SERVER_POLL=50ms", "PRICEPOINT_SERVER_DRAIN=0s", "PRICEPOINT_COLLECT_PAUSE=0s", "HOME="+t.TempDir())
	return startCommand(t, c)
}

func startCommand(t *testing.T, c *exec.Cmd) (base string) {
	t.Helper()
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	t.Cleanup(func() { stop(t, c) })
	serving := regexp.MustCompile(`msg=serving url=(https?://[^/]+)/`)
	for lines.Scan() {
		if found := serving.FindStringSubmatch(lines.Text()); found != nil {
			go io.Copy(io.Discard, stderr) // so that the program is never held up by its log
			return found[1]
		}
	}
	t.Fatalf("%v ended before it served", c.Args)
	return ""
}

func stop(t *testing.T, c *exec.Cmd) {
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("pricepoint after SIGTERM: %v, want exit code 0", err)
	}
}

func refreshed(t *testing.T, store, archive, asOf string) {
	t.Helper()
	out, err := exec.Command("pricepoint", "refresh", "--store", store, "--replay", archive, "--as-of", asOf).CombinedOutput()
	if err != nil {
		t.Fatalf("refresh: %v\n%s", err, out)
	}
}

// served is the version a server answers with, "" while it has none.
func served(t *testing.T, base string) string {
	t.Helper()
	status, body := get(t, base+"/api/freshness.json")
	if status != http.StatusOK {
		return ""
	}
	var fresh data.FreshnessDocument
	if err := json.Unmarshal([]byte(body), &fresh); err != nil {
		t.Fatal(err)
	}
	return fresh.Version
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func getJSON(t *testing.T, url string, into any) {
	t.Helper()
	status, body := get(t, url)
	if status != http.StatusOK {
		t.Fatalf("GET %s = %d %s", url, status, body)
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatal(err)
	}
}

// eventually polls until ok, for a while.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("after %s it is still not so that %s", patience, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
