package registry

import (
	"encoding/json"
	"fmt"
	"testing"
	"unicode/utf8"

	"pricepoint/collectors"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// aFeed is one with models of some names.
func aFeed(names []string) []web.Payload {
	var models []any
	for _, name := range names {
		models = append(models, map[string]any{"id": name, "pricing": map[string]string{"prompt": "0.000001", "completion": "0.000002"}})
	}
	body, err := json.Marshal(map[string]any{"data": models})
	if err != nil {
		panic(err)
	}
	return []web.Payload{{URL: "https://feed.example/", Body: body}}
}

func someModels(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("acme/model-%d", i))
	}
	return names
}

func TestNamesThatAreNotNames(t *testing.T) {
	chosen, err := Select([]string{"feed_openrouter"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, subject string }{
		{"escape", "acme/\x1b[2Jmodel"},
		{"eight-bit-escape", "acme/\u009b2Jmodel"},
		{"right-to-left", "acme/\u202eledom"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			observations, refused, err := collectors.Parse(chosen[0], aFeed(append(someModels(20), tt.subject)))
			if err != nil {
				t.Fatal(err)
			}
			if len(observations) != 40 || len(refused) != 2 {
				t.Errorf("%d observations and %d refusals", len(observations), len(refused))
			}
			for _, r := range refused {
				if !data.IsVisible(r.Subject) || !data.IsVisible(r.Quote) || utf8.RuneCountInString(r.Subject) > 6*collectors.MaxName {
					t.Errorf("refused %q with the quote %q", r.Subject, r.Quote)
				}
			}
			_, _, err = collectors.Parse(chosen[0], aFeed([]string{tt.subject, tt.subject + "-2", "acme/model"}))
			if err == nil || data.FailureOf(err).Class != data.NotUnderstood {
				t.Errorf("a feed of such names: %v", err)
			}
		})
	}
}
