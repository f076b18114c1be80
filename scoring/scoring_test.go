package scoring

import (
	"testing"

	"github.com/shopspring/decimal"
)

func d(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func TestSignificant(t *testing.T) {
	for in, want := range map[string]string{
		"0.0123456": "0.01235", "123456": "123500", "1.00049": "1", "0.99996": "1", "0": "0", "0.00005": "0.00005", "10.005": "10.01",
	} {
		if got := Significant(d(in), 4); !got.Equal(d(want)) {
			t.Errorf("Significant(%s, 4) = %s, want %s", in, got, want)
		}
	}
}
