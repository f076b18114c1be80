//go:build proof

package poison

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// products are headings of other things than text tokens at the standard price, with the factor their prices have.
var products = []struct{ heading, factor string }{
	{"Regional endpoints", "1.1"}, {"Pricing from January 1, %d", "1.2"}, {"Customized models", "1.5"}, {"Image generation models", "2"},
	{"Voice agents", "1.4"}, {"Priority", "1.75"}, {"Provisioned throughput", "0.7"}, {"Academic program", "0.5"}, {"Government cloud", "1.3"},
	{"Fine-tuned models", "1.5"}, {"Partner resale prices", "1.15"}, {"Previous prices", "1.25"}, {"Audio tokens", "2.5"}, {"Enterprise agreement", "0.8"},
	{"Realtime sessions", "2"}, {"Training prices", "1.6"}, {"Reserved capacity", "0.75"}, {"Prices for the EU", "1.1"}, {"Computer use", "1.2"},
	{"Upcoming prices", "0.8"}, {"Scale tier", "1.6"}, {"Data residency (EU)", "1.1"}, {"Embedding models", "0.4"}, {"Night rates", "0.5"},
}

var labelWords = regexp.MustCompile(`^(\s*(?:#+ |<Tab title="|<[^>]+>)?)(.*?)("?>?|</[^>]*>)?\s*$`)

// renamed is a label with other words and the same marks.
func (s *scene) renamed(label span, words string) change {
	text := s.sheet.of(label)
	if s.sheet.html {
		return change{label, words}
	}
	m := labelWords.FindStringSubmatchIndex(text)
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
func otherSections(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		for _, p := range some(r, products, 6) {
			words := strings.ReplaceAll(p.heading, "%d", fmt.Sprint(s.year()))
			changes := scaled(s.within(t.span), p.factor)
			if len(t.labels) > 0 {
				last := t.labels[len(t.labels)-1]
				all = append(all, s.edit(describe("%q is called %q, at %s", s.sheet.of(last), words, p.factor), append(changes, s.renamed(last, words))))
			} else {
				all = append(all, s.edit(describe("a table comes under %q, at %s", words, p.factor), append(changes, insert(t.from, s.heading(words)))))
			}
			copied := s.rewritten(t.span, scaled(s.within(t.span), p.factor))
			all = append(all, s.edit(describe("%q at %s in front of the table", words, p.factor),
				[]change{insert(s.top(t), s.heading(words)+copied+"\n\n")}, s.within(t.span)...))
		}
	}
	return all
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

var otherUnits = []struct{ caption, factor string }{
	{"Prices per 500K tokens.", "0.5"}, {"Prices per 1M characters.", "0.25"}, {"All prices are per 2M tokens.", "2"}, {"Prices per million words.", "1.33"},
}

// captions say a currency or a unit above the table, and the cells have its numbers.
func captions(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		for _, c := range some(r, currencies, 5) {
			words := fmt.Sprintf(one(r, captionsOf), c.code)
			changes := scaled(s.within(t.span), c.rate)
			if c.sign == "" {
				changes = nil
				for _, a := range s.within(t.span) {
					changes = append(changes, change{span{s.before(a), a.to}, a.times(c.rate)})
				}
			}
			at, where := t.from, "the table"
			if r.IntN(2) == 0 {
				at, where = s.top(t), "its heading"
			}
			all = append(all, s.edit(describe("%q above %s, sign %q", words, where, c.sign), append(changes, insert(at, s.sentence(words)))))
		}
		u := one(r, otherUnits)
		all = append(all, s.edit(describe("%q above the table", u.caption), append(scaled(s.within(t.span), u.factor), insert(t.from, s.sentence(u.caption)))))
	}
	return all
}

// sentence is a paragraph on its own.
func (s *scene) sentence(words string) string {
	if s.sheet.html {
		return "<p>" + words + "</p>\n"
	}
	return "\n\n" + words + "\n\n"
}

// hidden are ways to write what a browser does not show.
var (
	hiddenRows = []struct{ before, after string }{
		{"<!-- ", " -->"}, {"<template>", "</template>"},
	}
	hiddenAttributes = []string{" hidden", ` style="display:none"`, ` style="display: none;"`, ` style="visibility:hidden"`, ` hidden="until-found"`}
	hiddenBlocks     = []struct{ before, after string }{
		{"<!--\n\n", "\n\n-->"}, {"{/*\n\n", "\n\n*/}"}, {"```\n", "\n```"}, {"<div hidden>\n\n", "\n\n</div>"},
		{"<div style=\"display:none\">\n\n", "\n\n</div>"}, {"<template>\n\n", "\n\n</template>"}, {"~~~md\n", "\n~~~"},
	}
	hiddenPieces = []struct{ before, after string }{
		{"<span hidden>", "</span>"}, {`<span style="display:none">`, "</span>"}, {`<span style="visibility:hidden">`, "</span>"},
		{"<!-- ", " -->"}, {"<template>", "</template>"},
	}
)

// hiddenText writes other prices where a browser shows nothing, beside the true ones or in their place.
func hiddenText(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, t := range s.published() {
		factor := one(r, []string{"0.5", "0.8", "1.5", "2"})
		other := s.rewritten(t.span, scaled(s.within(t.span), factor))
		for _, block := range some(r, hiddenBlocks, 3) {
			if s.sheet.html && !strings.HasPrefix(block.before, "<") {
				continue
			}
			text := block.before + other + block.after
			if s.sheet.html {
				text = strings.ReplaceAll(text, "\n\n", "")
			} else {
				text = "\n\n" + text + "\n\n"
			}
			all = append(all, s.edit(describe("a hidden copy of the table at %s, %s", factor, block.before), []change{insert(t.from, text)}, s.within(t.span)...),
				s.edit(describe("only a hidden table at %s, %s", factor, block.before), []change{{t.span, text}}))
		}
	}
	for _, a := range s.headlines() {
		t, i, _ := s.sheet.tableOf(a.span)
		factor := one(r, []string{"0.5", "0.8", "1.5", "2"})
		piece := one(r, hiddenPieces)
		sign := s.sheet.text[s.before(a):a.from]
		all = append(all, s.edit(describe("%s: %s, and %s%s in front", a.states[0].Subject, a.number, piece.before, a.times(factor)),
			[]change{insert(s.before(a), piece.before+sign+a.times(factor)+piece.after+" ")}, a))
		if t == nil || !s.sheet.html {
			continue
		}
		row := t.rows[i].span
		text := s.rewritten(row, scaled(s.within(row), factor))
		attribute := one(r, hiddenAttributes)
		text = strings.Replace(text, "<tr", "<tr"+attribute, 1)
		if hide := one(r, hiddenRows); r.IntN(3) == 0 {
			attribute = hide.before
			text = hide.before + s.rewritten(row, scaled(s.within(row), factor)) + hide.after
		}
		all = append(all, s.edit(describe("a hidden row at %s (%s) above that of %s", factor, attribute, a.states[0].Subject), []change{insert(row.from, text)}, s.within(row)...),
			s.edit(describe("only a hidden row at %s (%s) of %s", factor, attribute, a.states[0].Subject), []change{{row, text}}))
	}
	return all
}
