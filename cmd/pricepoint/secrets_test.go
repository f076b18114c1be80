package main

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// hidden is a password that somebody has put into a URL.
const hidden = "hunter2"

// TestNoCommandTellsAPassword gives every command a store and arguments with a password in a URL.
func TestNoCommandTellsAPassword(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0") // so that nobody serves for ever
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	const url = "http://ann:" + hidden + "@127.0.0.1:1"
	t.Setenv("STATE_DIRECTORY", t.TempDir())
	root := newRoot(&program{stdout: io.Discard, stderr: io.Discard, now: time.Now})
	for _, c := range root.Commands() {
		const store = "s3://prices?region=us-east-1&endpoint=" + url
		for _, arguments := range [][]string{
			{"--store", store}, {"--store", store, url}, {"--store", store, "--replay", url}, {"--store", store, "--only", url},
			{"--store", "s3://prices?endpoint=http%3A%2F%2Fann%3A" + hidden + "%40127.0.0.1:1"},
			{"--store", "s3://ann:" + hidden + "@prices"}, {"--store", url, url}, {"--config", url}, {"--output", url, store},
		} {
			line := append([]string{c.Name()}, arguments...)
			if c.Flags().Lookup("listen") != nil {
				line = append(line, "--listen", taken.Addr().String())
			}
			var out bytes.Buffer
			run(line, &out, &out)
			if strings.Contains(out.String(), hidden) || strings.Contains(out.String(), "ann:") {
				t.Errorf("pricepoint %s tells the password:\n%s", strings.Join(line, " "), out.String())
			}
		}
	}
}

func TestConfigTellsNoPassword(t *testing.T) {
	for _, output := range []string{"table", "json"} {
		var out bytes.Buffer
		code := run([]string{"config", "--output", output, "--store", "s3://prices?region=eu&endpoint=http://ann:" + hidden + "@127.0.0.1:1"}, &out, &out)
		if !strings.Contains(out.String(), "s3://prices?region=eu&endpoint=http://127.0.0.1:1") || strings.Contains(out.String(), hidden) || code != 0 {
			t.Errorf("%d: %s", code, out.String())
		}
	}
}
