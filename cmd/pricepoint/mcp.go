package main

import (
	"context"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/about"
	"pricepoint/data"
	"pricepoint/server/mcp"
)

func newMCP(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "mcp", Short: "Answer a coding agent on standard input and output", Args: noArguments,
		Long: "Answer a coding agent on standard input and output, by the Model Context Protocol: what models cost and why, what a usage costs,\n" +
			"which models are worth their cost, and what has changed. serve answers the same at /mcp over HTTP.\n\n" +
			"It reads the newest snapshot of the store, and newer ones as they come, or the built-in catalogue while there is none. It\n" +
			"fetches and writes nothing; the log goes to standard error.",
		Example: "  claude mcp add pricepoint -- pricepoint mcp",
		RunE: p.with(func(parts *parts, ctx context.Context, _ []string) error {
			shelf := &shelf{parts: parts}
			if err := shelf.open(); err != nil {
				return err
			}
			s := mcp.New(mcp.Options{Version: about.Of(release).Version, Current: shelf.current, Now: p.now, Log: parts.Log})
			return s.Run(ctx, os.Stdin, p.stdout)
		}),
	}
}

// shelf holds the newest snapshot of a store while an agent asks.
type shelf struct {
	parts *parts

	mu      sync.Mutex
	book    *mcp.Book
	pointer data.Pointer // of what is held; zero: the built-in catalogue
}

// current is the newest book. Where a newer one cannot be read, the one before stays.
func (s *shelf) current() *mcp.Book {
	s.mu.Lock()
	defer s.mu.Unlock()
	if pointer, err := s.parts.Store.Pointer(); err == nil && pointer != s.pointer {
		if err := s.open(); err != nil {
			s.parts.Log.Warn("the newest snapshot cannot be read; agents are answered from the one before", "cause", err)
		}
	}
	return s.book
}

// open reads the newest snapshot.
func (s *shelf) open() error {
	pointer, _ := s.parts.Store.Pointer() // before the snapshot: one that comes in between is read next time
	snapshot, _, err := s.parts.NewestOrBaseline()
	if err != nil {
		return err
	}
	s.book, s.pointer = mcp.Open(snapshot), pointer
	return nil
}
