package scoring

import (
	"testing"

	"github.com/shopspring/decimal"
)

func d(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func TestPublishedRoundsHalfUp(t *testing.T) {
	for in, want := range map[string]string{"82.25": "82.3", "82.24": "82.2", "0.05": "0.1", "100": "100"} {
		if got := Published(d(in)); !got.Equal(d(want)) {
			t.Errorf("Published(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestSignificant(t *testing.T) {
	for in, want := range map[string]string{
		"0.0123456": "0.01235", "123456": "123500", "1.00049": "1", "0.99996": "1", "0": "0", "0.00005": "0.00005", "10.005": "10.01",
	} {
		if got := Significant(d(in), 4); !got.Equal(d(want)) {
			t.Errorf("Significant(%s, 4) = %s, want %s", in, got, want)
		}
	}
}

func TestPricePerPoint(t *testing.T) {
	got, ok := PricePerPoint(d("3"), d("15"), d("79.5"))
	if want := d("0.07547"); !ok || !got.Equal(want) { // (3*3 + 15) / 4 / 79.5 = 0.0754716…
		t.Errorf("PricePerPoint = %s, %v, want %s", got, ok, want)
	}
	if _, ok := PricePerPoint(d("3"), d("15"), d("0")); ok {
		t.Error("PricePerPoint of a score of 0 is ok, want not: nothing divides by zero")
	}
}
