package data_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

func TestWeeklyHoursNotation(t *testing.T) {
	weekdays := []string{"mon", "tue", "wed", "thu", "fri"}
	for text, want := range map[string]data.WeeklyHours{
		"UTC; mon,tue,wed,thu,fri 01:00-04:00; mon,tue,wed,thu,fri 06:00-10:00": {Zone: "UTC", Windows: []data.WeeklyWindow{
			{Days: weekdays, From: "01:00", To: "04:00"}, {Days: weekdays, From: "06:00", To: "10:00"},
		}},
		"outside Asia/Shanghai; sat 16:30-00:30":      {Zone: "Asia/Shanghai", Outside: true, Windows: []data.WeeklyWindow{{Days: []string{"sat"}, From: "16:30", To: "00:30"}}},
		"UTC; sun 00:00-24:00; not on holidays of CN": {Zone: "UTC", Holidays: "CN", Windows: []data.WeeklyWindow{{Days: []string{"sun"}, From: "00:00", To: "24:00"}}},
		"UTC; sun 00:00-24:00":                        {Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"sun"}, From: "00:00", To: "24:00"}}},
	} {
		got, err := data.ParseWeeklyHours(text)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got)\n%s", text, err, diff)
		}
		if got.Notation() != text {
			t.Errorf("%q writes itself as %q", text, got.Notation())
		}
	}
	for _, text := range []string{"", "UTC", "UTC; 01:00-04:00", "UTC; moo 01:00-04:00", "UTC; mon 1:00-04:00", "UTC; mon 25:00-26:00", "UTC; mon 01:60-04:00",
		"; mon 01:00-04:00", "UTC; mon 01:00-04:00;"} {
		if h, err := data.ParseWeeklyHours(text); err == nil {
			t.Errorf("%q was read as %+v", text, h)
		}
	}
}
