package cost

import (
	"errors"
	"testing"
)

// TestMeans: a route is taken off a name; another offer is another price.
func TestMeans(t *testing.T) {
	books := Books{ToolID: func(name string) (string, error) {
		switch name {
		case "opus", "opus-20261001":
			return "opus", nil
		}
		return "", errors.New("no tool")
	}}
	for _, tt := range []struct {
		name, want string
		routed     bool
	}{
		{"opus", "opus", false}, {"models/opus", "opus", false}, {"opus[1m]", "opus", false},
		{"anthropic/opus", "opus", true}, {"openrouter/anthropic/opus", "opus", true},
		{"us.anthropic.opus-20261001-v1:0", "opus", true}, {"anthropic.opus-v1", "opus", true}, {"bedrock/eu.anthropic.opus-v2:0", "opus", true},
		{"opus@20261001", "opus", false},
		{"anthropic/opus:free", "", false}, {"opus:batch", "", false}, {"sonnet", "", false},
	} {
		if id, routed, err := books.means(tt.name); id != tt.want || routed != tt.routed || (err == nil) != (tt.want != "") {
			t.Errorf("%s: %q, %v, %v", tt.name, id, routed, err)
		}
	}
}
