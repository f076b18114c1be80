package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/config"
	"pricepoint/data/store"
	"pricepoint/server"
)

func newPublish(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "publish DEST", Short: "Write the whole API as plain files, for any web server", Args: oneArgument("DEST"),
		Long: "Write the whole API as plain files into a directory or a bucket, for any web server to serve at the same addresses:\n" +
			"everything that serve answers about the newest snapshot, and the documents of every snapshot of the store. Beside\n" +
			"each file stand its compressed twins (.br, .gz, .zst). config/nginx/pricepoint.conf shows a server for it.\n\n" +
			"Done again, it writes only what has changed and removes what is gone. DEST must hold nothing else. Set\n" +
			"server.public_url to the address of the mirror, which its pages name.",
		Example: "  pricepoint publish /srv/pricepoint\n  pricepoint publish 's3://mirror?region=eu-central-1'",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.publish(c.Context(), args[0])
		},
	}
}

// mirrored is what the command prints.
type mirrored struct {
	Destination string `json:"destination"`
	Version     string `json:"version"`
	Snapshots   int    `json:"snapshots"`
	store.SiteReport
}

func (a *app) publish(ctx context.Context, destination string) error {
	if err := config.WholePath(destination); err != nil {
		return usageError{fmt.Errorf("DEST: %v", err)}
	}
	site, closer, err := store.OpenSite(ctx, destination, a.cfg.Store)
	if err != nil {
		return err
	}
	defer closer.Close()
	options := server.Options{Log: a.log, Now: a.now, PublicURL: a.publicURL(), ReportURL: a.cfg.Server.ReportURL, Copied: true}
	srv := server.New(options)
	if _, err := a.store.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return err
	}
	if err := srv.Take(a.store); err != nil {
		return err
	}
	var files []store.SiteFile
	for _, f := range srv.Files(ctx) {
		files = append(files, siteFiles(f)...)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	report, err := site.Update(ctx, files, a.snapshotFolders(srv.Kept()))
	if err != nil {
		return err
	}
	p := mirrored{site.String(), srv.Newest(), len(srv.Kept()), report}
	return a.print(p, rows{
		header: table.Row{"destination", "newest", "snapshots", "written", "unchanged", "removed"},
		lines:  []table.Row{{p.Destination, p.Version, p.Snapshots, p.Written, p.Unchanged, p.Removed}},
	})
}

// snapshotFolders are the documents of snapshots, each in a folder of its own.
func (a *app) snapshotFolders(versions []string) (all []store.SiteFolder) {
	for _, version := range versions {
		all = append(all, store.SiteFolder{
			Path:  strings.TrimPrefix(server.SnapshotFolder(version), "/"),
			Names: func() ([]string, error) { return a.pastFileNames(version) },
			Load:  func() ([]store.SiteFile, error) { return a.pastFiles(version) },
		})
	}
	return all
}

// pastFileNames are the names of pastFiles, known without reading any of them.
func (a *app) pastFileNames(version string) (all []string, err error) {
	names, err := server.PastNames(a.store, version)
	for _, name := range names {
		for _, encoding := range server.PastEncodings(name) {
			all = append(all, name+twins[encoding])
		}
	}
	return all, err
}

// pastFiles are the documents of a snapshot, and what vouches for them, with their twins.
func (a *app) pastFiles(version string) (all []store.SiteFile, err error) {
	names, err := server.PastNames(a.store, version)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		f, err := server.PastFile(a.store, version, name)
		if err != nil {
			return nil, err
		}
		all = append(all, siteFiles(f)...)
	}
	for i := range all {
		all[i].Forever = true
	}
	return all, nil
}

// twins are what the names of compressed files end in, by content encoding.
var twins = map[string]string{"": "", "br": ".br", "gzip": ".gz", "zstd": ".zst"}

// leading are the addresses that lead to others: where a reader begins.
var leading = []string{"/", "/api/", "/api/snapshots.json", "/api/freshness.json"}

// siteFiles are one address as files: the plain one and its twins.
func siteFiles(f server.File) (files []store.SiteFile) {
	name := strings.TrimPrefix(f.Address, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index" + map[bool]string{true: ".html", false: ".json"}[strings.HasPrefix(f.Type, "text/html")]
	}
	for encoding, suffix := range twins {
		if body, ok := f.Bodies[encoding]; ok {
			files = append(files, store.SiteFile{Path: name + suffix, Type: f.Type, Encoding: encoding, Modified: f.Modified,
				List: slices.Contains(leading, f.Address), Body: body})
		}
	}
	slices.SortFunc(files, func(a, b store.SiteFile) int { return strings.Compare(a.Path, b.Path) })
	return files
}
