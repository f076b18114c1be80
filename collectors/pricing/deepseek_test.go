package pricing

import "testing"

func TestDeepSeekPeakHours(t *testing.T) {
	const week = "mon,tue,wed,thu,fri"
	for name, tt := range map[string]struct{ line, want string }{
		"september":             {"(3) Off-peak rates are half of the peak rates. Peak hours are 01:00 - 04:00 and 06:00 - 10:00 UTC, Monday through Friday (all other hours are off-peak).", "UTC; " + week + " 01:00-04:00; " + week + " 06:00-10:00"},
		"holidays":              {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday, excluding Chinese public holidays. All other hours are off-peak, including weekends and Chinese public holidays in full.", "UTC; " + week + " 01:00-04:00; not on holidays of CN"},
		"holidays-in-brackets":  {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday (excluding Chinese public holidays).", "UTC; " + week + " 01:00-04:00; not on holidays of CN"},
		"other-holidays":        {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday (excluding local holidays).", ""},
		"every-day":             {"Peak hours are 1:00–4:00 UTC.", "UTC; mon,tue,wed,thu,fri,sat,sun 01:00-04:00"},
		"words-for-a-dash":      {"Peak hours are 01:00 to 04:00", ""},
		"another-zone":          {"Peak hours are 09:00 - 12:00 Beijing time, Monday through Friday.", ""},
		"no-zone":               {"Peak hours are 09:00 - 12:00, Monday through Friday.", ""},
		"an-exception":          {"Peak hours are 01:00 - 04:00 UTC, Monday through Friday except on holidays.", ""},
		"another-day":           {"Peak hours are 01:00 - 04:00 UTC, on Saturday.", ""},
		"an-hour-that-is-not":   {"Peak hours are 01:00 - 24:30 UTC.", ""},
		"something-else-at-all": {"Off-peak rates are half of the peak rates.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			hours, ok := deepSeekPeak([]string{"Pricing", tt.line})
			got := ""
			if ok {
				got = hours.Notation()
			}
			if got != tt.want {
				t.Errorf("read %q, want %q", got, tt.want)
			}
		})
	}
}
