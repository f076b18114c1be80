//go:build proof

package load

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// served is a running program, with TLS.
type served struct {
	base   string
	secure *tls.Config // to connect with
	pid    int
	client *http.Client // for questions aside from the load
}

func serving(t *testing.T, store string) *served {
	t.Helper()
	certificate, key, trusted := fixture.Certificate(t)
	c := exec.Command("pricepoint", "serve", "--store", store, "--listen", "127.0.0.1:0", "--log-format", "text")
	c.Env = append(os.Environ(), "PRICEPOINT_SERVER_POLL=200ms", "PRICEPOINT_SERVER_TLS_CERT="+certificate, "PRICEPOINT_SERVER_TLS_KEY="+key)
	s := &served{secure: &tls.Config{RootCAs: trusted, ServerName: "127.0.0.1"}}
	s.client = &http.Client{Transport: &http.Transport{TLSClientConfig: s.secure}}
	s.base = fixture.Started(t, c)
	s.pid = c.Process.Pid
	fixture.Eventually(t, s.base+" has a snapshot", func() bool { return s.version() != "" })
	return s
}

// get asks aside from the load.
func (s *served) get(path string) ([]byte, error) {
	answer, err := s.client.Get(s.base + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s%s: %s", s.base, path, answer.Status)
	}
	return body, err
}

// version is what a server answers with, "" while it has no snapshot.
func (s *served) version() string {
	var fresh data.FreshnessDocument
	if body, err := s.get("/" + data.FreshnessPath); err != nil || json.Unmarshal(body, &fresh) != nil {
		return ""
	}
	return fresh.Version
}

// figures are what a process takes.
type figures struct {
	anonymous         int // kB of memory
	goroutines, files int
}

// figures asks Linux and the program's own metrics.
func (s *served) figures(t *testing.T) figures {
	t.Helper()
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := s.get("/metrics")
	if err != nil {
		t.Fatal(err)
	}
	f := figures{
		anonymous: int(valueOf(rollup, "Anonymous:")), files: len(files), goroutines: int(valueOf(metrics, "go_goroutines ")),
	}
	if f.goroutines == 0 || f.anonymous == 0 {
		t.Fatalf("%s tells neither its memory nor its goroutines: %.200s", s.base, metrics)
	}
	return f
}

// valueOf is the number behind a name at the beginning of a line, 0 for none.
func valueOf(text []byte, name string) (value float64) {
	for line := range bytes.Lines(text) {
		if rest, found := bytes.CutPrefix(line, []byte(name)); found {
			fmt.Sscan(string(rest), &value)
		}
	}
	return value
}

const (
	// spare is how many goroutines and files there may be more than before: those of the connection that asks, and of garbage
	// collection, come and go.
	spare = 5
	// mayGrow is how many kB more of memory there may be than before: documents of the past that are remembered, and garbage. A
	// leak of 100 bytes a request would add hundreds of megabytes to a load of half an hour.
	mayGrow = 100_000
)

// returnsTo waits until a process takes as much as before, once its clients have gone.
func (s *served) returnsTo(t *testing.T, before figures) {
	t.Helper()
	var now figures
	fixture.Eventually(t, fmt.Sprintf("the server takes about %+v again", before), func() bool {
		now = s.figures(t)
		return now.goroutines <= before.goroutines+spare && now.files <= before.files+spare && now.anonymous <= before.anonymous+mayGrow
	})
	t.Logf("before %+v, after %+v", before, now)
}
