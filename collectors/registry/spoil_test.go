package registry

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
)

// goodPages are what a source needs to be read: its fixtures, by address.
type goodPages map[string]goodPage

type goodPage struct {
	contentType string
	body        []byte
}

func (p goodPage) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", p.contentType)
	w.Write(p.body)
}

// wholeCases are the cases of a source that have a page for every address it asks first: those of its requests, and
// those that the pages there name.
func wholeCases(t *testing.T, s collectors.Source) []goodPages {
	t.Helper()
	var cases []goodPages
	for _, each := range sourcetest.Cases(t, s.Name) {
		docs, whole := sourcetest.Case(t, s, each)
		if !whole {
			continue
		}
		pages := goodPages{}
		for _, doc := range docs {
			pages[doc.URL] = goodPage{doc.ContentType, doc.Body}
		}
		cases = append(cases, pages)
	}
	if len(cases) == 0 {
		t.Fatalf("no case of %s has one page for each address it asks first", s.Name)
	}
	return cases
}

// with returns the pages with every body changed.
func (p goodPages) with(change func([]byte) []byte) goodPages {
	changed := goodPages{}
	for address, page := range p {
		page.body = change(page.body)
		changed[address] = page
	}
	return changed
}

// columnOf is a title, or part of it, under which a source finds its numbers; all others look for output prices.
var columnOf = map[string]string{
	"feed_openrouter": "completion", "leaderboard_arena": "model", "leaderboard_deepswetracker": "score_pct", "leaderboard_aider": "pass_rate", "leaderboard_bigcodebench": "instruct",
	"leaderboard_deepswe": "pass_at_1", "leaderboard_epoch": "mean_score",
	"leaderboard_evalplus": "pass@1", "leaderboard_livebench": "model", "leaderboard_livecodebench": "pass@1", "leaderboard_swebench": "resolved",
	"leaderboard_openhands": "score", "leaderboard_terminalbench": "accuracy", "leaderboard_vals": "accuracy",
	"lifecycle_anthropic": "state", "lifecycle_google": "shutdown", "lifecycle_openai": "shutdown",
}

// withColumnRenamed is the first of the cases that has a source's column, under another title.
func withColumnRenamed(t *testing.T, s collectors.Source, cases []goodPages) goodPages {
	t.Helper()
	title := regexp.MustCompile("(?i)" + regexp.QuoteMeta(cmp.Or(columnOf[s.Name], "output")))
	for _, pages := range cases {
		renamed := false
		after := pages.with(func(body []byte) []byte {
			return within(body, func(text []byte) []byte {
				renamed = renamed || title.Match(text)
				return title.ReplaceAll(text, []byte("quux"))
			})
		})
		if renamed {
			return after
		}
	}
	t.Fatalf("no page of %s says %q; columnOf should name what stands over its numbers", s.Name, title)
	return nil
}

var lineWithDigits = regexp.MustCompile(`(?m)^.*\d.*$\n?`)

// withoutTable leaves the frame of a page: its data are gone.
func withoutTable(body []byte) []byte {
	if json.Valid(body) {
		return []byte("{}")
	}
	return within(body, func(text []byte) []byte {
		return append([]byte("# The page\n\n"), lineWithDigits.ReplaceAll(text, nil)...)
	})
}

// withDamage puts a byte into the middle of a page that is no character.
func withDamage(body []byte) []byte {
	return within(body, func(text []byte) []byte {
		return slices.Concat(text[:len(text)/2], []byte{0xff}, text[len(text)/2:])
	})
}

// within changes the text of a page; in a ZIP archive that of each file.
func within(body []byte, change func([]byte) []byte) []byte {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return change(body)
	}
	var changed bytes.Buffer
	w := zip.NewWriter(&changed)
	for _, file := range archive.File {
		packed, err := file.Open()
		if err != nil {
			panic(err)
		}
		text, err := io.ReadAll(packed)
		if err != nil {
			panic(err)
		}
		out, err := w.Create(file.Name)
		if err != nil {
			panic(err)
		}
		out.Write(change(text))
	}
	w.Close()
	return changed.Bytes()
}
