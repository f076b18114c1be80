package page

import (
	"strings"
	"testing"
)

func TestRepeated(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"once", `{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}`, ""},
		{"twice", `{"a": 1, "a": 1}`, "a"},
		{"twice-inside", `{"x": [{"a": 1, "b": {"c": 1, "c": 2}}]}`, "c"},
		{"behind-an-object", `{"a": {"b": 1}, "a": 2}`, "a"},
		{"behind-a-list", `{"a": [1, "a", "a"], "b": 2}`, ""},
		{"as-a-value", `{"a": "b", "b": "a"}`, ""},
		{"with-quotes", `{"a\"b": 1, "a": "\"a\": 1,", "b": 2}`, ""},
		{"broken", `}]"a`, ""},
		{"nothing", ``, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := Repeated([]byte(tt.text))
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), `"`+tt.want+`" twice`) {
				t.Errorf("Repeated is %v, want %q", err, tt.want)
			}
		})
	}
}
