package catalog

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/yaml"
)

// Offer is a family of subscription plans that one company sells under one name, as it is published but for its plans.
type Offer struct {
	market.PlanOffer `yaml:",inline"`
	Evidence         []PlanEvidence `yaml:"evidence,omitempty"` // of the plans that have none of their own
	Plans            []Plan         `yaml:"plans" check:"many=1"`
}

// Plan is one subscription plan as it is published, but for what follows from its evidence. All of that states the same of it.
type Plan struct {
	market.Plan `yaml:",inline"` // the confidence is that of when it was verified last
	Evidence    []PlanEvidence   `yaml:"evidence,omitempty"` // absent: that of the offer, which Load adds; empty: nobody states the plan
}

// PlanEvidence is a text that states a plan as it stands here, or at least that there is one.
type PlanEvidence struct {
	Evidence `yaml:",inline"`
	Quote    string `yaml:"quote,omitempty" check:"text=300"`
}

// FirstStated is when the earliest evidence stated the plan; zero without evidence.
func (p Plan) FirstStated() Date { return p.stated(slices.MinFunc) }

// LastStated is when the newest evidence stated the plan; zero without evidence.
func (p Plan) LastStated() Date { return p.stated(slices.MaxFunc) }

func (p Plan) stated(which func(all []PlanEvidence, compare func(a, b PlanEvidence) int) PlanEvidence) Date {
	if len(p.Evidence) == 0 {
		return Date{}
	}
	return which(p.Evidence, func(a, b PlanEvidence) int { return a.Verified.First.Compare(b.Verified.First) }).Verified
}

// Plan is the plan with an id, nil if there is none.
func (c *Catalog) Plan(id string) *Plan {
	for _, o := range c.Offers {
		if p := data.Find(o.Plans, func(p Plan) bool { return p.ID == id }); p != nil {
			return p
		}
	}
	return nil
}

func (o Offer) validate(check *checks, at yaml.Place) {
	for i, p := range o.Plans {
		here := at.Key("plans").Item(i)
		if check.catalog.Plan(p.ID) != &o.Plans[i] {
			check.Add(here.Key("id"), "%q appears twice; remove or rename one", p.ID)
		}
		evident := len(p.Evidence) > 0 || p.Evidence == nil && len(o.Evidence) > 0
		if !evident && (p.Fee != market.FeeUnknown || p.Allowance != market.AllowanceUnknown) {
			check.Add(here, "where the fee or the allowance was read is missing; add evidence with verified, source and basis")
		}
	}
}

func (p Plan) validate(check *checks, at yaml.Place) {
	check.together(at, "fees", "fee", string(p.Fee), string(market.FeeStated), len(p.Fees) > 0)
	check.together(at, "includedWith", "fee", string(p.Fee), string(market.FeeIncluded), p.IncludedWith != "")
	check.together(at, "limits", "allowance", string(p.Allowance), string(market.AllowanceStated), len(p.Limits) > 0)
	for i, f := range p.Fees {
		check.fee(at.Key("fees").Item(i), f)
	}
	for i, limit := range p.Limits {
		check.together(at.Key("limits").Item(i), "than", "of", string(limit.Of), string(market.UsageMultiple), limit.Than != "")
		if limit.Than == p.ID || limit.Than != "" && check.catalog.Plan(limit.Than) == nil {
			check.Add(at.Key("limits").Item(i).Key("than"), "no other plan has the id %q", limit.Than)
		}
	}
}

// together refuses details without the state that they belong to, and that state without them.
func (c *checks) together(at yaml.Place, details, key, state, want string, there bool) {
	switch {
	case state == want && !there:
		c.Add(at, "%s is %s, but %s is missing", key, want, details)
	case state != want && there:
		c.Add(at.Key(details), "%s is %s, so %s has nothing to say; remove it, or write %s: %s", key, state, details, key, want)
	}
}

func (c *checks) fee(at yaml.Place, f market.PlanFee) {
	if _, known := c.catalog.Gate.ExchangeRates[f.Currency]; !known && f.Currency != "USD" {
		c.Add(at.Key("currency"), "%q is neither USD nor in exchangeRates of gate.yaml", f.Currency)
	}
	if f.Flat == nil && f.PerUser == nil {
		c.Add(at, "neither flat nor perUser says how much it is")
	}
}
