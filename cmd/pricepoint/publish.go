package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/service"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data"
	"pricepoint/data/site"
	"pricepoint/data/store"
	"pricepoint/server"
	"pricepoint/server/page"
	"pricepoint/server/past"
	"pricepoint/server/prepared"
)

func newPublish(p *program) *cobra.Command {
	var plain bool
	c := &cobra.Command{
		Use: "publish DEST", Short: "Write the whole API as plain files, for any web server", Args: arguments(1, 1, "one DEST"),
		Long: "Write the whole API as plain files into a directory or a bucket, for any web server to serve at the same addresses:\n" +
			"everything that serve answers about the newest snapshot, each with its compressed twins (.br, .gz) beside it, and the\n" +
			"documents of every snapshot of the store. config/nginx/pricepoint.conf shows a server for it.\n\n" +
			"With --plain any file server shows it right, without settings and also below a path such as /name/: pages end in .html and\n" +
			"lead to each other by relative links, and there are no twins and no documents of older snapshots.\n\n" +
			"Run again, it writes only what has changed and removes what is gone. DEST must hold nothing else. Set\n" +
			"server.public_url to the address of the mirror, which its pages name.",
		Example: "  pricepoint publish /srv/pricepoint\n  pricepoint publish --plain site\n  pricepoint publish 's3://mirror?region=eu-central-1'",
		RunE: p.with(func(p *parts, ctx context.Context, args []string) error {
			return p.publish(ctx, args[0], plain)
		}),
	}
	c.Flags().BoolVar(&plain, "plain", false, "for any file server, without settings")
	return c
}

// mirrored is what the command prints.
type mirrored struct {
	Destination string `json:"destination"`
	Version     string `json:"version"`
	Snapshots   int    `json:"snapshots"`
	site.Report
}

func (p *parts) publish(ctx context.Context, dest string, plain bool) error {
	if err := config.WholePath(dest); err != nil {
		return terminal.Usage(fmt.Errorf("DEST: %v", err))
	}
	to, err := site.Open(dest, p.Config.Store)
	if err != nil {
		return err
	}
	options := server.Options{Log: p.Log, Now: p.Now, PublicURL: service.PublicURL(p.Config.Server), ReportURL: p.Config.Server.ReportURL, Copied: true}
	srv := server.New(options)
	if _, err := p.Store.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return published.Nothing("publish", err)
	}
	if err := srv.Take(p.Store); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	made := p.mirrorFiles
	if plain {
		made = plainFiles
	}
	files, err := made(srv, options.PublicURL)
	if err != nil {
		return err
	}
	report, err := to.Update(ctx, files)
	if err != nil {
		return err
	}
	told := mirrored{to.String(), srv.Newest(), len(srv.Kept()), report}
	return p.out.Print(told, terminal.Table{
		Header: terminal.Row{"destination", "newest", "snapshots", "written", "unchanged", "removed"},
		Lines:  []terminal.Row{{told.Destination, told.Version, told.Snapshots, told.Written, told.Unchanged, told.Removed}},
	})
}

// mirrorFiles are every address as serve has it, with its twins, and the documents of every snapshot.
func (p *parts) mirrorFiles(srv *server.Server, _ string) (files []site.File, err error) {
	for _, f := range srv.Files() {
		files = append(files, filesAt(f)...)
	}
	old, err := pastFiles(p.Store, srv.Kept())
	return append(files, old...), err
}

// plainFiles are those of the newest snapshot for any file server, and a page for what is not found.
func plainFiles(srv *server.Server, url string) (files []site.File, err error) {
	pages := map[string]bool{}
	for _, r := range srv.Files() {
		for _, f := range filesAt(r) {
			if f.Encoding == "" {
				files = append(files, f)
				pages[f.Path] = strings.HasPrefix(f.Type, "text/html")
			}
		}
	}
	missing, err := page.Missing("", "")
	if err != nil {
		return nil, err
	}
	files = append(files, site.File{Path: "404.html", Type: "text/html; charset=utf-8", Modified: files[0].Modified, Body: missing})
	pages["404.html"] = true
	return site.Plain(files, url, func(name string) bool { return pages[name] }), nil
}

// pastFiles are the documents of snapshots, and what vouches for them. They have no twins: few ask for them, and there are many.
func pastFiles(kept *store.Store, versions []string) (all []site.File, err error) {
	for _, version := range versions {
		names, err := past.Names(kept, version)
		if err != nil {
			return nil, err
		}
		manifest, err := kept.Manifest(version)
		if err != nil {
			return nil, err
		}
		made, err := data.ParseVersion(version)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			all = append(all, site.File{
				Path: strings.TrimPrefix(past.Folder(version), "/") + "/" + name, Type: past.TypeOf(name), Modified: made,
				Load: func() ([]byte, error) {
					r, err := past.Read(kept, manifest, name)
					if err != nil {
						return nil, err
					}
					return r.Plain(), nil
				},
			})
		}
	}
	return all, nil
}

// twins are what the names of files end in, by content encoding: the two that web servers look for beside a file.
var twins = map[string]string{prepared.Identity: "", "br": ".br", "gzip": ".gz"}

// leading are the addresses that lead to others: where a reader begins.
var leading = []string{"/", "/api/", "/api/compat/", past.ListPath, "/" + data.FreshnessPath}

// filesAt are one address as files: the plain one and its twins.
func filesAt(r *prepared.Resource) (files []site.File) {
	name := strings.TrimPrefix(r.Route, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index" + map[bool]string{true: ".html", false: ".json"}[strings.HasPrefix(r.Kind.Type, "text/html")]
	}
	for encoding, body := range r.Bodies() {
		if suffix, ok := twins[encoding]; ok {
			files = append(files, site.File{Path: name + suffix, Type: r.Kind.Type, Encoding: strings.TrimPrefix(encoding, prepared.Identity),
				Modified: r.Modified, List: slices.Contains(leading, r.Route), Body: body})
		}
	}
	slices.SortFunc(files, func(a, b site.File) int { return strings.Compare(a.Path, b.Path) })
	return files
}
