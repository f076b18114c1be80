package spelling

import (
	"strings"
	"testing"
)

func TestEdits(t *testing.T) {
	for name, tt := range map[string]struct {
		a, b       string
		most, want int
	}{
		"equal":              {"tools", "tools", 0, 0},
		"one letter":         {"tools", "fools", 0, 1},
		"as long as allowed": {"tools", "tool", 1, 1},
		"too short":          {"tool", "tools", 0, 5},
		"too long":           {"tools", "tool", 0, 5},
		"letters, not bytes": {"€€€", "abc", 0, 3},
		"endless":            {strings.Repeat("x", 1<<20), "x", 1 << 10, 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Edits(tt.a, tt.b, tt.most); got != tt.want {
				t.Errorf("%d edits, want %d", got, tt.want)
			}
		})
	}
}
