package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/server"
)

const (
	clients = 64 // ask without a pause, each on one connection, in the same words all the time
	reloads = 20
)

// Under load, 20 snapshots follow each other, and after each comes a broken one that must not be served. Every answer
// must be whole and of one version, headers and bytes alike, and no client may go back in time.
func TestReloadsUnderLoad(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday.Add(reloads * time.Hour))})
	var versions [1 + reloads]data.Snapshot
	made := map[string]version{} // by the body of tools.json
	for n := range versions {
		at := monday.Add(time.Duration(n) * time.Hour)
		versions[n] = snapshot(t, at)
		made[body(versions[n], "api/tools.json")] = version{n, at.Format(http.TimeFormat)}
	}
	if err := srv.Load(versions[0], nil); err != nil {
		t.Fatal(err)
	}
	address := serving(t, srv)
	var answered [1 + reloads]atomic.Int64
	var slowest atomic.Int64 // of all answers, in nanoseconds
	var done atomic.Bool
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			if err := poll(address, n, made, &answered, &slowest, &done); err != nil {
				t.Error(err)
			}
		})
	}
	for n, next := range versions {
		if err := srv.Load(next, nil); err != nil {
			t.Error(err)
		}
		if err := srv.Load(without(next, "api/benchmarks.json"), nil); err == nil {
			t.Error("a snapshot without a document was loaded")
		}
		eventually(t, fmt.Sprintf("clients are served version %d", n), func() bool { return answered[n].Load() > clients || t.Failed() })
	}
	done.Store(true)
	all.Wait()
	total := int64(0)
	for n := range answered {
		total += answered[n].Load()
	}
	t.Logf("%d answers to %d clients through %d reloads, the slowest after %s", total, clients, reloads, time.Duration(slowest.Load()))
	if want := fmt.Sprintf("pricepoint_reload_failures_total %d\n", len(versions)); !strings.Contains(metricsOf(srv), want) {
		t.Errorf("the metrics lack %s", want)
	}
}

type version struct {
	number   int
	modified string
}

// poll asks for the tools until done, one client in three with an If-Modified-Since that is never current.
func poll(address string, n int, made map[string]version, answered *[1 + reloads]atomic.Int64, slowest *atomic.Int64, done *atomic.Bool) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	asked := request("GET", "/api/tools.json")
	if n%3 == 0 {
		asked = request("GET", "/api/tools.json", "If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT")
	}
	last, tags := 0, map[string]int{}
	for in := bufio.NewReader(c); !done.Load(); {
		began := time.Now()
		if _, err := io.WriteString(c, asked); err != nil {
			return err
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(res.Body)
		got, known := made[string(text)]
		tag := res.Header.Get("ETag")
		if known && tags[tag] == 0 {
			tags[tag] = got.number + 1
		}
		if err != nil || !known || res.Header.Get("Last-Modified") != got.modified || tags[tag] != got.number+1 || got.number < last {
			return fmt.Errorf("client %d: %s with Last-Modified %s, ETag %s and version %d after %d, %v; want one whole version",
				n, res.Status, res.Header.Get("Last-Modified"), tag, got.number, last, err)
		}
		for took, most := int64(time.Since(began)), slowest.Load(); took > most && !slowest.CompareAndSwap(most, took); most = slowest.Load() {
		}
		last = got.number
		answered[last].Add(1)
	}
	return nil
}
