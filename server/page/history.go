package page

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// history is how the prices of a tool moved, as far as is known today.
type history struct {
	Since    string // the first day on which any of them is known to have been billed
	Path     string // of the document with everything that was ever published
	Drawn    *drawing
	Steps    []step // the newest first; none when no price is known to have moved
	Replaced int    // lines that were published and are now known to be wrong, or were stated anew
}

// drawing are the prices of input and output as lines of steps. Its places are percentages of the area.
type drawing struct {
	From, Until, Top string // what its edges mean
	Series           []series

	from, to time.Time
	top      float64 // USD
}

// series is one price.
type series struct{ Class, Label, Path string }

// step is a price while it held.
type step struct {
	From, Until string // days; Until "": it still holds
	Class       string
	Terms       string
	Price       string
}

func historyOf(d facts.Documents, prices data.PricesDocument) history {
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
			if since := data.Day(p.ValidFrom); h.Since == "" || since < h.Since {
				h.Since = since
			}
		default:
			h.Replaced++
		}
	}
	h.Steps = stepsOf(held)
	if len(h.Steps) > 0 {
		h.Drawn = drawn(held, region, d.Tools.LastUpdated.Time)
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
		all = append(all, step{From: data.Day(p.ValidFrom), Until: data.Known(p.ValidUntil), Class: facts.ClassName(p.Line.Class), Terms: terms.String(), Price: facts.LinePrice(*p.Line)})
	}
	return all
}

// classOrder begins with the last: what is not in it comes after all of it.
var classOrder = []data.BillingClass{data.ClassCacheWrite12h, data.ClassCacheWrite1h, data.ClassCacheWrite, data.ClassCacheRead, data.ClassReasoning, data.ClassOutput, data.ClassInput}

// drawn draws the standard service, for prompts that are not long; nil where no such price has moved.
func drawn(held []data.PriceInterval, region string, end time.Time) *drawing {
	held = slices.DeleteFunc(slices.Clone(held), func(p data.PriceInterval) bool {
		t := p.Line.Terms
		plain := t.Service == "" && t.Region == region && t.Effort == "" && t.Context.Lower() <= 0
		return !plain || p.Line.Price == nil || p.Line.Class != data.ClassInput && p.Line.Class != data.ClassOutput || !p.ValidFrom.Before(end)
	})
	if len(held) == 0 {
		return nil
	}
	slices.SortStableFunc(held, func(a, b data.PriceInterval) int { return a.ValidFrom.Compare(b.ValidFrom.Time) })
	d := drawing{From: data.Day(held[0].ValidFrom), Until: end.Format(time.DateOnly), from: held[0].ValidFrom.Time, to: end}
	for _, p := range held {
		if n := p.Line.Price.InexactFloat64(); n > d.top {
			d.top, d.Top = n, "$"+facts.Price(*p.Line.Price)
		}
	}
	moved := d.add(held, data.ClassOutput)
	if moved = d.add(held, data.ClassInput) || moved; !moved {
		return nil
	}
	return &d
}

// add draws one price, and reports whether it has moved.
func (d *drawing) add(held []data.PriceInterval, class data.BillingClass) (moved bool) {
	s, lastX, lastY := series{Class: string(class), Label: facts.ClassName(class)}, -1.0, -1.0
	for _, p := range held {
		if p.Line.Class != class {
			continue
		}
		until := d.to
		if !p.ValidUntil.IsZero() {
			until = p.ValidUntil.Time
		}
		x, y := d.x(p.ValidFrom.Time), 100-100*p.Line.Price.InexactFloat64()/max(d.top, 1e-9)
		if x == lastX {
			s.Path += fmt.Sprintf("M%.2f,%.2fV%.2f", x, lastY, y)
		}
		moved = moved || s.Path != "" && y != lastY
		lastX, lastY = d.x(until), y
		s.Path += fmt.Sprintf("M%.2f,%.2fH%.2f", x, y, lastX)
	}
	if s.Path != "" {
		d.Series = append(d.Series, s)
	}
	return moved
}

func (d *drawing) x(t time.Time) float64 {
	return max(0, min(100, 100*t.Sub(d.from).Hours()/max(1, d.to.Sub(d.from).Hours())))
}
