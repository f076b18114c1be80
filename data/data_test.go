package data

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestNumberIsWrittenExactly(t *testing.T) {
	for in, want := range map[string]string{
		"12.50": "12.5", "0.10": "0.1", "0": "0", "5e-06": "0.000005", "1048576": "1048576", "0.30000000000000004": "0.30000000000000004",
	} {
		got, err := json.Marshal(MustNumber(in))
		if err != nil || string(got) != want {
			t.Errorf("Marshal(%s) = %s, %v, want %s", in, got, err, want)
		}
	}
}

func TestParseNumberRefuses(t *testing.T) {
	for _, in := range []string{"", " ", "-", "$5", "1,000", "NaN", "Inf", "1e", "0x10", "1e999999999999"} {
		if n, err := ParseNumber(in); err == nil {
			t.Errorf("ParseNumber(%q) = %s, want an error", in, n)
		}
	}
}

func TestNumberReadsOnlyNumbers(t *testing.T) {
	var n Number
	if err := json.Unmarshal([]byte("0.1"), &n); err != nil || n.String() != "0.1" {
		t.Errorf("Unmarshal(0.1) = %s, %v", n, err)
	}
	for _, in := range []string{`"0.1"`, "true", "{}"} {
		if err := json.Unmarshal([]byte(in), &n); err == nil {
			t.Errorf("Unmarshal(%s) = %s, want an error", in, n)
		}
	}
}

func TestTimestamp(t *testing.T) {
	at := At(time.Date(2026, 11, 21, 4, 5, 6, 789_999_999, time.FixedZone("east", 3600)))
	body, err := json.Marshal(at)
	if want := `"2026-11-21T03:05:06.789Z"`; err != nil || string(body) != want {
		t.Fatalf("Marshal = %s, %v, want %s", body, err, want)
	}
	var back Timestamp
	if err := json.Unmarshal(body, &back); err != nil || !back.Equal(at.Time) {
		t.Errorf("Unmarshal(%s) = %s, %v, want %s", body, back, err, at)
	}
	if body, _ := json.Marshal(Timestamp{}); string(body) != "null" {
		t.Errorf("Marshal of no time = %s, want null", body)
	}
	if err := json.Unmarshal([]byte(`"yesterday"`), &back); err == nil {
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
	got, err := Encode(ToolsDocument{Tools: []Tool{{ID: "a", Name: "<A & B>", Category: []string{"frontier"}, Features: []string{},
		Pricing: Pricing{Input: MustNumber("5.00"), Output: MustNumber("25"), CacheRead: MustNumber("0.5"), CacheWrite: MustNumber("6.25")}}}, TotalTools: 1})
	want := `{
  "tools": [
    {
      "id": "a",
      "name": "<A & B>",
      "provider": "",
      "category": [
        "frontier"
      ],
      "pricing": {
        "input": 5,
        "output": 25,
        "cacheRead": 0.5,
        "cacheCreate": 6.25
      },
      "description": "",
      "contextWindow": "",
      "features": [],
      "bestFor": "",
      "releaseDate": "",
      "url": ""
    }
  ],
  "lastUpdated": null,
  "totalTools": 1
}
`
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Errorf("Encode differs, %v (-want +got):\n%s", err, diff)
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

// TestNumbersAreBounded: megabytes of digits cost nothing, and no exponent is written out.
func TestNumbersAreBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("9", 3<<20), "0." + strings.Repeat("0", 3<<20) + "1", "1e999", "1e-999", "1e999999999", strings.Repeat("9", 399) + "e99", "0e999999999"} {
		var n Number
		err := json.Unmarshal([]byte(text), &n)
		if _, parsed := ParseNumber(text); parsed == nil || err == nil || len(err.Error()) > 200 {
			t.Errorf("%.20s… is read: %v, %.100v", text, n, err)
		}
	}
}
