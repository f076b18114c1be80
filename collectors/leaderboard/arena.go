package leaderboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	arenaData   = "https://datasets-server.huggingface.co/rows?dataset=lmarena-ai/leaderboard-dataset&config=webdev&split=latest&length=100&offset="
	arenaMirror = "https://raw.githubusercontent.com/aabao325/arena-ai-leaderboards/main/data/"
	// arenaKnown is a day that the mirror is known to have, for when nobody says which is its newest.
	arenaKnown = "2026-10-10"
)

func init() {
	collectors.Register(collectors.Source{
		Name: "leaderboard_arena", Publisher: "Arena",
		Requests: [][]web.Request{{
			{URL: arenaData + "0"},
			arenaCopy("latest.json", 1), arenaCopy(arenaKnown+"/code-webdev.json", 2),
		}},
		Next:  nextArena,
		Parse: parseArena,
	})
}

func arenaCopy(file string, standing int) web.Request {
	return web.Request{URL: arenaMirror + file, Standing: standing, PrintedBy: "aabao325/arena-ai-leaderboards"}
}

const (
	arenaScore data.Field = "score.arenaWebDev"
	arenaBoard string     = "webdev" // the category whose rows are read; others hold the same models
)

// arenaFile is any of the files: the open data, a page of at most arenaPage rows at a time; the mirror's pointer to its
// newest day; the mirror's copy of the page. Prices that the mirror adds are third-hand and left alone.
type arenaFile struct {
	Total *int64 `json:"num_rows_total"`
	Rows  []struct{ Row jsonRow }

	Path string

	Meta   struct{ Leaderboard string }
	Models []jsonRow
}

const (
	arenaPage = 100
	arenaMost = 2_000 // rows; today's pages hold some hundreds
)

// arenaDay is how the mirror names a day.
var arenaDay = regexp.MustCompile(`^20\d{2}-\d{2}-\d{2}$`)

// nextArena names the further pages of the open data, or the newest day of the mirror.
func nextArena(doc web.Payload) []web.Request {
	var file arenaFile
	if json.Unmarshal(doc.Body, &file) != nil {
		return nil
	}
	if arenaDay.MatchString(file.Path) {
		return []web.Request{arenaCopy(file.Path+"/code-webdev.json", 1)}
	}
	var pages []web.Request
	if file.Total != nil && doc.URL == arenaData+"0" {
		for offset := int64(arenaPage); offset < min(*file.Total, arenaMost); offset += arenaPage {
			pages = append(pages, web.Request{URL: arenaData + strconv.FormatInt(offset, 10)})
		}
	}
	return pages
}

// parseArena reads how people rate the web apps that models write for them. An Elo has a meaning only beside the others
// of the same reading.
func parseArena(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var rows []*attempts
	var total, had int64
	for _, doc := range docs {
		var file arenaFile
		if err := page.UnmarshalOnce(doc.Body, &file); err != nil {
			return nil, fmt.Errorf("arena: %w", err)
		}
		if board := file.Meta.Leaderboard; len(file.Models) > 0 && board != "code-webdev" {
			return nil, fmt.Errorf("arena: the file is about the leaderboard %.40q", board)
		}
		if file.Total != nil {
			total, had = *file.Total, had+int64(len(file.Rows))
		}
		for _, r := range file.Rows {
			if r.Row.text("category") == arenaBoard {
				rows = append(rows, arenaOpen.observe(doc, r.Row, refused))
			}
		}
		for _, row := range file.Models {
			rows = append(rows, arenaMirrored.observe(doc, row, refused))
		}
	}
	if had < total {
		return nil, fmt.Errorf("arena: %d of %d rows were had", had, total)
	}
	rows = slices.DeleteFunc(rows, func(a *attempts) bool { return a == nil })
	scores, beside := scored(rows, refused)
	if len(scores) < minScores {
		return nil, fmt.Errorf("arena: %d scores, expected at least %d", len(scores), minScores)
	}
	return append(scores, beside...), nil
}

// arenaKeys are the keys of a row of a file: of the model, of its score and votes, and of the interval of the score.
type arenaKeys struct{ model, score, votes, low, high string }

// The open data has the ends of the interval, the mirror how far they lie from the score.
var (
	arenaOpen     = arenaKeys{"model_name", "rating", "vote_count", "rating_lower", "rating_upper"}
	arenaMirrored = arenaKeys{"model", "score", "votes", "ci_low", "ci_high"}
)

// observe reads a row that has a score; nil for another one.
func (k arenaKeys) observe(doc web.Payload, row jsonRow, refused *page.Refused) *attempts {
	model, score, votes, low, high := row.text(k.model), row.text(k.score), row.text(k.votes), row.text(k.low), row.text(k.high)
	ends, computed := "-"+low+" +"+high, ""
	if k == arenaOpen {
		ends, computed = low+" to "+high, score+" less "+low+" or "+high+" less "+score
	}
	quote := strings.Join([]string{model, score, ends, votes + " votes"}, " | ")
	var why error
	switch {
	case page.IsAbsent(score):
		return nil
	case model == "":
		why = errors.New("the row names no model")
	case !eloDigits.MatchString(score):
		why = fmt.Errorf("%.40q is no Elo", score)
	}
	if why != nil {
		refused.Row(doc, model, []page.Cell{{Text: quote}}, why)
		return nil
	}
	at := data.PageAddress{Section: []string{arenaBoard}, Row: model, Column: "score"}
	o := doc.Observe(model, arenaScore, score, data.Elo, quote, at, data.Qualifiers{Board: arenaBoard})
	if parts := harnessBracket.FindStringSubmatch(model); parts != nil {
		o.Subject, o.Qualifiers.Harness = parts[1], parts[2]
	}
	if row.text("preliminary") == "true" {
		o.Qualifiers.Status = "preliminary"
	}
	a := besideOf(doc, o)
	a.note(data.ScoreMargin, data.Elo, "interval", k.margin(score, low, high), computed)
	a.note(data.ScoreVotes, data.Votes, "votes", votes, "")
	return a
}

// margin is the larger distance of an end of the interval from the score, "" where one of them is no number.
func (k arenaKeys) margin(score, low, high string) string {
	if slices.ContainsFunc([]string{score, low, high}, func(text string) bool { return !eloDigits.MatchString(text) }) {
		return ""
	}
	below, above, elo := data.MustNumber(low).Decimal, data.MustNumber(high).Decimal, data.MustNumber(score).Decimal
	if k == arenaOpen {
		below, above = elo.Sub(below), above.Sub(elo)
	}
	return decimal.Max(below, above).String()
}

// eloDigits is how an Elo is written: with at most four digits before the point.
var eloDigits = regexp.MustCompile(`^\d{1,4}(\.\d{1,30})?$`)

// harnessBracket is the agent that ran a model, behind its name.
var harnessBracket = regexp.MustCompile(`^(.+) \(([a-z]+)-harness\)$`)
