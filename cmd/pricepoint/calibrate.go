package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/normalize/calibration"
)

func newCalibrate(p *program) *cobra.Command {
	var from refresh.Origin
	var file string
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit and evaluate the model that estimates missing benchmarks", Args: noArguments,
		Long: "Fit the model that estimates missing benchmarks to everything the leaderboards print, find out how far its estimates\n" +
			"are off, and write both to the catalogue's calibration.yaml. The next build of pricepoint computes scores with it.\n\n" +
			"The boards are read now, or from a WARC file such as an archive of the store.",
		Example: "  pricepoint calibrate\n  pricepoint calibrate --replay run.warc.gz --as-of 2026-10-15 --file calibration.yaml",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			return p.calibrate(ctx, from, file)
		}),
	}
	bindOrigin(c, &from)
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
	made, err := calibration.Fit(p.Catalog, readings)
	if err != nil {
		return fmt.Errorf("calibrate: %v", err)
	}
	if err := os.WriteFile(file, made.Encode(), 0o644); err != nil {
		return err
	}
	p.Log.Info("calibrated", "file", file, "results", made.Rows.Results, "models", made.Rows.Models, "newest", made.Rows.Newest.Text)
	return nil
}
