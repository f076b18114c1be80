package data

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzNumber reads whatever stands where a number should: what is taken can be reckoned with and written in little room, and
// reads back as the same number.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"12.50", "5e-06", "0", "-0.000", " 1 ", "NaN", "1e999999999", "1e-999999999", "0x1p4", "1_000", "\"1\"", strings.Repeat("9", 400)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNumber(text)
		if err != nil {
			return
		}
		written, err := n.MarshalJSON()
		if err != nil || !json.Valid(written) || len(written) > mostDigits {
			t.Fatalf("%q is written as %.80q (%d bytes), %v", text, written, len(written), err)
		}
		var again Number
		if err := json.Unmarshal(written, &again); err != nil || !again.Equal(n) {
			t.Errorf("%q is written as %s, which reads as %s, %v", text, written, again, err)
		}
		if twice, _ := again.MarshalJSON(); !bytes.Equal(twice, written) {
			t.Errorf("%q is written as %s, and then as %s", text, written, twice)
		}
	})
}

// FuzzTime reads whatever stands where a time should: what is taken is written in one form, which reads as the same time.
func FuzzTime(f *testing.F) {
	for _, text := range []string{"2026-11-21T03:00:00.000Z", "2026-11-21T030000Z", "2026-11-21", "2026-11-21T030000.5Z", "2026-02-30",
		"0000-01-01", "9999-12-31T23:59:59+14:00", "9999-12-31T23:59:59-14:00", "0000-01-01T00:00:00+14:00", "2026-10-14 02:00:00 UTC", "null", "2026-11-21T03:00:00,000Z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if at, err := ParseVersion(text); err == nil && Version(at) != text {
			t.Errorf("version %q is written as %s", text, Version(at))
		}
		if at, err := ParseInstant(text); err == nil {
			checkTimestamp(t, At(at))
		}
		var at Timestamp
		if err := at.UnmarshalJSON([]byte(`"` + text + `"`)); err == nil {
			checkTimestamp(t, at)
		}
	})
}

// checkTimestamp wants a time to survive being written.
func checkTimestamp(t *testing.T, at Timestamp) {
	t.Helper()
	written, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	var again Timestamp
	if err := json.Unmarshal(written, &again); err != nil || !again.Equal(at.Time) || again.Location() != time.UTC {
		t.Errorf("%s reads as %s, %v", written, again, err)
	}
}

// FuzzWeeklyHours reads hours out of a comparable value: what is taken is written as it was.
func FuzzWeeklyHours(f *testing.F) {
	for _, text := range []string{"UTC; mon,tue 01:00-04:00; sat 06:00-10:00", "outside Asia/Shanghai; sun 00:30-24:00", "outside ; mon 01:00-02:00", "UTC; mon 24:00-01:00", "UTC", ";"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if h, err := ParseWeeklyHours(text); err == nil && h.Notation() != text {
			t.Errorf("%q is written as %q", text, h.Notation())
		}
	})
}

// FuzzVisible makes any text fit for a terminal and a page: nothing that acts is left, once is enough, and nothing else changes.
func FuzzVisible(f *testing.F) {
	for _, text := range []string{"plain", "\x1b[31mred\x1b[0m", "a\u202eb", "\xff\xfe", "tab\tline\n", "\u2028", "\ufeffmark", `\u001b`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := Visible(text)
		if !IsVisible(shown) || !utf8.ValidString(shown) || Visible(shown) != shown || len(shown) > 6*len(text) {
			t.Errorf("%q is shown as %q", text, shown)
		}
		if (shown == text) != IsVisible(text) {
			t.Errorf("%q is shown as %q, and that it can be seen is %v", text, shown, IsVisible(text))
		}
	})
}

// FuzzDecode reads a document of a hostile store: what is taken is encoded in little room, and that form is stable.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"tools":[{"id":"a","pricing":{"input":1e5,"output":2,"cacheRead":0,"cacheCreate":0}}],"lastUpdated":null,"totalTools":1}`))
	f.Add([]byte(`{"tools":[]} {}`))
	f.Add([]byte(`{"tools":[{"pricing":{"input":1e999999999}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var doc, again ToolsDocument
		if Decode(body, &doc) != nil {
			return
		}
		encoded := Encode(doc)
		if err := Decode(encoded, &again); err != nil {
			t.Fatalf("%s cannot be read again: %v", encoded, err)
		}
		if twice := Encode(again); !bytes.Equal(twice, encoded) {
			t.Errorf("%s becomes %s", encoded, twice)
		}
	})
}
