package data_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pricepoint/data"
)

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"plain", "GPT-5.6 Sol — 日本", "GPT-5.6 Sol — 日本"},
		{"lines", "one\ntwo\tthree", "one\ntwo\tthree"},
		{"escape", "\x1b[2J\x1b]0;title\x07", `\u001b[2J\u001b]0;title\u0007`},
		{"return", "GPT\rFree", `GPT\u000dFree`},
		{"backspace", "$5\b\b0", `$5\u0008\u00080`},
		{"delete", "a\x7fb", `a\u007fb`},
		{"eight-bit-escape", "a\u009b31mb", `a\u009b31mb`},
		{"right-to-left", "\u202e5$", `\u202e5$`},
		{"isolate", "\u2066a\u2069", `\u2066a\u2069`},
		{"zero-width", "Opus\u200b5", `Opus\u200b5`},
		{"line-separator", "a\u2028b", `a\u2028b`},
		{"not-utf8", "a\x9b31mb", "a\ufffd31mb"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := data.Visible(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := data.IsVisible(tt.text); got != (tt.text == tt.want) {
				t.Errorf("IsVisible is %v", got)
			}
			if got := data.Visible(tt.want); got != tt.want {
				t.Errorf("twice makes %q", got)
			}
		})
	}
}

// TestDocumentsAreVisible: no document holds what a terminal would act on, and each is read as what was written.
func TestDocumentsAreVisible(t *testing.T) {
	for _, text := range []string{"plain — 日本", "\x1b[2J", "\u009b31m", "\u202e5$", "a\u200b\u2066", "tag \U000e0041", "\x7f\r\n\t", "\"\\"} {
		var table strings.Builder
		column := data.Column[string]{Heading: "text", Text: func(row string) string { return row }}
		if err := data.WriteCSV(&table, []data.Column[string]{column}, []string{text}, data.LF); err != nil || !data.IsVisible(table.String()) {
			t.Errorf("a table of %q is %q, %v", text, table.String(), err)
		}
		for encoding, encode := range map[string]func(any) []byte{"a document": data.Encode, "a line": data.EncodeLine} {
			body := encode(map[string]string{text: text})
			if !data.IsVisible(string(body)) {
				t.Errorf("%s of %q is %q", encoding, text, body)
			}
			var read map[string]string
			if err := json.Unmarshal(body, &read); err != nil || read[text] != text {
				t.Errorf("%s of %q reads as %q, %v", encoding, text, read, err)
			}
		}
	}
}
