package lifecycle

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func FuzzAnthropic(f *testing.F) { fuzzLives(f, "lifecycle_anthropic") }
func FuzzOpenAI(f *testing.F)    { fuzzLives(f, "lifecycle_openai") }
func FuzzGoogle(f *testing.F)    { fuzzLives(f, "lifecycle_google") }

// fuzzLives parses anything: no panic, and whatever comes out is a state, a day or the name of a model.
func fuzzLives(f *testing.F, name string) {
	s := sourcetest.Named(f, collectors.Registered(), name)
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		all, _ := s.Parse([]web.Payload{{URL: s.Requests[0][0].URL, Body: body}})
		for _, o := range all {
			checkLife(t, o)
		}
	})
}

func checkLife(t *testing.T, o data.Observation) {
	t.Helper()
	_, errDay := time.Parse(time.DateOnly, o.Value)
	states := []string{data.ActiveState, data.LegacyState, data.DeprecatedState, data.RetiredState}
	switch {
	case o.Unit == data.DayUnit && errDay != nil, o.Unit == data.StateUnit && !slices.Contains(states, o.Value), o.Unit == data.NameUnit && !modelID.MatchString(o.Value):
		t.Errorf("%s of %s = %q", o.Field, o.Subject, o.Value)
	case !modelID.MatchString(o.Subject):
		t.Errorf("%q is no name of a model", o.Subject)
	}
}

// TestRecordedLives looks up what makers have printed of some models: state, promise, day of the announcement, end,
// replacement.
func TestRecordedLives(t *testing.T) {
	const (
		anthropic = "pages/platform.claude.com/docs__en__about-claude__model-deprecations@2026-08-22.md"
		openAI    = "pages/developers.openai.com/api__docs__deprecations@2026-06-29.md"
		google    = "pages/ai.google.dev/gemini-api__docs__deprecations@2026-01-31.md"
	)
	lives := map[string]map[string]string{}
	for source, path := range map[string]string{"lifecycle_anthropic": anthropic, "lifecycle_openai": openAI, "lifecycle_google": google} {
		s := sourcetest.Named(t, collectors.Registered(), source)
		all, refused, err := collectors.Parse(s, []web.Payload{sourcetest.Capture(t, path, s.Requests[0][0].URL)})
		if err != nil || len(refused) > 0 {
			t.Fatal(err, refused)
		}
		lives[source] = livesOf(t, all)
		t.Logf("%s: %d models", source, len(lives[source]))
	}
	for _, want := range [][3]string{
		{"lifecycle_anthropic", "claude-opus-4-8", "active 2027-05-28"},
		{"lifecycle_anthropic", "claude-opus-4-1-20250805", "retired; since 2026-06-05; ends 2026-08-05; instead claude-opus-4-8"},
		{"lifecycle_openai", "codex-mini-latest", "retired; since 2025-11-17; ends 2026-02-12; instead gpt-5-codex-mini"},
		{"lifecycle_openai", "gpt-4-0314", "retired; since 2025-09-26; ends 2026-03-26; instead gpt-5"},
		{"lifecycle_google", "gemini-2.0-flash", "active 2026-02-01; instead gemini-2.5-flash"},
		{"lifecycle_google", "gemini-2.5-flash", "active 2026-06-01"},
		{"lifecycle_google", "gemini-2.0-flash-live-001", "retired; ends 2025-12-09; instead gemini-2.5-flash-native-audio-preview-09-2025"},
		{"lifecycle_openai", "/v1/engines", ""},
	} {
		if got := lives[want[0]][want[1]]; got != want[2] {
			t.Errorf("%s: %s is %q, want %q", want[0], want[1], got, want[2])
		}
	}
}

// livesOf writes everything that is said of each model in one line.
func livesOf(t *testing.T, all []data.Observation) map[string]string {
	said := map[string][4]string{}
	for _, o := range all {
		checkLife(t, o)
		l := said[o.Subject]
		switch o.Field {
		case data.LifeState:
			l[0] = strings.TrimSpace(o.Value + " " + o.Qualifiers.Promised)
		case data.LifeDeprecated:
			l[1] = "; since " + o.Value
		case data.LifeRetires:
			l[2] = "; ends " + o.Value
		case data.LifeReplacement:
			l[3] = "; instead " + o.Value
		}
		said[o.Subject] = l
	}
	lines := map[string]string{}
	for name, l := range said {
		lines[name] = strings.Join(l[:], "")
	}
	return lines
}

func TestEndIn(t *testing.T) {
	for text, want := range map[string][3]string{
		"August 5, 2026":               {"2026-08-05"},
		"Dec 1, 2026":                  {"2026-12-01"},
		"2026-02-17":                   {"2026-02-17"},
		"Not sooner than June 9, 2027": {"", "2027-06-09"},
		"at earliest 2024-06-13":       {"", "2024-06-13"},
		"Earliest February 2026":       {"", "2026-02-01"},
		"March 2026":                   {"", "2026-03-01"},
		"N/A":                          {}, "-": {}, "": {}, "No shutdown date announced": {},
		"soon":       {"", "", `"soon" is no day of an end`},
		"2026-02-30": {"", "", `"2026-02-30" is no day of an end`},
		"1999-02-03": {"", "", `"1999-02-03" is no day of an end`},
	} {
		day, notBefore, err := endIn(text)
		got := [3]string{day, notBefore}
		if err != nil {
			got[2] = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}
