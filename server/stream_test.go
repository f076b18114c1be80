package server_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/server"
)

var (
	known     = request("GET", "/api/tools.json", "Accept-Encoding: gzip")
	unchanged = request("GET", "/api/tools.json", "If-None-Match: *")
)

// pieces are what a client sends at once. Among them is all that could make somebody who does not parse mistake one
// thing for another: parts of requests, several at once, and bodies and headers that look like a request.
var pieces = []string{
	known,
	unchanged,
	known[:40], known[40:],
	known + known,
	known + unchanged[:30], unchanged[30:],
	"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: " + strconv.Itoa(len(known)) + "\r\n\r\n",
	"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: " + strconv.Itoa(len(known)+3) + "\r\n\r\n",
	"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
	strconv.FormatInt(int64(len(known)), 16) + "\r\n" + known + "\r\n0\r\n\r\n",
	"GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: " + strconv.Itoa(len(known)) + "\r\n\r\n",
	"GET /healthz HTTP/1.1\nHost: x\n\n" + known,
	"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /healthz HTTP/1.1\r\nX: ",
	"\r\n",
	"X: ",
	"HEAD /api/tools.json HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /api/tools.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
	"GET /api/tools.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
	"GET /api/absent.json HTTP/1.1\r\nHost: x\r\n\r\n",
	"POST /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
	known + "POST /healthz HTTP/1.1\r\nX: ",
	"GET /api/tools.json HTTP/1.1\nHost: x\n\n" + known,
	"GET /api/tools.json HTTP/1.1\r\nHost: x\r\nContent-Length: " + strconv.Itoa(len(known)) + "\r\n\r\n",
	"GET /api/tools.json HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
	anew,
	request("GET", "/api/tools.json", `If-Match: "a"`),
	request("GET", "/api/tools.json", "If-Match: *", "If-None-Match: *abc"),
	request("GET", "/api/tools.json", "Accept-Encoding: ,x-gzip;Q=0.5,,"),
	request("GET", "/api/tools.json", "If-Unmodified-Since: Mon, 16 Nov 2026 02:59:59 GMT"),
}

const anew = "" // on another connection

// FuzzStream sends the same pieces to our Serve and to net/http with the same handler: the answers, one after the
// other, must be the same bytes but for the order of the header lines.
func FuzzStream(f *testing.F) {
	for _, script := range [][]byte{
		{0, 0, 0, 0}, {0, 0, 1, 1, 1, 0}, {0, 0, 2, 3, 0}, {0, 0, 4, 0, 0}, {0, 0, 5, 6, 1, 1, 1},
		{0, 0, 7, 0, 0}, {0, 0, 8, 0, 0, 0}, {0, 0, 9, 10, 0}, {0, 0, 11, 0, 0}, {0, 0, 12, 0}, {0, 0, 13, 0, 0},
		{0, 0, 20, 14, 0, 0}, {0, 0, 15, 0}, {0, 0, 16, 0}, {0, 0, 17, 0, 17, 17}, {0, 0, 18, 0}, {19, 19, 0, 0, 19},
		{0, 0, 7, 21, 0}, {22, 22, 22}, {0, 0, 23, 0, 25, 23, 0, 25, 0, 23, 0, 0}, {24, 10, 25, 24, 10, 25, 0, 24, 10, 0},
		{18, 25, 18, 25, 0, 0, 18, 0}, {0, 0, 25, 0, 0}, {2, 25, 3, 25, 0, 0},
		{26, 26, 26, 27, 27, 27, 28, 28, 28, 29, 29, 29}, {28, 28, 25, 26, 27, 26, 28, 0, 26, 28},
		{7, 0, 16, 0}, {23, 0, 16, 0, 1}, {0, 0, 24, 10, 16, 1},
	} {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		synctest.Test(t, func(t *testing.T) {
			got := talk(t, script, func(ctx context.Context, srv *server.Server, l net.Listener) {
				if err := srv.Serve(ctx, l); err != nil {
					t.Error(err)
				}
			})
			want := talk(t, script, func(ctx context.Context, srv *server.Server, l net.Listener) {
				hs := &http.Server{Handler: srv.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: time.Minute}
				go hs.Serve(l)
				<-ctx.Done()
				hs.Close()
			})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("answers to %v (-net/http +own):\n%s", script, diff)
			}
		})
	})
}

// A connection on which the same is asked often enough lives on, whoever answers.
func TestRepeatedRequestsKeepAConnectionAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := server.New(server.Options{Now: clock(monday), Limits: server.Limits{Idle: time.Minute}})
		if err := srv.Load(snapshot(t, monday), nil); err != nil {
			t.Fatal(err)
		}
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error)
		go func() { served <- srv.Serve(ctx, l) }()
		client, end := net.Pipe()
		l.conns <- end
		w := &wire{t, client, bufio.NewReader(client)}
		for range 20 {
			if got := w.ask("GET", "/api/tools.json"); got.StatusCode != 200 {
				t.Errorf("%s, want 200", got.Status)
			}
			time.Sleep(50 * time.Second)
		}
		time.Sleep(15 * time.Second)
		w.hearEnd()
		client.Close()
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

// talk sends the pieces over connections on which every write is one read, and returns the answers.
func talk(t *testing.T, script []byte, serve func(context.Context, *server.Server, net.Listener)) []string {
	srv := server.New(server.Options{Now: clock(monday)})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan struct{})
	go func() { defer close(served); serve(ctx, srv, l) }()
	var heard []string
	for len(script) > 0 {
		client, end := net.Pipe()
		l.conns <- end
		answers, used := converse(client, script)
		heard, script = append(heard, answers...), script[used:]
	}
	cancel()
	<-served
	return heard
}

// converse sends pieces until the script asks for another connection, and returns the answers.
func converse(client net.Conn, script []byte) (heard []string, used int) {
	all := make(chan []byte)
	go func() {
		bytes, _ := io.ReadAll(client) // the server closes it in one way or another
		all <- bytes
	}()
	open := true
	for used < len(script) {
		piece := pieces[int(script[used])%len(pieces)]
		used++
		if piece == anew {
			break
		}
		if open {
			_, err := io.WriteString(client, piece)
			open = err == nil // else the server has seen enough
			synctest.Wait()
		}
	}
	time.Sleep(5 * time.Minute) // in the bubble: every timeout passes
	client.Close()
	return append(answers(<-all), "the end"), used
}

// pipes is a listener for connections in memory.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error   { close(l.closed); return nil }
func (l *pipes) Addr() net.Addr { return &net.TCPAddr{} }

var answerStart = regexp.MustCompile(`HTTP/1\.[01] \d\d\d `)

// answers takes the bytes apart at the first line of every answer, sorts the lines of each header and drops its date.
func answers(all []byte) []string {
	var list []string
	starts := answerStart.FindAllIndex(all, -1)
	for n, at := range starts {
		end := len(all)
		if n+1 < len(starts) {
			end = starts[n+1][0]
		}
		head, rest, _ := bytes.Cut(all[at[0]:end], []byte("\r\n\r\n"))
		lines := bytes.Split(head, []byte("\r\n"))
		slices.SortFunc(lines[1:], bytes.Compare)
		lines = slices.DeleteFunc(lines, func(line []byte) bool { return bytes.HasPrefix(line, []byte("Date: ")) })
		list = append(list, string(bytes.Join(lines, []byte("\n")))+"\n\n"+string(rest))
	}
	if len(starts) == 0 && len(all) > 0 || len(starts) > 0 && starts[0][0] > 0 {
		list = append(list, string(all))
	}
	return list
}
