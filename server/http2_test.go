package server_test

import (
	"bytes"
	"crypto/tls"
	"io"
	"runtime"
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
