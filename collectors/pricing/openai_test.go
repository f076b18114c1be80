package pricing

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// openAILongPage prices long context for the models a-1 and a-2.
const openAILongPage = "Prices per 1M tokens.\n\n### Standard pricing data\n\n| Model | Short context input | Short context output | Long context input |\n|---|---|---|---|\n" +
	"| a-1 | $1 | $2 | $3 |\n| a-2 NOTE | $1 | $2 | $4 |\n| a-3 | $1 | $2 | - |\n| a-4 | $1 | $2 | - |\n| a-5 OTHER | $1 | $2 | - |\n"

// TestOpenAIContextLimits varies what the page says about where long context begins.
func TestOpenAIContextLimits(t *testing.T) {
	tests := map[string]struct {
		note, other   string
		want, wantOwn string // contextOver of a-1 and a-2
	}{
		"names of other models": {note: "(<200K context length)", want: "long", wantOwn: "200000"},
		"names differ":          {note: "(<200K context length)", other: "(<128K context length)", want: "long", wantOwn: "200000"},
		"no limit on the page":  {want: "long", wantOwn: "long"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			body := strings.NewReplacer("NOTE", tt.note, "OTHER", tt.other).Replace(openAILongPage)
			found, err := parse(t, "pricing_openai", body)
			checkErrorSays(t, err, "")
			got := map[string]string{}
			for _, o := range found {
				if o.Value == "3" || o.Value == "4" {
					got[o.Subject] = o.Qualifiers.ContextOver
				}
			}
			if got["a-1"] != tt.want || got["a-2"] != tt.wantOwn {
				t.Errorf("contextOver of a-1 and a-2 = %q and %q, want %q and %q", got["a-1"], got["a-2"], tt.want, tt.wantOwn)
			}
		})
	}
}

func checkErrorSays(t *testing.T, err error, want string) {
	t.Helper()
	if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Fatalf("Parse = error %v, want one that says %q", err, want)
	}
}

// openAIPlainPage prices five models in the standard tier.
const openAIPlainPage = "Prices per 1M tokens.\n\nStandard\n\n" + openAIPlainHeader +
	"| a-1 | $1 | $2 |\n| a-2 | $1 | $2 |\n| a-3 | $1 | $2 |\n| a-4 | $1 | $2 |\n| a-5 | $1 | $2 |\n\n"

const openAIPlainHeader = "| Model | Input | Output |\n|---|---|---|\n"

func TestOpenAITiers(t *testing.T) {
	const rows = "\n\n" + openAIPlainHeader + "| a-1 | $7 | $8 |\n"
	tests := map[string]struct {
		after     string
		want      string // service of the price of $7
		wantError string
	}{
		"fast mode":       {after: "Fast mode" + rows, want: "fast"},
		"fast data":       {after: "### Fast pricing data" + rows, want: "fast"},
		"priority":        {after: "Priority" + rows, want: "priority"},
		"unknown title":   {after: "### Turbo pricing data" + rows, wantError: `"turbo"`},
		"known, not read": {after: "Scale tier" + rows, wantError: `"scale"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := parse(t, "pricing_openai", openAIPlainPage+tt.after)
			checkErrorSays(t, err, tt.wantError)
			got := ""
			for _, o := range found {
				if o.Value == "7" {
					got = o.Qualifiers.Service
				}
			}
			if got != tt.want {
				t.Errorf("service = %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOpenAIVettedPrices reads a section for vetted customers that repeats models of the others.
func TestOpenAIVettedPrices(t *testing.T) {
	const cyber = "Cyber models\n\nPrices per 1M tokens.\n\n" + openAIPlainHeader
	tests := map[string]struct {
		row        string
		subject    string
		wantInputs []string // value and status
	}{
		"equal repeat":   {"| a-1 | $1.00 | $2 |\n", "a-1", []string{"1 "}},
		"differs":        {"| a-1 | $1.50 | $2 |\n", "a-1", []string{"1 "}},
		"sold only here": {"| a-cyber | $9 | $10 |\n", "a-cyber", []string{"9 "}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := parse(t, "pricing_openai", openAIPlainPage+cyber+tt.row)
			checkErrorSays(t, err, "")
			var got []string
			for _, o := range found {
				if o.Subject == tt.subject && o.Field == data.PriceInput {
					got = append(got, o.Value+" "+o.Qualifiers.Status)
				}
			}
			if strings.Join(got, ", ") != strings.Join(tt.wantInputs, ", ") {
				t.Errorf("inputs of %s = %q, want %q", tt.subject, got, tt.wantInputs)
			}
		})
	}
}

// TestOpenAIMixedUnits has prices per token and per minute side by side, in columns that name the one and print the other.
func TestOpenAIMixedUnits(t *testing.T) {
	tests := map[string]struct {
		header, row string
		want        []string // of a-7, field value modality
		wantError   string
	}{
		"estimated cost":       {"| Input | Output | Estimated cost |", "| $2 | $3 | $0.006 / minute |", []string{"price.input 2 ", "price.output 3 "}, ""},
		"minutes in a column":  {"| Input | Output / cost | Modality |", "| $2 | $0.034 / minute | Audio |", []string{"price.input 2 audio"}, ""},
		"titled by the minute": {"| Input | Output | Audio output / minute |", "| $2 | $3 | $0.034 |", []string{"price.input 2 ", "price.output 3 "}, ""},
		"by the character":     {"| Input | Output | Use case |", "| $15 / 1M characters | - | Speech |", nil, ""},
		"an empty note behind": {"| Input | Output | Estimated cost | Note |", "| $2 | $3 | $0.006 / minute | |", []string{"price.input 2 ", "price.output 3 "}, ""},
		"an unknown unit":      {"| Input | Output | Use case |", "| $15 / credit | - | Speech |", nil, "credit"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			rule := strings.Repeat("|---", strings.Count(tt.header, "|")) + "|\n"
			body := openAIPlainPage + "Speech\n\nPrices per 1M tokens unless noted.\n\n| Model " + tt.header + "\n" + rule + "| a-6 " + tt.row + "\n| a-7 " + tt.row + "\n"
			found, err := parse(t, "pricing_openai", body)
			checkErrorSays(t, err, tt.wantError)
			var got []string
			for _, o := range found {
				if o.Subject == "a-7" {
					got = append(got, strings.Join([]string{string(o.Field), o.Value, o.Qualifiers.Modality}, " "))
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("prices of a-7 differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOpenAIPartsOfASection prices kinds of tokens in parts of one section. What ends a part is a heading, not the caption
// of a table.
func TestOpenAIPartsOfASection(t *testing.T) {
	const table = "| Model | Input | Output |\n|---|---|---|\n| %s | $7 | $8 |\n\n"
	row := func(model string) string { return strings.Replace(table, "%s", model, 1) }
	body := openAIPlainPage + "Speech\n\nPrices per 1M tokens.\n\n#### Text tokens\n\n" + row("a-text") + "#### Audio tokens\n\n" + row("a-audio") +
		"### Pricing Table data\n\n" + row("a-caption") + "#### Other models\n\n" + row("a-other") + "Image tokens\n\nPrices per 1M tokens.\n\n" + row("a-image") +
		"Legacy models\n\nPrices per 1M tokens.\n\n" + row("a-old")
	found, err := parse(t, "pricing_openai", body)
	checkErrorSays(t, err, "")
	got := map[string]string{}
	for _, o := range found {
		if o.Value == "7" {
			got[o.Subject] = o.Qualifiers.Modality
		}
	}
	if diff := cmp.Diff(map[string]string{"a-text": "", "a-audio": "audio", "a-caption": "audio", "a-other": "", "a-image": "image", "a-old": ""}, got); diff != "" {
		t.Errorf("modalities differ (-want +got):\n%s", diff)
	}
}

func FuzzOpenAI(f *testing.F) { fuzzPrices(f, "pricing_openai") }
