//go:build proof

package load

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"strings"
	"time"
)

// connection1 speaks HTTP/1.1 with as little work as can be: net/http would take longer to ask than the server to answer.
type connection1 struct {
	net.Conn
	in  *bufio.Reader
	out bytes.Buffer
}

// talk1 asks so many questions at once, again and again, until ctx ends.
func (a *asker) talk1(ctx context.Context, s *served, atOnce int) error {
	c, err := a.connect(ctx, s, "http/1.1")
	if c == nil {
		return err
	}
	defer c.Close()
	defer until(ctx, c.Close)()
	conn := &connection1{Conn: c, in: bufio.NewReaderSize(c, 64<<10)}
	asked := make([]exchange, atOnce)
	for ctx.Err() == nil {
		conn.out.Reset()
		for i := range asked {
			asked[i] = a.begin()
			for asked[i].question.body != "" && atOnce > 1 { // who sends a body hears of its fate first
				asked[i] = a.begin()
			}
			a.write1(conn, &asked[i])
		}
		conn.SetDeadline(time.Now().Add(a.load.longest()))
		if _, err := conn.Write(conn.out.Bytes()); err != nil {
			return failed(ctx, "ask", err)
		}
		for i := range asked {
			e := &asked[i]
			if err := conn.read(e, a.load.judge); err != nil {
				return failed(ctx, fmt.Sprintf("%s, after %s", e.question.name, time.Since(e.began)), err)
			}
			if err := a.end(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// askOnce asks one question over a connection of its own.
func (a *asker) askOnce(ctx context.Context, s *served) (e exchange, err error) {
	c, err := s.dial("http/1.1")
	if err != nil {
		return e, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(a.load.longest()))
	conn := &connection1{Conn: c, in: bufio.NewReader(c)}
	e = a.begin()
	a.write1(conn, &e)
	if _, err = conn.Write(conn.out.Bytes()); err == nil {
		err = conn.read(&e, a.load.judge)
	}
	return e, err
}

func (a *asker) write1(c *connection1, e *exchange) {
	c.out.WriteString(e.question.method + " " + e.question.path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n")
	a.headersOf(e, func(name, value string) { c.out.WriteString(name + ": " + value + "\r\n") })
	c.out.WriteString("\r\n" + e.question.body)
}

// read reads an answer.
func (c *connection1) read(e *exchange, j *judge) error {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return err
	}
	a := answer{}
	if len(line) < 12 {
		return fmt.Errorf("the answer begins with %q", line)
	}
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return err
	}
	length, chunked := 0, false
	for {
		if line, err = c.in.ReadSlice('\n'); err != nil {
			return err
		}
		name, value, _ := strings.Cut(string(bytes.TrimRight(line, "\r\n")), ": ")
		if name == "" {
			break
		}
		a.note(name, value)
		switch name {
		case "Content-Length":
			if length, err = strconv.Atoi(value); err != nil {
				return err
			}
		case "Transfer-Encoding":
			chunked = true
		}
	}
	if a.status != 304 && a.status != 204 && e.question.method != "HEAD" {
		err = c.readBody(e.question, &a, length, chunked, j)
	}
	e.answer = a
	return err
}

func (c *connection1) readBody(q *question, a *answer, length int, chunked bool, j *judge) (err error) {
	if chunked {
		if a.body, err = io.ReadAll(httputil.NewChunkedReader(c.in)); err != nil {
			return err
		}
		a.length = len(a.body)
		_, err = c.in.Discard(len("\r\n"))
		return err
	}
	a.length = length
	if j.wants(q, a) {
		a.body = make([]byte, length)
		_, err = io.ReadFull(c.in, a.body)
		return err
	}
	_, err = c.in.Discard(length)
	return err
}

// note keeps a line of a header that matters.
func (a *answer) note(name, value string) {
	switch name {
	case "Etag", "ETag", "etag":
		a.tag = strings.Trim(value, `"`)
	case "Content-Encoding", "content-encoding":
		a.encoding = value
	case "Content-Type", "content-type":
		a.kind = value
	case "Retry-After", "retry-after":
		a.again = true
	}
}
