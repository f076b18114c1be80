package overlay_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/export/overlay"
)

// lists are small lists that are in order.
var lists = map[string]string{
	"feed_modelsdev":   `{"anthropic":{"models":{"claude-opus-5":{"cost":{"input":5,"output":25,"cache_read":0.5,"cache_write":6.25}}}}}`,
	"feed_genaiprices": `[{"id":"anthropic","models":[{"id":"claude-opus-5","prices":{"input_mtok":5,"output_mtok":25}}]}]`,
}

// with puts a member into the first object of a list.
func with(list, value string) string { return strings.Replace(list, "{", `{"x":`+value+`,`, 1) }

// TestPoison makes no file of a list that nobody should rely on, and says why.
func TestPoison(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	poison := map[string]struct {
		change func(string) string
		want   string
	}{
		"a key twice":                         {func(s string) string { return with(s, `{"a":1,"a":2}`) }, "two members named"},
		"the same key, escaped":               {func(s string) string { return with(s, `{"a":1,"\u0061":2}`) }, "two members named"},
		"100 levels":                          {func(s string) string { return with(s, strings.Repeat("[", 100)+strings.Repeat("]", 100)) }, "more than 64 levels"},
		"10,000 levels":                       {func(s string) string { return with(s, deep) }, "max depth"},
		"100,000 levels":                      {func(s string) string { return with(s, strings.Repeat("[", 100_000)) }, "no JSON"},
		"a number of 10,000 digits":           {func(s string) string { return strings.Replace(s, `:5`, `:`+strings.Repeat("5", 10_000), 1) }, " digits"},
		"a number of 10,000 digits elsewhere": {func(s string) string { return with(s, strings.Repeat("5", 10_000)) }, "10000 digits"},
		"an exponent beyond all reason":       {func(s string) string { return with(s, `1e999999999`) }, "beyond all reason"},
		"a byte order mark":                   {func(s string) string { return "\ufeff" + s }, "no JSON"},
		"cut off":                             {func(s string) string { return s[:len(s)/2] }, "cut off"},
		"its last byte missing":               {func(s string) string { return s[:len(s)-1] }, "cut off"},
		"two documents":                       {func(s string) string { return s + s }, "no JSON"},
		"empty":                               {func(string) string { return "" }, "cut off"},
		"no UTF-8":                            {func(s string) string { return strings.Replace(s, "claude", "cl\xffude", 1) }, "no UTF-8"},
		"null":                                {func(string) string { return "null" }, "it is no"},
		"a string":                            {func(string) string { return `"sorry"` }, "it is no"},
	}
	for feed, list := range lists {
		if _, err := lay(feed, list, opus(newWorld())); err != nil {
			t.Fatalf("%s, in order: %v", feed, err)
		}
		for name, p := range poison {
			file, err := lay(feed, p.change(list), opus(newWorld()))
			if err == nil || len(file.Body) > 0 || !strings.Contains(err.Error(), p.want) {
				t.Errorf("%s, %s: %d bytes, %v; want none and %q", feed, name, len(file.Body), err, p.want)
			}
		}
	}
	if _, err := lay("feed_other", "{}", newWorld()); err == nil {
		t.Error("there is an overlay on a feed that is none")
	}
}

// TestAnotherForm makes no file of another form of a list.
func TestAnotherForm(t *testing.T) {
	up := overlay.Upstream{Body: []byte(lists["feed_genaiprices"])}
	up.About.Source, up.About.URL = "feed_genaiprices", "https://raw.githubusercontent.com/pydantic/genai-prices/main/prices/data_slim.json"
	if file, err := overlay.Make(up, opus(newWorld()).Documents); err == nil {
		t.Errorf("a file of %d bytes is made", len(file.Body))
	}
}

// FuzzMake holds every list to what it says of itself, whatever its bytes.
func FuzzMake(f *testing.F) {
	feeds := slices.Sorted(maps.Keys(lists))
	for n, feed := range feeds {
		f.Add(n, lists[feed])
	}
	f.Add(slices.Index(feeds, "feed_genaiprices"), genaiHours("1", "2", `"04:00:00Z"`))
	f.Fuzz(func(t *testing.T, n int, list string) {
		file, err := lay(feeds[max(n%len(feeds), 0)], list, deepseek(opus(newWorld())))
		if err != nil {
			return
		}
		checkReport(t, list, file)
	})
}

// TestNothingActs: what a terminal would act on is written as its code, which means the same, whoever wrote it.
func TestNothingActs(t *testing.T) {
	const name = "\"name\":\"Opus \\u001b[31m\u202e\u009b2J\U000e0041\","
	for feed, list := range lists {
		member := map[string]string{"feed_modelsdev": `"cost":`, "feed_litellm": `"litellm_provider":`, "feed_genaiprices": `"prices":`}[feed]
		list = strings.Replace(list, member, name+member, 1)
		file, err := lay(feed, list, opus(newWorld()))
		if err != nil {
			t.Fatalf("%s: %v", feed, err)
		}
		if text := string(file.Body); !strings.Contains(text, `Opus \u001b[31m\u202e\u009b2J\udb40\udc41`) || !data.IsVisible(text) {
			t.Errorf("%s: the file is %q", feed, text)
		}
		checkReport(t, list, file)
	}
}
