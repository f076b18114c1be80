package data_test

import (
	"testing"

	"pricepoint/data"
)

func TestPhrases(t *testing.T) {
	hours := data.WeeklyHours{Zone: "Asia/Shanghai", Holidays: "CN", Windows: []data.WeeklyWindow{{Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "09:00", To: "12:00"}}}
	outside := data.WeeklyHours{Zone: "UTC", Outside: true, Windows: []data.WeeklyWindow{{Days: []string{"mon", "tue"}, From: "22:00", To: "02:00"}}}
	day := func(text string) data.Timestamp { at, _ := data.ParseInstant(text); return data.At(at) }
	for name, c := range map[string]struct{ got, want string }{
		"long-prompts": {data.Qualifiers{Service: "batch", ContextOver: data.LongContext}.String(), "batch service, long prompts"},
		"below":        {data.Qualifiers{ContextUpTo: "272000", UpToOp: data.Below}.String(), "prompts below 272,000 tokens"},
		"nothing":      {data.Terms{}.String(), "standard"},
		"batch": {data.Terms{Service: "batch", Region: "us", Effort: "thinking", Context: &data.ContextBand{Over: 32000, UpTo: 128000}}.String(),
			"batch service, prompts over 32,000 and up to 128,000 tokens, region us, with thinking"},
		"announced": {data.Terms{Context: &data.ContextBand{From: 272000}, Hours: &outside,
			Kind: data.KindAnnounced, From: day("2026-12-01"), Until: day("2027-01-01")}.String(),
			"standard, prompts from 272,000 tokens, at all times but Mon, Tue 22:00-02:00 UTC, announced, from 2026-12-01, before 2027-01-01"},
		"plain":    {data.Qualifiers{Service: "standard", Region: "global", Modality: "text"}.String(), ""},
		"setting":  {data.Qualifiers{Effort: "xhigh", Measurer: "Acme"}.Setting(), "effort xhigh, run by Acme"},
		"holidays": {data.Terms{Hours: &hours}.String(), "standard, Mon-Fri 09:00-12:00 Asia/Shanghai, not on Chinese public holidays"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
}
