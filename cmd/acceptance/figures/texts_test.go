//go:build proof

package figures

import (
	"strings"
	"testing"

	"pricepoint/data"
)

// textClasses are edits of which only something outside row, cell and heading tells that the prices are others: a text around
// the prices of a row, or of a whole table, says whose they are.
var textClasses = []class{
	{"switch", above([]factored{
		{"<div><button>Standard</button><button aria-pressed=\"true\">Batch</button></div>", "0.5"}, {"Standard / Batch", "0.5"},
		{"Monthly | Annual", "0.8"}, {"<div role=\"tablist\"><span>Monthly</span> <span class=\"active\">Annual</span></div>", "0.8"},
		{"Without tax · With tax", "1.19"}, {"Show prices with tax: on", "1.19"},
		{"<label><input type=\"checkbox\" checked> Include VAT</label>", "1.2"}, {"Pay as you go / Committed", "0.7"},
	}, true), 0},
	{"banner", above([]factored{
		{"DRAFT", "0.8"}, {"This page is archived.", "1.25"}, {"Your contract", "0.7"}, {"Preview of our next price list", "0.9"},
		{"You are viewing an old version of this page.", "1.3"}, {"Internal use only", "0.6"},
		{"Signed in as Acme Corp. Your negotiated terms are shown.", "0.75"}, {"Sample data", "1.1"},
	}, false), 0},
	{"sentence about a model", perTable(sentencesOfModels), 0},
	{"other language", above([]factored{
		{"Alle Preise verstehen sich zuzüglich Mehrwertsteuer und gelten nur für Geschäftskunden.", "0.8"},
		{"Les prix sont indiqués en euros.", "0.92"}, {"以下价格为批量调用价格。", "0.5"}, {"Precios para clientes con contrato anual.", "0.7"},
		{"価格は税込みです。", "1.1"}, {"Prezzi scontati fino a fine mese", "0.75"},
	}, false), 0},
	{"footnote below", perTable(footnotesBelow), 0}, {"told by class", perHeadline(toldByClass), 0}, {"different marks", differentMarks, 0},
	// a table of other prices in a frame, in place of which the page has a row of its own
	{"frame", above([]factored{
		{"<iframe src=\"https://example.org/prices\"></iframe>", "0.8"}, {"<iframe srcdoc=\"&lt;p&gt;Batch&lt;/p&gt;\"></iframe>", "0.5"},
	}, false), 0},
}

// TestTextsAround changes the prices of a row, or of a table, together with a text around them that says whose they are.
func TestTextsAround(t *testing.T) {
	w := recordedWorld(t)
	all := newReport()
	w.eachPage(t, data.PricingSource, func(s *scene) int { return poison(t, s, textClasses, all) })
	t.Logf("what became in two refreshes of prices that a text around them tells:\n%s", lines(all.classes, all.sum))
	published := all.sum.became[contradicted] + all.sum.became[unnoticed] + all.sum.became[doubted]
	if 100*published > toldAtMost*max(fewTold, all.sum.edits) {
		t.Errorf("%d of %d are published, want at most %d %%", published, all.sum.edits, toldAtMost)
	}
	if n := all.sum.silent; n > 0 {
		t.Errorf("%d of %d are published without a word of what speaks against them", n, all.sum.edits)
	}
	if n := all.sum.wrong[rightReadings]; n > 0 {
		t.Errorf("%d of %d stay wrong through %d right readings", n, all.sum.edits, rightReadings)
	}
}

// Of a hundred edits that a text tells toldAtMost may be published. fewTold are so few edits that they tell no share.
const (
	toldAtMost = 5
	fewTold    = 40
)

// above puts a text in front of the tables whose prices are published, and multiplies the prices of a row, or all of them.
func above(texts []factored, whole bool) func(e *edits) {
	return perTable(func(e *edits, t *table) {
		for _, x := range some(e.r, texts, 2) {
			amounts := e.within(t.span)
			if !whole {
				amounts = e.oneRow(amounts)
			}
			if len(amounts) > 0 {
				e.add(append(scaled(amounts, x.factor), insert(t.from, e.sentence(x.text))), nil, "%q above, at %s", x.text, x.factor)
			}
		}
	})
}

// sentencesOfModels stand above the table or below it, and name the model whose row has other prices.
func sentencesOfModels(e *edits, t *table) {
	amounts := e.oneRow(e.within(t.span))
	if len(amounts) == 0 {
		return
	}
	for _, x := range some(e.r, []factored{
		{"%s is shown at its introductory terms for new accounts.", "0.5"}, {"For %s we list what partners are asked for.", "1.2"},
		{"%s: batch only.", "0.5"}, {"%s is listed per hour of use.", "0.9"}, {"The figures of %s are estimates.", "1.1"},
	}, 2) {
		words := strings.Replace(x.text, "%s", amounts[0].subject(), 1)
		at := one(e.r, []int{t.to, t.from})
		e.add(append(scaled(amounts, x.factor), insert(at, e.sentence(words))), nil, "%q, at %s", words, x.factor)
	}
}

func footnotesBelow(e *edits, t *table) {
	amounts := e.oneRow(e.within(t.span))
	if len(amounts) == 0 {
		return
	}
	for _, x := range some(e.r, []factored{
		{"* With annual commitment.", "0.8"}, {"* For customers in the EU.", "1.1"}, {"* Batch.", "0.5"}, {"* Until stocks last", "0.7"},
		{"* Estimated", "0.9"},
	}, 2) {
		changes := append(scaled(amounts, x.factor), insert(t.to, e.sentence(x.text)))
		for _, a := range amounts {
			changes = append(changes, insert(e.behind(a), "*"))
		}
		e.add(changes, nil, "%q below, at %s", x.text, x.factor)
	}
}

// toldByClass writes a price that an attribute calls old.
func toldByClass(e *edits, a *amount) {
	tag := one(e.r, []string{
		`<span class="old-price">`, `<span title="until last month">`, `<span class="price-was">`, `<span class="strikethrough">`,
	})
	factor := one(e.r, []string{"0.8", "1.25", "0.5"})
	e.add([]change{a.by(factor), insert(e.before(a), tag), insert(a.to, "</span>")}, nil, "%s: %s%s", a.subject(), tag, a.times(factor))
}

// differentMarks glue another mark of a footnote to each price of a row.
func differentMarks(e *edits) {
	for _, subject := range subjects(e.headlines()) {
		var changes []change
		for i, o := range e.of(subject) {
			if len(o.headline) > 0 && strings.Contains(o.number, ".") {
				changes = append(changes, change{o.span, o.number + string(rune('1'+i%4))})
			}
		}
		if len(changes) > 1 {
			e.add(changes, nil, "%s with marks", subject)
		}
	}
}
