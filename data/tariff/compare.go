package tariff

import (
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// rivals are the terms under which only one line may hold, and one promotion beside it.
type rivals struct {
	class                   data.BillingClass
	service, region, effort string
}

// compare finds where two lines hold for the same tokens at the same time, and where none holds between lines that do.
// It tries every instant, hour and size of prompts at which one of them begins or ends.
func (c *checker) compare() {
	var order []rivals
	groups := map[rivals][]data.TariffLine{}
	for _, l := range c.tariff.Lines {
		if l.Terms.Kind == data.KindAnnounced {
			continue
		}
		r := rivals{l.Class, l.Terms.Service, l.Terms.Region, l.Terms.Effort}
		if groups[r] == nil {
			order = append(order, r)
		}
		groups[r] = append(groups[r], l)
	}
	for _, r := range order {
		if problem := compareLines(groups[r]); problem != "" {
			c.fault("%s (%s): %s", r.class, data.Terms{Service: r.service, Region: r.region, Effort: r.effort}, problem)
		}
	}
}

func compareLines(lines []data.TariffLine) string {
	if problem := unlike(lines); problem != "" {
		return problem
	}
	for _, at := range instants(lines) {
		now := slices.DeleteFunc(slices.Clone(lines), func(l data.TariffLine) bool { return !l.Terms.InForce(at.Time) })
		if problem := compareHours(now); problem != "" {
			if !at.IsZero() {
				problem += ", from " + at.String()
			}
			return problem
		}
	}
	return ""
}

// unlike says what about lines cannot be compared.
func unlike(lines []data.TariffLine) string {
	zones, counts := map[string]bool{}, map[data.ContextCount]bool{}
	for _, l := range lines {
		if l.Terms.Hours != nil {
			zones[l.Terms.Hours.Zone] = true
		}
		if b := l.Terms.Context; b != nil {
			counts[b.Counts] = true
		}
	}
	if counts[data.CountPrompt] {
		delete(counts, "") // which means the same
	}
	switch {
	case len(zones) > 1:
		return "its hours are told by clocks of several zones"
	case len(counts) > 1:
		return "its bands count prompts in two ways"
	}
	return ""
}

// instants are when lines begin or end, and the beginning of time.
func instants(lines []data.TariffLine) []data.Timestamp {
	at := []data.Timestamp{{}}
	for _, l := range lines {
		at = append(at, l.Terms.From, l.Terms.Until)
	}
	slices.SortFunc(at, func(a, b data.Timestamp) int { return a.Compare(b.Time) })
	return slices.CompactFunc(at, func(a, b data.Timestamp) bool { return a.Equal(b.Time) })
}

func compareHours(lines []data.TariffLine) string {
	weeks := make([]*week, len(lines))
	minutes := []int{0}
	for i, l := range lines {
		if l.Terms.Hours == nil {
			continue
		}
		w, err := weekOf(*l.Terms.Hours)
		if err != nil {
			return err.Error()
		}
		weeks[i] = &w
		for _, s := range w.spans {
			minutes = append(minutes, s.begin, (s.begin+s.length)%minutesAWeek)
		}
	}
	slices.Sort(minutes)
	for _, minute := range slices.Compact(minutes) {
		var now []data.TariffLine
		for i, l := range lines {
			if weeks[i] == nil || weeks[i].holds(minute) {
				now = append(now, l)
			}
		}
		problem := compareBands(now)
		if len(now) == 0 && len(lines) > 0 {
			problem = "no line holds at some hours; write one that says what is known of them"
		}
		if problem != "" && len(minutes) > 1 {
			problem += fmt.Sprintf(", on %s at %02d:%02d", weekdays[minute/minutesADay], minute%minutesADay/60, minute%60)
		}
		if problem != "" {
			return problem
		}
	}
	return ""
}

// compareBands tries every size around a bound, in halves of a token: two requests can have an odd number together.
func compareBands(lines []data.TariffLine) string {
	halves := []int64{0}
	for _, l := range lines {
		if b := l.Terms.Context; b != nil {
			for _, bound := range []int64{b.Over, b.From, b.UpTo, b.Below} {
				halves = append(halves, max(0, 2*bound-1), 2*bound, 2*bound+1)
			}
		}
	}
	slices.Sort(halves)
	ended := int64(-1) // the first size without a line
	for _, size := range slices.Compact(halves) {
		promotional, others := holdingAt(lines, size)
		switch found := promotional + others; {
		case promotional > 1 || others > 1:
			return fmt.Sprintf("two lines hold for prompts of %s tokens", inTokensOf(size))
		case found > 0 && ended >= 0:
			return fmt.Sprintf("no line is for prompts of %s tokens, and one for longer ones; write one that says what is known of them", inTokensOf(ended))
		case found == 0 && ended < 0:
			ended = size
		}
	}
	return ""
}

func holdingAt(lines []data.TariffLine, halves int64) (promotional, others int) {
	for _, l := range lines {
		switch b := l.Terms.Context; {
		case b != nil && !within(*b, decimal.NewFromInt(halves), two):
		case l.Terms.Kind == data.KindPromotional:
			promotional++
		default:
			others++
		}
	}
	return promotional, others
}

var two = decimal.NewFromInt(2)

func inTokensOf(halves int64) string { return decimal.NewFromInt(halves).Div(two).String() }
