package refresh

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"pricepoint/collectors/registry"
	"pricepoint/data"
)

// BoardReadings are what every board of the catalogue prints. One that is missing is an error: without it the lines
// would be others; the others are returned beside it.
func (r *Refresher) BoardReadings(ctx context.Context, from Origin) ([]data.Reading, error) {
	if from.Replay == "" {
		return r.storedReadings(r.boardSources())
	}
	sources, err := registry.Select(r.boardSources())
	if err != nil {
		return nil, err
	}
	readings, err := r.read(ctx, from, sources)
	for _, board := range readings {
		if board.Failure != nil {
			err = cmp.Or(err, fmt.Errorf("%s: %v", board.Source, board.Failure))
		}
	}
	return readings, err
}

// boardSources are the collectors of the boards.
func (r *Refresher) boardSources() (names []string) {
	for _, column := range r.Catalog.Scoring.Columns {
		if !slices.Contains(names, column.Source) {
			names = append(names, column.Source)
		}
	}
	return names
}

// storedReadings are the last good readings that the newest snapshot names.
func (r *Refresher) storedReadings(names []string) ([]data.Reading, error) {
	newest, warning, err := r.Store.Latest()
	if err != nil {
		return nil, fmt.Errorf("%v; run pricepoint refresh first, or read a WARC file with --replay", err)
	}
	if warning != nil {
		r.Log.Warn("the store is not intact", "cause", warning)
	}
	var all []data.Reading
	for _, board := range r.Job(Origin{}, nil, true).readings(nil, &newest) {
		if !slices.Contains(names, board.Source) {
			continue
		}
		if len(board.Observations) == 0 {
			return nil, fmt.Errorf("the store holds no good reading of %s; run pricepoint refresh --only %s first", board.Source, board.Source)
		}
		all = append(all, board)
	}
	return all, nil
}
