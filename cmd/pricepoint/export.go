package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/onto"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/export"
)

func newExport(p *program) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "export FORMAT", Short: "Write our prices for another program", Args: oneArgument("FORMAT"),
		Long: "Write our prices in a format that another program reads, as a server has it under /api/compat/, without a server.\n\n" +
			"With --onto they go onto a file of yours: prices change, whatever else is in the file stays as it is, comments included,\n" +
			"and nothing is written unless all of it can be. A file that does not exist is made. Formats are\n" +
			terminal.Fold(strings.Join(formatNames(), ", ")+".", 120),
		Example: "  pricepoint export ccusage >prices.json\n  pricepoint export tokscale --onto ~/.config/tokscale/custom-pricing.json\n" +
			"  pricepoint export opencode --onto opencode.json\n  pricepoint export mlflow/openai --onto openai.json",
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(formatNames(), args[0]) {
				return terminal.Usage(fmt.Errorf("there is no format %q; there are %s", args[0], strings.Join(formatNames(), ", ")))
			}
			parts, err := p.load(c)
			if err != nil {
				return err
			}
			if c.Flags().Changed("onto") {
				return parts.exportOnto(args[0], file)
			}
			return parts.export(args[0])
		},
	}
	c.Flags().StringVar(&file, "onto", "", "the file to lay the prices over, in place; it is made if there is none")
	return c
}

// formatNames are what FORMAT may be.
func formatNames() []string { return export.Formats() }

// exported is the file of a format, made from the newest snapshot or from the catalogue.
func (p *parts) exported(name string) (export.File, bool, error) {
	snapshot, stored, err := p.NewestOrBaseline()
	if err != nil {
		return export.File{}, false, err
	}
	documents, err := export.Read(snapshot)
	if err != nil {
		return export.File{}, false, fmt.Errorf("snapshot %s: %v; run pricepoint refresh", snapshot.Manifest.Version, err)
	}
	files, err := export.Bare(documents)
	if err != nil {
		return export.File{}, false, err
	}
	i := slices.IndexFunc(files, func(f export.File) bool { return f.Format == name })
	if i < 0 {
		return export.File{}, false, fmt.Errorf("snapshot %s has no price that %s could have; pricepoint list shows what it has", snapshot.Manifest.Version, name)
	}
	if files[i].Absent != "" {
		return export.File{}, false, fmt.Errorf("there is no file for %s: %s; pricepoint refresh reads the sources", name, files[i].Cause)
	}
	return files[i], stored, nil
}

// export prints a file.
func (p *parts) export(name string) error {
	file, stored, err := p.exported(name)
	if err != nil {
		return err
	}
	if _, err := p.out.Out.Write(file.Body); err != nil {
		return err
	}
	p.tellMissing(file, stored)
	return nil
}

// tellMissing logs what the file lacks.
func (p *parts) tellMissing(file export.File, stored bool) {
	if !stored {
		p.Log.Warn("nothing has been read yet: this is what the built-in catalogue knows; pricepoint refresh reads the sources")
	}
	if len(file.Missing) > 0 {
		p.Log.Warn("some tools are not in the file: the program has no name for them, or could not say their prices", "tools", strings.Join(file.Missing, " "))
	}
}

// laidOnto is what export --onto prints.
type laidOnto struct {
	File    string   `json:"file"`
	Format  string   `json:"format"`
	Tools   int      `json:"tools"`
	Added   int      `json:"added"`             // values that the file did not have, one for an object with all that is in it
	Changed int      `json:"changed"`           // values that it had otherwise
	Same    int      `json:"same"`              // values that it had already
	Missing []string `json:"missing,omitempty"` // ids of tools that are not in the format
}

// exportOnto lays a file over one of the user's.
func (p *parts) exportOnto(name, path string) error {
	theirs, err := onto.Read(path)
	if err != nil {
		return fmt.Errorf("--onto: %w", err)
	}
	file, stored, err := p.exported(name)
	if err != nil {
		return err
	}
	merged := onto.Merged{Body: file.Body, Added: file.Rows}
	if theirs != nil {
		if merged, err = onto.Merge(theirs, file.Body, export.Row(name)); err != nil {
			return fmt.Errorf("--onto %s: %v; it is as it was", path, err)
		}
	}
	if theirs == nil || merged.Added+merged.Changed > 0 {
		if err := onto.Write(path, merged.Body); err != nil {
			return fmt.Errorf("--onto: %w", err)
		}
	}
	p.tellMissing(file, stored)
	said := laidOnto{path, name, file.Tools, merged.Added, merged.Changed, merged.Unedited, append([]string{}, file.Missing...)}
	return p.out.Print(said, terminal.Table{
		Header: terminal.Row{"file", "tools", "added", "changed", "same"},
		Lines:  []terminal.Row{{said.File, said.Tools, said.Added, said.Changed, said.Same}},
	})
}
