//go:build proof

package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// figures are what a process takes.
type figures struct {
	anonymous         int // kB of memory
	goroutines, files int
	slow, displaced   int // connections that were cut, since it began
}

// figures asks Linux and the program's own metrics.
func (s *served) figures(t *testing.T) figures {
	t.Helper()
	f, err := s.measured()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (s *served) measured() (f figures, err error) {
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", s.pid))
	if err != nil {
		return f, err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.pid))
	if err != nil {
		return f, err
	}
	metrics, err := s.get("/metrics")
	if err != nil {
		return f, err
	}
	f = figures{
		anonymous: int(valueOf(rollup, "Anonymous:")), files: len(files), goroutines: int(valueOf(metrics, "go_goroutines ")),
		slow:      int(valueOf(metrics, `pricepoint_http_connections_limited_total{how="slow"} `)),
		displaced: int(valueOf(metrics, `pricepoint_http_connections_limited_total{how="displaced"} `)),
	}
	if f.goroutines == 0 || f.anonymous == 0 {
		return f, fmt.Errorf("%s tells neither its memory nor its goroutines: %.200s", s.base, metrics)
	}
	return f, nil
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

func (s *served) json(path string, into any) error {
	body, err := s.get(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

// spare is how many goroutines and files there may be more than before: those of the connection that asks, and of garbage
// collection, come and go.
const spare = 5

// mayGrow is how much more memory there may be than before: documents of the past that are remembered, and garbage. A leak of
// 100 bytes a request would add hundreds of megabytes to a load of half an hour.
const mayGrow = 100_000 // kB

// returnsTo waits until a process has as many goroutines and files as before, once its clients have gone.
func (s *served) returnsTo(t *testing.T, before figures) {
	t.Helper()
	var now figures
	fixture.Eventually(t, fmt.Sprintf("the server for %s clients has %d goroutines and %d files again", s.name, before.goroutines, before.files), func() bool {
		now = s.figures(t)
		return now.goroutines <= before.goroutines+spare && now.files <= before.files+spare && now.anonymous <= before.anonymous+mayGrow
	})
	t.Logf("%s: %d kB, %d goroutines and %d files before, %d kB, %d and %d after; %d connections were cut for slowness and %d made room",
		s.name, before.anonymous, before.goroutines, before.files, now.anonymous, now.goroutines, now.files, now.slow, now.displaced)
}
