package documents

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/normalize"
)

func amount(text string) *data.Number {
	n := data.MustNumber(text)
	return &n
}

// planned is the small catalogue with an offer of Acme that the platform ed can be used with.
func planned(plans ...catalog.Plan) *catalog.Catalog {
	c := smallCatalog()
	c.Offers = []catalog.Offer{{
		PlanOffer: market.PlanOffer{ID: "acme-plans", Name: "Acme", Seller: "Acme", URL: "https://acme.example/plans", Platforms: []string{"ed"}}, Plans: plans,
	}}
	return c
}

func stated(day catalog.Date, fees ...market.PlanFee) catalog.Plan {
	return catalog.Plan{
		Plan:     market.Plan{ID: "pro", Name: "Pro", Fee: market.FeeStated, Fees: fees, Allowance: market.AllowanceUnstated, Confidence: data.High},
		Evidence: []catalog.PlanEvidence{{Evidence: catalog.Evidence{Verified: day, Source: "https://acme.example/plans", Basis: data.OwnPage}}},
	}
}

func TestPlans(t *testing.T) {
	seen := stated(day("2026-10-01"), market.PlanFee{Currency: "EUR", PerUser: amount("9.50"), Period: "month", Billed: "year"})
	seen.Evidence = append([]catalog.PlanEvidence{{
		Evidence: catalog.Evidence{Verified: catalog.Date{Text: "2026-05", First: day("2026-05-01").First}, Source: "https://news.example", Basis: data.ThirdParty, Note: "A doubt."},
		Quote:    "9.50 € a seat",
	}}, seen.Evidence...)
	seen.Allowance, seen.Limits = market.AllowanceStated, []market.PlanLimit{{Amount: data.Int(12), Of: market.UsageUSD, Period: "5 hours"}}
	old := stated(day("2026-08-01"), market.PlanFee{Currency: "USD", Flat: amount("0")})
	later := stated(day("2026-10-16"), market.PlanFee{Currency: "USD", Flat: amount("5"), Period: "month"})
	unread := catalog.Plan{Plan: market.Plan{ID: "team", Name: "Team", Fee: market.FeeUnknown, Allowance: market.AllowanceUnknown, Confidence: data.Low, Note: "Nobody says."}}

	doc := document[market.PlansDocument](t, built(t, planned(seen, old, later, unread)), data.PlansPath)
	page := func(verified string) []market.PlanEvidence {
		return []market.PlanEvidence{{URL: "https://acme.example/plans", Basis: "page", Verified: verified}}
	}
	at := func(text string) data.Timestamp { return data.At(day(text).First) }
	want := market.PlansDocument{
		Version: data.Version(now), LastUpdated: data.At(now), Unknown: []string{"Bolt"},
		Offers: []market.PlanOffer{{
			ID: "acme-plans", Name: "Acme", Seller: "Acme", URL: "https://acme.example/plans", Platforms: []string{"ed"},
			Plans: []market.Plan{
				{ID: "pro", Name: "Pro", Fee: market.FeeStated, Fees: []market.PlanFee{{Currency: "EUR", PerUser: amount("9.5"), Period: "month", Billed: "year"}},
					Allowance: market.AllowanceStated, Limits: []market.PlanLimit{{Amount: data.Int(12), Of: market.UsageUSD, Period: "5 hours"}},
					Confidence: data.High, KnownSince: at("2026-05-01"), VerifiedAt: at("2026-10-01"),
					Evidence: append(page("2026-10-01"), market.PlanEvidence{URL: "https://news.example", Basis: "third-party", Quote: "9.50 € a seat", Note: "A doubt.", Verified: "2026-05"})},
				{ID: "pro", Name: "Pro", Fee: market.FeeStated, Fees: []market.PlanFee{{Currency: "USD", Flat: amount("0")}}, Allowance: market.AllowanceUnstated,
					Confidence: data.Medium, KnownSince: at("2026-08-01"), VerifiedAt: at("2026-08-01"), Evidence: page("2026-08-01")},
				{ID: "pro", Name: "Pro", Fee: market.FeeStated, Fees: []market.PlanFee{{Currency: "USD", Flat: amount("5"), Period: "month"}}, Allowance: market.AllowanceUnstated,
					Confidence: data.High, KnownSince: at("2026-10-16"), VerifiedAt: at("2026-10-16"), Placeholder: true, Evidence: page("2026-10-16")},
				{ID: "team", Name: "Team", Fee: market.FeeUnknown, Allowance: market.AllowanceUnknown, Confidence: data.Low, Evidence: []market.PlanEvidence{}, Note: "Nobody says."},
			},
		}},
	}
	if diff := cmp.Diff(want, doc); diff != "" {
		t.Errorf("plans (-want +got):\n%s", diff)
	}
}

// Every build here is of 2026-10-15: 2026-06-17 is 120 days before it.
func TestPlatformPricing(t *testing.T) {
	usd := func(flat string, period market.Period) market.PlanFee {
		return market.PlanFee{Currency: "USD", Flat: amount(flat), Period: period}
	}
	fresh := day("2026-10-01")
	with := func(p catalog.Plan, change func(*catalog.Plan)) catalog.Plan { change(&p); return p }
	limited := func(of market.UsageUnit, n string, every market.Period) func(*catalog.Plan) {
		return func(p *catalog.Plan) {
			p.Limits = append(p.Limits, market.PlanLimit{Amount: data.MustNumber(n), Of: of, Than: "pro", Period: every})
		}
	}
	for _, tt := range []struct {
		name string
		plan catalog.Plan
		want string
	}{
		{"free", stated(fresh, usd("0", "")), "Pro is free"},
		{"free-by-name", with(stated(fresh, usd("0", "")), func(p *catalog.Plan) { p.Name = "Free" }), "Free"},
		{"free-for-a-while", stated(fresh, usd("0", "14 days")), "Pro is free for 14 days"},
		{"monthly", stated(fresh, usd("20", "month")), "Pro $20 a month"},
		{"cents-and-thousands", stated(fresh, usd("14.99", "month"), usd("1200", "year")), "Pro $14.99 a month or $1,200 a year"},
		{"other-currency", stated(fresh, market.PlanFee{Currency: "EUR", Flat: amount("14.9"), Period: "month"}), "Pro 14.90 EUR a month"},
		{"per-user", stated(fresh, market.PlanFee{Currency: "USD", PerUser: amount("25"), Period: "month", Billed: "month"},
			market.PlanFee{Currency: "USD", PerUser: amount("20"), Period: "month", Billed: "year"}), "Pro $25 per user a month or $20 per user a month billed by the year"},
		{"base-and-users", stated(fresh, market.PlanFee{Currency: "USD", Flat: amount("80"), PerUser: amount("40"), Period: "month"}), "Pro $80 a month plus $40 per user a month"},
		{"without-a-period", stated(fresh, market.PlanFee{Currency: "USD", PerUser: amount("20")}), "Pro $20 per user"},
		{"usage-apart", with(stated(fresh, usd("20", "month")), func(p *catalog.Plan) { p.Allowance = market.AllowanceNone }), "Pro $20 a month plus usage"},
		{"usage-of-the-month", with(stated(fresh, usd("20", "month")), limited(market.UsageUSD, "20", "month")), "Pro $20 a month with $20 of usage"},
		{"usage-of-other-hours", with(with(stated(fresh, usd("10", "month")), limited(market.UsageUSD, "12", "5 hours")), limited(market.UsageUSD, "60", "month")),
			"Pro $10 a month with $12 of usage per 5 hours, $60 of usage a month"},
		{"completions", with(stated(fresh, usd("0", "")), limited(market.UsageCompletions, "2000", "month")), "Pro is free with 2,000 completions a month"},
		{"multiple", with(stated(fresh, usd("100", "month")), limited(market.UsageMultiple, "5", "")), "Pro $100 a month with 5 times the usage of Pro"},
		{"included", with(stated(fresh), func(p *catalog.Plan) { p.Fee, p.IncludedWith = market.FeeIncluded, "an IDE licence" }), "Pro comes with an IDE licence"},
		{"by-agreement", with(stated(fresh), func(p *catalog.Plan) { p.Fee = market.FeeByAgreement }), "Pro by agreement"},
		{"doubted", with(stated(fresh, usd("20", "month")), func(p *catalog.Plan) { p.Confidence = data.Low }), "Pro reportedly $20 a month"},
		{"120-days-old", stated(day("2026-06-17"), usd("20", "month")), "Pro $20 a month"},
		{"121-days-old", stated(day("2026-06-16"), usd("20", "month")), "Pro $20 a month (as of June 2026)"},
		{"of-some-year", stated(catalog.Date{Text: "2026", First: day("2026-01-01").First}, usd("20", "month")), "Pro $20 a month (as of 2026)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := document[data.PlatformsDocument](t, built(t, planned(tt.plan)), data.PlatformsPath).Platforms[0].Pricing
			if want := "Part of the Acme plans: " + tt.want + "."; got != want {
				t.Errorf("the price of ed is %q, want %q", got, want)
			}
		})
	}
}

func TestPlatformPricingSaysWhatIsUnknown(t *testing.T) {
	unknown := func(name string) catalog.Plan {
		return catalog.Plan{Plan: market.Plan{Name: name, Fee: market.FeeUnknown}}
	}
	c := planned(unknown("Team"), unknown("Max"), unknown("Edu"))
	c.Offers[0].Beyond = "Or API tokens."
	c.Offers = append(c.Offers, catalog.Offer{PlanOffer: market.PlanOffer{ID: "ed", Platforms: []string{"ed"}}, Plans: []catalog.Plan{unknown("Pro")}},
		catalog.Offer{PlanOffer: market.PlanOffer{ID: "other"}, Plans: []catalog.Plan{unknown("Else")}})
	got := document[data.PlatformsDocument](t, built(t, c), data.PlatformsPath).Platforms[0].Pricing
	if want := "Part of the Acme plans. What Team, Max or Edu costs is unknown. Or API tokens. What Pro costs is unknown."; got != want {
		t.Errorf("the price of ed is %q, want %q", got, want)
	}
}

// TestShippedPlatformPricing shows every text that is made from plans.yaml, on the day the catalogue was verified.
func TestShippedPlatformPricing(t *testing.T) {
	c := shipped(t)
	r, err := Build(normalize.Input{Catalog: c, Now: c.Verified.First, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range document[data.PlatformsDocument](t, r, data.PlatformsPath).Platforms {
		lines = append(lines, p.Name+": "+p.Pricing+"\n")
		if len(p.Pricing) > 500 || strings.Contains(p.Pricing, "seen") {
			t.Errorf("%s: %q should be at most 500 characters, and say what is unknown instead of what was not seen", p.ID, p.Pricing)
		}
	}
	golden(t, "platforms.txt", strings.Join(lines, ""))
}
