package prices

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/export"
)

// TestExportsHaveTheNamesThatListsPrint goes through every name of a tool that models.dev prints under its maker:
// it is in the files of programs that read the list, or the tool is listed as missing there.
func TestExportsHaveTheNamesThatListsPrint(t *testing.T) {
	t.Parallel()
	all := fixture.Year(t)
	snapshot := all[len(all)-1]
	documents, err := export.Read(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	files, err := export.Bare(documents)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for _, f := range files {
		has := membersOf(t, f.Body)
		for _, a := range documents.Aliases.Aliases {
			name, in := nameIn(f.Format, a)
			if !in || slices.Contains(f.Missing, a.Tool) {
				continue
			}
			names[f.Format]++
			if !has[name] {
				t.Errorf("%s has no %q, which means %s", f.Path, name, a.Tool)
			}
		}
		listed := len(f.Missing) + f.Tools
		if listed < documents.Tools.TotalTools {
			t.Errorf("%s has %d of %d tools and says that %d are missing", f.Path, f.Tools, documents.Tools.TotalTools, len(f.Missing))
		}
		t.Logf("%s: %d tools, %d rows, %d prices; missing: %s", f.Path, f.Tools, f.Rows, f.Values, strings.Join(f.Missing, " "))
	}
	if names["pi"] < 30 {
		t.Errorf("only %d names were looked for", names["pi"])
	}
}

// nameIn is what a format calls a tool by a name that the list below it prints.
func nameIn(format string, a data.Alias) (name string, in bool) {
	key, id, divided := strings.Cut(a.Name, "/")
	makers := []string{"anthropic", "openai", "google", "xai", "deepseek", "mistral", "alibaba", "moonshotai", "zai", "minimax"}
	return id, format == "pi" && divided && slices.Contains(a.Sources, "feed_modelsdev") && slices.Contains(makers, key)
}

// membersOf are the names of all members in a file, and the ids of all elements.
func membersOf(t *testing.T, body []byte) map[string]bool {
	t.Helper()
	var document any
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				has[name] = true
				if id, is := member.(string); is && name == "id" {
					has[id] = true
				}
				walk(member)
			}
		case []any:
			for _, element := range v {
				walk(element)
			}
		}
	}
	walk(document)
	return has
}
