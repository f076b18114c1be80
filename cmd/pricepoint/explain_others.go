package main

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

// agreement tells who else states the value, and who another.
func (x *explainer) agreement(e data.Evidence) string {
	_, isPrice := nouns[e.Field]
	if e.Method == "" || !isPrice && e.Field != data.FieldContext {
		return "" // nobody else measures the same
	}
	var agree, differ []string
	for _, s := range e.Agrees {
		if s.CopyOf == "" {
			agree = append(agree, fmt.Sprintf("%s (read on %s)", x.called(s.Source), onDay(s.FetchedAt)))
		}
	}
	for _, s := range e.Disagrees {
		differ = append(differ, fmt.Sprintf("%s says %s (read on %s%s)", x.called(s.Source), figure(e, s.Value), onDay(s.FetchedAt), order(s, e)))
	}
	text := "Nobody else states it."
	switch {
	case len(agree) > 0:
		text = fmt.Sprintf("%s %s the same.", opening(conjunction(agree, "and")), plural(agree, "states", "state"))
	case len(e.Agrees) > 0:
		text = ""
	case len(differ) > 0:
		return "Nobody else states the same: " + conjunction(differ, "and") + "."
	}
	if len(differ) > 0 {
		return sentences(text, x.copies(e), opening(conjunction(differ, "and"))+".")
	}
	return sentences(text, x.copies(e))
}

// copies tells whose agreement counts for nothing, since it is somebody else's.
func (x *explainer) copies(e data.Evidence) string {
	var originals, all []string
	copies := map[string][]string{}
	for _, s := range e.Agrees {
		if s.CopyOf == "" {
			continue
		}
		if !slices.Contains(originals, s.CopyOf) {
			originals = append(originals, s.CopyOf)
		}
		copies[s.CopyOf] = append(copies[s.CopyOf], x.called(s.Source))
	}
	for _, original := range originals {
		names := copies[original]
		all = append(all, fmt.Sprintf("%s %s it too, but %s with %s and %s not count.", opening(conjunction(names, "and")), plural(names, "states", "state"),
			plural(names, "shares its numbers", "share their numbers"), x.called(original), plural(names, "does", "do")))
	}
	return sentences(all...)
}

// figure writes another source's number as the headline writes the value.
func figure(e data.Evidence, n data.Number) string {
	if e.Field == data.FieldContext {
		return grouped(n)
	}
	return n.String()
}

// order tells when an older reading disagrees, which is no wonder.
func order(s data.Statement, e data.Evidence) string {
	seen := e.ConfirmedAt
	if e.Method == data.Curated {
		seen = e.VerifiedAt
	}
	if s.FetchedAt.Before(seen.Time) {
		return ", which is earlier"
	}
	return ""
}

// doubt tells how far the value can be trusted when that is not far.
func (x *explainer) doubt(e data.Evidence) string {
	note := strings.TrimSuffix(e.Note, ".")
	if note != "" && x.toldBefore(note) {
		note = ""
	}
	text := fmt.Sprintf("Confidence is %s", e.Confidence)
	if e.Confidence == data.High || e.Confidence == "" {
		text = "Note"
	}
	switch {
	case note != "":
		return text + ": " + note + "."
	case text == "Note":
		return ""
	default:
		return text + "."
	}
}
