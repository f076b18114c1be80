package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"pricepoint/data"
)

// line is one of a drawing; its ends are percentages of the area.
type line struct{ X1, Y1, X2, Y2 string }

type tick struct{ At, Text string }

func percent(n float64) string { return strconv.FormatFloat(n, 'f', 2, 64) + "%" }

// history is how the prices of a tool moved, as far as is known today.
type history struct {
	Since    string // the first day on which any of them is known to have been billed
	Path     string // of the document with everything that was ever published
	Series   []series
	Ticks    []tick // of the price
	DayTicks []tick
	Steps    []step // the newest first; none when no price is known to have moved
	Replaced int    // lines that were published and are now known to be wrong, or were stated anew
}

// series is a price as a line of steps. All places are percentages of the area.
type series struct {
	Class string // its key
	Label string
	Lines []line
}

// step is a price while it held.
type step struct {
	From, Until string // days; Until "": it still holds
	Class       string
	Terms       string
	Price       string
}

func (d documents) historyOf(prices data.PricesDocument) history {
	if prices.ID == "" {
		return history{}
	}
	h := history{Path: "/" + data.PricesPath(prices.ID)}
	var held []data.PriceInterval
	region := ""
	for _, p := range prices.Intervals {
		switch {
		case p.Frame != nil && p.KnownUntil.IsZero() && p.ValidUntil.IsZero():
			region = p.Frame.Region
		case p.Line == nil || p.Line.Terms.Kind == data.KindList || p.Line.Terms.Kind == data.KindAnnounced:
		case p.KnownUntil.IsZero():
			held = append(held, p)
			if since := day(p.ValidFrom); h.Since == "" || since < h.Since {
				h.Since = since
			}
		default:
			h.Replaced++
		}
	}
	h.Steps = stepsOf(held)
	if len(h.Steps) > 0 {
		h.draw(held, region, d.tools.LastUpdated.Time)
	}
	return h
}

// stepsOf are the prices of all classes and terms of which any has ended.
func stepsOf(held []data.PriceInterval) []step {
	moved := map[[4]string]bool{}
	together := func(p data.PriceInterval) [4]string { // the lines of which one takes the place of another
		return [4]string{string(p.Line.Class), p.Line.Terms.Service, p.Line.Terms.Region, p.Line.Terms.Effort}
	}
	for _, p := range held {
		moved[together(p)] = moved[together(p)] || !p.ValidUntil.IsZero()
	}
	held = slices.DeleteFunc(slices.Clone(held), func(p data.PriceInterval) bool { return !moved[together(p)] })
	slices.SortStableFunc(held, func(a, b data.PriceInterval) int {
		return cmp.Or(b.ValidFrom.Compare(a.ValidFrom.Time), cmp.Compare(a.Line.Terms.Service, b.Line.Terms.Service),
			slices.Index(classOrder, b.Line.Class)-slices.Index(classOrder, a.Line.Class))
	})
	var all []step
	for _, p := range held {
		terms := p.Line.Terms
		terms.From, terms.Until = data.Timestamp{}, data.Timestamp{}
		all = append(all, step{From: day(p.ValidFrom), Until: known(p.ValidUntil), Class: className(p.Line.Class), Terms: terms.String(), Price: linePrice(*p.Line)})
	}
	return all
}

// classOrder begins with the last: what is not in it comes after all of it.
var classOrder = []data.BillingClass{data.ClassCacheWrite12h, data.ClassCacheWrite1h, data.ClassCacheWrite, data.ClassCacheRead, data.ClassReasoning, data.ClassOutput, data.ClassInput}

// draw makes lines of the prices of input and output: the standard service, for prompts that are not long. It draws nothing where
// there is no more than one straight line for each class.
func (h *history) draw(held []data.PriceInterval, region string, end time.Time) {
	drawn := slices.DeleteFunc(slices.Clone(held), func(p data.PriceInterval) bool {
		t := p.Line.Terms
		plain := t.Service == "" && t.Region == region && t.Effort == "" && t.Context.Lower() <= 0
		return !plain || p.Line.Price == nil || p.Line.Class != data.ClassInput && p.Line.Class != data.ClassOutput || !p.ValidFrom.Before(end)
	})
	if len(drawn) == 0 {
		return
	}
	slices.SortStableFunc(drawn, func(a, b data.PriceInterval) int { return a.ValidFrom.Compare(b.ValidFrom.Time) })
	f := field{from: drawn[0].ValidFrom.Time, to: end, top: topOf(drawn)}
	moved := false
	for _, class := range []data.BillingClass{data.ClassOutput, data.ClassInput} {
		s := series{Class: string(class), Label: className(class)}
		var last *data.PriceInterval
		for i, p := range drawn {
			if p.Line.Class != class {
				continue
			}
			from, until := f.x(p.ValidFrom.Time), f.x(end)
			if !p.ValidUntil.IsZero() {
				until = f.x(p.ValidUntil.Time)
			}
			y := f.y(*p.Line.Price)
			moved = moved || last != nil && !last.Line.Price.Equal(*p.Line.Price)
			if last != nil && last.ValidUntil.Equal(p.ValidFrom.Time) {
				s.Lines = append(s.Lines, line{percent(from), percent(f.y(*last.Line.Price)), percent(from), percent(y)})
			}
			s.Lines = append(s.Lines, line{percent(from), percent(y), percent(until), percent(y)})
			last = &drawn[i]
		}
		if len(s.Lines) > 0 {
			h.Series = append(h.Series, s)
		}
	}
	if h.Ticks, h.DayTicks = f.priceTicks(), f.dayTicks(); !moved {
		h.Series = nil
	}
}

// field is the area of the drawing.
type field struct {
	from, to time.Time
	top      float64 // USD
}

// topOf is a round number at or above all prices.
func topOf(drawn []data.PriceInterval) float64 {
	most := 0.0
	for _, p := range drawn {
		most = math.Max(most, p.Line.Price.InexactFloat64())
	}
	if most == 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, digit := range []float64{1, 2, 4, 5, 8} {
		if digit*power >= most {
			return digit * power
		}
	}
	return 10 * power
}

func (f field) x(t time.Time) float64 {
	whole := f.to.Sub(f.from).Hours()
	if whole <= 0 {
		return 0
	}
	return math.Max(0, math.Min(100, 100*t.Sub(f.from).Hours()/whole))
}

func (f field) y(n data.Number) float64 { return 100 - 100*n.InexactFloat64()/f.top }

func (f field) priceTicks() []tick {
	var all []tick
	for part := range 5 {
		at := f.top * float64(part) / 4
		all = append(all, tick{At: percent(100 - 25*float64(part)), Text: "$" + strconv.FormatFloat(at, 'f', -1, 64)})
	}
	return all
}

// mostDayTicks is how many fit beside one another on a narrow screen.
const mostDayTicks = 6

// dayTicks stand at the first of months.
func (f field) dayTicks() []tick {
	var months []time.Time
	for m := time.Date(f.from.Year(), f.from.Month()+1, 1, 0, 0, 0, 0, time.UTC); m.Before(f.to); m = m.AddDate(0, 1, 0) {
		months = append(months, m)
	}
	every := (len(months) + mostDayTicks - 1) / mostDayTicks
	var all []tick
	for i, m := range months {
		if i%every == 0 {
			all = append(all, tick{At: percent(f.x(m)), Text: fmt.Sprintf("%d-%02d", m.Year(), m.Month())})
		}
	}
	return all
}
