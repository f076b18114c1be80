package pricing

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// The reasons why an amount of money on a page is no observation.
const (
	otherMeasure = "not per token"       // an image, a second, a search, a gigabyte
	fineTuning   = "fine-tuning"         // training, and models that are sold to who has trained them
	inProse      = "in prose"            // examples, former prices, and what tables say too
	noClass      = "no class of tokens"  // agents, translation and speech at one price per token
	noList       = "not in a price list" // subscriptions, and code of the page
)

// newestCaptures are the newest capture of every provider's page: how many amounts of money it prints, and how many of
// them nobody reads, by reason.
var newestCaptures = map[string]struct {
	pages  []string
	prints int
	unread map[string]int
}{
	"pricing_anthropic": {pages: []string{"pages/platform.claude.com/docs__en__about-claude__pricing@2026-09-02.excerpt.md"}, prints: 89, unread: map[string]int{inProse: 2}},
	"pricing_openai":    {pages: []string{"pages/developers.openai.com/api__docs__pricing@2026-08-28.md"}, prints: 615, unread: map[string]int{fineTuning: 38, inProse: 1, otherMeasure: 23}},
	"pricing_google":    {pages: []string{"pages/ai.google.dev/gemini-api__docs__pricing@2025-11-25.md.txt"}, prints: 171, unread: map[string]int{inProse: 11, otherMeasure: 41}},
	"pricing_xai":       {pages: []string{"pages/docs.x.ai/developers__pricing@2026-10-15.excerpt.md"}, prints: 38, unread: map[string]int{otherMeasure: 8}},
	"pricing_deepseek":  {pages: []string{"pages/api-docs.deepseek.com/quick_start__pricing@2026-09-16.excerpt.html"}, prints: 12},
	"pricing_mistral":   {pages: []string{"pages/mistral.ai/pricing@2026-05-08.html"}, prints: 145, unread: map[string]int{fineTuning: 6, noList: 42, otherMeasure: 14}},
	"pricing_alibaba":   {pages: []string{"pages/www.alibabacloud.com/help__en__model-studio__model-pricing@2026-09-05.excerpt.html"}, prints: 23},
	"pricing_moonshot": {pages: []string{"pages/platform.kimi.ai/docs__pricing__chat-k3@2026-09-05.md", "pages/platform.kimi.ai/docs__pricing__chat-k26@2026-09-05.md",
		"pages/platform.kimi.ai/docs__pricing__chat-v1@2026-09-05.md"}, prints: 18},
	"pricing_zai":     {pages: []string{"pages/docs.z.ai/guides__overview__pricing@2026-01-24.md"}, prints: 47, unread: map[string]int{noClass: 4, otherMeasure: 11}},
	"pricing_minimax": {pages: []string{"pages/platform.minimax.io/docs__guides__pricing-paygo@2026-09-05.excerpt.md"}, prints: 52},
}

// amount is an amount of money in the text of a page.
var amount = regexp.MustCompile(`[$€][\s"{}>]*(?:</>)?([0-9][0-9,]*(?:\.[0-9]+)?)`)

// TestUnreadAmounts counts the amounts of money on the pages that are no observation.
func TestUnreadAmounts(t *testing.T) {
	for name, c := range newestCaptures {
		t.Run(name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), name)
			prints, unread := 0, map[string]int{}
			for _, path := range c.pages {
				doc := sourcetest.Capture(t, path, s.Requests[0][0].URL)
				found, _, err := collectors.Parse(s, []web.Payload{doc})
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range amountsOf(doc) {
					prints++
					if !a.isRead(found) {
						unread[a.reason()]++
						t.Logf("%s: %s in %.90q", a.reason(), a.value, a.line)
					}
				}
			}
			t.Logf("%-17s prints %4d amounts, %3d of them are not read: %s", name, prints, sum(unread), listed(unread))
			if prints != c.prints {
				t.Errorf("it prints %d amounts, want %d", prints, c.prints)
			}
			if diff := cmp.Diff(c.unread, unread); diff != "" && len(c.unread)+len(unread) > 0 {
				t.Errorf("unread amounts (-want +got)\n%s", diff)
			}
		})
	}
}

func sum(counts map[string]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

func listed(counts map[string]int) string {
	var words []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		words = append(words, fmt.Sprintf("%d %s", counts[reason], reason))
	}
	return strings.Join(words, ", ")
}

// printedAmount is an amount of money where it stands.
type printedAmount struct {
	value        string
	line, header string // the row of a table with the row of its titles; of a page in HTML, all of it
	above        string // what stands above the table, up to a heading
	html         bool
}

func amountsOf(doc web.Payload) []printedAmount {
	body := strings.NewReplacer(`\$`, "$", `\<`, "<", `\>`, ">", `\u003c`, "<", `\u003e`, ">").Replace(string(doc.Body))
	lines, html := strings.Split(body, "\n"), strings.Contains(body, "<td") || strings.Contains(body, "<html")
	if html {
		lines = strings.Split(body, `\"value\"`) // one price a piece on Mistral's page
	}
	var all []printedAmount
	at := printedAmount{html: html}
	for _, line := range lines {
		switch row := strings.HasPrefix(strings.TrimSpace(line), "|"); {
		case !row && (strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ")):
			at.above, at.header = line, ""
		case !row:
			at.above, at.header = at.above+"\n"+line, ""
		case at.header == "":
			at.header = line
		}
		at.line = line
		for _, m := range amount.FindAllStringSubmatch(line, -1) {
			at.value = strings.ReplaceAll(m[1], ",", "")
			all = append(all, at)
		}
	}
	return all
}

// isRead reports whether an observation has the amount, of a model that is named there.
func (a printedAmount) isRead(found []data.Observation) bool {
	return slices.ContainsFunc(found, func(o data.Observation) bool {
		price, err := data.ParseNumber(a.value)
		named := a.html || names(a.line, o.Subject) || names(a.above, o.Subject)
		return err == nil && price.Equal(data.MustNumber(o.Value)) && named
	})
}

// names reports whether a text has a name that does not go on.
func names(text, name string) bool {
	for {
		_, rest, found := strings.Cut(text, name)
		if !found || rest == "" || !strings.ContainsAny(rest[:1], "-.0123456789abcdefghijklmnopqrstuvwxyz") {
			return found
		}
		text = rest
	}
}

func (a printedAmount) reason() string {
	words, row := strings.ToLower(a.line+" "+a.header), strings.HasPrefix(strings.TrimSpace(a.line), "|")
	switch {
	case a.html && !strings.Contains(a.line[:min(len(a.line), 200)], "price_dollar"):
		return noList
	case !a.html && !row:
		return inProse
	case page.HasWords(words, "training"):
		return fineTuning
	case strings.Contains(a.line, "/ MTok"):
		return noClass
	case otherMeasures.MatchString(words):
		return otherMeasure
	}
	return "unknown"
}

var otherMeasures = regexp.MustCompile(`image|video|minute|second|/ sec|/ min|per min|/ hr|search|grounded|calls?\b|session|chars|characters|pages|indexing|input/min|/ gb|/ use|\| price `)
