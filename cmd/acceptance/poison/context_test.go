//go:build proof

package poison

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/web"
)

type webPayload = web.Payload

// tokensPrinted is a context window in a cell: 500k, 1M, 262,144 tokens.
var tokensPrinted = regexp.MustCompile(`(?:^|>)\s*((\d[\d,.]*)\s?([km]?))\b(?: tokens)?`)

// tokensOf is a printed context window as a number, "" when it is none.
func tokensOf(text string) string {
	m := tokensPrinted.FindStringSubmatch(strings.ToLower(text))
	if m == nil {
		return ""
	}
	n, err := decimal.NewFromString(strings.ReplaceAll(m[2], ",", ""))
	if err != nil {
		return ""
	}
	switch m[3] {
	case "k":
		n = n.Mul(decimal.NewFromInt(1000))
	case "m":
		n = n.Mul(decimal.NewFromInt(1_000_000))
	}
	return n.String()
}

func decimalOf(text string) decimal.Decimal {
	n, err := decimal.NewFromString(text)
	if err != nil {
		return decimal.Zero
	}
	return n
}
