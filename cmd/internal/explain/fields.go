package explain

import (
	"fmt"
	"strings"

	"pricepoint/data"
)

// explained are the fields that can be explained, in the order of the documents, each with its short forms.
var explained = []struct {
	name  string
	short []string
}{
	{data.FieldInput, []string{"input"}},
	{data.FieldOutput, []string{"output"}},
	{data.FieldCacheRead, []string{"cacheRead"}},
	{data.FieldCacheWrite, []string{"cacheCreate", "cacheWrite"}},
	{data.FieldContext, []string{"context"}},
	{"deepSWE", nil},
	{"vibeCode", nil},
	{"sweBench", []string{"swe"}},
	{"liveCodeBench", []string{"lcb"}},
	{"terminalBench4", []string{"terminalBench"}},
	{"bigCodeBench", nil},
	{"humanEval", nil},
	{data.FieldOverall, []string{"overall", "score"}},
	{data.FieldPerPoint, []string{"perPoint", "value"}},
	{Solved, nil},
}

// Fields are the names of the fields that can be explained.
func Fields() []string {
	var all []string
	for _, f := range explained {
		all = append(all, f.name)
	}
	return all
}

// FieldNamed finds a published field by its name or short form; case, hyphens and underscores do not count.
func FieldNamed(name string) (string, error) {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)) }
	for _, f := range explained {
		for _, spelling := range append([]string{f.name}, f.short...) {
			if plain(spelling) == plain(name) {
				return f.name, nil
			}
		}
	}
	return "", fmt.Errorf("there is no field %q; the fields are %s", name, strings.Join(Fields(), ", "))
}

// Solved is the field of what a solved task costs. It has many values, one for each board, effort and harness.
const Solved = "solved"
