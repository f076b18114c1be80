package server

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

var (
	//go:embed site/index.html
	indexHTML string
	//go:embed site/style.css
	styleCSS string

	indexTemplate = template.Must(template.New("index").Funcs(template.FuncMap{
		"day": day, "kilobytes": kilobytes, "shown": shown,
	}).Parse(indexHTML))

	htmlKind = prepared.Kind{Type: "text/html; charset=utf-8", Header: []prepared.Field{
		prepared.Line("Content-Security-Policy", "default-src 'none'; style-src 'sha256-"+styleDigest()+
			"'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
		prepared.Line("Referrer-Policy", "no-referrer"),
	}}
)

// styleDigest names the one style sheet that the policy of the page allows; none that slips in with the data is.
func styleDigest() string {
	sum := sha256.Sum256([]byte(styleCSS))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// index is what the page shows.
type index struct {
	Style     template.CSS
	URL       string // of the site, without a final slash
	Version   string
	Generator string
	Freshness data.FreshnessDocument
	Sources   []data.SourceStatus // by state
	States    []stateCount
	Groups    []listingGroup
	Report    data.WrongNumber
	ReportTo  string
}

// listingGroup are addresses under one heading.
type listingGroup struct {
	Name     string
	Listings []listing
}

// stateCount is how many sources are in a state.
type stateCount struct {
	State data.State
	Count int
	What  string
}

// stateWords are in the order of the page, what is wrong first, each with what it means.
var stateWords = []stateCount{
	{State: data.Failing, What: "could not be read; the last good values stand"},
	{State: data.Disallowed, What: "its robots.txt refuses us"},
	{State: data.Stale, What: "not confirmed for 14 days"},
	{State: data.Fresh, What: "values found again within 14 days"},
	{State: data.Frozen, What: "the source itself has stopped"},
}

// indexPage renders the page at /.
func (s *Server) indexPage(st *state, all []listing) ([]byte, error) {
	page := index{
		Style: template.CSS(styleCSS), URL: strings.TrimSuffix(s.options.PublicURL, "/"),
		Version: st.snapshot.Manifest.Version, Generator: st.snapshot.Manifest.Generator, Freshness: st.freshness,
		Sources: byState(st.freshness.Sources),
		States:  countStates(st.freshness.Sources), Groups: grouped(all), Report: data.HowToReport, ReportTo: s.options.ReportURL,
	}
	var buf bytes.Buffer
	if err := indexTemplate.Execute(&buf, page); err != nil {
		return nil, fmt.Errorf("index page: %v", err)
	}
	return []byte(data.Visible(buf.String())), nil // the template escapes markup only
}

// countStates leaves out the states that no source is in.
func countStates(sources []data.SourceStatus) []stateCount {
	var all []stateCount
	for _, count := range stateWords {
		for _, s := range sources {
			if s.State == count.State {
				count.Count++
			}
		}
		if count.Count > 0 {
			all = append(all, count)
		}
	}
	return all
}

// byState keeps the order of sources in the same state.
func byState(sources []data.SourceStatus) []data.SourceStatus {
	place := func(s data.SourceStatus) int {
		return slices.IndexFunc(stateWords, func(w stateCount) bool { return w.State == s.State })
	}
	return slices.SortedStableFunc(slices.Values(sources), func(a, b data.SourceStatus) int { return place(a) - place(b) })
}

// grouped keeps the order of the groups and of the listings.
func grouped(all []listing) []listingGroup {
	var groups []listingGroup
	for _, l := range all {
		i := slices.IndexFunc(groups, func(g listingGroup) bool { return g.Name == l.Group })
		if i < 0 {
			i = len(groups)
			groups = append(groups, listingGroup{Name: l.Group})
		}
		groups[i].Listings = append(groups[i].Listings, l)
	}
	return groups
}

// shown is an address as people read it.
func shown(address string) string { return strings.TrimPrefix(address, "mailto:") }

func day(t data.Timestamp) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format(time.DateOnly)
}

func kilobytes(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%d.%d kB", n/1000, n%1000/100)
}
