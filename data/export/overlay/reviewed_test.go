package overlay

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/export"
)

var update = flag.Bool("update", false, "take what the recorded lists make programs do for reviewed")

// TestReviewed holds reviewed.txt to the lists that are recorded: it has what they make programs do, and nothing else.
func TestReviewed(t *testing.T) {
	recorded := os.Getenv("PRICEPOINT_RECORDED")
	if recorded == "" {
		recorded = filepath.Join("..", "..", "..", "..", "shared", "recorded")
	}
	files, _ := filepath.Glob(filepath.Join(recorded, "aggregators", "models.dev", "api@*"))
	if len(files) == 0 && os.Getenv("PRICEPOINT_RECORDED") == "" {
		t.Skip("no lists are recorded: set PRICEPOINT_RECORDED")
	}
	found := map[string]bool{}
	for _, file := range files {
		_, err := scan(content(t, file), func(key string, provider *node) {
			note := func(n *node) {
				if d, does := deedOf(key, n); does {
					found[d.String()] = true
				}
			}
			note(provider)
			for _, name := range provider.member("models").names() {
				note(provider.member("models").member(name).member("provider"))
			}
		})
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	lists, _ := filepath.Glob(filepath.Join(recorded, "aggregators", "raw.githubusercontent.com", "pydantic", "genai-prices", "main", "prices", "new_data", "v2", "data@*"))
	for _, file := range lists {
		if _, err := scan(content(t, file), func(_ string, provider *node) {
			noteExpressions(found, "", provider)
		}); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	text := strings.Join(slices.Sorted(maps.Keys(found)), "\n") + "\n"
	if *update {
		if err := os.WriteFile("reviewed.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != string(reviewedText) {
		t.Error("reviewed.txt has other things than the recorded lists; look at what is new, and run this with -update")
	}
}

// noteExpressions notes those that are not plain.
func noteExpressions(found map[string]bool, key string, n *node) {
	if (key == "regex" || key == "api_pattern") && !plainExpression.MatchString(n.text) {
		found[expressionDeed(n).String()] = true
	}
	for _, item := range n.items {
		noteExpressions(found, key, item)
	}
	for key, member := range n.members {
		noteExpressions(found, key, member)
	}
}

// content is that of a recorded file, unpacked.
func content(t *testing.T, file string) []byte {
	t.Helper()
	body, err := os.ReadFile(file)
	if err == nil && strings.HasSuffix(file, ".gz") {
		var packed io.Reader
		if packed, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(packed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestPoisonedRows: a list that makes programs install or call something that nobody has looked at loses that row, and stays
// whole JSON. A file of the user's own is left as it is.
func TestPoisonedRows(t *testing.T) {
	const ours, other = `"env":["ANTHROPIC_API_KEY"],"npm":"@ai-sdk/anthropic","doc":"https://docs.anthropic.com/en"`, `{"models":{}}`
	const cloudflare = `{"cloudflare-workers-ai":{"env":["CLOUDFLARE_ACCOUNT_ID","CLOUDFLARE_API_KEY"],"npm":"@ai-sdk/openai-compatible",` +
		`"api":"https://api.cloudflare.com/client/v4/accounts/${CLOUDFLARE_ACCOUNT_ID}/ai/v1","doc":"https://developers.cloudflare.com/workers-ai/models/"}}`
	good := `{"a":` + other + ` , "anthropic":{` + ours + `,"models":{"x":{},"y":{"provider":{"shape":"responses"}}}},"z":` + other + `}`
	for name, tt := range map[string]struct{ list, want string }{
		"nothing new":            {good, good},
		"the package of a model": {`{"opencode":{"models":{"x":{"provider":{"npm":"@ai-sdk/openai"}}}}}`, ""},
		"another package":        {strings.Replace(good, "@ai-sdk/anthropic", "@evil/anthropic", 1), `{"a":` + other + `,"z":` + other + `}`},
		"another address":        {strings.Replace(good, `"npm"`, `"api":"https://evil.example/v1","npm"`, 1), `{"a":` + other + `,"z":` + other + `}`},
		"another page":           {strings.Replace(good, "docs.anthropic.com", "evil.example", 1), `{"a":` + other + `,"z":` + other + `}`},
		"another account":        {strings.Replace(cloudflare, "CLOUDFLARE_ACCOUNT_ID}", "AWS_SECRET_ACCESS_KEY}", 1), `{}`},
		"their own account":      {cloudflare, cloudflare},
		"an address in disguise": {strings.Replace(good, `"npm"`, `"api":"https://api.anthropic.com@evil.example/v1","npm"`, 1), `{"a":` + other + `,"z":` + other + `}`},
		"another key":            {strings.Replace(good, "ANTHROPIC_API_KEY", "AWS_SECRET_ACCESS_KEY", 1), `{"a":` + other + `,"z":` + other + `}`},
		"no page":                {strings.Replace(good, "https://docs.anthropic.com/en", "javascript:alert(1)", 1), `{"a":` + other + `,"z":` + other + `}`},
		"a package of a model":   {strings.Replace(good, `"x":{}`, `"x":{"provider":{"npm":"evil"}}`, 1), strings.Replace(good, `"x":{},`, ``, 1)},
		"the last model":         {strings.Replace(good, `"shape":"responses"`, `"api":"http://evil"`, 1), strings.Replace(good, `,"y":{"provider":{"shape":"responses"}}`, ``, 1)},
		"the first and the next": {`{"b":{"npm":"evil"}, "c":{"npm":"evil"},"z":{}}`, `{"z":{}}`},
		"all":                    {`{"b":{"npm":"evil"}, "c":{"npm":"evil"} }`, `{ }`},
	} {
		if tt.want == "" {
			tt.want = tt.list
		}
		t.Run(name, func(t *testing.T) {
			up := Upstream{About: data.ExportUpstream{Source: modelsDev.feed, URL: "https://models.dev/api.json"}, Body: []byte(tt.list)}
			file, err := Make(up, export.Documents{})
			if err != nil {
				t.Fatal(err)
			}
			got, want := compacted(t, file.Body), compacted(t, []byte(tt.want))
			if got != want || (len(file.Unreviewed) == 0) != (tt.list == tt.want) {
				t.Errorf("unreviewed %v:\n%s\nwant\n%s", file.Unreviewed, got, want)
			}
			up.About.URL = ""
			if file, err = Make(up, export.Documents{}); err != nil || string(file.Body) != tt.list {
				t.Errorf("the user's own file became %s, %v", file.Body, err)
			}
		})
	}
}

func compacted(t *testing.T, body []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, body); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return out.String()
}
