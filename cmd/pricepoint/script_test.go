package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"pricepoint/collectors"
	"pricepoint/collectors/warc"
)

var update = flag.Bool("update", false, "rewrite what the scripts expect")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pricepoint": main})
}

// TestScripts runs the command line as its users do. Each script finds three archives in $WORK: good.warc.gz holds
// a page of every source on 2026-01-02, bad.warc.gz holds what goes wrong a week later, other.warc.gz nothing we ask for.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			return writeArchives(env.WorkDir)
		},
	})
}

// capture is one response of an archive.
type capture struct {
	url    string
	date   time.Time
	status string
	body   []byte
}

func writeArchives(dir string) error {
	good, err := fixtures()
	if err != nil {
		return err
	}
	week := good[0].date.AddDate(0, 0, 7)
	bad := []capture{
		{sourceURL("pricing_openai"), week, "403 Forbidden", []byte("<title>Just a moment...</title> Enable JavaScript and cookies to continue")},
		{sourceURL("pricing_anthropic"), week, "200 OK", []byte("# Pricing\n\nThe table moved.\n")},
		{sourceURL("pricing_deepseek"), week, "503 Service Unavailable", []byte("busy")},
	}
	other := []capture{{"https://other.example/", week, "200 OK", []byte("nothing of interest")}}
	for _, c := range good {
		if name := sourceOf(c.url); !slices.Contains([]string{"pricing_openai", "pricing_anthropic", "pricing_deepseek"}, name) {
			c.date = week
			bad = append(bad, c)
		}
	}
	for name, captures := range map[string][]capture{"good.warc.gz": good, "bad.warc.gz": bad, "other.warc.gz": other} {
		if err := writeArchive(filepath.Join(dir, name), captures); err != nil {
			return err
		}
	}
	return nil
}

// fixtures are the collectors' own small pages: one case of every source, under the addresses it asks first.
func fixtures() ([]capture, error) {
	var all []capture
	for _, s := range collectors.All() {
		cases, err := filepath.Glob(filepath.Join("..", "..", "collectors", "testdata", s.Name, "*"))
		if err != nil {
			return nil, err
		}
		pages, err := wholeCase(s, cases)
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	return all, nil
}

// wholeCase returns the first of the cases that has a page for every address the source asks first: those of its
// requests, and those that the pages there name.
func wholeCase(s collectors.Source, cases []string) ([]capture, error) {
	for _, dir := range cases {
		var addresses []string
		for _, alternatives := range s.Requests {
			addresses = append(addresses, alternatives[0].URL)
		}
		var pages []capture
		for n, page := range pagesOf(dir) {
			body, err := os.ReadFile(page)
			if err != nil {
				return nil, err
			}
			if n >= len(addresses) {
				pages = nil // a page that nothing asks for
				break
			}
			pages = append(pages, capture{addresses[n], time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), "200 OK", body})
			if s.Next != nil && n < len(s.Requests) {
				for _, r := range s.Next(collectors.Document{URL: addresses[n], Body: body}) {
					addresses = append(addresses, r.URL)
				}
			}
		}
		if len(pages) > 0 && len(pages) == len(addresses) {
			return pages, nil
		}
	}
	return nil, fmt.Errorf("no case of %s has one page for each address it asks", s.Name)
}

// pagesOf are the numbered documents of a case.
func pagesOf(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "[0-9].*"))
	slices.Sort(files)
	return files
}

func sourceURL(name string) string {
	chosen, err := collectors.Select([]string{name})
	if err != nil {
		panic(err)
	}
	return chosen[0].Requests[0][0].URL
}

func sourceOf(url string) string {
	for _, s := range collectors.All() {
		for _, alternatives := range s.Requests {
			if alternatives[0].URL == url {
				return s.Name
			}
		}
	}
	return ""
}

func writeArchive(path string, captures []capture) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w := warc.NewWriter(file)
	if err := w.WriteInfo(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), "test"); err != nil {
		return err
	}
	for _, c := range captures {
		raw := fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s", c.status, len(c.body), c.body)
		if err := w.WriteResponse(c.url, c.date, raw); err != nil {
			return err
		}
	}
	return file.Close()
}
