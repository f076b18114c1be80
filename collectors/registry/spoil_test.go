package registry

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestSpoiltPages: a page that has lost its data, or the titles of the columns that a source looks for, is not understood.
func TestSpoiltPages(t *testing.T) {
	for _, s := range All() {
		for name, docs := range map[string][]web.Payload{
			"the table is gone":   spoilt(sourcetest.Documents(t, s, sourcetest.Cases(t, s.Name)[0]), withoutTable),
			"columns are renamed": withColumnsRenamed(t, s),
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

// withColumnsRenamed is the first case of a source, with other words in the titles under which it has found its numbers. LiveBench
// looks for the titles that another of its files names.
func withColumnsRenamed(t *testing.T, s collectors.Source) []web.Payload {
	t.Helper()
	docs := sourcetest.Documents(t, s, sourcetest.Cases(t, s.Name)[0])
	found, _, err := collectors.Parse(s, docs)
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"model"}
	for _, o := range found {
		if s.Name != "leaderboard_livebench" {
			words = append(words, strings.Fields(regexp.QuoteMeta(o.Address.Column))...)
		}
	}
	title := regexp.MustCompile("(?i)" + strings.Join(slices.Compact(slices.Sorted(slices.Values(words))), "|"))
	return spoilt(docs, func(body []byte) []byte {
		return within(body, func(text []byte) []byte { return title.ReplaceAll(text, []byte("quux")) })
	})
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
