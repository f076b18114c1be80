package pricing

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// TestMoonshotIndexOrPages runs the source against sites and archives that hold one part of it or another.
func TestMoonshotIndexOrPages(t *testing.T) {
	const docs = "https://platform.kimi.ai/docs/"
	s := sourcetest.Named(t, collectors.Registered(), "pricing_moonshot")
	fixture := sourcetest.Documents(t, s, "index")
	index, chat, batch := string(fixture[0].Body), string(fixture[1].Body), string(fixture[2].Body)
	family := string(sourcetest.Documents(t, s, "families")[0].Body)
	overview := `<html><a href="/docs/pricing/chat-k3">K3</a> <a href="/docs/pricing/chat-v1">V1</a></html>`
	for name, tt := range map[string]struct {
		web  sourcetest.Pages
		want string // subjects of input prices
	}{
		"the index and its pages": {sourcetest.Pages{docs + "llms.txt": index, docs + "pricing/chat.md": chat, docs + "pricing/batch.md": batch, docs + "pricing/chat-v1.md": family},
			"kimi-test9 kimi-test8 kimi-test8 kimi-test8-fast kimi-test8"},
		"no index":                        {sourcetest.Pages{docs + "pricing/chat-v1.md": family, docs + "pricing/batch.md": batch}, "kimi-test1-8k kimi-test1-32k kimi-test8"},
		"one page":                        {sourcetest.Pages{docs + "pricing/batch.md": batch}, "kimi-test8"},
		"an overview and a page":          {sourcetest.Pages{docs + "pricing/chat": overview, docs + "pricing/chat-v1.md": family}, "kimi-test1-8k kimi-test1-32k"},
		"an overview alone":               {sourcetest.Pages{docs + "pricing/chat": overview}, ""},
		"the index alone":                 {sourcetest.Pages{docs + "llms.txt": index}, ""},
		"a page that has lost its table":  {sourcetest.Pages{docs + "llms.txt": index, docs + "pricing/chat.md": chat, docs + "pricing/batch.md": "# Batches"}, ""},
		"an index that names no page":     {sourcetest.Pages{docs + "llms.txt": "# Moved", docs + "pricing/chat-k3.md": family}, "kimi-test1-8k kimi-test1-32k"},
		"a page with a table of no model": {sourcetest.Pages{docs + "pricing/chat.md": strings.ReplaceAll(family, `"Model"`, `"Thing"`)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			reading := collectors.Run(t.Context(), tt.web, []collectors.Source{s}, collectors.RunOptions{})[0]
			var subjects []string
			for _, o := range reading.Observations {
				if o.Field == data.PriceInput {
					subjects = append(subjects, o.Subject)
				}
			}
			if got := strings.Join(subjects, " "); got != tt.want || (reading.Failure == nil) != (tt.want != "") {
				t.Errorf("read %q, %v, want %q", got, reading.Failure, tt.want)
			}
		})
	}
}

func TestMoonshotNewerPageWins(t *testing.T) {
	family := sourcetest.Documents(t, sourcetest.Named(t, collectors.Registered(), "pricing_moonshot"), "families")[0]
	later := family
	later.Body = []byte(strings.ReplaceAll(string(family.Body), "0.25</>", "0.35</>"))
	prices := func(docs ...web.Payload) (values []string, err error) {
		var refused page.Refused
		found, err := moonshot.parse(docs, &refused)
		for _, o := range found {
			if o.Field == data.PriceInput {
				values = append(values, o.Value)
			}
		}
		return values, refused.Lacking(err)
	}
	if _, err := prices(family, later); err == nil {
		t.Error("two pages of one day that disagree give no error")
	}
	later.FetchedAt = family.FetchedAt.Add(48 * time.Hour)
	for _, docs := range [][]web.Payload{{family, later}, {later, family}} {
		got, err := prices(docs...)
		if diff := cmp.Diff([]string{"0.35", "1.05"}, got); err != nil || diff != "" {
			t.Errorf("prices differ, %v (-want +got):\n%s", err, diff)
		}
	}
}
