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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/data"
)

// Run answers one agent on a pair of pipes until it hangs up or ctx ends: one message a line. What it asked before it hung
// up is answered first: people try such a program with a line from a shell. A line that is no message gets an error, and one of more
// than a megabyte ends the conversation.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	p := &pipes{out: out, lines: make(chan []byte), open: make(chan struct{}, mostOpen)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go p.read(ctx, in)
	err := s.server.Run(ctx, p)
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the conversation on standard input and output has ended: %w", err)
}

// mostOpen is how many questions may wait for their answers; more are read once those are answered.
const mostOpen = 64

// pipes are the two pipes to an agent, as a transport of the library and its only connection.
type pipes struct {
	lines chan []byte   // that are read; closed at the end
	open  chan struct{} // one for each question without an answer

	mu  sync.Mutex // for out
	out io.Writer
}

// Connect is that of sdk.Transport.
func (p *pipes) Connect(context.Context) (sdk.Connection, error) { return p, nil }

// SessionID is that of sdk.Connection.
func (p *pipes) SessionID() string { return "" }

// Close leaves the pipes open: they are not ours.
func (p *pipes) Close() error { return nil }

// read reads lines until ctx ends, or one is too long.
func (p *pipes) read(ctx context.Context, in io.Reader) {
	defer close(p.lines)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		select {
		case p.lines <- bytes.Clone(lines.Bytes()):
		case <-ctx.Done():
			return
		}
	}
}

// Read returns the next message. The end is only told once every question is answered.
func (p *pipes) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case line, more := <-p.lines:
			if !more {
				p.wait(cap(p.open))
				return nil, io.EOF
			}
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			m, err := message(line)
			if err == nil {
				p.note(m)
				return m, nil
			}
			if err := p.refuse(err); err != nil {
				return nil, err
			}
		}
	}
}

// message reads a line.
func message(line []byte) (jsonrpc.Message, error) {
	if !json.Valid(line) {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is no JSON; write one message a line"}
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is no message of JSON-RPC 2.0; write one message a line, not a list"}
	}
	return m, nil
}

// note counts a question, once there is room for one more.
func (p *pipes) note(m jsonrpc.Message) {
	if r, asks := m.(*jsonrpc.Request); asks && r.IsCall() {
		p.wait(1)
	}
}

// wait takes so many of the places of questions, or as many as are given back in time: some are never answered.
func (p *pipes) wait(places int) {
	patience := time.After(longestWork)
	for range places {
		select {
		case p.open <- struct{}{}:
		case <-patience:
			return
		}
	}
}

// refuse answers a line that is no message, and so has no id.
func (p *pipes) refuse(cause error) error {
	line, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      *int   `json:"id"`
		Error   error  `json:"error"`
	}{"2.0", nil, cause})
	if err != nil {
		return err
	}
	return p.write(line)
}

// Write writes one message. An answer that cannot be written becomes an error, so that the agent does not wait for it.
func (p *pipes) Write(_ context.Context, m jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(m)
	answer, answers := m.(*jsonrpc.Response)
	if err != nil && answers {
		line, err = jsonrpc.EncodeMessage(&jsonrpc.Response{ID: answer.ID, Error: &jsonrpc.Error{
			Code: jsonrpc.CodeInternalError, Message: "the answer cannot be written"}})
	}
	if err != nil {
		return err
	}
	err = p.write(line)
	if answers {
		select {
		case <-p.open:
		default: // nobody waited that long
		}
	}
	return err
}

func (p *pipes) write(line []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.out.Write(append(data.VisibleJSON(line), '\n')) // an answer repeats the id of its question
	return err
}
