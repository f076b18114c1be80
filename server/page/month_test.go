package page

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// TestMonths has one table of cases, which Go and month.js both compute.
func TestMonths(t *testing.T) {
	cases := []struct{ Attempt, Month string }{
		{"0.00854", "≈$5.12"}, {"0.321", "≈$193"}, {"1.2345678", "≈$741"}, {"12", "≈$7,200"}, {"0.0000001", "≈$0.00006"}, {"0", "≈$0.00"}, {"1e-3", "≈$0.60"},
	}
	attempts, got := make([]string, len(cases)), []string{}
	for i, c := range cases {
		attempts[i] = c.Attempt
		if said := facts.MonthOf(data.MustNumber(c.Attempt)); said != c.Month {
			t.Errorf("a month of %s is %s, want %s", c.Attempt, said, c.Month)
		}
	}
	out := run(t, `import { readFileSync } from "node:fs";
		import { cost, tasks, usual } from "./month.js";
		import { amount } from "./number.js";
		console.log(JSON.stringify(JSON.parse(readFileSync("input.json", "utf8")).map((a) => "≈$" + amount(cost(a, tasks(usual))))));`, attempts)
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		if diff := cmp.Diff(c.Month, got[i]); diff != "" {
			t.Errorf("%s (-want +script):\n%s", c.Attempt, diff)
		}
	}
}
