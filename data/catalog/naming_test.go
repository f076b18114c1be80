package catalog

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// Names that hold in different sources do not contradict each other.
func TestLoadTakesScopedNames(t *testing.T) {
	for _, tt := range []struct{ name, alias, others string }{
		{"other-and-spelling-of-two-sources", "name: acme-zero, source: leaderboard_vals", "names: [acme-zero], source: leaderboard_big"},
		{"other-everywhere-but-in-one-source", "name: acme-zero, source: leaderboard_vals", "names: [acme-zero]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Load(twice(t, acme, "name: acme-latest, source: leaderboard_vals, from: 2026-09-14", tt.alias, naming, "names: [acme-old]", tt.others)); err != nil {
				t.Error(err)
			}
		})
	}
}

// twice is the base with a text replaced in each of two files.
func twice(t *testing.T, name, old, new, name2, old2, new2 string) fs.FS {
	t.Helper()
	fsys := edited(t, name, old, new).(fstest.MapFS)
	fsys[name2] = edited(t, name2, old2, new2).(fstest.MapFS)[name2]
	return fsys
}

// One name may mean one tool up to a day and another from the next day on.
func TestLoadPartsWindows(t *testing.T) {
	for from, want := range map[string]bool{"2026-09-14": false, "2026-09-15": true} {
		_, err := Load(twice(t, acme, "from: 2026-09-14", "until: 2026-09-14",
			bolt, "    aliases: [bolt-2]", "    scopedAliases: [{name: ACME latest, source: leaderboard_vals, from: "+from+"}]"))
		if (err == nil) != want {
			t.Errorf("a name of another until 2026-09-14, from %s: %v", from, err)
		}
	}
}

func TestPatternCovers(t *testing.T) {
	for _, tt := range []struct{ name, kind, text, covers, not string }{
		{"number", "prefix", "gpt-3", "gpt-3 GPT_3-small gpt-3:free gpt-3-5 gpt-3.turbo", "gpt-3.5 gpt-30 gpt-3o gpt gpt-4-gpt-3"},
		{"point-that-ends-a-name", "prefix", "bracket", "bracket.sh bracket-2", "brackets"},
		{"letter", "prefix", "llama", "llama llama3 llama-3 llama.cpp", "llamagate codellama"},
		{"wide-letters", "prefix", "ＬＬＡＭＡ", "llama-3", "lama"},
		{"separator", "prefix", "ft:", "ft:gpt-4", "ft-gpt-4 gpt-4-ft:"},
		{"word", "word", "image", "image image-1 gpt-image gpt-4:image gpt-5-image-mini gpt/image", "images reimage imagen"},
		{"later-word", "word", "live", "alive-live", "alive-lively"},
		{"two-words", "word", "deep research", "o3-deep-research-1 deep_research", "deep-researcher research-deep"},
		{"sign", "word", "+", "agent-+-model +", "command-r+ codet5+-16b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := OtherModels{Prefixes: []string{tt.text}}
			if tt.kind == "word" {
				o = OtherModels{Words: []string{tt.text}}
			}
			p := o.Patterns()[0]
			for name := range strings.FieldsSeq(tt.covers) {
				if !p.Covers(NormalForm(name)) {
					t.Errorf("%s %q does not cover %q", tt.kind, tt.text, name)
				}
			}
			for name := range strings.FieldsSeq(tt.not) {
				if p.Covers(NormalForm(name)) {
					t.Errorf("%s %q covers %q", tt.kind, tt.text, name)
				}
			}
		})
	}
}

func TestSuffixCut(t *testing.T) {
	for _, tt := range []struct{ name, text, printed, rest string }{
		{"plain", "-high", "one-high", "one"},
		{"in-any-case", "-high", "One-HIGH", "One"},
		{"another-separator", "-high", "one_high", ""},
		{"nothing-before", "-high", "-high", ""},
		{"number", "_#K", "one_128K", "one"},
		{"number-within", "-thinking-#k", "one-thinking-64K", "one"},
		{"no-number", "_#K", "one_K", ""},
		{"number-without-its-separator", "_#K", "one16K", ""},
		{"number-at-the-end", "-#", "one-2-16", "one-2"},
		{"nothing-before-a-number", "_#K", "_16K", ""},
		{"only-a-number", "_#K", "16K", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rest, cut := Suffix{Text: tt.text}.Cut(tt.printed)
			if cut != (tt.rest != "") || cut && rest != tt.rest {
				t.Errorf("Cut(%q) of %q = %q, %t, want %q", tt.printed, tt.text, rest, cut, tt.rest)
			}
		})
	}
}
