package server_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// frames is a connection on which a client may say what no library would.
type frames struct {
	testing.TB
	*http2.Framer
	conn *tls.Conn
}

// dialHTTP2 opens a connection whose client never keeps the server from sending.
func dialHTTP2(t testing.TB, address string) *frames {
	t.Helper()
	conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patience))
	f := &frames{t, http2.NewFramer(conn, conn), conn}
	_, err = io.WriteString(conn, http2.ClientPreface)
	if err == nil {
		err = f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1<<31 - 1})
	}
	if err == nil {
		err = f.WriteWindowUpdate(0, 1<<30)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// asking is the header of a request, compressed without a memory of what came before.
func asking(path string) []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0)
	for _, field := range []hpack.HeaderField{
		{Name: ":method", Value: "GET"}, {Name: ":scheme", Value: "https"}, {Name: ":authority", Value: "x"}, {Name: ":path", Value: path},
	} {
		if err := encoder.WriteField(field); err != nil {
			panic(err) // a buffer cannot fail
		}
	}
	return block.Bytes()
}

// ask opens a stream with a request.
func (f *frames) ask(stream uint32, path string) error {
	return f.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: asking(path), EndStream: true, EndHeaders: true})
}

// hearGoAway reads until the server ends the connection and returns the reason it gives.
func (f *frames) hearGoAway() (why http2.ErrCode, err error) {
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return why, err
		}
		if away, ok := frame.(*http2.GoAwayFrame); ok {
			why = away.ErrCode
		}
	}
}

// TestRapidReset opens streams and takes them back at once, on several connections, while another client asks as usual.
func TestRapidReset(t *testing.T) {
	const attackers, streams = 4, 5_000
	dir := t.TempDir()
	trusted := certificate(t, dir, 1, 0)
	address := secure(t, dir, io.Discard)
	before, most := runtime.NumGoroutine(), 0
	var floods atomic.Int64
	for range attackers {
		f := dialHTTP2(t, address)
		go io.Copy(io.Discard, f.conn)
		go func() {
			defer floods.Add(1)
			for n := range uint32(streams) {
				if f.ask(2*n+1, "/api/tools.json") != nil || f.WriteRSTStream(2*n+1, http2.ErrCodeCancel) != nil {
					return // the server has had enough
				}
			}
		}()
	}
	client := &http.Client{Transport: trusting(t, true, trusted)}
	for answers := 0; floods.Load() < attackers || answers < 20; answers++ {
		if got := fetch(t, client, "GET", "https://"+address+"/api/tools.json"); got.StatusCode != 200 {
			t.Fatalf("beside a flood: %s", got.Status)
		}
		most = max(most, runtime.NumGoroutine()-before)
	}
	if limit := attackers*(100+8) + 50; most > limit { // 100 streams at once, and what a connection needs
		t.Errorf("%d goroutines were at work, want at most %d", most, limit)
	}
}

// TestContinuationFlood sends a header that does not end.
func TestContinuationFlood(t *testing.T) {
	dir := t.TempDir()
	trusted := certificate(t, dir, 1, 0)
	address := secure(t, dir, io.Discard)
	f := dialHTTP2(t, address)
	why := make(chan http2.ErrCode, 1)
	go func() { code, _ := f.hearGoAway(); why <- code }()
	block := asking("/api/tools.json")
	if err := f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: block, EndStream: true}); err != nil {
		t.Fatal(err)
	}
	var field bytes.Buffer
	encoder := hpack.NewEncoder(&field)
	encoder.SetMaxDynamicTableSize(0)
	encoder.WriteField(hpack.HeaderField{Name: "x-flood", Value: strings.Repeat("~", 8000), Sensitive: true})
	sent := 0
	for ; sent < 64<<20; sent += field.Len() {
		if f.WriteContinuation(1, false, field.Bytes()) != nil {
			break
		}
	}
	if code := <-why; code == http2.ErrCodeNo || sent >= 64<<20 {
		t.Errorf("the server took %d bytes of a header and ended with %v", sent, code)
	}
	if got := fetch(t, &http.Client{Transport: trusting(t, true, trusted)}, "GET", "https://"+address+"/api/tools.json"); got.StatusCode != 200 {
		t.Errorf("after a flood: %s", got.Status)
	}
}

// TestClosedWindows: clients that open as many streams as they may, and take nothing, hold little memory, and only until
// their time for an answer is over.
func TestClosedWindows(t *testing.T) {
	const attackers, streams, most = 20, 100, 1000
	dir := t.TempDir()
	certificate(t, dir, 1, 0)
	address := secure(t, dir, io.Discard)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	goroutines := runtime.NumGoroutine()
	for range attackers {
		f := dialHTTP2(t, address)
		if err := f.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0}); err != nil {
			t.Fatal(err)
		}
		go io.Copy(io.Discard, f.conn)
		for n := range uint32(streams) {
			if err := f.ask(2*n+1, "/api/tools.json"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for deadline := time.Now().Add(patience); runtime.NumGoroutine()-goroutines < most && time.Now().Before(deadline); {
		runtime.Gosched()
	}
	f := dialHTTP2(t, address)
	refused := false
	for n := range uint32(streams) {
		if err := f.ask(2*n+1, "/api/tools.json"); err != nil {
			t.Fatal(err)
		}
	}
	for range streams * 4 {
		frame, err := f.ReadFrame()
		if err != nil {
			break
		}
		if headers, is := frame.(*http2.HeadersFrame); is && headers.StreamEnded() {
			refused = true // 503 has no body
			break
		}
	}
	if !refused {
		t.Error("the client may open more streams than there is memory for")
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (after.HeapInuse + after.StackInuse - before.HeapInuse - before.StackInuse) / most
	t.Logf("%d bytes a stream", each)
	if each > 32<<10 {
		t.Errorf("a stream that nobody takes holds %d bytes", each)
	}
}
