package machine

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// unremarkable are the system calls that a trace leaves out, because they are many and change nothing outside.
const unremarkable = "!futex,epoll_pwait,epoll_wait,read,write,nanosleep,sched_yield,madvise,rt_sigreturn,rt_sigprocmask,rt_sigaction,tgkill,getpid,mmap,munmap,gettid,sigaltstack"

// traced writes down what all processes of the machine ask of the kernel, from now on. The function that it returns ends that
// and returns the calls of the program, each as "openat(…) = 3".
func (m *installed) traced(t *testing.T) (calls func() []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "calls")
	c := exec.Command("strace", "-f", "--decode-pids=comm", "-s", "64", "-e", "trace="+unremarkable, "-o", file, "-p", strconv.Itoa(m.pid))
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(stderr).ReadString('\n'); err != nil || !strings.Contains(line, "attached") {
		t.Fatalf("strace: %q %v", line, err)
	}
	return func() []string {
		c.Process.Signal(syscall.SIGINT)
		c.Wait() // it ends by that signal
		return ofProgram(t, file)
	}
}

// ofProgram are the calls of a trace that the program made, and not what started it.
func ofProgram(t *testing.T, file string) (calls []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if _, call, ours := strings.Cut(line, "<pricepoint> "); ours {
			calls = append(calls, strings.TrimSpace(call))
		}
	}
	return calls
}

// harmful are the calls with which a process changes files or asks another machine, and those that the unit refuses.
var harmful = map[string]*regexp.Regexp{
	"changes files": regexp.MustCompile(`^(creat|mkdir|mkdirat|mknod|mknodat|rename|renameat|renameat2|link|linkat|symlink|symlinkat|unlink|unlinkat|rmdir|` +
		`chmod|fchmod|fchmodat|chown|fchown|lchown|fchownat|truncate|ftruncate|fallocate|utimensat|setxattr|fsetxattr|mount|umount2)\(|^open(at)?\(.*O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)`),
	"asks another machine": regexp.MustCompile(`^(socket|connect|bind|listen)\(.*(AF|PF)_(INET|INET6|NETLINK|PACKET)|^(sendto|sendmsg)\(.*sa_family=AF_INET`),
	"is refused":           regexp.MustCompile(`= -1 (EPERM|EACCES|EROFS)\b`),
	"starts a program":     regexp.MustCompile(`^(execve|execveat|fork|vfork)\(`),
}

// runtimeTries are calls of the Go runtime that fail without harm: it tries to wait for regular files too.
var runtimeTries = regexp.MustCompile(`^(<\.\.\. )?epoll_ctl\b`)

func checkCalls(t *testing.T, calls []string) {
	t.Helper()
	if len(calls) < 100 {
		t.Fatalf("the trace shows only %d calls of the program", len(calls))
	}
	for _, call := range calls {
		for what, pattern := range harmful {
			if pattern.MatchString(call) && !runtimeTries.MatchString(call) {
				t.Errorf("the server %s: %s", what, call)
			}
		}
	}
	t.Logf("%d calls of the program, besides the unremarkable ones", len(calls))
}
