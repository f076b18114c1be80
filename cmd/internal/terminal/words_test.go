package terminal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		width      int
		want       string
	}{
		{"no-terminal", "one two three", 0, "one two three"},
		{"fits-exactly", "one two", 7, "one two"},
		{"one-too-narrow", "one two", 6, "one\ntwo"},
		{"paragraphs", "one two\n\nthree four", 9, "one two\n\nthree\nfour"},
		{"a-long-address-stays-whole", "see https://acme.example/a/long/address now", 12, "see\nhttps://acme.example/a/long/address\nnow"},
		{"wide-letters", "日本 日本", 8, "日本\n日本"},
		{"no-wider-than-reads-well", strings.Repeat("four ", 30), 200, strings.TrimSuffix(strings.Repeat("four ", 20), " ") + "\n" + strings.TrimSuffix(strings.Repeat("four ", 10), " ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Fold(tt.text, tt.width)); diff != "" {
				t.Errorf("fold at %d (-want +got):\n%s", tt.width, diff)
			}
		})
	}
}

func TestAlignPoint(t *testing.T) {
	column := []string{"5", "0.25?", "", "12.5", "1048K"}
	AlignPoint(column)
	if diff := cmp.Diff([]string{"   5", "   0.25?", "    ", "  12.5", "1048K"}, column); diff != "" {
		t.Errorf("aligned (-want +got):\n%s", diff)
	}
}

// TestNarrowTable folds a table whose columns do not fit beside one another.
func TestNarrowTable(t *testing.T) {
	table := Table{Header: Row{"", "board", "effort", "cost of a solved task"}}
	table.Add("", "deepswe", "xhigh", "3.20 to 4.10, at the prices of now")
	table.Add("*", "vals", "", "2.10")
	want := "deepswe\n  effort: xhigh; cost of a solved task:\n  3.20 to 4.10, at the prices of now\n*\n  board: vals; cost of a solved task:\n  2.10"
	if got := table.render(40); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}
