package main

import (
	"context"
	"os"
	"sync"

	"github.com/spf13/cobra"

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
			current, err := parts.newestBook()
			if err != nil {
				return err
			}
			s := mcp.New(mcp.Options{Version: thisBuild().Version, Current: current, Now: p.now, Log: parts.Log})
			return s.Run(ctx, os.Stdin, p.stdout)
		}),
	}
}

// newestBook returns the newest book of a store, whenever it is called. Where a newer one cannot be read, the one before stays.
func (p *parts) newestBook() (func() *mcp.Book, error) {
	var mu sync.Mutex
	var book *mcp.Book
	var read data.Pointer // of book; zero: the built-in catalogue
	newest := func() (*mcp.Book, error) {
		mu.Lock()
		defer mu.Unlock()
		pointer, err := p.Store.Pointer() // before the snapshot: one that comes in between is read next time
		if book != nil && (err != nil || pointer == read) {
			return book, nil
		}
		snapshot, _, err := p.NewestOrBaseline()
		if err == nil {
			book, read = mcp.Open(snapshot), pointer
		}
		return book, err
	}
	_, err := newest()
	return func() *mcp.Book {
		book, err := newest()
		if err != nil {
			p.Log.Warn("the newest snapshot cannot be read; agents are answered from the one before", "cause", err)
		}
		return book
	}, err
}
