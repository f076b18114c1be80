package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/mirror"
	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/service"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data/site"
	"pricepoint/data/store"
	"pricepoint/server"
)

func newPublish(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "publish DEST", Short: "Write the whole API as plain files, for any web server", Args: oneArgument("DEST"),
		Long: "Write the whole API as plain files into a directory or a bucket, for any web server to serve at the same addresses:\n" +
			"everything that serve answers about the newest snapshot, each with its compressed twins (.br, .gz) beside it, and the\n" +
			"documents of every snapshot of the store. config/nginx/pricepoint.conf shows a server for it.\n\n" +
			"Run again, it writes only what has changed and removes what is gone. DEST must hold nothing else. Set\n" +
			"server.public_url to the address of the mirror, which its pages name.",
		Example: "  pricepoint publish /srv/pricepoint\n  pricepoint publish 's3://mirror?region=eu-central-1'",
		RunE: func(c *cobra.Command, args []string) error {
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			return parts.publish(c.Context(), args[0])
		},
	}
}

// mirrored is what the command prints.
type mirrored struct {
	Destination string `json:"destination"`
	Version     string `json:"version"`
	Snapshots   int    `json:"snapshots"`
	site.Report
}

func (p *parts) publish(ctx context.Context, destination string) error {
	if err := config.WholePath(destination); err != nil {
		return terminal.Usage(fmt.Errorf("DEST: %v", err))
	}
	to, err := site.Open(destination, p.Config.Store)
	if err != nil {
		return err
	}
	defer to.Close()
	options := server.Options{Log: p.Log, Now: p.Now, PublicURL: service.PublicURL(p.Config.Server), ReportURL: p.Config.Server.ReportURL, Copied: true}
	srv := server.New(options)
	if _, err := p.Store.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return published.Nothing("publish", err)
	}
	if err := srv.Take(p.Store); err != nil {
		return err
	}
	var files []site.File
	for _, f := range srv.Files() {
		files = append(files, mirror.Files(f)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	past, err := mirror.Past(p.Store, srv.Kept())
	if err != nil {
		return err
	}
	report, err := to.Update(ctx, append(files, past...))
	if err != nil {
		return err
	}
	made := mirrored{to.String(), srv.Newest(), len(srv.Kept()), report}
	return p.out.Print(made, terminal.Table{
		Header: terminal.Row{"destination", "newest", "snapshots", "written", "unchanged", "removed"},
		Lines:  []terminal.Row{{made.Destination, made.Version, made.Snapshots, made.Written, made.Unchanged, made.Removed}},
	})
}
