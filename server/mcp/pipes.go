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
	messages, read := io.Pipe()
	defer messages.Close()
	p := &pipes{out: out, open: make(chan struct{}, mostOpen)}
	go p.read(in, read)
	err := s.server.Run(ctx, &sdk.IOTransport{Reader: messages, Writer: p, MaxLineLength: 2 * longestLine})
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the conversation on standard input and output has ended: %w", err)
}

// mostOpen is how many questions may wait for their answers; more are read once those are answered.
const mostOpen = 64

// pipes stand between the two pipes to an agent and the library, which would hang up on a line that is no message, and on
// whoever hangs up before the answer.
type pipes struct {
	open chan struct{} // one for each question without an answer

	mu  sync.Mutex // for out
	out io.Writer
}

// read passes on the lines that are messages, and then the end, once every question is answered.
func (p *pipes) read(in io.Reader, messages *io.PipeWriter) {
	defer messages.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		m, err := message(line)
		if r, asks := m.(*jsonrpc.Request); asks && r.IsCall() {
			p.wait(1)
		}
		if err != nil {
			err = p.refuse(err)
		} else {
			_, err = fmt.Fprintf(messages, "%s\n", line)
		}
		if err != nil {
			return // nobody listens any more
		}
	}
	p.wait(cap(p.open))
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
	if err == nil {
		err = p.say(line)
	}
	return err
}

// Write writes one message of the library. An answer gives the place of its question back.
func (p *pipes) Write(line []byte) (int, error) {
	err := p.say(bytes.TrimSpace(line))
	if m, _ := jsonrpc.DecodeMessage(line); m != nil {
		if _, answers := m.(*jsonrpc.Response); answers {
			select {
			case <-p.open:
			default: // nobody waited that long
			}
		}
	}
	return len(line), err
}

func (p *pipes) say(line []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.out.Write(append(data.VisibleJSON(line), '\n')) // an answer repeats the id of its question
	return err
}

// Close leaves the pipes open: they are not ours.
func (p *pipes) Close() error { return nil }
