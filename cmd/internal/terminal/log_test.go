package terminal

import (
	"bytes"
	"fmt"
	"testing"

	"pricepoint/config"
)

func TestLiveLine(t *testing.T) {
	var screen bytes.Buffer
	l := &LiveLine{out: &screen}
	fmt.Fprint(l, "before\n")
	l.Show("0 of 2")
	fmt.Fprint(l, "one read\n")
	l.Show("1 of 2")
	l.Show("")
	l.Show("")
	fmt.Fprint(l, "after\n")
	const clear = "\r\x1b[K"
	want := "before\n" + clear + "0 of 2" + clear + "one read\n0 of 2" + clear + "1 of 2" + clear + "after\n"
	if got := screen.String(); got != want {
		t.Errorf("the terminal got %q, want %q", got, want)
	}
	(*LiveLine)(nil).Show("nobody sees it")
	if got := NewLiveLine(&screen, config.Log{Format: "text"}); got != nil {
		t.Error("a buffer is taken for a terminal")
	}
}
