package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

func newCalibrate(a *app) *cobra.Command {
	var from origin
	var file string
	c := &cobra.Command{
		Use: "calibrate", Short: "Fit and evaluate the model that estimates missing benchmarks", Args: noArguments,
		Long: "Fit the model that estimates missing benchmarks to everything the leaderboards print, find out how far its estimates\n" +
			"are off, and write both to the catalogue's calibration.yaml. The next build of pricepoint computes scores with it.\n\n" +
			"The results are the last good readings in the store, or those of a WARC file.",
		Example: "  pricepoint calibrate\n  pricepoint calibrate --replay run.warc.gz --as-of 2026-10-15 --file calibration.yaml",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.calibrate(c.Context(), from, file)
		},
	}
	from.bind(c)
	c.Flags().StringVar(&file, "file", filepath.Join("data", "catalog", "calibration.yaml"), "the file to write")
	return c
}

func (a *app) calibrate(ctx context.Context, from origin, file string) error {
	if err := from.check(a.now()); err != nil {
		return err
	}
	readings, err := a.boardReadings(ctx, from)
	if err != nil {
		return err
	}
	made, err := normalize.Calibrate(a.catalog, readings)
	if err != nil {
		return fmt.Errorf("calibrate: %v", err)
	}
	if err := renameio.WriteFile(file, made.Encode(), 0o644); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%v; run it at the top of the source tree, or name another file with --file", err)
	} else if err != nil {
		return err
	}
	a.log.Info("calibrated", "file", file, "results", made.Rows.Results, "models", made.Rows.Models, "newest", made.Rows.Newest.Text)
	return printLines(a, made.Evaluation, figureTable(made.Evaluation))
}

// boardReadings are what every board of the catalogue prints. One that is missing is an error: without it the curves
// would be others.
func (a *app) boardReadings(ctx context.Context, from origin) ([]data.Reading, error) {
	var names []string
	for _, column := range a.catalog.Scoring.Columns {
		if !slices.Contains(names, column.Source) {
			names = append(names, column.Source)
		}
	}
	if from.replay == "" {
		return a.storedReadings(names)
	}
	sources, err := collectors.Select(names)
	if err != nil {
		return nil, err
	}
	pages, err := a.openPages(from, from.when(a.now), io.Discard, collectors.Earlier{})
	if err != nil {
		return nil, err
	}
	var all []data.Reading
	for _, r := range collectors.Run(ctx, pages, sources, pages.options) {
		if r.Failure != nil {
			return nil, fmt.Errorf("%s: %v", r.Source, r.Failure)
		}
		all = append(all, r)
	}
	return all, nil
}

// storedReadings are the last good readings that the newest snapshot names.
func (a *app) storedReadings(names []string) ([]data.Reading, error) {
	newest, warning, err := a.store.Latest()
	if err != nil {
		return nil, fmt.Errorf("%v; run pricepoint refresh first, or read a WARC file with --replay", err)
	}
	if warning != nil {
		a.log.Warn("the store is not intact", "cause", warning)
	}
	var all []data.Reading
	for _, r := range a.newJob(origin{}, nil, true).readings(nil, &newest) {
		if !slices.Contains(names, r.Source) {
			continue
		}
		if len(r.Observations) == 0 {
			return nil, fmt.Errorf("the store holds no good reading of %s; run pricepoint refresh --only %s first", r.Source, r.Source)
		}
		all = append(all, r)
	}
	return all, nil
}

func figureTable(all []catalog.CalibrationFigures) rows {
	t := rows{header: table.Row{"hidden with it", "models", "board", "cells", "error", "overall", "moved", "column mean", "weighted mean", "90 % holds"}}
	for _, f := range all {
		models, board := "all", "all"
		if f.Published {
			models = "still published"
		}
		if f.Board != "" {
			board = f.Board
		}
		t.lines = append(t.lines, table.Row{"same " + f.Hidden, models, board, f.Cells, f.Cell, f.Overall, f.Moved,
			fmt.Sprintf("%s / %s", f.ColumnMean, f.ColumnMeanOverall), fmt.Sprintf("%s / %s", f.WeightedMean, f.WeightedMeanOverall), f.Coverage})
	}
	return t
}
