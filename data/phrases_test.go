package data_test

import (
	"testing"

	"pricepoint/data"
)

func TestPhrases(t *testing.T) {
	hours := data.WeeklyHours{Zone: "Asia/Shanghai", Holidays: "CN", Windows: []data.WeeklyWindow{{Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "09:00", To: "12:00"}}}
	for name, c := range map[string]struct{ got, want string }{
		"long-prompts": {data.Qualifiers{Service: "batch", ContextOver: data.LongContext}.String(), "batch service, long prompts"},
		"below":        {data.Qualifiers{ContextUpTo: "272000", UpToOp: data.Below}.String(), "prompts below 272,000 tokens"},
		"plain":        {data.Qualifiers{Service: "standard", Region: "global", Modality: "text"}.String(), ""},
		"setting":      {data.Qualifiers{Effort: "xhigh", Measurer: "Acme"}.Setting(), "effort xhigh, run by Acme"},
		"holidays":     {data.Terms{Hours: &hours}.String(), "standard, Mon-Fri 09:00-12:00 Asia/Shanghai, not on Chinese public holidays"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
}
