package page_test

import (
	"regexp"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
)

// words are what a page says, without its markup.
func words(body string) string {
	text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, " ")), " ")
	return regexp.MustCompile(` ([.,)])`).ReplaceAllString(text, "$1")
}

func says(t *testing.T, body string, wants ...string) {
	t.Helper()
	text := words(body)
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %.3000s", want, text)
		}
	}
}

// TestChangesAreToldByMonth has two months, a correction, and an announced day on each side of today.
func TestChangesAreToldByMonth(t *testing.T) {
	s, n := site(t), data.MustNumber
	change := func(kind data.ChangeKind, day, was, is string) data.Change {
		old, now := n(was), n(is)
		return data.Change{Kind: kind, At: at(t, day), Tool: "known-1", Name: "Known 1", Field: data.FieldInput, Unit: string(data.USDPerMillion), Old: &old, New: &now}
	}
	event := func(day string) data.CalendarEvent {
		return data.CalendarEvent{Tool: "known-1", Name: "Known 1", Event: data.Event{Kind: data.ShutdownEvent, Day: day}}
	}
	retracted := event("2026-12-31")
	retracted.Retracted, retracted.Cause = true, data.Withdrawal
	put(t, s, data.ChangesPath, data.ChangesDocument{LastUpdated: made, Since: "2026-09-01T000000Z", Events: []data.CalendarEvent{event("2026-10-05"), event("2027-01-01"), retracted},
		Changes: []data.Change{change(data.Changed, "2026-11-03", "3", "1.5"), change(data.Corrected, "2026-11-02", "9", "3"), change(data.Changed, "2026-10-20", "4", "3"),
			{Kind: data.Listed, At: at(t, "2026-10-20"), Tool: "known-1", Name: "Known 1"}, {Kind: data.Announced, At: at(t, "2026-10-20"), Tool: "known-1", Event: &data.Event{Kind: data.ShutdownEvent, Day: "2027-01-01"}}},
		Models: []data.Change{{Kind: data.Unlisted, At: at(t, "2026-10-21"), Tool: "acme/old", Name: "old"}}})
	body := rendered(t, s)["/changes"]
	says(t, body, "Announced None of this is in force before it is read again on its day. Day Model What Who says so 2027-01-01 Known 1 last day of service",
		"November 2026 Day Model What Before After Why 2026-11-03 Known 1 Input $3.00 $1.50 October 2026",
		"New on the price pages: Known 1.", "No longer on its maker’s page, or not listed any more: old.", "Last day of service, 2026-10-05: Known 1.",
		"2026-10-20 Known 1 Input $4.00 $3.00", "Corrections What had been published wrongly", "2026-11-02 Known 1 corrected Input $9.00 $3.00",
		"2026-12-31 Known 1 retracted last day of service: nobody states it any more")
	if n := strings.Count(words(body), "2027-01-01"); n != 1 {
		t.Errorf("the coming day is told %d times", n)
	}
}

// TestPlansAreComparedOrNot has a plan whose usage is worth money, one that gives a number of another kind, one that is free, and one without figures.
func TestPlansAreComparedOrNot(t *testing.T) {
	s, n := site(t), data.MustNumber
	put(t, s, data.UseCasesPath, data.UseCasesDocument{UseCases: []data.UseCase{{ID: "bug-fixing", Title: "Fixing a bug"}}})
	put(t, s, data.ScoresPath, rating.ScoresDocument{UseCases: []rating.UseCaseCosts{{ID: "bug-fixing", Order: []rating.RankedTool{{ID: "known-1"}, {ID: "strange", BeatenBy: "known-1"}}}}})
	row := func(tool, usd string) rating.SolvedCost {
		cost := n(usd)
		return rating.SolvedCost{ModelID: tool, Board: "deepswe", Shown: true, Repriced: []rating.RepricedCost{{CostPerSolved: &cost, Interval: &rating.CostInterval{Low: n("0.1"), High: n("9")}, Kind: rating.RepricedExact}}}
	}
	put(t, s, data.SolvedPath, rating.SolvedDocument{Boards: []rating.SolvedBoard{{ID: "deepswe", Name: "DeepSWE"}}, Rows: []rating.SolvedCost{row("known-1", "1.6"), row("strange", "0.01")}})
	fee := func(usd string) []market.PlanFee {
		flat := n(usd)
		return []market.PlanFee{{Currency: "USD", Flat: &flat, Period: "month"}}
	}
	put(t, s, data.PlansPath, market.PlansDocument{Offers: []market.PlanOffer{{ID: "acme", Name: "Acme", URL: "https://acme.example/", Plans: []market.Plan{
		{ID: "ultra", Name: "Ultra", Fee: market.FeeStated, Fees: fee("20"), Allowance: market.AllowanceStated, Limits: []market.PlanLimit{{Amount: n("50"), Of: market.UsageUSD, Period: "month"}}},
		{ID: "pro", Name: "Pro", Fee: market.FeeStated, Fees: fee("10"), Allowance: market.AllowanceStated, Limits: []market.PlanLimit{{Amount: n("5"), Of: market.UsageUSD, Period: "month"}}},
		{ID: "ask", Name: "Ask", Fee: market.FeeStated, Fees: fee("5"), Allowance: market.AllowanceStated, Limits: []market.PlanLimit{{Amount: n("100"), Of: market.UsageRequests, Period: "month"}}},
		{ID: "cli", Name: "CLI", Fee: market.FeeStated, Fees: fee("0"), Allowance: market.AllowanceNone},
		{ID: "more", Name: "More", Fee: market.FeeByAgreement, Allowance: market.AllowanceUnstated},
	}}}})
	body := rendered(t, s)["/plans"]
	says(t, body, "from $1.60 with Known 1 to $1.60 with Known 1,", "Acme Pro $10 a month usage worth $5 per month $0.50 3 to 3 ", "Acme Ultra $20 a month usage worth $50 per month $2.50 31 to 31 ",
		"Ask $5 a month 100 requests per month", "Free, without usage, so that tokens are paid at the prices of their makers: CLI.", "Of these plans no figure is known: Acme More.")
	if text := words(body); strings.Index(text, "Acme Pro") > strings.Index(text, "Acme Ultra") {
		t.Error("the cheaper plan is not the first")
	}
}

// TestAToolBeginsWithWhatDecides has one that is recommended for some work and beaten at other work, and one that nothing is known of.
func TestAToolBeginsWithWhatDecides(t *testing.T) {
	s := site(t)
	use := func(id, title string, picks ...string) data.UseCase {
		return data.UseCase{ID: id, Title: title, TopPicks: picks}
	}
	put(t, s, data.UseCasesPath, data.UseCasesDocument{UseCases: []data.UseCase{use("bug-fixing", "Fixing a bug", "strange", "known-1"), use("tests", "Writing tests", "strange"), use("sql", "SQL")}})
	put(t, s, data.ScoresPath, rating.ScoresDocument{UseCases: []rating.UseCaseCosts{
		{ID: "bug-fixing", USD: map[string]data.Number{"known-1": data.MustNumber("0.25")}, Order: []rating.RankedTool{{ID: "strange"}, {ID: "known-1"}}},
		{ID: "tests", Order: []rating.RankedTool{{ID: "strange"}, {ID: "known-1", BeatenBy: "strange"}}},
		{ID: "sql", Excluded: []rating.ExcludedTool{{ID: "known-1", Words: "has no tools"}}},
	}})
	all := rendered(t, s)
	_, head, _ := strings.Cut(all["/tools/known-1"], "<h1>")
	head, _, _ = strings.Cut(head, "<nav")
	says(t, head, "Known 1 not scored yet", "One task: fixing a bug $0.25 by price list", "Take it for fixing a bug (place 2)", "does better and costs no more at writing tests", "none yet")
	says(t, all["/tools/known-1"], "Not ranked: has no tools SQL cannot")
	says(t, all["/tools/strange"], "Take it for fixing a bug (place 1), writing tests (place 1).")
}
