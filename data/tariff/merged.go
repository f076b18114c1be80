package tariff

import (
	"cmp"

	"pricepoint/data"
)

// Merged is what many requests together can have cost when nobody knows how many there were: from prompts of a token each
// to the longest there can be. u.Requests does not matter. Low and High are equal where the size of prompts makes no
// difference and every price is known.
func Merged(t data.Tariff, u Usage) (Cost, error) {
	prompt := int64(0)
	u.Requests = 0
	for class, n := range u.Quantities {
		u.Requests += n
		if class != data.ClassOutput && class != data.ClassReasoning {
			prompt += n
		}
	}
	c, err := Price(t, u)
	longest := cmp.Or(t.Limits.Input, t.Limits.Context, prompt)
	if err != nil || longest == 0 {
		return c, err
	}
	t.Limits = data.TokenLimits{} // the average of the answers does not matter: prompts and answers need not be spread evenly
	for _, u.Requests = range []int64{max(1, prompt/longest), prompt/longest + 1} {
		if other, err := Price(t, u); err == nil && other.High.GreaterThan(c.High.Decimal) {
			c.High = other.High
		}
	}
	return c, nil
}
