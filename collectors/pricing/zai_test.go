package pricing

import "testing"

func TestZaiRefusesWhatItCannotRead(t *testing.T) {
	const page = "Prices per 1M tokens.\n\n| Model | Input | Output |\n|---|---|---|\n| a1 | $1 | $2 |\n| a2 | $1 | $2 |\n| a3 | $1 | $2 |\n| a4 | $1 | $2 |\n"
	for name, body := range map[string]string{
		"too few models":   page,
		"not a price":      page + "| a5 | soon | $2 |\n",
		"no name":          page + "| | $1 | $2 |\n",
		"no unit":          page[len("Prices per 1M tokens."):] + "| a5 | $1 | $2 |\n",
		"renamed columns":  "Prices per 1M tokens.\n\n| Model | Prompt | Completion |\n|---|---|---|\n" + page[len(page)-60:],
		"two prices":       page + "| a5 | $1 | $2 |\n| a5 | $1 | $3 |\n",
		"prices per image": "Prices per image." + page[len("Prices per 1M tokens."):] + "| a5 | $1 | $2 |\n",
	} {
		if found, err := parse(t, "pricing_zai", body); err == nil {
			t.Errorf("%s: %d observations, want an error", name, len(found))
		}
	}
	if _, err := parse(t, "pricing_zai", page+"| a5 | $1 | $2 |\n"); err != nil {
		t.Errorf("the page that the others vary: %v", err)
	}
}

func FuzzZAI(f *testing.F) { fuzzPrices(f, "pricing_zai") }
