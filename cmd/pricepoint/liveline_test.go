package main

import (
	"bytes"
	"fmt"
	"testing"

	"pricepoint/config"
)

func TestLiveLine(t *testing.T) {
	var screen bytes.Buffer
	l := &liveLine{out: &screen}
	fmt.Fprint(l, "before\n")
	l.show("0 of 2")
	fmt.Fprint(l, "one read\n")
	l.show("1 of 2")
	l.show("")
	l.show("")
	fmt.Fprint(l, "after\n")
	const clear = "\r\x1b[K"
	want := "before\n" + clear + "0 of 2" + clear + "one read\n0 of 2" + clear + "1 of 2" + clear + "after\n"
	if got := screen.String(); got != want {
		t.Errorf("the terminal got %q, want %q", got, want)
	}
	(*liveLine)(nil).show("nobody sees it")
	if got := newLiveLine(&screen, config.Log{Format: "text"}); got != nil {
		t.Error("a buffer is taken for a terminal")
	}
}
