package operations

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

var underLoad = flag.Duration("load", 2*time.Second, "how long TestMemory asks without a pause")

// What serving 61 tools may take, in kB. The most that it takes to load them is printed and not judged, since that depends on when
// garbage is collected.
const (
	mostResident = 50_000 // a second after they were loaded
	mostLoaded   = 60_000 // on average while it is asked as much as it can answer, 20,000 of it for the program itself
)

// TestMemory prints what the program takes while it loads 61 tools, a second after, and under load, from a store and from the
// catalogue.
func TestMemory(t *testing.T) {
	dir := t.TempDir()
	store := filepath.Join(dir, "store")
	fixture.Refresh(t, store, fixture.Recorded(t), "2026-11-22T00:00:00Z")
	for name, args := range map[string][]string{
		"a snapshot of a store":  {"serve", "--store", store},
		"the built-in catalogue": {"run", "--store", filepath.Join(dir, "empty")},
	} {
		c := exec.Command("pricepoint", append(args, "--listen", "127.0.0.1:0", "--log-format", "text")...)
		c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1")
		base := fixture.Started(t, c)
		fixture.Eventually(t, "it is ready", func() bool { status, _ := fixture.Get(t, base+"/readyz"); return status == 200 })
		time.Sleep(time.Second)
		peak, resident := memory(t, c.Process.Pid, "VmHWM"), memory(t, c.Process.Pid, "VmRSS")
		sum, looks := 0, 0
		answers := busy(t, base, func() { sum, looks = sum+memory(t, c.Process.Pid, "VmRSS"), looks+1 })
		loaded := sum / looks
		t.Logf("%s: %d kB while it was loaded, %d a second after, %d under a load of %d answers", name, peak, resident, loaded, answers)
		if resident > mostResident {
			t.Errorf("%s takes more than %d kB", name, mostResident)
		}
		if loaded > mostLoaded && args[0] == "serve" { // run refreshes meanwhile
			t.Errorf("%s takes more than %d kB under load", name, mostLoaded)
		}
	}
}

// busy asks for everything in every encoding, and what agents ask, over 26 connections, and looks ten times a second.
func busy(t *testing.T, base string, look func()) (answers int64) {
	var index data.AddressIndex
	fixture.GetJSON(t, base+"/api/", &index)
	var all []*http.Request
	ask := func(method, address, encoding, body string) {
		r, err := http.NewRequest(method, base+address, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Accept-Encoding": {encoding}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		all = append(all, r)
	}
	for _, a := range index.Addresses {
		for _, encoding := range []string{"br", "gzip", "zstd", "identity"} {
			if !strings.Contains(a.Path, "{") && a.Method == "" && (encoding != "identity" || a.Size < 1<<20) {
				ask("GET", a.Path, encoding, "")
			}
		}
	}
	for _, call := range []string{
		`"price","arguments":{"model":"claude-opus-5"}`, `"changes","arguments":{"since":"2026-01-01"}`, `"choose","arguments":{"work":"bug-fixing"}`,
		`"solved","arguments":{}`, `"cost","arguments":{"models":["claude-opus-5"],"input_tokens":100000}`,
	} {
		ask("POST", "/mcp", "gzip", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":`+call+`}}`)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 26}}
	defer client.CloseIdleConnections()
	end := time.Now().Add(*underLoad)
	var clients sync.WaitGroup
	for n := range 26 {
		clients.Go(func() {
			for i := n; time.Now().Before(end); i++ {
				r := all[i*7%len(all)].Clone(t.Context())
				r.Body, _ = r.GetBody()
				answer, err := client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != 200 {
					t.Errorf("%s %s: %s, %v", r.Method, r.URL, answer.Status, err)
					return
				}
				atomic.AddInt64(&answers, 1)
			}
		})
	}
	for time.Now().Before(end) {
		time.Sleep(100 * time.Millisecond)
		look()
	}
	clients.Wait()
	return answers
}

// memory is a line of what Linux tells of the memory of a process, in kB.
func memory(t *testing.T, pid int, line string) (kB int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return kB
}
