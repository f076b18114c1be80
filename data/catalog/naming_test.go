package catalog

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// TestLoadRefusesNames has one row for each rule of naming.yaml and of moving names; see TestLoadRefuses.
func TestLoadRefusesNames(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"moving-name-without-date", acme, ", from: 2026-09-14", "", acme + `:31: "acme-latest" moves from model to model; say from or until when it means acme-one`},
		{"moving-alias", bolt, "[bolt-2]", "[bolt-2, bolt-latest]", bolt + `:20: "bolt-latest" moves from model to model; say from or until when it means bolt-two`},
		{"alias-of-two-tools-in-other-characters", bolt, "[bolt-2]", "[ＡＣＭＥ\u20111]", bolt + `:20: "` + "ＡＣＭＥ\u20111" + `" of bolt-two is also a spelling of acme-one (tools/acme.yaml:29); give one of them a source or dates, or remove it`},
		{"windows-overlap-by-a-day", bolt, "    aliases: [bolt-2]", "    scopedAliases: [{name: acme_latest, source: leaderboard_vals, until: 2026-09-14}]",
			bolt + `:20: "acme_latest" of bolt-two is also a spelling of acme-one (tools/acme.yaml:31); give one of them a source or dates, or remove it`},
		{"other-twice-in-one-entry", naming, "[acme-old]", "[acme-old, ACME Old]", naming + `:7: "ACME Old" appears twice (naming.yaml:7); remove one`},
		{"other-empty", naming, "[acme-old]", `["-"]`, naming + `:7: the text is empty; write it`},
		{"other-covers-nothing", naming, "names: [acme-old], ", "", naming + `:7: the entry covers nothing; it needs names, prefixes or words`},
		{"prefix-of-an-id", naming, "names: [acme-old]", "prefixes: [acme]", naming + `:7: the prefix "acme" covers "acme-1", a spelling of acme-one (tools/acme.yaml:29); say more exactly what is meant`},
		{"prefix-is-an-alias", naming, "names: [acme-old]", "prefixes: [old, Bolt 2]", naming + `:7: the prefix "Bolt 2" covers "bolt-2", a spelling of bolt-two (tools/bolt.yaml:20); say more exactly what is meant`},
		{"prefix-in-one-source", naming, "names: [acme-old]", "prefixes: [bolt], source: leaderboard_vals", naming + `:7: the prefix "bolt" covers "bolt-2", a spelling of bolt-two (tools/bolt.yaml:20); say more exactly what is meant`},
		{"prefix-twice", naming, "names: [acme-old]", "prefixes: [old, OLD]", naming + `:7: "OLD" appears twice (naming.yaml:7); remove one`},
		{"prefix-empty", naming, "names: [acme-old]", `prefixes: ["_"]`, naming + `:7: the text is empty; write it`},
		{"word-of-a-name", naming, "names: [acme-old]", "words: [old, one]", naming + `:7: the word "one" covers "acme-one", a spelling of acme-one (tools/acme.yaml:2); say more exactly what is meant`},
		{"grammar-twice", naming, "others:", "  - {source: leaderboard_vals}\nothers:", naming + `:6: "leaderboard_vals" appears twice; remove or rename one`},
		{"host-is-a-maker", naming, "    suffixes:", "    hosts: [acme]\n    suffixes:", naming + `:4: "acme" is a maker above; it cannot be a host too`},
		{"host-twice", naming, "    suffixes:", "    hosts: [a, a]\n    suffixes:", naming + `:4: "a" appears twice; remove or rename one`},
		{"every-host-and-one", naming, "    suffixes:", `    hosts: ["*", cloud]` + "\n    suffixes:", naming + `:4: "*" is every host; remove the others`},
		{"suffix-with-two-numbers", naming, "text: -thinking", `text: "-#-#"`, naming + `:5: suffix "-#-#" has more than one number`},
		{"suffix-twice", naming, "      - {text: -thinking, effort: high}", "      - {text: -thinking, effort: high}\n      - {text: -thinking, harness: a}", naming + `:6: "-thinking" appears twice; remove or rename one`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(edited(t, tt.file, tt.old, tt.new))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("error\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// Names that hold in different sources, or a prefix of a name that holds at some time only, do not contradict each other.
func TestLoadTakesScopedNames(t *testing.T) {
	for _, tt := range []struct{ name, alias, others string }{
		{"patterns-of-a-dated-spelling", "name: acme-latest, from: 2026-09-14", "prefixes: [acme-la], words: [latest]"},
		{"prefix-and-spelling-of-two-sources", "name: acme-zero, source: leaderboard_vals", "prefixes: [acme-zero], source: leaderboard_big"},
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
