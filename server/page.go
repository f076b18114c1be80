package server

import (
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

var pageKind = prepared.Kind{Type: "text/html; charset=utf-8", Header: []prepared.Field{
	prepared.Line("Content-Security-Policy", page.Policy), prepared.Line("Referrer-Policy", "no-referrer"),
}}

// addPages renders what people look at. renewed is when anything on the pages changed last.
func (s *Server) addPages(next, previous *state, m *prepared.Maker, documents map[string]data.Document, all []page.Address, renewed time.Time) error {
	exports, err := next.exportIndex()
	if err != nil {
		return err
	}
	site := page.Site{
		Documents: documents, Exports: exports, Freshness: next.freshness, Version: next.snapshot.Manifest.Version, Generator: next.snapshot.Manifest.Generator,
		URL: strings.TrimSuffix(s.options.PublicURL, "/"), Groups: page.Grouped(all), ReportTo: s.options.ReportURL, Now: s.options.Now(),
	}
	if from := page.OverdueFrom(next.freshness); site.Overdue() {
		renewed = later(renewed, from)
	} else if !from.IsZero() && (next.expires.IsZero() || from.Before(next.expires)) {
		next.expires = from
	}
	pages, err := page.Pages(site)
	for _, p := range pages {
		next.resources[p.Address] = previous.reuse(m, p.Address, kindOf(p), data.Document{Body: p.Body}, renewed)
	}
	return err
}

// kindOf compresses well what is asked for most.
func kindOf(p page.Page) prepared.Kind {
	kind := pageKind
	if p.Type != "" {
		kind = prepared.Kind{Type: p.Type}
	}
	switch {
	case p.Type == "application/xml":
		kind.Header, kind.Packed = prepared.Inert, prepared.Lightly
	case p.Address != "/":
		kind.Packed = prepared.Lightly
	}
	return kind
}

// addAssets puts what pages load beside them. Another program has other addresses for it.
func (s *Server) addAssets(next, previous *state, m *prepared.Maker) {
	for _, a := range page.Assets() {
		kind := prepared.Kind{Type: a.Type, Cache: prepared.Immutable}
		next.resources[a.Address] = previous.reuse(m, a.Address, kind, data.Document{Body: a.Body}, s.began)
	}
}
