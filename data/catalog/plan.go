package catalog

import (
	"regexp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Offer is a family of subscription plans that one company sells under one name.
type Offer struct {
	ID        string         `yaml:"id"`
	Name      string         `yaml:"name"`
	Seller    string         `yaml:"seller"` // company; of a provider, its name
	URL       string         `yaml:"url"`
	Platforms []string       `yaml:"platforms,omitempty"` // ids of the platforms that can be used with the plans
	Beyond    string         `yaml:"beyond,omitempty"`    // how usage is paid that no plan includes: a sentence for people
	Evidence  []PlanEvidence `yaml:"evidence,omitempty"`  // of the plans that have none of their own
	Plans     []Plan         `yaml:"plans"`
}

// Plan is one subscription plan. All its evidence states the same of it.
type Plan struct {
	ID           string              `yaml:"id"`
	Name         string              `yaml:"name"`
	Fee          data.FeeState       `yaml:"fee"`
	Fees         []PlanFee           `yaml:"fees,omitempty"` // alternatives
	IncludedWith string              `yaml:"includedWith,omitempty"`
	Allowance    data.AllowanceState `yaml:"allowance"`
	Limits       []PlanLimit         `yaml:"limits,omitempty"`   // which all hold at once
	Confidence   Confidence          `yaml:"confidence"`         // when it was verified last
	Evidence     []PlanEvidence      `yaml:"evidence,omitempty"` // absent: that of the offer, which Load adds; empty: nobody states the plan
	Note         string              `yaml:"note,omitempty"`
}

// PlanFee is one way to pay for a plan: so much flat, and so much for each user.
type PlanFee struct {
	Currency string       `yaml:"currency"`
	Flat     *data.Number `yaml:"flat,omitempty"`
	PerUser  *data.Number `yaml:"perUser,omitempty"`
	Period   data.Period  `yaml:"period,omitempty"` // what it pays for
	Billed   data.Period  `yaml:"billed,omitempty"` // how often it is paid
}

// Free reports whether the fee is stated to be zero.
func (f PlanFee) Free() bool { return f.Flat != nil && f.Flat.IsZero() && f.PerUser == nil }

// PlanLimit is how much usage a plan includes.
type PlanLimit struct {
	Amount data.Number    `yaml:"amount"`
	Of     data.UsageUnit `yaml:"of"`
	Than   string         `yaml:"than,omitempty"` // id of the plan whose allowance is multiplied
	Period data.Period    `yaml:"period,omitempty"`
}

// PlanEvidence is a text that states a plan as it stands here, or at least that there is one.
type PlanEvidence struct {
	Evidence `yaml:",inline"`
	Quote    string `yaml:"quote,omitempty"`
}

// KnownSince is when the earliest evidence stated the plan; zero without evidence.
func (p Plan) KnownSince() (d Date) {
	for _, e := range p.Evidence {
		if d.IsZero() || e.Verified.First.Before(d.First) {
			d = e.Verified
		}
	}
	return d
}

// VerifiedAt is when the newest evidence stated the plan; zero without evidence.
func (p Plan) VerifiedAt() (d Date) {
	for _, e := range p.Evidence {
		if d.IsZero() || e.Verified.First.After(d.First) {
			d = e.Verified
		}
	}
	return d
}

// Plan is the plan with an id, nil if there is none.
func (c *Catalog) Plan(id string) *Plan {
	for _, o := range c.Offers {
		for i := range o.Plans {
			if o.Plans[i].ID == id {
				return &o.Plans[i]
			}
		}
	}
	return nil
}

func (l *loader) validateOffers() {
	at := l.in("plans.yaml").Key("offers")
	var ids, plans []string
	for i, o := range l.catalog.Offers {
		here := at.Item(i)
		ids = append(ids, o.ID)
		l.offer(here, o)
		for k, p := range o.Plans {
			if slices.Contains(plans, p.ID) {
				l.Add(here.Key("plans").Item(k).Key("id"), "%q appears twice; remove or rename one", p.ID)
			}
			plans = append(plans, p.ID)
			l.plan(here.Key("plans").Item(k), p, len(o.Evidence) > 0)
			if p.Evidence == nil {
				l.catalog.Offers[i].Plans[k].Evidence = o.Evidence
			}
		}
	}
	l.distinct(at, "id", ids)
	for i, p := range l.catalog.Platforms {
		if !slices.ContainsFunc(l.catalog.Offers, func(o Offer) bool { return slices.Contains(o.Platforms, p.ID) }) {
			l.Add(l.in("platforms.yaml").Key("platforms").Item(i), "no offer in plans.yaml has the platform %q; add what it costs, or that this is unknown", p.ID)
		}
	}
}

func (c *checks) offer(at yaml.Place, o Offer) {
	c.slug(at.Key("id"), o.ID)
	c.text(at.Key("name"), o.Name, 100)
	c.text(at.Key("seller"), o.Seller, 100)
	c.https(at.Key("url"), o.URL)
	c.planEvidence(at.Key("evidence"), o.Evidence)
	if o.Beyond != "" {
		c.text(at.Key("beyond"), o.Beyond, 200)
	}
	if len(o.Plans) == 0 {
		c.Add(at.Key("plans"), "the offer has no plan")
	}
	c.distinct(at.Key("platforms"), "", o.Platforms)
	for i, id := range o.Platforms {
		if !slices.ContainsFunc(c.catalog.Platforms, func(p Platform) bool { return p.ID == id }) {
			c.Add(at.Key("platforms").Item(i), "no platform in platforms.yaml has the id %q", id)
		}
	}
}

// plan checks one plan. inherits: without evidence of its own it has that of its offer.
func (c *checks) plan(at yaml.Place, p Plan, inherits bool) {
	c.slug(at.Key("id"), p.ID)
	c.text(at.Key("name"), p.Name, 100)
	oneOf(c, at.Key("confidence"), p.Confidence, High, Medium, Low)
	oneOf(c, at.Key("fee"), p.Fee, data.FeeStated, data.FeeIncluded, data.FeeByAgreement, data.FeeUnknown)
	oneOf(c, at.Key("allowance"), p.Allowance, data.AllowanceStated, data.AllowanceNone, data.AllowanceUnstated, data.AllowanceUnknown)
	c.together(at, "fees", "fee", string(p.Fee), string(data.FeeStated), len(p.Fees) > 0)
	c.together(at, "includedWith", "fee", string(p.Fee), string(data.FeeIncluded), p.IncludedWith != "")
	c.together(at, "limits", "allowance", string(p.Allowance), string(data.AllowanceStated), len(p.Limits) > 0)
	for i, f := range p.Fees {
		c.planFee(at.Key("fees").Item(i), f, len(p.Fees) == 1)
	}
	for i, limit := range p.Limits {
		c.planLimit(at.Key("limits").Item(i), p, limit)
	}
	c.planEvidence(at.Key("evidence"), p.Evidence)
	c.planReasons(at, p, len(p.Evidence) > 0 || p.Evidence == nil && inherits)
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

func (c *checks) planEvidence(at yaml.Place, all []PlanEvidence) {
	for i, e := range all {
		c.evidence(at.Item(i), e.Evidence)
		if e.Quote != "" {
			c.text(at.Item(i).Key("quote"), e.Quote, 300)
		}
	}
}

// planReasons wants evidence for whatever is known of a plan, and a note for what is not. evident: there is evidence.
func (c *checks) planReasons(at yaml.Place, p Plan, evident bool) {
	if !evident && (p.Fee != data.FeeUnknown || p.Allowance != data.AllowanceUnknown) {
		c.Add(at, "where the fee or the allowance was read is missing; add evidence with verified, source and basis")
	}
	if p.Note != "" {
		c.text(at.Key("note"), p.Note, 300)
	} else if !evident || p.Confidence == Low {
		c.Add(at, "a plan of low confidence or without evidence needs a note that says why")
	}
}

// maxFee is more than any plan costs in a year, in any currency of gate.yaml.
var maxFee = data.Int(10_000_000)

func (c *checks) planFee(at yaml.Place, f PlanFee, only bool) {
	if _, known := c.catalog.Gate.ExchangeRates[f.Currency]; !known && f.Currency != "USD" {
		c.Add(at.Key("currency"), "%q is neither USD nor in exchangeRates of gate.yaml", f.Currency)
	}
	if f.Flat == nil && f.PerUser == nil {
		c.Add(at, "neither flat nor perUser says how much it is")
	}
	if !f.Free() || !only {
		c.amount(at.Key("flat"), f.Flat)
		c.amount(at.Key("perUser"), f.PerUser)
	}
	if f.Free() && f.Billed != "" {
		c.Add(at.Key("billed"), "nothing is billed for a free plan; remove it")
	}
	c.period(at.Key("period"), f.Period)
	c.period(at.Key("billed"), f.Billed)
}

// amount checks a part of a fee, which may be absent.
func (c *checks) amount(at yaml.Place, n *data.Number) {
	if n != nil && (!n.IsPositive() || n.GreaterThan(maxFee.Decimal)) {
		c.Add(at, "%s is no fee; a free plan has flat: 0 as its only fee", n)
	}
}

func (c *checks) planLimit(at yaml.Place, p Plan, limit PlanLimit) {
	c.above0(at.Key("amount"), limit.Amount)
	oneOf(c, at.Key("of"), limit.Of, data.UsageUSD, data.UsageCredits, data.UsageRequests, data.UsageCompletions, data.UsageTokens, data.UsageHours, data.UsageMultiple)
	c.together(at, "than", "of", string(limit.Of), string(data.UsageMultiple), limit.Than != "")
	if limit.Than != "" && (limit.Than == p.ID || c.catalog.Plan(limit.Than) == nil) {
		c.Add(at.Key("than"), "no other plan has the id %q", limit.Than)
	}
	c.period(at.Key("period"), limit.Period)
}

var periodForm = regexp.MustCompile(`^(week|month|year|[1-9]\d{0,2} (hours|days))$`)

// period checks a length of time that may be absent.
func (c *checks) period(at yaml.Place, p data.Period) {
	if p != "" && !periodForm.MatchString(string(p)) {
		c.Add(at, "%q is no period; write week, month, year, or a number of hours or days such as 5 hours", p)
	}
}
