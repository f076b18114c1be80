package registry

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/data"
)

// boardMutations change the file of a leaderboard as its publisher may without saying anything else.
var boardMutations = map[string]func(page string) string{
	"more fields":          inJSON(addFields),
	"fields in order":      inJSON(func(v any) any { return v }), // writing sorts them
	"scores as text":       inJSON(eachScore(func(n json.Number) any { return n.String() })),
	"scores with a sign":   inJSON(eachScore(func(n json.Number) any { return n.String() + "%" })),
	"scores with zeros":    inJSON(eachScore(func(n json.Number) any { return withZero(n) })),
	"no scores":            inJSON(eachAbsent("")),
	"dashes for no scores": inJSON(eachAbsent("-")),
	"a byte order mark":    inCSV(func(page string) string { return "\ufeff" + page }),
	"titles in capitals": inCSV(func(page string) string {
		title, rows, _ := strings.Cut(page, "\n")
		return strings.ToUpper(title) + "\n" + rows
	}),
	"a new column": inCSV(eachLine(func(line string, first bool) string {
		return line + map[bool]string{true: ",verified", false: ",yes"}[first]
	})),
	"a new first column": inCSV(eachLine(func(line string, first bool) string { return map[bool]string{true: "no,", false: "7,"}[first] + line })),
	"line ends":          inCSV(func(page string) string { return strings.ReplaceAll(page, "\n", "\r\n") }),
	"a new key":          inYAML(regexp.MustCompile(`(?m)^  model: .*$`), "$0\n  verified: true\n  note: \"a: b\""),
	"scores in quotes":   inYAML(regexp.MustCompile(`(?m)^  pass_rate_2: (\S+)$`), `  pass_rate_2: "$1"`),
	"a comment":          inYAML(regexp.MustCompile(`(?m)^- dirname`), "# another run\n- dirname"),
}

func TestMutatedBoards(t *testing.T) {
	applied := map[string]bool{}
	for _, s := range All() {
		if s.Kind != data.LeaderboardSource || s.Name == "leaderboard_epoch" { // a ZIP archive, see TestMutatedArchive
			continue
		}
		for _, each := range sourcetest.Cases(t, s.Name) {
			before := sourcetest.Documents(t, s, each)
			want, err := s.Parse(before)
			if err != nil {
				t.Fatal(err)
			}
			for name, change := range boardMutations {
				after, any := mutated(before, change)
				if !any {
					continue
				}
				applied[name] = true
				t.Run(s.Name+"/"+each+"/"+name, func(t *testing.T) {
					got, err := s.Parse(after)
					if err != nil {
						t.Fatal(err)
					}
					sayTheSame(t, numerically(want), numerically(got))
				})
			}
		}
	}
	for name := range boardMutations {
		if !applied[name] {
			t.Errorf("%s changes no file", name)
		}
	}
}

// TestMutatedArchive changes the tables in the archive of Epoch AI.
func TestMutatedArchive(t *testing.T) {
	s := sourcetest.Named(t, All(), "leaderboard_epoch")
	docs := sourcetest.Documents(t, s, "archive")
	want, err := s.Parse(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a byte order mark", "titles in capitals", "a new column", "a new first column", "line ends"} {
		t.Run(name, func(t *testing.T) {
			after := slices.Clone(docs)
			after[0].Body = within(docs[0].Body, func(table []byte) []byte { return []byte(boardMutations[name](string(table))) })
			got, err := s.Parse(after)
			if err != nil {
				t.Fatal(err)
			}
			sayTheSame(t, want, got)
		})
	}
}

// numerically writes every value in one way: 71.80 is 71.8.
func numerically(all []data.Observation) []data.Observation {
	all = slices.Clone(all)
	for i := range all {
		if n, err := data.ParseNumber(all[i].Value); err == nil {
			all[i].Value = n.String()
		}
	}
	return all
}

// scriptData is the element of a page that holds its data as JSON.
var scriptData = regexp.MustCompile(`(?s)(<script type="application/json" id="leaderboard-data">)(.*?)(</script>)`)

// inJSON changes the data of a JSON file, or of a page that holds one.
func inJSON(change func(any) any) func(page string) string {
	edit := func(text string) string {
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var v any
		if decoder.Decode(&v) != nil || decoder.More() {
			return text
		}
		out, err := json.MarshalIndent(change(v), "", " ")
		if err != nil {
			panic(err)
		}
		return string(out)
	}
	return func(page string) string {
		if m := scriptData.FindStringSubmatch(page); m != nil {
			return strings.Replace(page, m[0], m[1]+edit(m[2])+m[3], 1)
		}
		return edit(page)
	}
}

// addFields adds a field to every object.
func addFields(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = addFields(v[key])
		}
		v["zz_new"] = map[string]any{"a": []any{1, nil, "b"}}
	case []any:
		for i := range v {
			v[i] = addFields(v[i])
		}
	}
	return v
}

// scoreFields hold a score, or one for each set.
var scoreFields = []string{"resolved", "pass@1", "pass@1_base", "pass@1_plus", "accuracy"}

// eachLeaf changes what stands in the fields of scores.
func eachLeaf(v any, within bool, change func(any) any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = eachLeaf(v[key], within || slices.Contains(scoreFields, key), change)
		}
		return v
	case []any:
		for i := range v {
			v[i] = eachLeaf(v[i], within, change)
		}
		return v
	}
	if within {
		return change(v)
	}
	return v
}

func eachScore(change func(json.Number) any) func(any) any {
	return func(v any) any {
		return eachLeaf(v, false, func(leaf any) any {
			if n, ok := leaf.(json.Number); ok {
				return change(n)
			}
			return leaf
		})
	}
}

// eachAbsent writes null, for a score that was never measured, in other words.
func eachAbsent(word string) func(any) any {
	return func(v any) any {
		return eachLeaf(v, false, func(leaf any) any {
			if leaf == nil {
				return word
			}
			return leaf
		})
	}
}

func withZero(n json.Number) json.Number {
	if strings.Contains(n.String(), ".") {
		return n + "0"
	}
	return n + ".0"
}

// inCSV changes a table of models.
func inCSV(change func(string) string) func(page string) string {
	return func(p string) string {
		for _, title := range []string{"model", "model version"} {
			if _, err := page.CSV([]byte(p), title); err == nil {
				return change(p)
			}
		}
		return p
	}
}

// eachLine changes the lines of a table; no cell of the fixtures has several.
func eachLine(change func(line string, first bool) string) func(string) string {
	return func(page string) string {
		lines := strings.Split(strings.TrimSuffix(page, "\n"), "\n")
		for i := range lines {
			lines[i] = change(lines[i], i == 0)
		}
		return strings.Join(lines, "\n") + "\n"
	}
}

// inYAML replaces in a list of runs.
func inYAML(pattern *regexp.Regexp, replacement string) func(page string) string {
	return func(page string) string {
		if !strings.HasPrefix(page, "- dirname") {
			return page
		}
		return pattern.ReplaceAllString(page, replacement)
	}
}
