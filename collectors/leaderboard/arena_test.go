package leaderboard

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const arenaFileName = "leaderboards/raw.githubusercontent.com/aabao325/arena-ai-leaderboards/main/data/2026-10-10/code-webdev@2026-10-10.json"

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
		if err == nil && len(scoresOf(all)) < minScores {
			t.Errorf("%d scores and no error", len(scoresOf(all)))
		}
		for _, o := range all {
			if n, err := decimal.NewFromString(o.Value); err != nil || n.IsNegative() || o.Subject == "" {
				t.Errorf("%s of %q = %q, want a number", o.Field, o.Subject, o.Value)
			}
		}
	})
}

func TestRecordedArena(t *testing.T) {
	doc := sourcetest.Capture(t, arenaFileName, arenaMirror+arenaKnown+"/code-webdev.json")
	found, refused, err := collectors.Parse(sourcetest.Named(t, Sources(), "leaderboard_arena"), []web.Payload{doc})
	if err != nil {
		t.Fatal(err)
	}
	if scores := scoresOf(found); len(scores) != 140 { // of 142; one name is there twice, with two scores
		t.Errorf("Parse = %d scores, want 140", len(scores))
	}
	if len(refused) != 1 || refused[0].Subject != "gpt-5.3-codex" {
		t.Errorf("refused = %v, want gpt-5.3-codex", refused)
	}
	board := qualifiers{Board: "webdev"}
	preliminary, codex := board, board
	preliminary.Status, codex.Harness = "preliminary", "codex"
	for _, tt := range []struct {
		name, subject string
		field         data.Field
		q             qualifiers
		want          string
	}{
		{"first", "claude-opus-5.5-max", arenaScore, board, "1813"},
		{"half its interval", "claude-opus-5.5-max", data.ScoreMargin, board, "15"},
		{"few votes", "claude-haiku-5.5-high", data.ScoreVotes, board, "978"},
		{"preliminary", "gemini-4-argon-high", arenaScore, preliminary, "1678"},
		{"in an agent", "gpt-5.6-sol-xhigh", arenaScore, codex, "1618"},
		{"the last", "devstral-medium-2507", arenaScore, board, "1076"},
		{"of an unknown maker", "KAT-Coder-Pro-V1", arenaScore, board, "1256"},
	} {
		if got := sourcetest.Value(found, tt.subject, tt.field, tt.q); got != tt.want {
			t.Errorf("%s: %s of %s = %q, want %q", tt.name, tt.field, tt.subject, got, tt.want)
		}
	}
	for _, o := range found {
		if o.PrintedBy != "aabao325/arena-ai-leaderboards" || strings.HasPrefix(string(o.Field), "price.") {
			t.Fatalf("%s of %s is printed by %q", o.Field, o.Subject, o.PrintedBy)
		}
	}
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

func TestBrokenArenaFails(t *testing.T) {
	s := sourcetest.Named(t, Sources(), "leaderboard_arena")
	for _, tt := range []struct{ name, fixture, old, new string }{
		{"another leaderboard", "mirror", `"code-webdev"`, `"text"`},
		{"score renamed", "mirror", `"score"`, `"points"`},
		{"rating renamed", "open-data", `"rating"`, `"points"`},
		{"category renamed", "open-data", `"webdev"`, `"web"`},
		{"a page is missing", "open-data", `"num_rows_total": 6`, `"num_rows_total": 106`},
		{"pointer alone", "pointer", `"models"`, `"rows_of_models"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sourcetest.WantUnread(t, s, sourcetest.Documents(t, s, tt.fixture), tt.old, tt.new)
		})
	}
}
