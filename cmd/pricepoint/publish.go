package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data"
	"pricepoint/data/site"
	"pricepoint/data/store"
	"pricepoint/server"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

func newPublish(p *program) *cobra.Command {
	var how copying
	c := &cobra.Command{
		Use: "publish DEST", Short: "Write the API and its pages as plain files, for any web server", Args: arguments(1, 1, "one DEST"),
		Long: "Write the API and its pages as plain files into a directory or a bucket. Any server of files shows them right, under any\n" +
			"path and without settings: links are relative and name files. What only a program can answer is left out.\n\n" +
			"Say with --base-url where readers will find the site: without it there is no sitemap, no page names its own address, and\n" +
			"404.html leads to the root of the server. --compressed writes a .gz and a .br beside each file, for servers that are\n" +
			"set up to send them, as config/nginx/pricepoint.conf is. --history adds the documents of every snapshot of the store.\n\n" +
			"SHA256SUMS holds the digests of all files but the compressed ones and those of snapshots, of which each manifest.json\n" +
			"tells. Where sign.key is set, there is a signature beside every document of the API and every file for another program,\n" +
			"such as api/tools.json.minisig.\n\n" +
			"Run again, it writes only what has changed and removes what is gone. DEST must hold nothing else.",
		Example: "  pricepoint publish public --base-url https://example.org/prices\n  pricepoint publish /srv/pricepoint --compressed --history\n" +
			"  pricepoint publish 's3://mirror?region=eu-central-1'",
		RunE: p.with(func(p *parts, ctx context.Context, args []string) error { return p.publish(ctx, args[0], how) }),
	}
	c.Flags().StringVar(&how.base, "base-url", "", "where readers find the site, such as https://example.org/prices (default server.public_url)")
	c.Flags().BoolVar(&how.compressed, "compressed", false, "write compressed twins (.gz, .br) beside the files")
	c.Flags().BoolVar(&how.history, "history", false, "write the documents of every snapshot, too")
	return c
}

// copying says what a site is to be like.
type copying struct {
	base                string // its address; "": as the settings say, if they do
	compressed, history bool
}

// mirrored is what the command prints.
type mirrored struct {
	Destination string `json:"destination"`
	Version     string `json:"version"`
	Snapshots   int    `json:"snapshots"`
	site.Report
}

func (p *parts) publish(ctx context.Context, destination string, how copying) error {
	if err := config.WholePath(destination); err != nil {
		return terminal.Usage(fmt.Errorf("DEST: %v", err))
	}
	if err := config.SiteAddress(how.base); err != nil {
		return terminal.Usage(fmt.Errorf("--base-url: %v", err))
	}
	to, err := site.Open(destination)
	if err != nil {
		return err
	}
	srv, err := p.copied(how)
	if err != nil {
		return err
	}
	var files []site.File
	for _, r := range srv.Files() {
		files = append(files, filesAt(r, how.compressed)...)
	}
	slices.SortFunc(files, func(a, b site.File) int { return strings.Compare(a.Path, b.Path) })
	vouching, err := p.vouching(srv.Newest(), files)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	versions, old, err := p.pastFiles(srv, how.history)
	if err != nil {
		return err
	}
	report, err := to.Update(ctx, slices.Concat(files, vouching, old))
	if err != nil {
		return err
	}
	t := terminal.Table{Header: terminal.Row{"destination", "newest", "snapshots", "written", "unchanged", "removed"}}
	t.Add(to, srv.Newest(), versions, report.Written, report.Unchanged, report.Removed)
	return p.out.Print(mirrored{to.String(), srv.Newest(), versions, report}, t)
}

// copied is a server that holds what is to be written.
func (p *parts) copied(how copying) (*server.Server, error) {
	if _, err := p.Store.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return nil, published.Nothing("publish", err)
	}
	srv := server.New(server.Options{
		Log: p.Log, Now: p.Now, PublicURL: cmp.Or(how.base, p.Config.Server.PublicURL), ReportURL: p.Config.Server.ReportURL,
		Copied: true, NoPast: !how.history,
	})
	return srv, srv.Take(p.Store)
}

// pastFiles are the documents of all snapshots, or what vouches for those of the newest one alone. They have no twins: few ask for
// them, and there are many.
func (p *parts) pastFiles(srv *server.Server, history bool) (versions int, all []site.File, err error) {
	from, kept := &together{Store: p.Store}, srv.Kept()
	if !history {
		kept = []string{srv.Newest()}
	}
	for _, version := range kept {
		made, err := data.ParseVersion(version)
		if err != nil {
			return 0, nil, err
		}
		files, err := server.KeptFiles(from, version, history)
		if err != nil {
			return 0, nil, err
		}
		for _, f := range files {
			all = append(all, site.File{Path: strings.TrimPrefix(f.Route, "/"), Type: f.Type, Modified: made, Load: f.Read})
		}
	}
	return len(kept), all, nil
}

// together is a store that reads all documents of a snapshot when the first is asked for, and holds those of one snapshot: they are
// written one after the other, and the store opens the whole snapshot for each.
type together struct {
	*store.Store
	version string
	held    map[string]data.Document
}

func (s *together) Document(m data.Manifest, path string) (data.Document, error) {
	if s.version != m.Version {
		s.version, s.held = m.Version, map[string]data.Document{}
		for doc, err := range s.Documents(m) {
			if err == nil {
				s.held[doc.Path] = doc
			}
		}
	}
	if doc, ok := s.held[path]; ok {
		return doc, nil
	}
	return s.Store.Document(m, path) // says what is wrong with it
}

// twins are what the names of files end in, by content encoding: the two that web servers look for beside a file.
var twins = map[string]string{prepared.Identity: "", "br": ".br", "gzip": ".gz"}

// leading are the addresses that lead to others: where a reader begins.
var leading = []string{"/", "/api/", "/api/compat/", server.ListPath, "/" + data.FreshnessPath}

// filesAt are one address as files: the plain one and, where they are wanted, its twins.
func filesAt(r *prepared.Resource, compressed bool) (files []site.File) {
	for encoding, body := range r.Bodies() {
		if suffix, ok := twins[encoding]; ok && (suffix == "" || compressed) {
			files = append(files, site.File{Path: page.File(r.Route) + suffix, Type: r.Kind.Type, Encoding: strings.TrimPrefix(encoding, prepared.Identity),
				Modified: r.Modified, List: slices.Contains(leading, r.Route), Body: body})
		}
	}
	return files
}

// sumsName is the file of digests, as sha256sum writes and reads it.
const sumsName = "SHA256SUMS"

// vouching are the files by which a reader can check the others of a site: the digests of those that are not compressed, and where there is a key a
// signature beside every document of the API and every file for another program, so that who holds only one of them can check that.
func (p *parts) vouching(version string, files []site.File) (all []site.File, err error) {
	sums := site.File{Path: sumsName, Type: "text/plain; charset=utf-8", List: true}
	var text bytes.Buffer
	for _, f := range files {
		if f.Encoding != "" {
			continue
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(f.Body), f.Path)
		if f.Modified.After(sums.Modified) {
			sums.Modified = f.Modified
		}
		if p.Keys.Signs() && isSigned(f.Path) {
			all = append(all, f)
		}
	}
	sums.Body = text.Bytes()
	if p.Keys.Signs() {
		all = append(all, sums)
	}
	for i, f := range all {
		all[i].Path, all[i].Type = f.Path+".minisig", sums.Type
		if all[i].Body, err = p.Keys.SignFile(version, f.Path, f.Body); err != nil {
			return nil, err
		}
	}
	return append(all, sums), nil
}

// isSigned tells the documents of the API and the files for other programs from pages and what belongs to them.
func isSigned(name string) bool {
	return path.Dir(name) == "api" || strings.HasPrefix(name, "api/compat/") && path.Ext(name) != ".sha256"
}
