//go:build proof

package poison

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// textClasses are edits of which only something outside row, cell and heading tells that the prices are others.
var textClasses = []class{
	{"switch", switches, false}, {"banner", banners, false}, {"sentence about a model", sentencesOfModels, false},
	{"other language", otherLanguages, false}, {"footnote below", footnotesBelow, false}, {"told by class", toldByClass, false},
	{"different marks", differentMarks, false}, {"frame", framed, false},
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
}

// toldAtMost is how many of a hundred edits that a text tells may be published.
const toldAtMost = 5

// fewTold are so few edits that they tell no share.
const fewTold = 40

// above puts a text in front of the tables whose prices are published, and multiplies all of their prices.
func above(s *scene, r *rand.Rand, texts []factored, whole bool) []edit {
	var all []edit
	for _, t := range s.published() {
		for _, x := range some(r, texts, 2) {
			words := x.text
			if !s.sheet.html && !strings.HasPrefix(words, "<") {
				words = "\n\n" + words + "\n\n"
			} else if !strings.HasPrefix(words, "<") {
				words = "<p>" + words + "</p>\n"
			}
			amounts := s.within(t.span)
			if !whole {
				amounts = s.oneRow(r, amounts)
			}
			if len(amounts) > 0 {
				all = append(all, s.edit(describe("%q above, at %s", x.text, x.factor), append(scaled(amounts, x.factor), insert(t.from, words))))
			}
		}
	}
	return all
}

// factored is a text with the factor that the prices have which it is about.
type factored struct{ text, factor string }

// oneRow are the headlines of one model among amounts.
func (s *scene) oneRow(r *rand.Rand, amounts []*amount) []*amount {
	headlines := slices.DeleteFunc(slices.Clone(amounts), func(a *amount) bool { return len(a.headline) == 0 })
	if len(headlines) == 0 {
		return nil
	}
	subject := one(r, headlines).states[0].Subject
	return slices.DeleteFunc(headlines, func(a *amount) bool { return a.states[0].Subject != subject })
}

func switches(s *scene, r *rand.Rand) []edit {
	return above(s, r, []factored{
		{"<div><button>Standard</button><button aria-pressed=\"true\">Batch</button></div>", "0.5"}, {"Standard / Batch", "0.5"}, {"Monthly | Annual", "0.8"},
		{"<div role=\"tablist\"><span>Monthly</span> <span class=\"active\">Annual</span></div>", "0.8"}, {"Without tax · With tax", "1.19"}, {"Show prices with tax: on", "1.19"},
		{"<label><input type=\"checkbox\" checked> Include VAT</label>", "1.2"}, {"Pay as you go / Committed", "0.7"},
	}, true)
}

func banners(s *scene, r *rand.Rand) []edit {
	return above(s, r, []factored{
		{"DRAFT", "0.8"}, {"This page is archived.", "1.25"}, {"Your contract", "0.7"}, {"Preview of our next price list", "0.9"}, {"You are viewing an old version of this page.", "1.3"},
		{"Internal use only", "0.6"}, {"Signed in as Acme Corp. Your negotiated terms are shown.", "0.75"}, {"Sample data", "1.1"},
	}, false)
}

func otherLanguages(s *scene, r *rand.Rand) []edit {
	return above(s, r, []factored{
		{"Alle Preise verstehen sich zuzüglich Mehrwertsteuer und gelten nur für Geschäftskunden.", "0.8"}, {"Les prix sont indiqués en euros.", "0.92"},
		{"以下价格为批量调用价格。", "0.5"}, {"Precios para clientes con contrato anual.", "0.7"}, {"価格は税込みです。", "1.1"}, {"Prezzi scontati fino a fine mese", "0.75"},
	}, false)
}

func sentencesOfModels(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		amounts := s.oneRow(r, s.within(t.span))
		if len(amounts) == 0 {
			continue
		}
		for _, x := range some(r, []factored{
			{"%s is shown at its introductory terms for new accounts.", "0.5"}, {"For %s we list what partners are asked for.", "1.2"}, {"%s: batch only.", "0.5"},
			{"%s is listed per hour of use.", "0.9"}, {"The figures of %s are estimates.", "1.1"},
		}, 2) {
			words := strings.Replace(x.text, "%s", amounts[0].states[0].Subject, 1)
			at := t.from
			if r.IntN(2) == 0 {
				at = t.to
			}
			all = append(all, s.edit(describe("%q, at %s", words, x.factor), append(scaled(amounts, x.factor), insert(at, s.sentence(words)))))
		}
	}
	return all
}

func footnotesBelow(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		amounts := s.oneRow(r, s.within(t.span))
		for _, x := range some(r, []factored{{"* With annual commitment.", "0.8"}, {"* For customers in the EU.", "1.1"}, {"* Batch.", "0.5"}, {"* Until stocks last", "0.7"}, {"* Estimated", "0.9"}}, 2) {
			if len(amounts) == 0 {
				continue
			}
			changes := append(scaled(amounts, x.factor), insert(t.to, s.sentence(x.text)))
			for _, a := range amounts {
				changes = append(changes, insert(s.behind(a), "*"))
			}
			all = append(all, s.edit(describe("%q below, at %s", x.text, x.factor), changes))
		}
	}
	return all
}

func toldByClass(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, a := range s.headlines() {
		for _, x := range some(r, []string{`<span class="old-price">`, `<span title="until last month">`, `<span class="price-was">`, `<span class="strikethrough">`}, 1) {
			factor := one(r, []string{"0.8", "1.25", "0.5"})
			all = append(all, s.edit(describe("%s: %s%s", a.states[0].Subject, x, a.times(factor)),
				[]change{a.by(factor), insert(s.before(a), x), insert(a.to, "</span>")}))
		}
	}
	return all
}

// differentMarks glue another mark of a footnote to each price of a row.
func differentMarks(s *scene, _ *rand.Rand) []edit {
	var all []edit
	told := map[string]bool{}
	for _, a := range s.headlines() {
		subject := a.states[0].Subject
		if told[subject] {
			continue
		}
		told[subject] = true
		var changes []change
		for i, o := range s.of(subject) {
			if len(o.headline) > 0 && strings.Contains(o.number, ".") {
				changes = append(changes, change{o.span, o.number + string(rune('1'+i%4))})
			}
		}
		if len(changes) > 1 {
			all = append(all, s.edit(describe("%s with marks", subject), changes))
		}
	}
	return all
}

// framed stands a table of other prices in a frame, in place of which the page has a row of its own.
func framed(s *scene, r *rand.Rand) []edit {
	return above(s, r, []factored{{"<iframe src=\"https://example.org/prices\"></iframe>", "0.8"}, {"<iframe srcdoc=\"&lt;p&gt;Batch&lt;/p&gt;\"></iframe>", "0.5"}}, false)
}
