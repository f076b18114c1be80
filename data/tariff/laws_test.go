package tariff_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// likeThat changes a usage a little, in ways that matter to the tariff.
func likeThat(random *rand.Rand, t data.Tariff, u tariff.Usage) tariff.Usage {
	u.Quantities = maps.Clone(u.Quantities)
	for range 1 + random.IntN(2) {
		class := data.ClassInput
		if random.IntN(2) == 0 {
			class = t.Lines[random.IntN(len(t.Lines))].Class
		}
		u.Quantities[class] = random.Int64N([]int64{10, 300_000, 2_000_000}[random.IntN(3)])
	}
	u.Requests = max(1, u.Requests) * []int64{1, 1, 2, 7}[random.IntN(4)]
	u.At = u.At.Add(time.Duration(random.Int64N(int64(300 * 24 * time.Hour)))).Truncate(time.Millisecond)
	line := t.Lines[random.IntN(len(t.Lines))].Terms
	if random.IntN(3) == 0 {
		u.Service, u.Region, u.Effort = line.Service, line.Region, line.Effort
	}
	if len(t.Factors) > 0 && random.IntN(3) == 0 {
		f := t.Factors[random.IntN(len(t.Factors))]
		u.Service, u.Region = f.Service, f.Region
	}
	return u
}

// eachPriced calls check with usages that have a price.
func eachPriced(t *testing.T, check func(*rand.Rand, data.Tariff, tariff.Usage, tariff.Cost)) {
	t.Helper()
	v := readVectors(t)
	random := rand.New(rand.NewPCG(4, 2))
	priced := 0
	for range 5000 {
		from := v.Questions[random.IntN(len(v.Questions))]
		subject := v.Tariffs[from.Tariff]
		usage := likeThat(random, subject, from.Usage)
		if cost, err := tariff.Price(subject, usage); err == nil && len(cost.Items) > 0 {
			priced++
			addsUp(t, subject, usage, cost)
			check(random, subject, usage, cost)
		}
	}
	if priced < 1000 {
		t.Fatalf("only %d usages had a price", priced)
	}
}

func TestACheaperLineNeverRaisesTheCost(t *testing.T) {
	lower := 0
	eachPriced(t, func(random *rand.Rand, subject data.Tariff, usage tariff.Usage, before tariff.Cost) {
		item := before.Items[random.IntN(len(before.Items))]
		place := item.Line
		if subject.Lines[place].Price == nil {
			return
		}
		cheaper := data.Number{Decimal: subject.Lines[place].Price.Mul(decimal.New(1+random.Int64N(9), -1))}
		subject.Lines = slices.Clone(subject.Lines)
		subject.Lines[place].Price = &cheaper
		after, err := tariff.Price(subject, usage)
		same := after.Low.Equal(before.Low) && after.High.Equal(before.High) && item.Bound != tariff.UpToInput // that can be up to an announced price
		if err != nil || same || after.Low.GreaterThan(before.Low.Decimal) || after.High.GreaterThan(before.High.Decimal) {
			t.Errorf("%s, %+v: with a cheaper line %d from %s-%s to %s-%s, %v", subject.ID, usage, place, before.Low, before.High, after.Low, after.High, err)
		}
		lower++
	})
	if lower == 0 {
		t.Error("no line was made cheaper")
	}
}

// TestRequestsAddUp prices a usage many times over in as many requests more: the average stays, so the cost multiplies.
func TestRequestsAddUp(t *testing.T) {
	eachPriced(t, func(random *rand.Rand, subject data.Tariff, usage tariff.Usage, one tariff.Cost) {
		times := 2 + random.Int64N(1000)
		usage.Requests *= times
		usage.Quantities = maps.Clone(usage.Quantities)
		for class := range usage.Quantities {
			usage.Quantities[class] *= times
		}
		if usage.Quantities[data.ClassInput] > tariff.MaxQuantity {
			return
		}
		all, err := tariff.Price(subject, usage)
		n := decimal.NewFromInt(times)
		if err != nil || !all.Low.Equal(data.Number{Decimal: one.Low.Mul(n)}) || !all.High.Equal(data.Number{Decimal: one.High.Mul(n)}) {
			t.Errorf("%s, %+v: %d times %s-%s is %s-%s, %v", subject.ID, usage, times, one.Low, one.High, all.Low, all.High, err)
		}
	})
}

// addsUp holds an answer to its items: none is negative or upside down, and together they are what was asked.
func addsUp(t *testing.T, subject data.Tariff, usage tariff.Usage, cost tariff.Cost) {
	t.Helper()
	var low, high decimal.Decimal
	quantities := map[data.BillingClass]int64{}
	for _, i := range cost.Items {
		low, high = low.Add(i.Low.Decimal), high.Add(i.High.Decimal)
		quantities[i.Class] += i.Quantity
		if i.Low.IsNegative() || i.High.LessThan(i.Low.Decimal) || i.Quantity < 1 {
			t.Errorf("%s: %+v cannot be", subject.ID, i)
		}
	}
	if !low.Equal(cost.Low.Decimal) || !high.Equal(cost.High.Decimal) {
		t.Errorf("%s: the items cost %s-%s, all together %s-%s", subject.ID, low, high, cost.Low, cost.High)
	}
	maps.DeleteFunc(usage.Quantities, func(_ data.BillingClass, n int64) bool { return n == 0 })
	if !maps.Equal(quantities, usage.Quantities) {
		t.Errorf("%s: %v was asked and %v is billed", subject.ID, usage.Quantities, quantities)
	}
	unconfirmed := slices.ContainsFunc(cost.Items, func(i tariff.Item) bool { return i.Bound.Unconfirmed() })
	holiday := slices.ContainsFunc(cost.Notes, func(n tariff.Note) bool { return n.Kind == tariff.PerhapsHoliday })
	if len(cost.Unknown) == 0 && !unconfirmed && !holiday && !low.Equal(high) {
		t.Errorf("%s: %s-%s, and nothing is unknown", subject.ID, low, high)
	}
}
