package yaml

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// location begins every line of what is wrong.
var location = regexp.MustCompile(`^shop\.yaml:[1-9][0-9]*: .`)

// FuzzDecode reads whatever somebody has typed: everything wrong with it stands on a line that the file has, and the same
// file is read in the same way each time.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"name: 0.10\nopen: true\nseats: 4\nprices: {tea: {amount: 2}}\ntags: [a, b]\n", "", "---\n---\n", "a: &a [*a]\n", "a: *b\n", "<<: {name: x}\nprices: {}\n",
		"? [a]\n: b\n", "name: |\n  two\n  lines\nprices: {}\n", "name: !!binary x\n", "name: \"\\x00\"\nprices: {}\n", "\ufeffname: x\n", "name: x\r\nprices: {}\r\n", "\t", "- - - -", "name:\n\n# only\n",
		"%YAML 1.2\n---\nname: x\n", strings.Repeat("[", 1000), strings.Repeat("{a: ", 1000), strings.Repeat("- ", 1000), "name: x\nprices:\n  tea: {amount: 99999999999999999999}\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := decodeShop(text)
		again, sameErr := decodeShop(text)
		if diff := cmp.Diff(got, again); diff != "" || (err == nil) != (sameErr == nil) || err != nil && err.Error() != sameErr.Error() {
			t.Errorf("read twice: %v, %v, %s", err, sameErr, diff)
		}
		joined, _ := err.(interface{ Unwrap() []error })
		if err != nil && joined == nil {
			t.Fatalf("%v is no list of problems", err)
		}
		if err != nil {
			checkProblems(t, text, joined.Unwrap())
		}
	})
}

func decodeShop(text []byte) (got shop, err error) {
	var report Report
	report.Decode(NewFile("shop.yaml", text).Place(), FieldsOf(&got))
	return got, report.Err()
}

// checkProblems wants each to be at a place that an editor can open.
func checkProblems(t *testing.T, text []byte, problems []error) {
	t.Helper()
	lines := 1 + strings.Count(string(text), "\n") + strings.Count(string(text), "\r")
	for _, problem := range problems {
		p, is := errors.AsType[Problem](problem)
		if !is || p.Line < 1 || p.Line > lines+1 || !location.MatchString(p.Error()) {
			t.Errorf("%q is wrong with a file of %d lines", problem, lines)
		}
	}
}
