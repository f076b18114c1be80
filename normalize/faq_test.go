package normalize_test

import (
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestTheOtherProvider looks for the strongest pick of another provider than the first's.
func TestTheOtherProvider(t *testing.T) {
	for _, tt := range []struct{ name, strong, provider, want string }{
		{"the-strongest", "three", "bolt", "Bolt Three"},
		{"of-equal-ones-the-cheapest", "", "bolt", "Bolt Four"},
		{"nobody", "", "acme", "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			c.UseCases[0].FAQ = []catalog.Question{{Q: "Who else?", A: "{{if .Other.Name}}{{.Other.Name}}{{else}}none{{end}}"}}
			for i := range c.Tools {
				switch tool := &c.Tools[i]; tool.ID {
				case "two":
					raise(tool, 2)
				case tt.strong:
					raise(tool, 1)
				}
				if c.Tools[i].Provider == "bolt" {
					c.Tools[i].Provider = tt.provider
				}
			}
			if got := answers(t, c)[0].A; got != tt.want {
				t.Errorf("the strongest of another provider is %s, want %s", got, tt.want)
			}
		})
	}
}

// raise makes a tool better by some points.
func raise(t *catalog.Tool, points int64) {
	for i := range t.Scores {
		t.Scores[i].Value = data.MustNumber(t.Scores[i].Value.Add(decimal.NewFromInt(points)).String())
	}
}

func answers(t *testing.T, c *catalog.Catalog) []data.Question {
	t.Helper()
	return document[data.UseCasesDocument](t, built(t, c), data.UseCasesPath).UseCases[0].FAQ
}
