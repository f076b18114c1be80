package collectors

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// sourceVisit is the state of one visit.
type sourceVisit struct {
	ctx    context.Context
	fetch  Fetcher
	source Source
	wanted []wanted
	failed []error
}

// wanted is one document a source needs: the one in use, and the alternatives that have not been tried.
type wanted struct {
	doc  Document
	left []Request
}

// advance fetches the next alternative of every wanted document that has one; false means that there is nothing
// new to parse, or that a document cannot be had at all.
func (v *sourceVisit) advance() bool {
	fresh := false
	for i := range v.wanted {
		w := &v.wanted[i]
		if v.next(w) {
			fresh = true
		} else if w.doc.URL == "" {
			return false
		}
	}
	return fresh
}

// next puts the first alternative that can be fetched to use.
func (v *sourceVisit) next(w *wanted) bool {
	for len(w.left) > 0 && v.ctx.Err() == nil {
		request := w.left[0]
		w.left = w.left[1:]
		if doc, ok := v.get(request); ok {
			w.doc = doc
			return true
		}
	}
	return false
}

// documents returns the documents in use, followed by the pages they name. A page that cannot be fetched is left
// out: whether the rest is enough is for Parse to say.
func (v *sourceVisit) documents() []Document {
	var docs, pages []Document
	for _, w := range v.wanted {
		docs = append(docs, w.doc)
		if v.source.Next == nil {
			continue
		}
		for _, request := range v.source.Next(w.doc) {
			if page, ok := v.get(request); ok {
				pages = append(pages, page)
			}
		}
	}
	return append(docs, pages...)
}

func (v *sourceVisit) get(request Request) (Document, bool) {
	doc, err := v.fetch.Fetch(v.ctx, request)
	if err != nil {
		v.failed = append(v.failed, err)
	}
	return doc, err == nil
}

// preferred returns the alternatives in the order in which they are tried.
func preferred(alternatives []Request, newest func(string) (time.Time, bool)) []Request {
	if newest == nil {
		return alternatives
	}
	return slices.SortedStableFunc(slices.Values(alternatives), func(a, b Request) int {
		dateA, _ := newest(a.URL) // none at all is the zero time, which sorts last
		dateB, _ := newest(b.URL)
		return cmp.Or(cmp.Compare(a.Standing, b.Standing), dateB.Compare(dateA))
	})
}
