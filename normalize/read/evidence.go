package read

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Observed is the evidence of a number that a source prints.
func (s sources) Observed(q data.Quantity, n data.Number, o data.Observation) data.Evidence {
	e := data.Evidence{
		Field: q.Name, Value: n, Unit: q.Unit, Method: data.Collected, Confidence: data.High,
		Source: o.Source, Basis: data.OwnPage, Publisher: s.Readings[o.Source].Publisher, PrintedBy: o.PrintedBy, Subject: o.Subject, URL: o.URL, Quote: o.Quote,
		Conditions: o.Qualifiers, SHA256: o.SHA256, Archive: s.archives[o.SHA256],
		FetchedAt: s.lastFetched(o), ConfirmedAt: o.FetchedAt, ChangedAt: o.FetchedAt,
	}
	if s.Feed(o.Source) {
		e.Method, e.Basis, e.Confidence = data.Fed, data.OnList, data.Medium
	}
	if o.Computed != "" {
		e.RestOn(data.Ruling{Rule: data.LessDiscount, Formula: o.Computed})
	}
	return e
}

// measuredBy is the evidence of a result, with who measured it. What somebody else prints of it is a copy.
func (s sources) measuredBy(publisher string, e data.Evidence) data.Evidence {
	if reader := s.Readings[e.Source].Publisher; reader != publisher {
		e.PrintedBy = cmp.Or(e.PrintedBy, reader)
	}
	e.Publisher = publisher
	return OfCopy(e)
}

// OfCopy lowers the confidence of what was read in a copy: it may have been made wrongly, or be out of date.
func OfCopy(e data.Evidence) data.Evidence {
	if e.PrintedBy != "" {
		e.Basis, e.Confidence = data.ThirdParty, Least(e.Confidence, data.Medium)
	}
	return e
}

// wordOf is whose word a reading is. A snapshot of before readings said so has not written it down.
func (s sources) wordOf(e data.Evidence) data.Basis {
	switch {
	case e.Basis != "":
		return e.Basis
	case s.Feed(e.Source):
		return data.OnList
	case e.PrintedBy != "":
		return data.ThirdParty
	default:
		return data.OwnPage
	}
}

// lastFetched is when the observation's source last sent anything, be it usable or not.
func (s sources) lastFetched(o data.Observation) data.Timestamp {
	if last := s.Records[o.Source].LastFetched; last.After(o.FetchedAt.Time) {
		return last
	}
	return o.FetchedAt
}

// Curated is the evidence of a fact that a person verified. maker decides the number.
func Curated(q data.Quantity, n data.Number, e catalog.Evidence, maker string, c data.Confidence, now time.Time) *data.Evidence {
	verified := data.At(e.Verified.First)
	return &data.Evidence{
		Field: q.Name, Value: n, Unit: q.Unit, Method: data.Curated, Confidence: e.Trust(c), Source: "catalogue", Basis: e.Word(),
		Publisher: e.Printer(maker), URL: e.Source, Note: e.Note, VerifiedAt: verified, ChangedAt: verified, Placeholder: verified.After(now),
	}
}

// Doubted is what a page printed, as far as a person trusts it who has read the same there on that day or later: a program
// does not see that a discount has no end.
func Doubted(e, fact data.Evidence) data.Evidence {
	if e.Seen().Format(time.DateOnly) > fact.VerifiedAt.Format(time.DateOnly) || Least(e.Confidence, fact.Confidence) == e.Confidence {
		return e
	}
	e.Confidence, e.Note = fact.Confidence, fact.Note
	return e
}

// FirstHand reports whether a value was read, by a collector or a person, on the page of who decides it.
func (s sources) FirstHand(e data.Evidence) bool {
	if e.Method == data.Curated {
		return e.Basis.FirstHand() && !e.Placeholder
	}
	return !s.Feed(e.Source)
}

// Newest picks what was seen last; of values seen at the same time the first.
func Newest(all []data.Evidence) (data.Evidence, bool) {
	if len(all) == 0 {
		return data.Evidence{}, false
	}
	return slices.MaxFunc(all, func(x, y data.Evidence) int { return x.Seen().Compare(y.Seen()) }), true
}

// Carried is the evidence of an earlier snapshot as it stands when the last reading does not confirm it.
func (s sources) Carried(e data.Evidence) data.Evidence {
	if e.Method == data.Collected || e.Method == data.Fed {
		e.Method, e.Basis = data.Carried, s.wordOf(e)
		if e.Confidence == data.High {
			e.Confidence = data.Medium
		}
	}
	if last := s.Records[e.Source].LastFetched; last.After(e.FetchedAt.Time) {
		e.FetchedAt = last
	}
	e.Agrees, e.Disagrees, e.Announced, e.Held = nil, nil, nil, ""
	return e
}
