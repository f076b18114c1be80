package normalize

import (
	"testing"

	"pricepoint/data"
)

func TestIsRounded(t *testing.T) {
	for name, c := range map[string]struct {
		printed, exact int64
		want           bool
	}{
		"a-million":     {1_000_000, 1_048_576, true},
		"rounded-up":    {1_100_000, 1_050_000, true},
		"all-digits":    {1_048_576, 1_048_575, false},
		"too-far":       {1_000_000, 1_400_000, false},
		"close":         {420_000, 400_000, false},
		"nothing":       {0, 1_048_576, false},
		"below-nothing": {-1_000_000, 1_048_576, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := isRounded(data.Int(c.printed).Decimal, data.Int(c.exact).Decimal); got != c.want {
				t.Errorf("%d for %d is rounded: %t, want %t", c.printed, c.exact, got, c.want)
			}
		})
	}
}
