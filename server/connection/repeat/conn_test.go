package repeat_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/server/connection/repeat"
)

// TestClientThatGoesCancels lets a client go while its request is at work, cold and after repeated ones.
func TestClientThatGoesCancels(t *testing.T) {
	for _, warm := range []int{0, 4} {
		began, cancelled := make(chan struct{}), make(chan struct{})
		s := &site{}
		hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/slow" {
				s.ServeHTTP(w, r)
				return
			}
			close(began)
			select {
			case <-r.Context().Done():
				close(cancelled)
			case <-time.After(time.Minute):
			}
		})}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		srv := layer(hs, s)
		ended := make(chan struct{})
		go func() { srv.Serve(l); close(ended) }()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(c)
		for range warm {
			io.WriteString(c, get("/small"))
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, res.Body)
		}
		io.WriteString(c, get("/slow"))
		<-began
		c.Close()
		select {
		case <-cancelled:
		case <-time.After(10 * time.Second):
			t.Errorf("after %d requests: the context of the request was not cancelled", warm)
		}
		srv.Close()
		<-ended
	}
}

// TestRequestsSentAhead sends the next request while the handler is at work on the one before, whole and in part.
func TestRequestsSentAhead(t *testing.T) {
	for _, ahead := range []int{1, 2, len(get("/small"))} {
		s := &site{}
		begin, proceed := make(chan struct{}), make(chan struct{})
		hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/other" {
				begin <- struct{}{}
				<-proceed
			}
			s.ServeHTTP(w, r)
		})}
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		srv := layer(hs, s)
		ended := make(chan struct{})
		go func() { srv.Serve(l); close(ended) }()
		client, end := net.Pipe()
		l.conns <- end
		in := bufio.NewReader(client)
		hear := func() string {
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			return string(body)
		}
		for range 3 {
			io.WriteString(client, get("/small"))
			hear()
		}
		io.WriteString(client, get("/other"))
		<-begin
		next := get("/small")
		said := make(chan struct{})
		go func() { // a pipe takes the first byte now and the rest when somebody reads
			io.WriteString(client, next[:ahead])
			io.WriteString(client, next[ahead:])
			close(said)
		}()
		time.Sleep(time.Millisecond)
		proceed <- struct{}{}
		if got := hear(); !strings.HasPrefix(got, "GET /other") {
			t.Errorf("%d bytes ahead: %q", ahead, got)
		}
		if got := hear(); got != string(small) {
			t.Errorf("%d bytes ahead: %q", ahead, got)
		}
		<-said
		client.Close()
		srv.Close()
		<-ended
	}
}

// TestOtherAnswersReplaceThose lets what is ready change while a client goes on asking.
func TestOtherAnswersReplaceThose(t *testing.T) {
	var now atomic.Pointer[version]
	hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, _ := now.Load().Ready(r)
		w.Header()["Content-Length"] = a.Header["Content-Length"]
		w.Write(a.Body)
	})}
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := repeat.In(hs, func() repeat.Answers { return now.Load() })
	now.Store(&version{body: "0"})
	ended := make(chan struct{})
	go func() { srv.Serve(l); close(ended) }()
	client, end := net.Pipe()
	l.conns <- end
	in := bufio.NewReader(client)
	for n := range 40 {
		want := fmt.Sprint(n / 8)
		now.Store(cmp.Or(replaced(now.Load(), want), now.Load()))
		io.WriteString(client, get("/"))
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || string(body) != want {
			t.Errorf("request %d: %q, %v; want %s", n, body, err, want)
		}
	}
	if now.Load().repeated.Load() == 0 {
		t.Error("nothing was repeated")
	}
	client.Close()
	srv.Close()
	<-ended
}

// version answers everything alike.
type version struct {
	body     string
	repeated atomic.Int64
}

func (v *version) Ready(*http.Request) (repeat.Answer, bool) {
	return repeat.Answer{Status: 200, Header: http.Header{"Content-Length": {"1"}}, Body: []byte(v.body),
		Sent: func(net.Addr, int, time.Duration) { v.repeated.Add(1) }}, true
}

// replaced returns another version if the body is to be another.
func replaced(v *version, body string) *version {
	if v.body == body {
		return nil
	}
	return &version{body: body}
}

// TestShutdownWaitsForARepeatedAnswer lets an answer that net/http knows nothing of arrive whole.
func TestShutdownWaitsForARepeatedAnswer(t *testing.T) {
	s := &site{}
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := repeat.In(&http.Server{Handler: s}, func() repeat.Answers { return s })
	ended := make(chan struct{})
	go func() { srv.Serve(l); close(ended) }()
	client, end := net.Pipe()
	l.conns <- end
	in := bufio.NewReader(client)
	for n := range 4 {
		io.WriteString(client, get("/large"))
		if n == 3 {
			in.Peek(1) // the answer is on its way
			go srv.Shutdown(context.Background())
			time.Sleep(20 * time.Millisecond)
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(body, large) {
			t.Errorf("request %d: %d bytes, %v", n, len(body), err)
		}
	}
	if s.repeated.Load() == 0 {
		t.Error("nothing was repeated")
	}
	client.Close()
	<-ended
}
