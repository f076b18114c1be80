package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestStatements reads sentences that say in which currency prices are, or for how much, and sentences of which nothing is
// understood: they are texts around the prices.
func TestStatements(t *testing.T) {
	for line, want := range map[string]Statement{
		"All prices are in USD.":                                {Currency: "USD"},
		"Prices in U.S. dollars.":                               {Currency: "USD"},
		"You are viewing prices in CHF.":                        {Currency: "CHF"},
		"Currency: SGD":                                         {Currency: "SGD"},
		"Prices in NZ$":                                         {Currency: "NZD"},
		"Prices are listed in C$.":                              {Currency: "CAD"},
		"Prices shown in Australian dollars.":                   {Currency: "AUD"},
		"All amounts in Swiss francs.":                          {Currency: "CHF"},
		"Prices in Danish kroner":                               {},
		"Alle Preise in EUR":                                    {},
		"Prices are in credits.":                                {},
		"All prices are quoted in US cents.":                    {Currency: "cents"},
		"Prices are shown in your local currency.":              {},
		"Prices converted from USD to MXN at the rate of today": {},
		"Customers in Japan may pay in JPY.":                    {},
		"Prices in the table below are for all models.":         {},
		"1 USD buys CHF 0.88":                                   {},

		"Prices per 1M tokens.":                                 {Per: "1M tokens"},
		"Prices in EUR per 1M tokens":                           {Currency: "EUR", Per: "1M tokens"},
		"Prices per 1M tokens unless noted.":                    {},
		"The prices represent the cost per 1M tokens consumed.": {Per: "1M tokens"},
		"BRL per million tokens":                                {Currency: "BRL", Per: "1M tokens"},
		"Prices per million words.":                             {Per: "million words"},
		"Prices per 1M characters.":                             {Per: "1M characters"},
		"All prices are per 2M tokens.":                         {Per: "2M tokens"},
		"Prices per 500K tokens":                                {Per: "500K tokens"},
		"Prices are per 1,000 requests.":                        {Per: "1,000 requests"},
		"Per 1M characters":                                     {Per: "1M characters"},
		"USD per 10K tokens":                                    {Currency: "USD", Per: "10K tokens"},
		"$ / 1M chars":                                          {Per: "1M chars"},
		"Billing unit: 100K tokens":                             {Per: "100K tokens"},
		"We charge per 1,000 calls.":                            {Per: "1,000 calls"},
		"Prices for every 2M tokens":                            {Per: "2M tokens"},
		"Searching the web costs $10 per 1,000 searches.":       {},
		"Calls of tools are billed per 1,000 calls.":            {},
		"You will be charged for each query.":                   {},
		"Per month":                                             {},

		"All prices exclude VAT.":                             {},
		"Prices may vary without notice.":                     {},
		"The following table shows the prices of all models:": {},
		"Pricing for tools":                                   {},
		"Prices include 19% VAT.":                             {},
		"These prices are effective March 2027.":              {},
		"All prices are for batch requests only.":             {},
		"The following table lists our old prices.":           {},
		"Prices require an annual commitment.":                {},
		"All rates reflect the academic program.":             {},
	} {
		if got := statementOf(line); got != want {
			t.Errorf("%q states %+v, want %+v", line, got, want)
		}
	}
}

// TestStatedWhere says for which of the tables around it a sentence holds.
func TestStatedWhere(t *testing.T) {
	const table = "\n\n| Model | Input |\n|---|---|\n| a | $1 |\n\n"
	for name, tt := range map[string]struct {
		page string
		want []Statement
	}{
		"currency until another":        {"Prices in USD." + table + "Prices in AUD:" + table + table, []Statement{{Currency: "USD"}, {Currency: "AUD"}, {Currency: "AUD"}}},
		"contradiction":                 {"You see prices in AUD\n\nAll prices are in USD." + table, []Statement{{Currency: "AUD and USD"}}},
		"unit of a section":             {"# A\n\nPrices per 1M tokens.\n\n## B\n\nPrices per image." + table + "## C" + table, []Statement{{Per: "1M tokens and image"}, {Per: "1M tokens"}}},
		"above the heading":             {"# A\n\nPrices per 1M words.\n\n# B" + table + "# C" + table, []Statement{{Per: "1M words"}, {}}},
		"below the table":               {"# A" + table + "Prices in AUD\n\n# B" + table, []Statement{{Currency: "AUD"}, {Currency: "AUD"}}},
		"below the title of another":    {"# A" + table + "Pictures\n\nPrices per image.\n\n# B", []Statement{{}}},
		"of the whole page, at its end": {table + table + "Hello, world.\n\nAll prices are in AUD.", []Statement{{Currency: "AUD"}, {Currency: "AUD"}}},
		"in the heading":                {"# Prices in AUD" + table + "# Others" + table, []Statement{{Currency: "AUD"}, {}}},
		"in the last row":               {"| Model | Input |\n|---|---|\n| a | $1 |\n| All prices in AUD | |\n", []Statement{{Currency: "AUD"}}},
		"folded up":                     {"<details><summary>Prices of last year</summary>" + table + "</details>" + table, []Statement{{Remark: "Prices of last year"}, {}}},
	} {
		p, err := parseMarkdown([]byte(tt.page))
		if err != nil {
			t.Fatal(err)
		}
		var got []Statement
		for _, t := range p.Tables {
			got = append(got, t.Stated)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestPagesThatBreakOff ends pages inside and behind the last number of a table: its row is not read.
func TestPagesThatBreakOff(t *testing.T) {
	const markdown = "| Model | Input | Output |\n|---|---|---|\n| a | $1.25 | $3.75 |"
	const document = "<html><table><tr><th>Model</th><th>Input</th><th>Output</th></tr><tr><td>a</td><td>$1.25</td><td>$3.75</td></tr>"
	for _, whole := range []string{markdown, document} {
		from := strings.Index(whole, "$3.") + 2
		for end := from; end <= len(whole); end++ {
			for _, tail := range []string{"", "\n"} {
				p, err := Read(web.Payload{Body: []byte(whole[:end] + tail)})
				if err != nil || len(p.Tables) != 1 {
					t.Fatal(len(p.Tables), err)
				}
				row := p.Tables[0].Rows[0]
				found, err := ObserveRow(p.Tables[0], row, "a", data.USDPerMillion, data.Qualifiers{})
				if complete := end == len(whole); complete == (err != nil) {
					t.Errorf("%q: %d prices of %+v, %v", whole[from-10:end]+tail, len(found), row, err)
				}
			}
		}
	}
}

// What lines say of all tables is no longer than a quote, however many there are.
func TestStatementsAreBounded(t *testing.T) {
	var body strings.Builder
	for i := range 200 {
		fmt.Fprintf(&body, "<table><tr><td>a</table><p>Prices per %d pages.", 1000+i)
	}
	p, err := parseHTML([]byte(body.String()))
	if err != nil || len(p.Tables) != 200 {
		t.Fatal(len(p.Tables), err)
	}
	for i, table := range p.Tables {
		if s := table.Stated; len(s.Per) > maxQuote+len("…") || s.Per == "" {
			t.Fatalf("table %d: %d bytes of quantities", i, len(s.Per))
		}
	}
}
