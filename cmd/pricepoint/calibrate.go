package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/onto"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/catalog"
	"pricepoint/normalize/calibration"
)

func newCalibrate(p *program) *cobra.Command {
	var from origin
	var file string
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit and evaluate the model that estimates missing benchmarks", Args: noArguments,
		Long: "Fit the model that estimates missing benchmarks to everything the leaderboards print, find out how far its estimates\n" +
			"are off, and write both to the catalogue's calibration.yaml. The next build of pricepoint computes scores with it.\n\n" +
			"The results are the last good readings in the store, or those of a WARC file.",
		Example: "  pricepoint calibrate\n  pricepoint calibrate --replay run.warc.gz --as-of 2026-10-15 --file calibration.yaml",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			return p.calibrate(ctx, from.Origin, file)
		}),
	}
	from.bind(c)
	c.Flags().StringVar(&file, "file", filepath.Join("data", "catalog", "calibration.yaml"), "the file to write")
	return c
}

func (p *parts) calibrate(ctx context.Context, from refresh.Origin, file string) error {
	if err := from.Check(p.Now()); err != nil {
		return err
	}
	readings, err := p.BoardReadings(ctx, from)
	if err != nil {
		return err
	}
	// Before the fit, which takes a while, so that nobody waits for a file that cannot be written.
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return fmt.Errorf("%v; run it at the top of the source tree, or name another file with --file", err)
	}
	old, err := onto.Read(file)
	if err != nil {
		return err
	}
	made, err := calibration.Fit(p.Catalog, readings)
	if err != nil {
		return fmt.Errorf("calibrate: %v", err)
	}
	if err := onto.Write(file, old, made.Encode()); err != nil {
		return err
	}
	p.Log.Info("calibrated", "file", file, "results", made.Rows.Results, "models", made.Rows.Models, "newest", made.Rows.Newest.Text)
	if err := terminal.PrintLines(p.out, made.Evaluation, figureTable(made.Evaluation)); err != nil {
		return err
	}
	if err := terminal.PrintLines(p.out, []catalog.ForwardCoverage{made.Forward}, forwardTable(made.Forward)); err != nil {
		return err
	}
	return terminal.PrintLines(p.out, made.Provisional, provisionalTable(made.Provisional))
}

// figureTable has a line for each method and a column for each way to hide results.
func figureTable(all []catalog.CalibrationFigures) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"error in points"}}
	lines := map[string]int{}
	for _, f := range all {
		at, known := lines[f.Method]
		if !known {
			at = len(t.Lines)
			lines[f.Method] = at
			t.Add(f.Method)
		}
		if at == 0 {
			t.Header = append(t.Header, fmt.Sprintf("%s (%d)", f.Split, f.Cells))
		}
		t.Lines[at] = append(t.Lines[at], f.Error)
	}
	return t
}

// forwardTable says what the intervals held of models that came later than everything that was known.
func forwardTable(f catalog.ForwardCoverage) terminal.Table {
	return terminal.Table{Header: terminal.Row{"models since " + f.Since, "asked", "90 % holds"},
		Lines: []terminal.Row{{"results", f.Cells, f.Cell}, {"scores", f.Scores, f.Score}}}
}

func provisionalTable(all []catalog.ProvisionalFigures) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"provisional, from", "models", "error", "half interval", "90 % holds"}}
	for _, f := range all {
		t.Add(f.RestsOn, f.Models, f.Error, f.Half, f.Coverage)
	}
	return t
}
