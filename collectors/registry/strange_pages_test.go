package registry

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// strangePrice is printed in place of prices: whoever observes it as a plain price has been fooled.
const strangePrice = "31.4159"

var (
	anyPrice    = regexp.MustCompile(`((?:\\?\$|\{"\$"\}|\$</span><span[^>]*>)\s*)([\d.,]*\d)`)
	priceCell   = regexp.MustCompile(`^(\\?\$\s*)([\d.,]*\d)(.*)$`)
	tableSource = regexp.MustCompile(`(?s:<table.*?</table>|<DocTable.*?/>|<TextTokenPricingTables.*?/>)|(?m:(?:^[ \t]*\|.*\|[ \t]*\n)+)`)
)

// strangeSentences say of all prices what makes them other prices than dollars for tokens, at the standard terms. How single
// sentences are read stands in the tests of package page; these are put into every page.
var strangeSentences = []string{
	"You are viewing prices in CHF.", "All prices are in AUD.", "Prices shown in Australian dollars.", "Prices are in credits.", "Prices converted from USD to MXN at today's rate.",
	"Prices per million words.", "All prices are per 2M tokens.", "USD per 10K tokens", "We charge per 1,000 calls.",
	"Prices include 19% VAT.", "Prices valid from January 1, 2027.", "This table lists our old prices.",
}

// strangeCells are prices with what makes them none; the price is #.
var strangeCells = []string{
	"~#", "≈ #", "from #", "From #", "starting at #", "up to #", "#+", "# – $62", "$1–#", "#-62", "< #", "> #", "≤ #", "# avg", "# (est.)", "#e-3", "-#", "−#", "(#)", "#%", "31,41 $", "$31 4159", "$31\u200941.59",
	"$３１.4159", "$٣١", "# × 2", "2 × #", "# x 0.5", "# / 2M tokens", "# / 1M chars", "# per request", "# / image", "A#", "CA#", "NZ#", "# AUD", "# CHF", "AUD #", "EUR #", "£31.4159", "₹31.4159", "31.4159 credits",
	"31.4159¢", "31.4159 cents", "# (Batch)", "# batch", "# [flex]", "# off-peak", "# – EU", "# (EU)", "# for startups", "# until sold out", "# (from 2027)", "# next month", "# starting 2027-02", "Batch: #", "Was #", "Old: #",
	"soon #", "# (old)", "# w/ commitment", "# incl. VAT", "# (cached)", "# (min. spend $1k)", "# or less", "# and up", "# (preview price)", "# (internal)", "#?", "# (?)", "# TBC", "# (unconfirmed)", "approx. #", "ca. #", "circa #",
	"~~#~~", "<del>#</del>", "<s>#</s>", "<strike>#</strike>", `<span class="line-through">#</span>`, `<span style="text-decoration: line-through">#</span>`, "<span hidden>#</span>", `<span style="display:none">#</span>`,
	`<span class="sr-only">#</span>`, `<span hidden="until-found">#</span>`, "<noscript>#</noscript>", "<template>#</template>", "<!-- # -->", `<span style="opacity:0">#</span>`, `<span style="font-size:0">#</span>`,
	`<span aria-label="#"></span>`, "<dialog>#</dialog>", `<span style="position:absolute;left:-9999px">#</span>`, "<details><summary>Old price</summary>#</details>", "$31<sup>41</sup>",
}

// fooled are the observations of the strange price that are plain.
func fooled(t *testing.T, c pricingCase, docs []web.Payload) *data.Observation {
	t.Helper()
	found, _, err := collectors.Parse(c.source, docs)
	if err != nil {
		return nil
	}
	for _, o := range found {
		q := o.Qualifiers
		if strings.Contains(o.Value, "31") && o.Field != data.PriceCacheRead && o.Field != data.PriceOther && o.Qualifiers.Remark == "" && (q.Service == "" || q.Service == "standard") && q.Region == "" && q.Kind != "list" && q.Kind != "announced" && q.Window == "" &&
			strings.HasPrefix(string(o.Unit), "USD/") && (q.Modality == "" || q.Modality == "text") {
			return &o
		}
	}
	return nil
}

func strangePrices(p string) string { return anyPrice.ReplaceAllString(p, "${1}"+strangePrice) }

// TestStrangeSentences says something of all prices above and below its first table of prices.
func TestStrangeSentences(t *testing.T) {
	for _, c := range pricingCases(t) {
		for _, sentence := range strangeSentences {
			for _, below := range []bool{false, true} {
				docs, any := mutated(c.docs, func(p string) string {
					at := firstPrices(p)
					if at == nil {
						return p
					}
					return p[:at[0]] + sentenceAt(p[at[0]:at[1]], page.IsHTML([]byte(p)), sentence, below) + p[at[1]:]
				})
				if !any {
					continue
				}
				// What its reader does not understand is new on the page, and holds what changes with it.
				_, texts := collectors.KeptOf(c.source, docs)
				if o := fooled(t, c, docs); o != nil && !slices.Contains(texts, sentence) {
					t.Errorf("%s, below %t, %q: %s of %s is %s %s %+v", c.name, below, sentence, o.Field, o.Subject, o.Value, o.Unit, o.Address)
				}
			}
		}
	}
}

// firstPrices is where the first table stands that prints prices.
func firstPrices(p string) []int {
	for _, at := range tableSource.FindAllStringIndex(p, -1) {
		if anyPrice.MatchString(p[at[0]:at[1]]) {
			return at
		}
	}
	return nil
}

func sentenceAt(table string, isHTML bool, sentence string, below bool) string {
	text, table := "\n\n"+sentence+"\n\n", strangePrices(table)
	if isHTML {
		text = "<p>" + sentence + "</p>"
	}
	if below {
		return table + text
	}
	return text + table
}

// TestStrangeCells tries each form on every third case.
func TestStrangeCells(t *testing.T) {
	for i, c := range pricingCases(t) {
		for j, form := range strangeCells {
			if (i+j)%3 > 0 {
				continue
			}
			docs, any := mutated(c.docs, inTables(func(rows [][]string) [][]string {
				for _, row := range rows[1:] {
					for i, cell := range row {
						if m := priceCell.FindStringSubmatch(cell); m != nil {
							row[i] = strings.ReplaceAll(form, "#", "$"+strangePrice)
						}
					}
				}
				return rows
			}))
			if !any {
				continue
			}
			if o := fooled(t, c, docs); o != nil {
				t.Errorf("%s, %q: %s of %s is %s %s %+v", c.name, form, o.Field, o.Subject, o.Value, o.Unit, o.Qualifiers)
			}
		}
	}
}
