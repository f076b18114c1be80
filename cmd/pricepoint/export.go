package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/onto"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/export"
	"pricepoint/data/export/overlay"
)

func newExport(p *program) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "export FORMAT", Short: "Write our prices for another program", Args: arguments(1, 1, "one FORMAT"),
		Long: "Write our prices in a format that another program reads, as a server has it under /api/compat/, without a server.\n\n" +
			"With --onto they go onto a file of yours: prices change, whatever else is in the file stays as it is, comments included,\n" +
			"and nothing is written unless all of it can be. A file that does not exist is made. Formats are\n" +
			terminal.Fold(strings.Join(formatNames(), ", ")+".", 120),
		Example: "  pricepoint export ccusage >prices.json\n  pricepoint export tokscale --onto ~/.config/tokscale/custom-pricing.json\n" +
			"  pricepoint export models.dev --onto api.json",
	}
	c.RunE = p.with(func(p *parts, _ context.Context, args []string) error {
		if !slices.Contains(formatNames(), args[0]) {
			return terminal.Usage(fmt.Errorf("there is no format %q; there are %s", args[0], strings.Join(formatNames(), ", ")))
		}
		if c.Flags().Changed("onto") {
			return p.exportOnto(args[0], file)
		}
		return p.export(args[0])
	})
	c.Flags().StringVar(&file, "onto", "", "the file to lay the prices over, in place; it is made if there is none")
	return c
}

// formatNames are what FORMAT may be.
func formatNames() []string {
	return slices.Concat(data.Each(overlay.Blank(""), func(e data.Export) string { return e.Format }), export.Formats())
}

// feedOf is the source whose list an overlay lies on, "" for a format that holds our tools alone.
func feedOf(name string) string {
	for _, feed := range overlay.Feeds() {
		if slices.ContainsFunc(overlay.Blank(feed), func(e data.Export) bool { return e.Format == name }) {
			return feed
		}
	}
	return ""
}

// exported is the file of a format that belongs to the newest snapshot, or to the catalogue.
func (p *parts) exported(name string) (export.File, error) {
	snapshot, stored, err := p.NewestOrBaseline()
	if err != nil {
		return export.File{}, err
	}
	var files []export.File
	if feedOf(name) != "" {
		files, err = p.publishedExports(snapshot)
	} else {
		if !stored {
			p.Log.Warn(unread)
		}
		var documents export.Documents
		if documents, err = exportDocuments(snapshot); err == nil {
			files = export.Bare(documents)
		}
	}
	if err != nil {
		return export.File{}, err
	}
	file := data.Find(files, func(f export.File) bool { return f.Format == name })
	switch {
	case file == nil:
		return export.File{}, fmt.Errorf("snapshot %s has no file for %s; pricepoint refresh makes one", snapshot.Manifest.Version, name)
	case file.Absent != "":
		return export.File{}, fmt.Errorf("there is no file for %s: %s; pricepoint refresh reads the sources", name, file.Cause)
	}
	return *file, nil
}

func exportDocuments(snapshot data.Snapshot) (export.Documents, error) {
	documents, err := export.Read(snapshot)
	if err != nil {
		return documents, fmt.Errorf("snapshot %s: %v; run pricepoint refresh", snapshot.Manifest.Version, err)
	}
	return documents, nil
}

// publishedExports are those that were published beside a snapshot.
func (p *parts) publishedExports(snapshot data.Snapshot) ([]export.File, error) {
	published, err := p.Store.Exports(snapshot.Manifest)
	if err != nil || len(published) == 0 {
		return nil, err
	}
	bodies := map[string][]byte{}
	for _, e := range published {
		bodies["/"+e.Path] = e.Body
	}
	var index data.ExportIndex
	if err := json.Unmarshal(bodies["/"+data.ExportIndexPath], &index); err != nil {
		return nil, fmt.Errorf("%s of snapshot %s: %v", data.ExportIndexPath, snapshot.Manifest.Version, err)
	}
	return data.Each(index.Exports, func(e data.Export) export.File { return export.File{Export: e, Body: bodies[e.Path]} }), nil
}

// export prints a file.
func (p *parts) export(name string) error {
	file, err := p.exported(name)
	if err != nil {
		return err
	}
	p.tellMissing(file)
	_, err = p.out.Out.Write(file.Body)
	return err
}

// tellMissing logs, model by model, what the file lacks and where it has a higher price than a short prompt is billed at; of a list of
// others, what became of its rows.
func (p *parts) tellMissing(file export.File) {
	if file.Kind == data.Overlay {
		p.Log.Info("the rows of the list that are of our models", "corrected", file.Corrected, "confirmed", file.Confirmed, "added", len(file.Added), "left", len(file.Left))
	}
	for _, at := range file.Unreviewed {
		p.Log.Warn("the list has another package, address, key or expression here than the one that was reviewed, so the file is without it", "row", at)
	}
	for _, l := range file.Left {
		p.Log.Warn("the row is as the list has it, not as we know the prices", "model", l.Tool, "row", l.At, "why", l.Why)
	}
	for _, l := range file.Lacking {
		p.Log.Warn("the model has no row in the file: "+l.Why.String(), "model", l.Tool)
	}
	for _, l := range file.Losses {
		p.tellLoss(l)
	}
}

// lossWords say what a file cannot say of a model.
var lossWords = map[data.LossKind]string{
	data.LostTier:    "the format has one price for prompts of every size, so the file has the highest",
	data.LostCache1h: "the format has one price for cache writes of every length, so the file has that of an hour",
	data.LostEnd:     "the model is not sold any more from this time on, which the format cannot say",
	data.LostBasis:   "the maker has not printed this price",
}

// tellLoss logs what a file cannot say of a model: where it has the highest price for all prompts, where it bills less than the
// provider does, and whose word a price is that its maker has not printed.
func (p *parts) tellLoss(l data.ExportLoss) {
	why, about := lossWords[l.Kind], []any{"model", l.Tool, "class", l.Class, "for", l.Terms.String()}
	switch stated := l.Says != nil && l.Is != nil; {
	case l.Kind == data.LostBasis:
		about = append(about, "basis", l.Basis, "publisher", l.Publisher)
	case stated:
		if l.Says.LessThan(l.Is.Decimal) {
			why = "the format cannot say this price, so programs bill too little"
		}
		about = append(about, "file", l.Says, "price", l.Is)
	case l.Kind != data.LostEnd:
		return
	}
	if why != "" {
		p.Log.Warn(why, about...)
	}
}

// laidOnto is what export --onto prints.
type laidOnto struct {
	File    string            `json:"file"`
	Format  string            `json:"format"`
	Tools   int               `json:"tools"`
	Added   int               `json:"added"`             // values that the file did not have, one for an object with all that is in it
	Changed int               `json:"changed"`           // values that it had otherwise
	Same    int               `json:"same"`              // values that it had already
	Left    []data.ExportLeft `json:"left,omitempty"`    // rows of a list that were left as they are
	Missing []string          `json:"missing,omitempty"` // ids of tools that are not in the format, or have no row in the list
}

// exportOnto lays a file over one of the user's.
func (p *parts) exportOnto(name, path string) error {
	theirs, err := onto.Read(path)
	if err != nil {
		return fmt.Errorf("--onto: %w", err)
	}
	file, merged, err := p.laid(name, theirs)
	if err != nil {
		if theirs != nil {
			err = fmt.Errorf("--onto %s: %w; it is as it was", path, err)
		}
		return err
	}
	if theirs == nil || !bytes.Equal(theirs, merged.Body) {
		if err := onto.Write(path, merged.Body); err != nil {
			return fmt.Errorf("--onto: %w", err)
		}
	}
	p.tellMissing(file)
	t := terminal.Table{Header: terminal.Row{"file", "tools", "added", "changed", "same"}}
	t.Add(path, file.Tools, merged.Added, merged.Changed, merged.Unedited)
	return p.out.Print(laidOnto{path, name, file.Tools, merged.Added, merged.Changed, merged.Unedited, file.Left, file.Missing}, t)
}

// laid is what becomes of a file of the user's, nil when there is none.
func (p *parts) laid(name string, theirs []byte) (export.File, onto.Merged, error) {
	if feed := feedOf(name); feed != "" && theirs != nil {
		return p.overlaid(feed, theirs)
	}
	file, err := p.exported(name)
	merged := onto.Merged{Body: file.Body, Added: file.Rows}
	if err == nil && theirs != nil {
		merged, err = onto.Merge(theirs, file.Body, export.Row(name))
	}
	return file, merged, err
}

// overlaid is a list of the user's with our prices in it.
func (p *parts) overlaid(feed string, theirs []byte) (file export.File, m onto.Merged, err error) {
	snapshot, _, err := p.NewestOrBaseline()
	if err != nil {
		return file, m, err
	}
	documents, err := exportDocuments(snapshot)
	if err != nil {
		return file, m, err
	}
	if file, err = overlay.Make(overlay.Upstream{About: data.ExportUpstream{Source: feed}, Body: theirs}, documents); err != nil {
		return file, m, err
	}
	file.Losses = export.Losses(documents)(file)
	m = onto.Merged{Body: file.Body, Added: len(file.Added), Unedited: file.Values - len(file.Replaced)}
	for _, r := range file.Replaced {
		if r.Was == nil {
			m.Added++
		} else {
			m.Changed++
		}
	}
	for _, a := range file.Added {
		m.Unedited -= a.Values
	}
	return file, m, nil
}
