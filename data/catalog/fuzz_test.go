package catalog

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// located begins every line of what is wrong with a catalogue.
var located = regexp.MustCompile(`^[a-z/-]+\.yaml:[1-9][0-9]*: .`)

// FuzzLoad puts anything in the place of a file of the small catalogue. Everything wrong with it has a file and a line; what
// is taken is the same each time, and another digest tells it from the catalogue before.
func FuzzLoad(f *testing.F) {
	names := slices.Sorted(maps.Keys(base))
	for n, name := range names {
		f.Add(n, []byte(base[name]))
	}
	f.Add(0, []byte("verified: 2026-11-21\n---\na: b\n"))
	f.Add(slices.Index(names, "tools/acme.yaml"), []byte("tools:\n  - {id: a, prices: {input: 1e9999, output: -0}}\n"))
	f.Add(slices.Index(names, "naming.yaml"), []byte("grammars: [{source: feed_x, suffixes: [{text: ''}]}]\n"))
	f.Add(slices.Index(names, "gate.yaml"), []byte(strings.Replace(base["gate.yaml"], "max: 200", "max: 201", 1)))
	sound, err := Load(baseFS())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, n int, text []byte) {
		fsys := baseFS()
		name := names[max(n%len(names), 0)]
		fsys[name] = &fstest.MapFile{Data: text}
		c, err := Load(fsys)
		again, sameErr := Load(fsys)
		if err == nil {
			if diff := cmp.Diff(c, again); sameErr != nil || diff != "" {
				t.Errorf("read twice: %v, %s", sameErr, diff)
			}
			if same := string(text) == base[name]; (c.Digest == sound.Digest) != same {
				t.Errorf("%s is the base: %v, its digest: %v", name, same, c.Digest == sound.Digest)
			}
			return
		}
		if problems := problemsOf(err); len(problems) == 0 || sameErr == nil || sameErr.Error() != err.Error() {
			t.Errorf("%d problems: %v, and then %v", len(problems), err, sameErr)
		}
		for _, problem := range problemsOf(err) {
			if !located.MatchString(problem) {
				t.Errorf("%q has no file and line", problem)
			}
		}
	})
}
