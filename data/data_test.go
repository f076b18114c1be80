package data

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestNumber reads JSON numbers and writes them exactly; "" is for those that are refused. Megabytes of digits cost nothing, and
// no exponent is written out.
func TestNumber(t *testing.T) {
	for text, want := range map[string]string{
		"12.50": "12.5", "0.10": "0.1", "0": "0", "5e-06": "0.000005", "1048576": "1048576", "0.30000000000000004": "0.30000000000000004",
		"": "", " ": "", "-": "", "$5": "", "1,000": "", "NaN": "", "Inf": "", "1e": "", "0x10": "", `"0.1"`: "", "true": "", "{}": "",
		strings.Repeat("9", 3<<20): "", "0." + strings.Repeat("0", 3<<20) + "1": "", "1e999": "", "1e-999": "", "1e999999999": "",
		strings.Repeat("9", 399) + "e99": "", "0e999999999": "", "1e999999999999": "",
	} {
		var read Number
		err := json.Unmarshal([]byte(text), &read)
		parsed, refused := ParseNumber(text)
		if want == "" {
			if err == nil || refused == nil || len(refused.Error()) > 200 {
				t.Errorf("%.20s… is read: %.100v, %.100v", text, err, refused)
			}
			continue
		}
		written, _ := json.Marshal(parsed)
		if err != nil || refused != nil || !read.Equal(parsed) || string(written) != want {
			t.Errorf("%s is read as %s, %v, and written as %s, %v", text, read, err, written, refused)
		}
	}
}

func TestTimestamp(t *testing.T) {
	at := At(time.Date(2026, 11, 21, 4, 5, 6, 789_999_999, time.FixedZone("east", 3600)))
	for want, at := range map[string]Timestamp{`"2026-11-21T03:05:06.789Z"`: at, "null": {}} {
		body, err := json.Marshal(at)
		var back Timestamp
		if again := json.Unmarshal(body, &back); err != nil || again != nil || string(body) != want || !back.Equal(at.Time) {
			t.Errorf("%s is written as %s, %v, which reads as %s, %v", at, body, err, back, again)
		}
	}
	if err := json.Unmarshal([]byte(`"yesterday"`), &at); err == nil {
		t.Error(`Unmarshal("yesterday") gives no error`)
	}
}

func TestVersionsSortByTime(t *testing.T) {
	early := time.Date(2026, 9, 30, 23, 59, 59, 0, time.UTC)
	if a, b := Version(early), Version(early.Add(time.Second)); a >= b {
		t.Errorf("Version %s does not sort before %s", a, b)
	}
	if back, err := ParseVersion(Version(early)); err != nil || !back.Equal(early) {
		t.Errorf("ParseVersion(%s) = %s, %v", Version(early), back, err)
	}
	for _, text := range []string{"../etc", "2026-11-21T030000.5Z", ""} {
		if _, err := ParseVersion(text); err == nil {
			t.Errorf("ParseVersion(%q) gives no error", text)
		}
	}
}

func TestEncodeIsCanonical(t *testing.T) {
	got := Encode(CategoriesDocument{Categories: []Category{{ID: "a", Name: "<A & B>", Tools: []string{}}}})
	want := `{
  "categories": [
    {
      "id": "a",
      "name": "<A & B>",
      "description": "",
      "slug": "",
      "tools": []
    }
  ],
  "lastUpdated": null
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("Encode differs (-want +got):\n%s", diff)
	}
}

func TestDecodeIsStrict(t *testing.T) {
	var doc CategoriesDocument
	for name, body := range map[string]string{
		"unknown-field":  `{"categories": [], "lastUpdated": null, "extra": 1}`,
		"trailing":       `{"categories": [], "lastUpdated": null} {}`,
		"trailing-brace": `{"categories": [], "lastUpdated": null} }`,
		"cut-off":        `{"categories": [`,
	} {
		if err := Decode([]byte(body), &doc); err == nil || !strings.Contains(err.Error(), "CategoriesDocument") {
			t.Errorf("%s: Decode = %v, want an error that names the document", name, err)
		}
	}
}

func TestReportFollowing(t *testing.T) {
	outcome := func(id string, ok bool) SourceOutcome {
		return SourceOutcome{SourceStatus: SourceStatus{ID: id}, OK: ok}
	}
	published := At(time.Date(2026, 11, 14, 3, 0, 0, 0, time.UTC))
	before := RunReport{PublishedAt: published, Sources: []SourceOutcome{outcome("failed", false), outcome("read", true), outcome("asked-again", false)}}
	got := RunReport{Sources: []SourceOutcome{outcome("asked-again", true)}}.Following(before)
	want := RunReport{PublishedAt: published, Sources: []SourceOutcome{outcome("asked-again", true), outcome("failed", false)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Following differs (-want +got):\n%s", diff)
	}
}

func TestReportApply(t *testing.T) {
	fresh := SourceStatus{ID: "a", State: Fresh, Rows: 7}
	failing := SourceStatus{ID: "a", State: Failing, Cause: "busy"}
	for name, tt := range map[string]struct {
		report RunReport
		want   SourceStatus
	}{
		"failure-shows":                          {RunReport{Sources: []SourceOutcome{{SourceStatus: failing}}}, SourceStatus{ID: "a", State: Failing, Cause: "busy", Rows: 7}},
		"read-but-not-published-changes-nothing": {RunReport{Sources: []SourceOutcome{{SourceStatus: SourceStatus{ID: "a", State: Frozen}, OK: true}}}, fresh},
	} {
		if diff := cmp.Diff([]SourceStatus{tt.want}, tt.report.Apply([]SourceStatus{fresh})); diff != "" {
			t.Errorf("%s: statuses differ (-want +got):\n%s", name, diff)
		}
	}
}

func TestGrouped(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "999": "999", "1000": "1,000", "1050000": "1,050,000", "-999": "-999", "-1000": "-1,000", "1234.5": "1,234"} {
		if got := MustNumber(in).Grouped(); got != want {
			t.Errorf("Grouped(%s) = %s, want %s", in, got, want)
		}
	}
}

// TestParseInstant reads the forms in which our own output writes times, and those of logs.
func TestParseInstant(t *testing.T) {
	two := time.Date(2026, 10, 1, 2, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-10-01T02:00:00Z": two, "2026-10-01T02:00Z": two, "2026-10-01T10:00+08:00": two, "2026-10-01T02:00": two,
		"2026-10-01 02:00:00 UTC": two, "2026-10-01": two.Add(-2 * time.Hour),
	} {
		if got, err := ParseInstant(text); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := ParseInstant("2026-10-01T02Z"); err == nil {
		t.Errorf("an hour alone is %v", got)
	}
}
