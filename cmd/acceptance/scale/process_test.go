//go:build proof

package scale

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// figures are what a process took until its end.
type figures struct {
	Processor time.Duration
	Peak      int64 // of its memory, in kB
}

// metering is what the binary of these tests is called with to run a command and measure it. Linux counts the memory of
// whoever starts a process as its own at first, and the tests take more than most commands do.
const metering = "metering"

// meter runs a command, writes its figures to the file that is open as number 3, and returns the code to exit with.
func meter(args []string) int {
	c := exec.Command(args[0], args[1:]...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); c.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	f := figures{Processor: c.ProcessState.UserTime() + c.ProcessState.SystemTime()}
	if usage, known := c.ProcessState.SysUsage().(*syscall.Rusage); known {
		f.Peak = int64(usage.Maxrss)
	}
	if err := json.NewEncoder(os.NewFile(3, "figures")).Encode(f); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return c.ProcessState.ExitCode()
}

// measured runs a command and returns what it took; failure is what it says when it ends with an error.
func measured(t *testing.T, command ...string) (f figures, failure string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var said strings.Builder
	c := exec.CommandContext(t.Context(), os.Args[0], append([]string{metering}, command...)...)
	c.Env, c.Stdout, c.Stderr, c.ExtraFiles = environment(t), &said, &said, []*os.File{w}
	err = c.Run()
	w.Close()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	if decodeErr := json.NewDecoder(r).Decode(&f); decodeErr != nil {
		t.Fatalf("%s: %v: %s", command, decodeErr, ending(said.String()))
	}
	if err != nil {
		failure = fmt.Sprintf("%v: %v: %s", command, err, ending(said.String()))
	}
	return f, failure
}

// ending is what stands last in a long text.
func ending(text string) string { return text[max(0, len(text)-2000):] }

// environment leads nowhere.
func environment(t *testing.T) []string {
	return append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "HOME="+t.TempDir(), "PRICEPOINT_COLLECT_PAUSE=0s", "PRICEPOINT_SERVER_DRAIN=0s")
}

// used is the processor time of a running process, to a hundredth of a second.
func used(t *testing.T, pid int) time.Duration {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	fields := strings.Fields(rest)
	user, userErr := strconv.Atoi(fields[11])
	system, systemErr := strconv.Atoi(fields[12])
	if userErr != nil || systemErr != nil {
		t.Fatalf("/proc/%d/stat: %v", pid, fields)
	}
	return time.Duration(user+system) * time.Second / 100
}

// memory is a line of what Linux tells of the memory of a running process, in kB.
func memory(t *testing.T, pid int, line string) (kB int64) {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, fmt.Sprintf("/proc/%d/status", pid)), line+":")
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return kB
}
