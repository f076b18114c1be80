package leaderboard

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

// FuzzArena parses anything: no panic, and whatever comes out is a positive number of a named subject.
func FuzzArena(f *testing.F) {
	s := sourcetest.Named(f, Sources(), "leaderboard_arena")
	sourcetest.AddSeeds(f, s.Name)
	f.Fuzz(func(t *testing.T, body []byte) {
		doc := web.Payload{URL: s.Requests[0][0].URL, Body: body}
		if pages := s.Next(doc); len(pages) > arenaMost/arenaPage {
			t.Errorf("Next names %d pages", len(pages))
		}
		all, err := s.Parse([]web.Payload{doc})
		if err == nil && len(onlyScores(all)) < minScores {
			t.Errorf("%d scores and no error", len(onlyScores(all)))
		}
		for _, o := range all {
			if n, err := decimal.NewFromString(o.Value); err != nil || n.IsNegative() || o.Subject == "" {
				t.Errorf("%s of %q = %q, want a number", o.Field, o.Subject, o.Value)
			}
		}
	})
}

// TestNextArena asks for the rest of the open data, or for the newest day of the mirror, which is a copy too.
func TestNextArena(t *testing.T) {
	for _, tt := range []struct{ name, url, body, want string }{
		{"one page", arenaData + "0", `{"num_rows_total": 100}`, ""},
		{"three pages", arenaData + "0", `{"num_rows_total": 201}`, arenaData + "100 " + arenaData + "200"},
		{"a further page names none", arenaData + "100", `{"num_rows_total": 201}`, ""},
		{"pointer", arenaMirror + "latest.json", `{"path": "2026-11-20"}`, arenaMirror + "2026-11-20/code-webdev.json"},
		{"pointer elsewhere", arenaMirror + "latest.json", `{"path": "../../other"}`, ""},
		{"no file", arenaData + "0", `<html>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var urls []string
			for _, r := range nextArena(web.Payload{URL: tt.url, Body: []byte(tt.body)}) {
				urls = append(urls, r.URL)
			}
			if got := strings.Join(urls, " "); got != tt.want {
				t.Errorf("nextArena = %q, want %q", got, tt.want)
			}
		})
	}
}
