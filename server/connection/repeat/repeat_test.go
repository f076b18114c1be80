package repeat_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestAnswersAreThoseOfNetHTTP says the same to a warmed server, a cold one and net/http alone, split in the same ways.
func TestAnswersAreThoseOfNetHTTP(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 13))
	rounds := 600
	if testing.Short() {
		rounds = 200
	}
	repeated := int64(0)
	for range rounds {
		var said []string
		for range 1 + random.IntN(5) {
			choice := random.IntN(len(hostile))
			if random.IntN(2) == 0 {
				choice = random.IntN(len(warming))
			}
			said = append(said, hostile[choice])
		}
		repeated += compare(t, resplit(random, said))
	}
	if repeated < int64(rounds)/4 {
		t.Errorf("only %d of the requests were answered without net/http; the test shows little", repeated)
	}
}

// TestSplitAnywhere says two requests in two pieces, split at every byte.
func TestSplitAnywhere(t *testing.T) {
	for _, text := range []string{
		get("/small") + get("/large"), get("/small", `If-None-Match: "1"`) + get("/small"),
		"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: " + fmt.Sprint(len(get("/small"))) + "\r\n\r\n" + get("/small") + get("/small"),
	} {
		for at := range len(text) {
			compare(t, []string{get("/empty"), text[:at], text[at:], get("/small"), get("/small")})
		}
	}
}

func TestScripts(t *testing.T) {
	for _, script := range scripts {
		compare(t, script)
	}
}

// resplit cuts and joins what is said anew, or leaves it as it is.
func resplit(random *rand.Rand, said []string) (pieces []string) {
	switch random.IntN(3) {
	case 0:
		return said
	case 1:
		return []string{strings.Join(said, "")}
	}
	for _, text := range said {
		for len(text) > 1 && random.IntN(2) == 0 {
			at := 1 + random.IntN(len(text)-1)
			pieces, text = append(pieces, text[:at]), text[at:]
		}
		pieces = append(pieces, text)
	}
	return pieces
}

// FuzzAnswers is TestAnswersAreThoseOfNetHTTP over any bytes.
func FuzzAnswers(f *testing.F) {
	for _, text := range hostile {
		f.Add([]byte(text), 7)
	}
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		at = max(0, min(at, len(text)))
		compare(t, []string{string(text[:at]), string(text[at:]), get("/small")})
	})
}

// compare fails unless the same comes back, byte for byte but for the date, and the connection is said to have done the
// same. It returns how often net/http was not asked.
func compare(t *testing.T, pieces []string) (repeated int64) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var want []byte
		var wantStates []http.ConnState
		for n, front := range []struct {
			name string
			warm bool
			in   func(*http.Server, *site) serving
		}{
			{"net/http", false, func(hs *http.Server, _ *site) serving { return hs }},
			{"cold", false, layer},
			{"warmed", true, layer},
		} {
			s := &site{}
			hs := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: time.Minute}
			var mu sync.Mutex
			var states []http.ConnState
			hs.ConnState = func(_ net.Conn, state http.ConnState) { mu.Lock(); defer mu.Unlock(); states = append(states, state) }
			l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
			srv := front.in(hs, s)
			ended := make(chan struct{})
			go func() { srv.Serve(l); close(ended) }()
			if front.warm {
				converse(l, slices.Repeat(warming, 3))
				for _, script := range slices.Repeat(scripts, 3) {
					converse(l, script)
				}
			}
			before := s.repeated.Load()
			mu.Lock()
			states = nil
			mu.Unlock()
			got := dates.ReplaceAll(converse(l, pieces), []byte("Date: then"))
			repeated = s.repeated.Load() - before
			srv.Close()
			<-ended
			synctest.Wait()
			if n == 0 {
				want, wantStates = got, states
			} else if !bytes.Equal(got, want) {
				t.Errorf("%s answers %q\nwith\n%s\nwant\n%s", front.name, pieces, got, want)
			} else if !slices.Equal(states, wantStates) {
				t.Errorf("%s goes through %v with %q, want %v", front.name, states, pieces, wantStates)
			}
		}
	})
	return repeated
}
