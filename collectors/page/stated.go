package page

import (
	"cmp"
	"regexp"
	"strings"
)

// stating follows what the lines of a page state, in reading order. A currency holds until another one is stated; what
// else is said of the prices holds in the section in which it is said, and over the next table wherever that stands.
type stating struct {
	currency   said
	section    [7]said // the quantity, by the level of the heading; 0 before the first
	level      int
	afterTitle bool      // the line before is the title of something
	introduced bool      // what has been said since the last table leads on to the next
	below      Statement // since the last table, up to the title of something else
	elsewhere  bool      // such a title has followed
	prose      bool      // a line that states nothing has followed
}

// said is something that a page says.
type said struct {
	text string
	used bool // a table has followed
	weak bool // it has the title of something else over it, which may have lost its table
}

// add is what holds after the page has said something more. Before any table stands under it, the earlier is contradicted
// and not replaced.
func (s said) add(text string) said {
	switch {
	case text == "":
		return s
	case s.used, s.weak:
		return said{text: text}
	}
	return said{text: both(s.text, text, " and ")}
}

// enter begins a section under a heading. What has been said just above it is meant for the table that it leads to.
func (s *stating) enter(level int) {
	next := said{}
	s.elsewhere = true
	for i := level; i < len(s.section); i++ {
		if last := s.section[i]; last.text != "" && !last.used {
			next = last
		}
		s.section[i] = said{}
	}
	s.section[level], s.level = next, level
}

// line is a line of text.
func (s *stating) line(line string) Statement {
	here := statementOf(line)
	s.currency = s.currency.add(here.Currency)
	at := &s.section[s.level]
	*at = at.add(here.Per)
	at.weak = at.weak || here.Per != "" && s.afterTitle
	s.afterTitle = here == (Statement{}) && isTitle(line)
	if s.elsewhere = s.elsewhere || s.afterTitle; !s.elsewhere && here != (Statement{}) {
		if s.prose {
			here.Per = "" // which is that of something else
		}
		s.below = s.below.and(here)
		s.introduced = leadsOn.MatchString(line)
	}
	s.prose = s.prose || here == (Statement{})
	return here
}

// table is what holds for a table that follows. One that prints no prices is not what was meant.
func (s *stating) table(ofPrices bool) Statement {
	all, unused := Statement{Currency: s.currency.text}, false
	s.currency.used = s.currency.used || ofPrices
	for i := range s.section {
		at := &s.section[i]
		if all.Per != "" && at.text != "" && unused {
			all.Per = both(all.Per, at.text, " and ")
		} else {
			all.Per = cmp.Or(at.text, all.Per)
		}
		unused = unused || at.text != "" && !at.used
		at.used = at.used || ofPrices
	}
	s.below, s.elsewhere, s.prose, s.introduced = Statement{}, false, false, false
	return all
}

// leadsOn is in a sentence that introduces what follows.
var leadsOn = regexp.MustCompile(`(?i):\s*$|\b(?:following|below|next)\b`)

// isTitle reports whether a line is too short for a sentence and does not end like one.
func isTitle(line string) bool {
	return len(strings.Fields(line)) <= shortLine && !strings.ContainsAny(line[len(line)-1:], ".:;!)*")
}

// ofWholePage is in a sentence that is about all prices of the page, wherever it stands.
var ofWholePage = regexp.MustCompile(`(?i)^\W*(?:note:?\s+)?all\b|\b(?:this page|this site|throughout|viewing|currency)\b`)

// titledAll is what the titles over a table state, the nearest last.
func titledAll(titles []string) (s Statement) {
	for _, title := range titles {
		s = s.over(titled(title))
	}
	return s
}

// statedInRows is what rows without prices state of all prices of their table: "All prices in AUD" at its foot.
func statedInRows(t Table) (s Statement) {
	for _, row := range t.Rows {
		if title := GroupTitle(row); HasAnyWord(title, "prices", "rates", "currency") || ofWholePage.MatchString(title) {
			s = s.and(statementOf(title))
		}
	}
	return s
}
