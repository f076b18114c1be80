package tariff

import (
	"slices"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// way is from which terms to those that were asked, by which factors.
type way struct {
	service, region string
	factors         []int
}

// ways are all ways to the terms that were asked, the best first: their own lines, then as few factors as can be and from
// the lines of the service rather than of the region, then the lines that hold everywhere.
func (q *question) ways(class data.BillingClass) ([]way, *Problem) {
	s, r := q.service, q.region
	ways := []way{{service: s, region: r}}
	var found [3]int // of the factors to the region, the service, both; -1: there is none
	for i, to := range [3]way{{region: r}, {service: s}, {service: s, region: r}} {
		place, problem := q.factorTo(class, to)
		if problem != nil {
			return nil, problem
		}
		found[i] = place
	}
	toRegion, toService, toBoth := found[0], found[1], found[2]
	if r != "" && toRegion >= 0 {
		ways = append(ways, way{s, "", []int{toRegion}})
	}
	if s != "" && toService >= 0 {
		ways = append(ways, way{"", r, []int{toService}})
	}
	if s == "" || r == "" {
		return append(ways, way{service: s}), nil
	}
	if toBoth >= 0 {
		ways = append(ways, way{"", "", []int{toBoth}})
	}
	if toRegion >= 0 && toService >= 0 {
		ways = append(ways, way{"", "", []int{toService, toRegion}})
	}
	ways = append(ways, way{service: s})
	if toService >= 0 {
		ways = append(ways, way{"", "", []int{toService}})
	}
	return ways, nil
}

// factorTo finds the factor that leads a class to these terms and no others; -1 when there is none.
func (q *question) factorTo(class data.BillingClass, to way) (int, *Problem) {
	found := -1
	if to.service == "" && to.region == "" {
		return found, nil
	}
	for i, f := range q.tariff.Factors {
		if !f.Until.IsZero() && !q.usage.At.Before(f.Until.Time) || f.Service != to.service || f.Region != to.region || len(f.Classes) > 0 && !slices.Contains(f.Classes, class) {
			continue
		}
		if found >= 0 || !IsFactor(f.Factor) {
			problem := q.problem(Broken, class)
			return -1, &problem
		}
		found = i
	}
	return found, nil
}

// applied is a line, and the factors that lead from it to the terms that were asked.
type applied struct {
	place   int
	line    *data.TariffLine
	factors []int
}

// find looks for the line that bills a class in requests whose prompts have so many tokens together.
func (q *question) find(class data.BillingClass, prompt decimal.Decimal) (applied, *Problem) {
	q.looked[class] = true
	ways, problem := q.ways(class)
	if problem != nil {
		return applied{}, problem
	}
	for _, w := range ways {
		group, problem := q.withEffort(class, q.underTerms(class, w))
		if problem != nil {
			return applied{}, problem
		}
		if len(group) > 0 {
			place, problem := q.holding(class, group, prompt)
			if problem != nil {
				return applied{}, problem
			}
			return applied{place, &q.tariff.Lines[place], w.factors}, nil
		}
	}
	none := q.problem(NoLine, class)
	return applied{}, &none
}

// underTerms are the lines of a class for a service and region that hold on that day.
func (q *question) underTerms(class data.BillingClass, w way) []int {
	var places []int
	for i, l := range q.tariff.Lines {
		if l.Class == class && l.Terms.Kind != data.KindAnnounced && service(l.Terms.Service) == w.service &&
			l.Terms.Region == w.region && l.Terms.InForce(q.usage.At) {
			places = append(places, i)
		}
	}
	return places
}

// withEffort keeps the lines of the effort that was asked, and those for every effort where it has none.
func (q *question) withEffort(class data.BillingClass, places []int) ([]int, *Problem) {
	var asked, every []int
	var known []string
	for _, i := range places {
		switch effort := q.tariff.Lines[i].Terms.Effort; effort {
		case "":
			every = append(every, i)
		case q.usage.Effort:
			asked = append(asked, i)
		default:
			known = append(known, effort)
		}
	}
	if len(asked) > 0 {
		return asked, nil
	}
	if len(every) == 0 && len(known) > 0 {
		problem := q.problem(NoEffort, class, named(known)...)
		return nil, &problem
	}
	return every, nil
}

// holding is the one line of a group that holds at that hour for prompts of that size: a promotional one before others.
func (q *question) holding(class data.BillingClass, group []int, prompt decimal.Decimal) (int, *Problem) {
	var best, others, beyond []int
	for _, i := range group {
		l := q.tariff.Lines[i]
		holds, err := holdsAt(l.Terms.Hours, q.usage.At, q.holiday)
		switch {
		case err != nil:
			return 0, q.broken(class, i)
		case !holds:
		case !q.inBand(l.Terms.Context, prompt):
			beyond = append(beyond, i)
		case l.Terms.Kind == data.KindPromotional:
			best = append(best, i)
		default:
			others = append(others, i)
		}
	}
	if len(best) == 0 {
		best = others
	}
	switch {
	case len(best) == 1:
		return best[0], nil
	case len(best) > 1:
		return 0, q.broken(class, best...)
	}
	code := NoLine
	if len(beyond) > 0 {
		code = NoBand
	}
	problem := q.problem(code, class)
	problem.Lines = beyond
	return 0, &problem
}

func (q *question) broken(class data.BillingClass, lines ...int) *Problem {
	problem := q.problem(Broken, class)
	problem.Lines = lines
	return &problem
}

// inBand reports whether requests are in a band whose prompts have so many tokens together.
func (q *question) inBand(b *data.ContextBand, prompt decimal.Decimal) bool {
	if b == nil {
		return true
	}
	if b.Counts == data.CountUncached {
		prompt = prompt.Sub(q.cached)
	}
	return within(*b, prompt, q.requests)
}

// within reports whether requests of so many tokens together are in a band on average.
func within(b data.ContextBand, tokens, requests decimal.Decimal) bool {
	against := func(bound int64) int { return tokens.Cmp(decimal.NewFromInt(bound).Mul(requests)) }
	return (b.Over == 0 || against(b.Over) > 0) && (b.From == 0 || against(b.From) >= 0) &&
		(b.UpTo == 0 || against(b.UpTo) <= 0) && (b.Below == 0 || against(b.Below) < 0)
}
