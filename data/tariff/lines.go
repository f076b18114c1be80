package tariff

import (
	"cmp"
	"slices"
	"strings"

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
func (q *question) ways(class data.BillingClass) (all []way, problem *Problem) {
	s, r := q.service, q.region
	var found [3][]int // the factor to the region, the service, both
	for i, to := range [3]way{{region: r}, {service: s}, {service: s, region: r}} {
		if found[i], problem = q.factorTo(class, to); problem != nil {
			return nil, problem
		}
	}
	toRegion, toService, toBoth := found[0], found[1], found[2]
	all = []way{{service: s, region: r}}
	by := func(service, region string, factors ...[]int) {
		if !slices.ContainsFunc(factors, func(f []int) bool { return f == nil }) { // every factor is there
			all = append(all, way{service, region, slices.Concat(factors...)})
		}
	}
	by(s, "", toRegion)
	by("", r, toService)
	if s != "" && r != "" {
		by("", "", toBoth)
		by("", "", toService, toRegion)
	}
	by(s, "")
	if r != "" {
		by("", "", toService)
	}
	return all, nil
}

// factorTo finds the factor that leads a class to these terms and no others; nil when there is none.
func (q *question) factorTo(class data.BillingClass, to way) (found []int, problem *Problem) {
	if to.service == "" && to.region == "" {
		return nil, nil
	}
	for i, f := range q.tariff.Factors {
		over := !f.Until.IsZero() && !q.usage.At.Before(f.Until.Time)
		if over || f.Service != to.service || f.Region != to.region || len(f.Classes) > 0 && !slices.Contains(f.Classes, class) {
			continue
		}
		if found != nil || !IsFactor(f.Factor) {
			return nil, q.problem(Broken, class)
		}
		found = []int{i}
	}
	return found, nil
}

// applied is a line, and the factors that lead from it to the terms that were asked.
type applied struct {
	place   int
	line    *data.TariffLine
	factors []int
}

// find looks for the line that bills a class.
func (q *question) find(class data.BillingClass) (applied, *Problem) {
	q.looked[class] = true
	ways, problem := q.ways(class)
	if problem != nil {
		return applied{}, problem
	}
	for _, w := range ways {
		group, efforts := q.underTerms(class, w)
		switch {
		case len(group) > 0:
			place, problem := q.holding(class, group)
			return applied{place, &q.tariff.Lines[place], w.factors}, problem
		case len(efforts) > 0:
			problem := q.problem(NoEffort, class)
			problem.Known = named(efforts)
			return applied{}, problem
		}
	}
	return applied{}, q.problem(NoLine, class)
}

// underTerms are the lines of a class for a service and region that hold on that day: those of the effort that was asked, and
// those for every effort where it has none. Where there are neither, the efforts are told that have lines.
func (q *question) underTerms(class data.BillingClass, w way) (places []int, efforts []string) {
	var every []int
	for i, l := range q.tariff.Lines {
		if l.Class != class || l.Terms.Kind == data.KindAnnounced || service(l.Terms.Service) != w.service ||
			l.Terms.Region != w.region || !l.Terms.InForce(q.usage.At) {
			continue
		}
		switch l.Terms.Effort {
		case "":
			every = append(every, i)
		case q.usage.Effort:
			places = append(places, i)
		default:
			efforts = append(efforts, l.Terms.Effort)
		}
	}
	if len(places) == 0 {
		places = every
	}
	return places, efforts
}

// holding is the one line of a group that holds at that hour for prompts of that size: a promotional one before others.
func (q *question) holding(class data.BillingClass, group []int) (int, *Problem) {
	var best, others, beyond []int
	for _, i := range group {
		l := q.tariff.Lines[i]
		holds, err := holdsAt(l.Terms.Hours, q.usage.At, q.holiday)
		switch {
		case err != nil:
			return 0, q.problem(Broken, class, i)
		case !holds:
		case l.Terms.Context != nil && !within(*l.Terms.Context, q.prompt, q.requests):
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
		return 0, q.problem(Broken, class, best...)
	case len(beyond) > 0:
		return 0, q.problem(NoBand, class, beyond...)
	}
	return 0, q.problem(NoLine, class)
}

// within reports whether requests of so many tokens together are in a band on average.
func within(b data.ContextBand, tokens, requests decimal.Decimal) bool {
	against := func(bound int64) int { return tokens.Cmp(decimal.NewFromInt(bound).Mul(requests)) }
	return (b.Over == 0 || against(b.Over) > 0) && (b.From == 0 || against(b.From) >= 0) &&
		(b.UpTo == 0 || against(b.UpTo) <= 0) && (b.Below == 0 || against(b.Below) < 0)
}

// A class of a modality has it in front: audio.input. What follows the dot is its kind.

func kindOf(class data.BillingClass) data.BillingClass {
	return class[strings.LastIndexByte(string(class), '.')+1:]
}

// sibling is the class of another kind in the same modality.
func sibling(class, kind data.BillingClass) data.BillingClass {
	return class[:len(class)-len(kindOf(class))] + kind
}

// promptKinds are the kinds of tokens that a prompt has, in their order: what is read from a cache is its beginning, what
// is written for longer comes before the rest.
var promptKinds = []data.BillingClass{
	data.ClassCacheRead, data.ClassCacheWrite12h, data.ClassCacheWrite1h, data.ClassCacheWrite, data.ClassInput,
}

var answerKinds = []data.BillingClass{data.ClassOutput, data.ClassReasoning}

func isPrompt(class data.BillingClass) bool { return slices.Contains(promptKinds, kindOf(class)) }

func isAnswer(class data.BillingClass) bool { return slices.Contains(answerKinds, kindOf(class)) }

// inPrompt orders classes: those of a prompt as it has them, those of an answer, all others.
func inPrompt(a, b data.BillingClass) int {
	rank := func(class data.BillingClass) int {
		return slices.Index(slices.Concat(promptKinds, answerKinds, []data.BillingClass{kindOf(class)}), kindOf(class))
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// inputOf is the class as which tokens are billed that are billed as input: that of their modality, and of text where the
// class is the input of a modality itself.
func inputOf(class data.BillingClass) data.BillingClass {
	if kindOf(class) == data.ClassInput {
		return data.ClassInput
	}
	return sibling(class, data.ClassInput)
}

// tokens are what most lines are for, as Measure.Of has it.
const tokens = "tokens"
