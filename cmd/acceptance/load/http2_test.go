//go:build proof

package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// connection2 speaks HTTP/2, many questions at a time, from one goroutine.
type connection2 struct {
	net.Conn
	frames *http2.Framer
	packed bytes.Buffer // a header
	packer *hpack.Encoder
	stream uint32
	open   map[uint32]*exchange
	owed   uint32 // bytes that were taken and not said so
}

const (
	window     = 16 << 20 // of a stream: more than any document
	windowStep = 1 << 20  // of the connection
)

func newConnection2(c net.Conn, streamWindow uint32) (*connection2, error) {
	if _, err := io.WriteString(c, http2.ClientPreface); err != nil {
		return nil, err
	}
	conn := &connection2{Conn: c, frames: http2.NewFramer(c, c), stream: 1, open: map[uint32]*exchange{}}
	conn.packer = hpack.NewEncoder(&conn.packed)
	conn.frames.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	conn.frames.SetReuseFrames()
	err := conn.frames.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: streamWindow}, http2.Setting{ID: http2.SettingEnablePush, Val: 0})
	if err == nil {
		err = conn.frames.WriteWindowUpdate(0, window)
	}
	return conn, err
}

// talk2 keeps so many questions open until ctx ends.
func (a *asker) talk2(ctx context.Context, s *served, atOnce int) error {
	c, err := a.connect(ctx, s, "h2")
	if c == nil {
		return err
	}
	defer c.Close()
	defer until(ctx, c.Close)()
	conn, err := newConnection2(c, window)
	if err != nil {
		return failed(ctx, "begin", err)
	}
	for ctx.Err() == nil {
		for len(conn.open) < atOnce {
			if err := a.ask2(conn); err != nil {
				return failed(ctx, "ask", err)
			}
		}
		conn.SetDeadline(time.Now().Add(a.load.longest()))
		answered, err := conn.take(a.load.judge)
		if err != nil {
			return failed(ctx, fmt.Sprintf("with %d questions open", len(conn.open)), err)
		}
		if answered == nil {
			continue
		}
		if err := a.end(answered); err != nil {
			return failed(ctx, "answer", err)
		}
	}
	return nil
}

func (a *asker) ask2(c *connection2) error {
	e := a.begin()
	c.packed.Reset()
	field := func(name, value string) { c.packer.WriteField(hpack.HeaderField{Name: name, Value: value}) }
	for _, f := range [][2]string{{":method", e.question.method}, {":scheme", "https"}, {":authority", "127.0.0.1"}, {":path", e.question.path}} {
		field(f[0], f[1])
	}
	a.headersOf(&e, func(name, value string) { field(lower[name], value) })
	id := c.stream
	c.stream += 2
	c.open[id] = &e
	err := c.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.packed.Bytes(), EndHeaders: true, EndStream: e.question.body == ""})
	if err == nil && e.question.body != "" {
		err = c.frames.WriteData(id, true, []byte(e.question.body))
	}
	return err
}

// lower are the names of headers as HTTP/2 writes them.
var lower = map[string]string{
	"Accept-Encoding": "accept-encoding", "If-None-Match": "if-none-match", "If-Match": "if-match", "Content-Type": "content-type",
	"Accept": "accept", "X-Request-Id": "x-request-id", "Content-Length": "content-length",
}

// take reads a frame, and returns an exchange whose answer it ends, nil for none.
func (c *connection2) take(j *judge) (*exchange, error) {
	frame, err := c.frames.ReadFrame()
	if err != nil {
		return nil, err
	}
	e := c.open[frame.Header().StreamID]
	switch f := frame.(type) {
	case *http2.MetaHeadersFrame:
		return c.takeHeader(e, f, j)
	case *http2.DataFrame:
		return c.takeData(e, f)
	case *http2.SettingsFrame:
		if !f.IsAck() {
			return nil, c.frames.WriteSettingsAck()
		}
	case *http2.PingFrame:
		if !f.IsAck() {
			return nil, c.frames.WritePing(true, f.Data)
		}
	case *http2.RSTStreamFrame:
		if f.ErrCode != http2.ErrCodeNo || e != nil {
			return nil, fmt.Errorf("a stream was reset: %s", f.ErrCode)
		}
	case *http2.GoAwayFrame:
		return nil, fmt.Errorf("the server goes away: %s %s", f.ErrCode, f.DebugData())
	}
	return nil, nil
}

func (c *connection2) takeHeader(e *exchange, f *http2.MetaHeadersFrame, j *judge) (*exchange, error) {
	if e == nil {
		return nil, fmt.Errorf("an answer to nothing: %v", f)
	}
	for _, h := range f.Fields {
		switch h.Name {
		case ":status":
			e.answer.status, _ = strconv.Atoi(h.Value)
		case "content-length":
			e.answer.length, _ = strconv.Atoi(h.Value)
		default:
			e.answer.note(h.Name, h.Value)
		}
	}
	if !f.StreamEnded() && j.wants(e.question, &e.answer) {
		e.answer.body = make([]byte, 0, e.answer.length)
	}
	e.answer.length = 0 // from here on it is what has come
	return c.ended(f.StreamEnded(), f.StreamID, e), nil
}

func (c *connection2) takeData(e *exchange, f *http2.DataFrame) (*exchange, error) {
	if e == nil {
		return nil, fmt.Errorf("bytes of an answer to nothing: %v", f)
	}
	e.answer.length += len(f.Data())
	if e.answer.body != nil {
		e.answer.body = append(e.answer.body, f.Data()...)
	}
	if c.owed += f.Length; c.owed >= windowStep {
		if err := c.frames.WriteWindowUpdate(0, c.owed); err != nil {
			return nil, err
		}
		c.owed = 0
	}
	return c.ended(f.StreamEnded(), f.StreamID, e), nil
}

func (c *connection2) ended(ended bool, stream uint32, e *exchange) *exchange {
	if !ended {
		return nil
	}
	delete(c.open, stream)
	return e
}
