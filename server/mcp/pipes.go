package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Run answers one agent on a pair of pipes until it hangs up or ctx ends. What it asked before it hung up is answered
// first: people try such a program with a line from a shell.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	p := &pipes{in: bufio.NewReader(in), out: out, answered: make(chan struct{}, 1)}
	err := s.server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(p), Writer: p, MaxLineLength: longestLine})
	switch {
	case err == nil, errors.Is(err, io.EOF), ctx.Err() != nil:
		return nil
	}
	return fmt.Errorf("standard input is no conversation in the Model Context Protocol: %w", err)
}

// pipes are the two pipes to an agent. The end of the one is only told once the other has the answers.
type pipes struct {
	in   *bufio.Reader
	out  io.Writer
	line []byte // what is left of the message that is being read

	mu       sync.Mutex
	open     int           // questions without an answer
	answered chan struct{} // told after each answer
}

// Read is that of io.Reader.
func (p *pipes) Read(into []byte) (int, error) {
	if len(p.line) == 0 {
		line, err := p.in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			line, err = p.long(line)
		}
		if len(line) == 0 {
			p.wait()
			return 0, err
		}
		p.line = line
		p.count(line, +1)
	}
	n := copy(into, p.line)
	p.line = p.line[n:]
	return n, nil
}

// long reads the rest of a long line, if that has an end in time; else the protocol refuses what there is of it.
func (p *pipes) long(begun []byte) ([]byte, error) {
	line := bytes.Clone(begun)
	for len(line) <= longestLine {
		more, err := p.in.ReadSlice('\n')
		line = append(line, more...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
	return line, nil
}

// Write is that of io.Writer. The protocol writes one message at a time.
func (p *pipes) Write(message []byte) (int, error) {
	n, err := p.out.Write(message)
	for line := range bytes.Lines(message) {
		p.count(line, -1)
	}
	select {
	case p.answered <- struct{}{}:
	default:
	}
	return n, err
}

// Close leaves the pipe open: it is not ours.
func (p *pipes) Close() error { return nil }

// count counts questions that are read, which have a method and an id, and answers that are written, which have no method.
func (p *pipes) count(line []byte, change int) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if json.Unmarshal(line, &m) != nil || len(m.ID) == 0 || (m.Method != "") != (change > 0) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open += change
}

// wait returns once every question has its answer, or none comes any more.
func (p *pipes) wait() {
	for {
		p.mu.Lock()
		open := p.open
		p.mu.Unlock()
		if open <= 0 {
			return
		}
		select {
		case <-p.answered:
		case <-time.After(longestWork):
			return
		}
	}
}
