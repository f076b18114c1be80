package leaderboard

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
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
		for _, r := range file.rows() {
			if page.IsAbsent(r.score) {
				continue
			}
			row, err := r.observe(doc)
			if err != nil {
				refused.Row(doc, r.model, []page.Cell{{Text: r.quote()}}, err)
				continue
			}
			rows = append(rows, row)
		}
	}
	if had < total {
		return nil, fmt.Errorf("arena: %d of %d rows were had", had, total)
	}
	scores, beside := scored(rows, refused)
	if len(scores) < minScores {
		return nil, fmt.Errorf("arena: %d scores, expected at least %d", len(scores), minScores)
	}
	return append(scores, beside...), nil
}

// arenaRow is what a file says of a model.
type arenaRow struct {
	model, score, votes string
	margin              string // half the interval, the longer half; "" where its ends are not both printed
	ends                string // the interval as printed
	computed            string // how the margin follows from it, where it is not printed
	preliminary         bool
}

// rows are those of the board, in the form of either file.
func (f arenaFile) rows() []arenaRow {
	var all []arenaRow
	for _, r := range f.Rows {
		if r.Row.text("category") != arenaBoard {
			continue
		}
		score, lower, upper := r.Row.text("rating"), r.Row.text("rating_lower"), r.Row.text("rating_upper")
		all = append(all, arenaRow{model: r.Row.text("model_name"), score: score, votes: r.Row.text("vote_count"),
			margin: longer(apart(score, lower), apart(upper, score)), ends: lower + " to " + upper,
			computed: score + " less " + lower + " or " + upper + " less " + score})
	}
	for _, m := range f.Models {
		low, high := m.text("ci_low"), m.text("ci_high")
		all = append(all, arenaRow{model: m.text("model"), score: m.text("score"), votes: m.text("votes"),
			margin: longer(low, high), ends: "-" + low + " +" + high, preliminary: m.text("preliminary") == "true"})
	}
	return all
}

// apart is how much larger one number is than another, "" where one of them is none.
func apart(larger, smaller string) string {
	if !amountDigits.MatchString(larger) || !amountDigits.MatchString(smaller) {
		return ""
	}
	return decimal.RequireFromString(larger).Sub(decimal.RequireFromString(smaller)).String()
}

// longer is the larger of two numbers, "" where one of them is none.
func longer(low, high string) string {
	switch {
	case !eloDigits.MatchString(low) || !eloDigits.MatchString(high):
		return ""
	case decimal.RequireFromString(low).GreaterThan(decimal.RequireFromString(high)):
		return low
	}
	return high
}

// eloDigits is how an Elo is written: with at most four digits before the point.
var eloDigits = regexp.MustCompile(`^\d{1,4}(\.\d{1,30})?$`)

// harnessBracket is the agent that ran a model, behind its name.
var harnessBracket = regexp.MustCompile(`^(.+) \(([a-z]+)-harness\)$`)

func (r arenaRow) observe(doc web.Payload) (*attempts, error) {
	switch {
	case r.model == "":
		return nil, errors.New("the row names no model")
	case !eloDigits.MatchString(r.score):
		return nil, fmt.Errorf("%.40q is no Elo", r.score)
	}
	at := data.PageAddress{Section: []string{arenaBoard}, Row: r.model, Column: "score"}
	o := doc.Observe(r.model, arenaScore, r.score, data.Elo, r.quote(), at, data.Qualifiers{Board: arenaBoard})
	if parts := harnessBracket.FindStringSubmatch(r.model); parts != nil {
		o.Subject, o.Qualifiers.Harness = parts[1], parts[2]
	}
	if r.preliminary {
		o.Qualifiers.Status = "preliminary"
	}
	a := besideOf(doc, o)
	a.note(data.ScoreMargin, data.Elo, "interval", r.margin, r.computed)
	a.note(data.ScoreVotes, data.Votes, "votes", r.votes, "")
	return a, nil
}

func (r arenaRow) quote() string {
	return strings.Join([]string{r.model, r.score, r.ends, r.votes + " votes"}, " | ")
}
