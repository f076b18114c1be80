//go:build proof

package figures

import (
	"fmt"
	"regexp"
	"strings"
)

// products are headings of other things than text tokens at the standard price, with the factor their prices have.
var products = []factored{
	{"Regional endpoints", "1.1"}, {"Pricing from January 1, %d", "1.2"}, {"Customized models", "1.5"}, {"Image generation models", "2"},
	{"Voice agents", "1.4"}, {"Priority", "1.75"}, {"Provisioned throughput", "0.7"}, {"Academic program", "0.5"}, {"Government cloud", "1.3"},
	{"Fine-tuned models", "1.5"}, {"Partner resale prices", "1.15"}, {"Previous prices", "1.25"}, {"Audio tokens", "2.5"}, {"Enterprise agreement", "0.8"},
	{"Realtime sessions", "2"}, {"Training prices", "1.6"}, {"Reserved capacity", "0.75"}, {"Prices for the EU", "1.1"}, {"Computer use", "1.2"},
	{"Upcoming prices", "0.8"}, {"Scale tier", "1.6"}, {"Data residency (EU)", "1.1"}, {"Embedding models", "0.4"}, {"Night rates", "0.5"},
}

var labelWords = regexp.MustCompile(`^(\s*(?:#+ |<Tab title="|<[^>]+>)?)(.*?)("?>?|</[^>]*>)?\s*$`)

// renamed is a label with other words and the same marks.
func (s *scene) renamed(label span, words string) change {
	if s.sheet.html {
		return change{label, words}
	}
	m := labelWords.FindStringSubmatchIndex(s.sheet.of(label))
	return change{span{label.from + m[4], label.from + m[5]}, words}
}

// heading is a new heading in front of a place.
func (s *scene) heading(words string) string {
	if s.sheet.html {
		return "<h2>" + words + "</h2>\n"
	}
	return "\n\n## " + words + "\n\n"
}

// top is where something new is put in front of a table and its labels.
func (s *scene) top(t *table) int {
	if len(t.labels) > 0 && !s.sheet.html {
		return t.labels[0].from
	}
	return t.from
}

// otherSections put the prices of another product in place of the standard ones, or in front of them.
func otherSections(e *edits, t *table) {
	for _, p := range some(e.r, products, 6) {
		words := strings.ReplaceAll(p.text, "%d", fmt.Sprint(e.year()))
		changes := scaled(e.within(t.span), p.factor)
		copied := e.rewritten(t.span, changes)
		if len(t.labels) > 0 {
			last := t.labels[len(t.labels)-1]
			e.add(append(changes, e.renamed(last, words)), nil, "%q is called %q, at %s", e.sheet.of(last), words, p.factor)
		} else {
			e.add(append(changes, insert(t.from, e.heading(words))), nil, "a table comes under %q, at %s", words, p.factor)
		}
		e.add([]change{insert(e.top(t), e.heading(words)+copied+"\n\n")}, e.within(t.span), "%q at %s in front of the table", words, p.factor)
	}
}

// currencies are what one US dollar costs.
var currencies = []struct{ code, sign, rate string }{
	{"AUD", "$", "1.52"}, {"CAD", "$", "1.38"}, {"EUR", "", "0.92"}, {"EUR", "$", "0.92"}, {"GBP", "", "0.78"}, {"SGD", "$", "1.34"},
	{"CHF", "", "0.88"}, {"NZD", "$", "1.66"}, {"credits", "", "1.25"}, {"BRL", "$", "2.9"},
}

var captionsOf = []string{
	"All prices are in %s.", "Prices in %s per 1M tokens.", "Prices are shown in %s, excluding tax.", "Currency: %s", "All amounts in %s.",
	"%s per million tokens", "You are viewing prices in %s.",
}

var otherUnits = []factored{
	{"Prices per 500K tokens.", "0.5"}, {"Prices per 1M characters.", "0.25"}, {"All prices are per 2M tokens.", "2"}, {"Prices per million words.", "1.33"},
}

// captions say a currency or a unit above the table, and the cells have its numbers.
func captions(e *edits, t *table) {
	for _, c := range some(e.r, currencies, 5) {
		words := fmt.Sprintf(one(e.r, captionsOf), c.code)
		var changes []change
		for _, a := range e.within(t.span) {
			if c.sign == "" {
				changes = append(changes, change{span{e.before(a), a.to}, a.times(c.rate)})
			} else {
				changes = append(changes, a.by(c.rate))
			}
		}
		at, where := t.from, "the table"
		if e.r.IntN(2) == 0 {
			at, where = e.top(t), "its heading"
		}
		e.add(append(changes, insert(at, e.sentence(words))), nil, "%q above %s, sign %q", words, where, c.sign)
	}
	u := one(e.r, otherUnits)
	e.add(append(scaled(e.within(t.span), u.factor), insert(t.from, e.sentence(u.text))), nil, "%q above the table", u.text)
}

// hiding is a way to write what a browser does not show.
type hiding struct{ before, after string }

var (
	hiddenRows       = []hiding{{"<!-- ", " -->"}, {"<template>", "</template>"}}
	hiddenAttributes = []string{" hidden", ` style="display:none"`, ` style="display: none;"`, ` style="visibility:hidden"`, ` hidden="until-found"`}
	hiddenBlocks     = []hiding{
		{"<!--\n\n", "\n\n-->"}, {"{/*\n\n", "\n\n*/}"}, {"```\n", "\n```"}, {"<div hidden>\n\n", "\n\n</div>"},
		{"<div style=\"display:none\">\n\n", "\n\n</div>"}, {"<template>\n\n", "\n\n</template>"}, {"~~~md\n", "\n~~~"},
	}
	hiddenPieces = []hiding{
		{"<span hidden>", "</span>"}, {`<span style="display:none">`, "</span>"}, {`<span style="visibility:hidden">`, "</span>"},
		{"<!-- ", " -->"}, {"<template>", "</template>"},
	}
	hiddenFactors = []string{"0.5", "0.8", "1.5", "2"}
)

// hiddenText writes other prices where a browser shows nothing, beside the true ones or in their place.
func hiddenText(e *edits) {
	perTable(hiddenTables)(e)
	perHeadline(hiddenBeside)(e)
}

func hiddenTables(e *edits, t *table) {
	factor := one(e.r, hiddenFactors)
	other := e.rewritten(t.span, scaled(e.within(t.span), factor))
	for _, block := range some(e.r, hiddenBlocks, 3) {
		if e.sheet.html && !strings.HasPrefix(block.before, "<") {
			continue
		}
		text := "\n\n" + block.before + other + block.after + "\n\n"
		if e.sheet.html {
			text = strings.ReplaceAll(text, "\n\n", "")
		}
		e.add([]change{insert(t.from, text)}, e.within(t.span), "a hidden copy of the table at %s, %s", factor, block.before)
		e.add([]change{{t.span, text}}, nil, "only a hidden table at %s, %s", factor, block.before)
	}
}

func hiddenBeside(e *edits, a *amount) {
	t, i, _ := e.sheet.tableOf(a.span)
	factor, piece, sign := one(e.r, hiddenFactors), one(e.r, hiddenPieces), e.sheet.text[e.before(a):a.from]
	e.add([]change{insert(e.before(a), piece.before+sign+a.times(factor)+piece.after+" ")}, []*amount{a},
		"%s: %s, and %s%s in front", a.subject(), a.number, piece.before, a.times(factor))
	if t == nil || !e.sheet.html {
		return
	}
	row := t.rows[i].span
	other := e.rewritten(row, scaled(e.within(row), factor))
	how := one(e.r, hiddenAttributes)
	text := strings.Replace(other, "<tr", "<tr"+how, 1)
	if hide := one(e.r, hiddenRows); e.r.IntN(3) == 0 {
		how, text = hide.before, hide.before+other+hide.after
	}
	e.add([]change{insert(row.from, text)}, e.within(row), "a hidden row at %s (%s) above that of %s", factor, how, a.subject())
	e.add([]change{{row, text}}, nil, "only a hidden row at %s (%s) of %s", factor, how, a.subject())
}
