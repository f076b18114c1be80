package registry

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"regexp"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestSpoiltPages: a page that has lost its data, or the title of the column that a source looks for, is not understood.
func TestSpoiltPages(t *testing.T) {
	for _, s := range All() {
		for name, docs := range map[string][]web.Payload{
			"the table is gone":   spoilt(sourcetest.Documents(t, s, sourcetest.Cases(t, s.Name)[0]), withoutTable),
			"a column is renamed": withColumnRenamed(t, s),
		} {
			t.Run(s.Name+"/"+name, func(t *testing.T) {
				found, _, err := collectors.Parse(s, docs)
				if err == nil || data.FailureOf(err).Class != data.NotUnderstood {
					t.Errorf("Parse = %d observations, %v, want a page that is not understood", len(found), err)
				}
			})
		}
	}
}

func spoilt(docs []web.Payload, change func([]byte) []byte) []web.Payload {
	for i := range docs {
		docs[i].Body = change(docs[i].Body)
	}
	return docs
}

// columnOf is a title, or part of it, under which a source finds its numbers; all others look for output prices.
var columnOf = map[string]string{
	"feed_azure": "meterName", "feed_bedrock": "priceDimensions", "feed_openrouter": "completion", "leaderboard_arena": "model", "leaderboard_deepswetracker": "score_pct", "leaderboard_aider": "pass_rate", "leaderboard_bigcodebench": "instruct",
	"leaderboard_deepswe": "pass_at_1", "leaderboard_epoch": "mean_score",
	"leaderboard_evalplus": "pass@1", "leaderboard_livebench": "model", "leaderboard_livecodebench": "pass@1", "leaderboard_swebench": "resolved",
	"leaderboard_openhands": "score", "leaderboard_terminalbench": "accuracy", "leaderboard_vals": "accuracy",
	"lifecycle_anthropic": "state", "lifecycle_google": "shutdown", "lifecycle_openai": "shutdown",
}

// withColumnRenamed is the first of the cases that has a source's column, under another title.
func withColumnRenamed(t *testing.T, s collectors.Source) []web.Payload {
	t.Helper()
	title := regexp.MustCompile("(?i)" + regexp.QuoteMeta(cmp.Or(columnOf[s.Name], "output")))
	for _, each := range sourcetest.Cases(t, s.Name) {
		renamed := false
		docs := spoilt(sourcetest.Documents(t, s, each), func(body []byte) []byte {
			return within(body, func(text []byte) []byte {
				renamed = renamed || title.Match(text)
				return title.ReplaceAll(text, []byte("quux"))
			})
		})
		if renamed {
			return docs
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
