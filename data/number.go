package data

import (
	"fmt"
	"strings"

	"github.com/shopspring/decimal"
)

// Number is an exact decimal that reads and writes as a plain JSON number.
// Prices, scores and token counts are Numbers from the page to the document; no float is involved.
type Number struct{ decimal.Decimal }

// mostDigits is how many characters a number has at most, as it is read and as it is written out. The longest in any page so
// far has 26. Arithmetic takes time by the square of the digits.
const mostDigits = 400

// digitsShown is how many are told of a number that is refused.
const digitsShown = 40

// ParseNumber reads a decimal such as "12.50" or "5e-06". It refuses anything else, blanks and NaN included, and what is longer than
// any number that somebody means.
func ParseNumber(text string) (Number, error) {
	text = strings.TrimSpace(text)
	if len(text) > mostDigits {
		return Number{}, fmt.Errorf("a number begins with %q and has %d characters; more than %d are not read", text[:digitsShown], len(text), mostDigits)
	}
	d, err := decimal.NewFromString(text)
	if err != nil {
		return Number{}, fmt.Errorf("%q is not a decimal number", text)
	}
	if e := d.Exponent(); e > mostDigits || e < -mostDigits || len(d.String()) > mostDigits {
		return Number{}, fmt.Errorf("%.*q written out has more than %d characters", digitsShown, text, mostDigits)
	}
	return Number{d}, nil
}

// MustNumber is ParseNumber for constants in tests and tables; it panics on a typing mistake.
func MustNumber(text string) Number {
	n, err := ParseNumber(text)
	if err != nil {
		panic(err)
	}
	return n
}

// Int returns n as a Number.
func Int(n int64) Number { return Number{decimal.NewFromInt(n)} }

// Tenths is a score as it is published.
func (n Number) Tenths() Number { return Number{n.Round(1)} }

// Grouped writes the whole part with commas, for people: 1,050,000.
func (n Number) Grouped() string {
	digits := n.Truncate(0).String()
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Dollars writes an amount in USD for people, with three digits, and cents at least: $12.34, $0.0123. It is "" for none.
func (n *Number) Dollars() string {
	if n == nil {
		return ""
	}
	places := int32(2)
	for least := decimal.NewFromInt(1); n.Abs().LessThan(least) && places < 8; least = least.Shift(-1) {
		places++
	}
	return "$" + n.StringFixed(places)
}

// MarshalJSON writes the shortest exact decimal: 12.50 becomes 12.5.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalJSON reads a JSON number exactly, without going through a float.
func (n *Number) UnmarshalJSON(text []byte) error {
	parsed, err := ParseNumber(string(text))
	if err != nil {
		return err
	}
	*n = parsed
	return nil
}

// UnmarshalText reads a YAML scalar exactly.
func (n *Number) UnmarshalText(text []byte) error { return n.UnmarshalJSON(text) }

// Equal reports whether both numbers have the same value; 1.50 equals 1.5. It serves go-cmp too.
func (n Number) Equal(other Number) bool { return n.Decimal.Equal(other.Decimal) }
