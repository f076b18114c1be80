// Package collectors says what a source of numbers is, and visits sources. Start at Source in this file; Run visits them,
// package web fetches for them, and package page holds what their readers share. The sources themselves, one a file, are
// in the packages pricing, leaderboard, feed and lifecycle, and package registry lists them all.
//
// It converts nothing and decides nothing: an Observation is what a page prints. Package normalize decides what is true.
package collectors

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// Source is one place numbers come from: what to fetch, and a pure function that reads it.
type Source struct {
	Name      string          // "pricing_anthropic" is in package pricing, with pages in pricing/testdata/anthropic
	Kind      data.SourceKind // Register fills it in
	Publisher string          // whose numbers they are: "Anthropic", "vals.ai"; a request says who prints a copy of them
	Lineage   []string        // whose numbers these are copies of; empty means first hand
	Untried   bool            // nobody has seen it read the real web: it is asked only where the settings or the command line name it

	// Requests lists the payloads to fetch, all of them; each inner list holds alternatives, best first.
	Requests [][]web.Request
	// Optional lists payloads that complete those of Requests, in the same shape. One that cannot be had, or is
	// from an earlier day, is left out; if Parse fails it is called again without them.
	Optional [][]web.Request
	// Next names further pages found in a payload, one level deep. Optional.
	Next func(web.Payload) []web.Request
	// NeedsAll says that a payload is worth nothing without every page of Next: the first that cannot be had fails it,
	// and no more are asked for.
	NeedsAll bool
	// Parse reads the payloads, at least one, in the order of Requests, Optional and Next. It is pure, it never panics on bad
	// data, and it fails when the anchors it expects are missing: no rows is an error, not an empty answer.
	// A row that contradicts itself or cannot be understood is refused, and the rest is read.
	// Observations are made with Payload.Observe, which says where they stand; the runner fills in Source.
	Parse func(docs []web.Payload, refused *page.Refused) ([]data.Observation, error)
}

var registered []Source

// Register adds a source, which the file of each does from an init function. Its name begins with its kind. Where one payload is
// all that it asks for, these are the addresses, best first.
func Register(s Source, addresses ...string) {
	kind, _, _ := strings.Cut(s.Name, "_")
	s.Kind = data.SourceKind(kind)
	if len(addresses) > 0 {
		s.Requests = [][]web.Request{web.Alternatives(addresses...)}
	}
	registered = append(registered, s)
}

// Registered are the sources that have been added, in no particular order: all of the packages that the program imports.
func Registered() []Source { return registered }

// Unread is the reading of a source that nobody has asked.
func (s Source) Unread() data.Reading {
	return data.Reading{Source: s.Name, Kind: s.Kind, Publisher: s.Publisher, URL: s.Requests[0][0].URL, Lineage: s.Lineage, Untried: s.Untried}
}

// Parse reads payloads of s that have been fetched before. Unlike s.Parse it never panics, treats an empty result as an
// error, tells the refused rows apart from errors and fills Source.
func Parse(s Source, docs []web.Payload) (observations []data.Observation, refused []data.Refusal, err error) {
	defer recoverInto(&err)
	if len(docs) == 0 {
		return nil, nil, data.Failed(data.NotUnderstood, "%s was given nothing to read", s.Name)
	}
	var addresses []string
	for _, doc := range docs {
		if err := page.Affordable(doc.Body); err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", doc.URL, err)
		}
		addresses = append(addresses, doc.URL)
	}
	all := strings.Join(addresses, ", ")
	var rows page.Refused
	observations, err = s.Parse(docs, &rows)
	switch {
	case err == nil && len(observations)+len(rows) == 0:
		return nil, nil, data.Failed(data.NotUnderstood, "read no rows from %s", all)
	case err != nil, len(observations) == 0:
		err = rows.Lacking(err)
	default:
		observations, refused, err = printed(observations, rows)
	}
	if err != nil {
		class := data.NotUnderstood
		if failure, ok := errors.AsType[*data.Failure](err); ok {
			class = failure.Class
		}
		return nil, nil, data.Failed(class, "read %s: %w", all, err)
	}
	printedBy := s.printers(docs)
	for i := range observations {
		observations[i].Source, observations[i].PrintedBy = s.Name, printedBy[observations[i].URL]
	}
	return observations, refused, nil
}

// printers are who prints the copies at the addresses of payloads; there is none where that is the publisher.
func (s Source) printers(docs []web.Payload) map[string]string {
	requests := slices.Concat(slices.Concat(s.Requests, s.Optional)...)
	for _, doc := range docs {
		if s.Next != nil {
			requests = append(requests, s.Next(doc)...)
		}
	}
	by := map[string]string{}
	for _, r := range requests {
		by[r.URL] = r.PrintedBy
	}
	return by
}

// recoverInto turns a panic into the error of its source.
func recoverInto(err *error) {
	if bug := recover(); bug != nil {
		*err = data.Failed(data.OtherFailure, "panic: %s; this is a bug in the source's reader", oneLine(fmt.Sprint(bug)))
	}
}

// MaxName is how many characters a name that a source prints may have. The longest so far has 96.
const MaxName = 250

// maxQuote is how many characters of what a source prints are kept as a quote. The longest so far has 700.
const maxQuote = 2_000

// printed bounds what a source prints and makes it visible, since people read it on terminals. An observation whose name
// is not a name is refused with the rows that are refused already; a source with more of those than of others has failed.
// What is kept takes the place of all.
func printed(all []data.Observation, refused []data.Refusal) ([]data.Observation, []data.Refusal, error) {
	kept := all[:0]
	for _, o := range all {
		if why := notAName(o.Subject); why != "" {
			refused = append(refused, data.Refusal{Subject: o.Subject, Quote: o.Quote, Why: why, URL: o.URL, FetchedAt: o.FetchedAt})
			continue
		}
		shorten(&o, &o.Qualifiers, &o.Address)
		kept = append(kept, o)
	}
	if unnamed := len(all) - len(kept); 2*unnamed > len(all) {
		return nil, nil, fmt.Errorf("most of %d names are not names: %s", len(all), refused[len(refused)-1].Why)
	}
	for i := range refused {
		shorten(&refused[i])
	}
	return kept, refused, nil
}

// shorten makes every text of structs short, whatever it is called. A field that is new has no way around it.
func shorten(all ...any) {
	for _, parts := range all {
		v := reflect.ValueOf(parts).Elem()
		for i := range v.NumField() {
			switch text := v.Field(i).Addr().Interface().(type) {
			case *string:
				*text = short(*text, maxQuote)
			case *[]string:
				for i, each := range *text {
					if cut := short(each, maxQuote); cut != each {
						*text = slices.Clone(*text) // numbers of one table share their headings
						(*text)[i] = cut
					}
				}
			}
		}
	}
}

// notAName says why a text cannot be the name of a model, "" when it can.
func notAName(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case n > MaxName:
		return fmt.Sprintf("the name has %d characters; more than %d are not read", n, MaxName)
	case !data.IsVisible(text):
		return "the name holds characters that nobody can see"
	}
	return ""
}

// oneLine is a message about a page, which may quote it.
func oneLine(message string) string { return short(page.OneLine(message), maxQuote) }

// short cuts a text and makes it visible.
func short(text string, limit int) string {
	if len(text) > limit && utf8.RuneCountInString(text) > limit {
		text = string([]rune(text)[:limit-1]) + "…"
	}
	return data.Visible(text)
}
