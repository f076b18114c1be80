package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/normalize/calibration"
	"pricepoint/scoring"
)

func newCalibrate(p *program) *cobra.Command {
	var from origin
	var file string
	var regret bool
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit and evaluate the model that estimates missing benchmarks", Args: noArguments,
		Long: "Fit the model that estimates missing benchmarks to everything the leaderboards print, find out how far its estimates\n" +
			"are off, and write both to the catalogue's calibration.yaml. The next build of pricepoint computes scores with it. What is\n" +
			"printed is what recommendations would have cost that were made without one of the boards.\n\n" +
			"The results are the last good readings in the store, or those of a WARC file.",
		Example: "  pricepoint calibrate\n  pricepoint calibrate --replay run.warc.gz --as-of 2026-10-15 --file calibration.yaml",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			if regret {
				file = ""
			}
			return p.calibrate(ctx, from.Origin, file)
		}),
	}
	from.bind(c)
	c.Flags().BoolVar(&regret, "regret", false, "fit nothing and only print what recommendations would have cost that were made without one of the boards")
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
	if file == "" {
		return p.regret(ctx, from, readings)
	}
	// Before the fit, which takes a while, so that nobody waits for a file that cannot be written.
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return fmt.Errorf("%v; run it at the top of the source tree, or name another file with --file", err)
	}
	made, err := calibration.Fit(p.Catalog, readings)
	if err != nil {
		return fmt.Errorf("calibrate: %v", err)
	}
	if err := os.WriteFile(file, made.Encode(), 0o644); err != nil {
		return err
	}
	p.Log.Info("calibrated", "file", file, "results", made.Rows.Results, "models", made.Rows.Models, "newest", made.Rows.Newest.Text)
	return p.regret(ctx, from, readings)
}

// regret prints what recommendations would have cost that were made without one of the boards.
func (p *parts) regret(ctx context.Context, from refresh.Origin, readings []data.Reading) (err error) {
	var before []data.Reading
	if from.Replay != "" {
		if before, err = p.EarlierReadings(ctx, from, calibration.ReadAt(readings, "leaderboard_deepswe")); err != nil {
			return err
		}
	}
	regrets, err := calibration.Regrets(p.Catalog, readings, before, p.Now())
	if err != nil {
		return fmt.Errorf("regret: %v", err)
	}
	return terminal.PrintLines(p.out, regrets, regretTable(regrets))
}

func regretTable(all []scoring.Regret) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"hidden board", "failure, USD", "models"}}
	for _, m := range scoring.RegretMethods {
		t.Header = append(t.Header, m)
	}
	line := func(factors []float64, cells ...any) {
		for _, f := range factors {
			cells = append(cells, fmt.Sprintf("%.2f", f))
		}
		t.Lines = append(t.Lines, cells)
	}
	for _, r := range all {
		line(r.Factors, r.Trial, r.Failure, r.Tools)
	}
	if len(all) > 0 {
		line(scoring.PooledRegret(all), "all, geometric mean", "", "")
	}
	return t
}
