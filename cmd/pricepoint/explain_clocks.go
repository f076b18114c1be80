package main

import (
	"fmt"

	"pricepoint/data"
)

// trouble tells why the value was not found in what its source sent last.
func (x *explainer) trouble(e data.Evidence) string {
	if e.Method != data.Collected && e.Method != data.Fed && e.Method != data.Carried {
		return ""
	}
	s := x.sources[e.Source]
	failing := s.State == data.Failing || s.State == data.Disallowed
	later := e.FetchedAt.After(e.ConfirmedAt.Time) && !sameDay(e.FetchedAt, e.ConfirmedAt)
	switch {
	case failing && later:
		return fmt.Sprintf("At the last attempt it could not be read, though it answered on %s: %s.", onDay(e.FetchedAt), s.Cause)
	case failing:
		return fmt.Sprintf("At the last attempt it could not be read: %s.", s.Cause)
	case e.Method == data.Carried && e.Held != "":
		return ""
	case e.Method == data.Carried && later:
		return fmt.Sprintf("It was read again on %s and no longer states it; the last value stays.", onDay(e.FetchedAt))
	case e.Method == data.Carried:
		return "It no longer states it; the last value stays."
	default:
		return ""
	}
}

// since tells how long the value stands, unless that is as long as it is known.
func since(e data.Evidence) string {
	seen := e.ConfirmedAt
	if e.Method == data.Curated {
		seen = e.VerifiedAt
	}
	if e.ChangedAt.IsZero() || sameDay(e.ChangedAt, seen) {
		return ""
	}
	return fmt.Sprintf("It has been the published value since %s.", onDay(e.ChangedAt))
}

// lasting tells how long a computed figure stands, unless it is new.
func (x *explainer) lasting(e data.Evidence) string {
	if sameDay(e.ChangedAt, x.made) {
		return ""
	}
	return since(e)
}

// verified tells when a person looked at what a program had read.
func verified(e data.Evidence) string {
	switch {
	case e.Method == data.Curated || e.Method == "":
		return ""
	case e.VerifiedAt.IsZero():
		return "Nobody has verified it by hand."
	case sameDay(e.VerifiedAt, e.ConfirmedAt):
		return "A person verified it the same day."
	default:
		return fmt.Sprintf("A person verified it on %s.", onDay(e.VerifiedAt))
	}
}
