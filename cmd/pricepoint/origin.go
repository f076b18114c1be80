package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
)

// origin is where the pages come from, as the flags of a command say.
type origin struct{ refresh.Origin }

func (o *origin) bind(c *cobra.Command) {
	c.Flags().StringVar(&o.Replay, "replay", "", "read this WARC file instead of the web")
	c.Flags().Var((*timeFlag)(&o.AsOf), "as-of", "with --replay: the time to go back to, such as 2026-10-15T00:00:00Z")
}

// timeFlag is a time on the command line.
type timeFlag time.Time

func (t *timeFlag) String() string {
	if time.Time(*t).IsZero() {
		return ""
	}
	return time.Time(*t).Format(time.RFC3339)
}

func (t *timeFlag) Type() string { return "time" }

func (t *timeFlag) Set(text string) error {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if parsed, err := time.Parse(layout, text); err == nil {
			*t = timeFlag(parsed.UTC())
			return nil
		}
	}
	return fmt.Errorf("%q is not a time; write one such as 2026-10-15T00:00:00Z or 2026-10-15", text)
}
