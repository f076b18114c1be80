package refresh

import (
	"fmt"
	"time"

	"pricepoint/data"
)

// A clock that is ahead would do lasting harm: versions are times, and nothing can be published before the newest. So a
// run that asks the web believes the sites when so many of them agree that the clock is off by so much.
const (
	fewestSites = 3
	mostOff     = 24 * time.Hour
)

// trustClock is an error when the sites say that the clock is wrong.
func (p pages) trustClock(now time.Time) error {
	if p.dates == nil {
		return nil
	}
	ahead, sites := p.dates.Ahead()
	if sites < fewestSites || ahead.Abs() < mostOff {
		return nil
	}
	return fmt.Errorf("the clock says %s, and %d sites say %s: set the clock, then refresh again; nothing is published by a wrong one",
		data.At(now), sites, data.At(now.Add(-ahead)))
}

// WithoutFuture is what an operator types to leave behind the snapshots of a store that are later than now.
func WithoutFuture(store string, now time.Time) string {
	return fmt.Sprintf("pricepoint restore %s --until %s --store NEW", store, now.UTC().Format(time.RFC3339))
}
