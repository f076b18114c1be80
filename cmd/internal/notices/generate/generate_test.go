package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fromHere is our module, seen from this folder.
const fromHere = "../" + root

func TestTheNoticesAreOfWhatTheProgramIsMadeOf(t *testing.T) {
	want, err := text(fromHere)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../notices.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("notices.txt is not of these modules; run go generate ./cmd/internal/notices and look at what changes (-want +got):\n%s", diff)
	}
}

func TestLicencesOfAModule(t *testing.T) {
	mit, err := os.ReadFile(fromHere + "/LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.ReplaceAll(string(mit), "(c) 2026 the pricepoint authors", "© 2019 Somebody Else")
	files := func(named ...string) (all []file) {
		for i := 0; i < len(named); i += 2 {
			all = append(all, file{named[i], named[i+1]})
		}
		return all
	}
	for name, test := range map[string]struct {
		files          []file
		want, complain string
	}{
		"one that is judged":        {files: files("LICENSE", string(mit)), want: "MIT"},
		"somebody else's":           {files: files("LICENSE", theirs), want: "MIT"},
		"set otherwise":             {files: files("COPYING.md", "# "+strings.ReplaceAll(string(mit), "\n", "\r\n")), want: "MIT"},
		"twice":                     {files: files("LICENSE", string(mit), "inner/LICENSE", theirs), want: "MIT"},
		"with a notice":             {files: files("LICENSE", string(mit), "NOTICE.txt", "made by Somebody"), want: "MIT"},
		"none":                      {complain: "example.org/m v1.2.3 has no licence"},
		"nothing but a notice":      {files: files("NOTICE", "made by Somebody"), complain: "has no licence"},
		"one with another word":     {files: files("LICENSE", strings.Replace(string(mit), "sell", "lend", 1)), complain: "nobody has judged LICENSE"},
		"one with one more":         {files: files("LICENSE", string(mit)+"\nThe Software shall be used for good."), complain: "nobody has judged LICENSE"},
		"a second that is unjudged": {files: files("LICENSE", string(mit), "inner/LICENSE", "All yours, but pay me."), complain: "nobody has judged inner/LICENSE"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := module{path: "example.org/m", version: "v1.2.3", files: test.files}.licences()
			switch {
			case test.complain == "" && (err != nil || got != test.want):
				t.Errorf("%q and %v, want %q", got, err, test.want)
			case test.complain != "" && (err == nil || !strings.Contains(err.Error(), test.complain)):
				t.Errorf("%q and %v, want a complaint that %s", got, err, test.complain)
			}
		})
	}
}
