package store

import (
	"errors"
	"testing"
	"time"

	"pricepoint/data"
)

// TestVersionAsOf asks lists of versions that say which one they replaced.
func TestVersionAsOf(t *testing.T) {
	const before = "2026-10-31T030000Z" // in no list
	for name, row := range map[string]struct {
		versions []string
		previous map[string]string
		at       string
		want     string // "gap": a *GapError
	}{
		"all-kept":                {[]string{first, second, third}, map[string]string{second: first, third: second}, "2026-11-10T00:00:00Z", first},
		"newest":                  {[]string{first, third}, map[string]string{third: second}, "2026-11-30T00:00:00Z", third},
		"its-very-second":         {[]string{first, third}, map[string]string{third: second}, "2026-11-07T03:00:00Z", first},
		"one-dropped":             {[]string{first, third}, map[string]string{third: second}, "2026-11-15T00:00:00Z", "gap"},
		"perhaps-one-before-that": {[]string{first, third}, map[string]string{third: second}, "2026-11-07T03:00:01Z", "gap"},
		"begins-after-a-drop":     {[]string{second, third}, map[string]string{second: first, third: second}, "2026-11-15T00:00:00Z", second},
		"built-on-an-older-one":   {[]string{first, second, third}, map[string]string{second: first, third: first}, "2026-11-15T00:00:00Z", second},
		"built-on-a-dropped-one":  {[]string{first, second}, map[string]string{second: before}, "2026-11-10T00:00:00Z", first},
		"built-on-none":           {[]string{first, second}, nil, "2026-11-10T00:00:00Z", first},
	} {
		t.Run(name, func(t *testing.T) {
			at, err := time.Parse(time.RFC3339, row.at)
			if err != nil {
				t.Fatal(err)
			}
			got, err := VersionAsOf(row.versions, at, func(v string) (data.Manifest, error) {
				return data.Manifest{Version: v, Previous: row.previous[v]}, nil
			})
			if row.want != "gap" {
				if got != row.want || err != nil {
					t.Errorf("VersionAsOf() = %q, %v, want %s", got, err, row.want)
				}
				return
			}
			var gap *GapError
			if !errors.As(err, &gap) || !errors.Is(err, ErrNotFound) || gap.Before != first || gap.After != third || got != "" {
				t.Errorf("VersionAsOf() = %q, %v, want a gap between %s and %s", got, err, first, third)
			}
		})
	}
}
