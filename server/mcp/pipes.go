package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/data"
)

// Run answers one agent on a pair of pipes until it hangs up or ctx ends: one message a line. What it asked before it hung
// up is answered first: people try such a program with a line from a shell. A line that is no message gets an error, and one of more
// than a megabyte ends the conversation. The library would hang up on both.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ours, theirs := sdk.NewInMemoryTransports()
	session, err := s.server.Connect(ctx, theirs, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	library, err := ours.Connect(ctx)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- converse(ctx, library, in, out) }() // nothing else ends a read from a pipe
	select {
	case <-ctx.Done():
		return nil
	case err = <-ended:
	}
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("the conversation on standard input and output has ended: %w", err)
}

// converse passes on the lines that are messages, one after the other, and what the library says to each.
func converse(ctx context.Context, library sdk.Connection, in io.Reader, out io.Writer) (err error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for err == nil && lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		m, malformed := jsonrpc.DecodeMessage(line)
		switch {
		case len(line) == 0:
		case !json.Valid(line):
			err = say(out, []byte(noJSON))
		case malformed != nil:
			err = say(out, []byte(noMessage))
		default:
			err = exchange(ctx, library, m, out)
		}
	}
	return err
}

// What is said to a line that is no message, and so has no id.
const (
	noJSON    = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is no JSON; write one message a line"}}`
	noMessage = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the line is no message of JSON-RPC 2.0; write one message a line, not a list"}}`
)

// exchange asks the library and writes down what it says, up to the answer; some questions are never answered.
func exchange(ctx context.Context, library sdk.Connection, m jsonrpc.Message, out io.Writer) error {
	patient, cancel := context.WithTimeout(ctx, longestWork)
	defer cancel()
	err := library.Write(patient, m)
	question, asks := m.(*jsonrpc.Request)
	for open := asks && question.IsCall(); open && err == nil; {
		var said jsonrpc.Message
		if said, err = library.Read(patient); patient.Err() != nil {
			return ctx.Err()
		} else if err == nil {
			answer, answers := said.(*jsonrpc.Response)
			open = !answers || answer.ID != question.ID
			line, _ := jsonrpc.EncodeMessage(said) // which was decoded just now
			err = say(out, line)
		}
	}
	return err
}

func say(out io.Writer, line []byte) error {
	_, err := out.Write(append(data.VisibleJSON(line), '\n')) // an answer repeats the id of its question
	return err
}
