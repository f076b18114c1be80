package page

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestSurroundings finds what a page says outside of its cells.
func TestSurroundings(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"markdown", "# Prices\n\nDraft.\n\n| Model | Input |\n|---|---|\n| a | $1 |\n\n* For partners\n", "Prices; Draft.; For partners"},
		{"switch", "<html><button>Standard</button><button>Batch</button><table><tr><td>a</table>", "Standard; Batch"},
		{"title-and-class-of-a-cell", `<html><table><tr><td><span class="old-price x1" title="until May">$1</span></td></table>`, "old-price; until May"},
		{"frame", `<html><iframe src="https://acme.example/"></iframe><p>Hello`, `<iframe src="https://acme.example/">; Hello…`},
		{"hidden", "<html><p hidden>nothing</p><!-- nothing --><p>something</p>", "something"},
	} {
		if got := strings.Join(Surroundings(web.Payload{Body: []byte(tt.page)}), "; "); got != tt.want {
			t.Errorf("%s: texts are %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestPagesThatBreakOff ends pages inside and behind the last number of a table: a part of it is never read.
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
				if slices.ContainsFunc(found, func(o data.Observation) bool { return o.Field == data.PriceOutput && o.Value != "3.75" }) {
					t.Errorf("%q: %d prices of %+v, %v", whole[from-10:end]+tail, len(found), row, err)
				}
			}
		}
	}
}
