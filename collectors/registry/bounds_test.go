package registry

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// pricedColumns are the columns of a table that price tokens.
func pricedColumns(rows [][]string) (columns []int) {
	for i, title := range rows[0] {
		if strings.Contains(strings.ToLower(title), "free") {
			continue
		}
		if page.PriceField(strings.Trim(title, "*")) != "" || strings.Contains(title, "Paid") || strings.Contains(title, "Pricing") {
			columns = append(columns, i)
		}
	}
	return columns
}

// inPrices edits the tables that price tokens.
func inPrices(edit func(rows [][]string, columns []int) [][]string) func(string) string {
	return inTables(func(rows [][]string) [][]string {
		if columns := pricedColumns(rows); len(columns) > 0 {
			return edit(rows, columns)
		}
		return rows
	})
}

const longPrompts = "&gt; 300k input tokens"

// longOnly are the places where a page may say that its prices are those of long prompts.
var longOnly = map[string]func(string) string{
	"above the title": inPrices(func(rows [][]string, columns []int) [][]string {
		for _, c := range columns {
			rows[0][c] = longPrompts + "<br />" + rows[0][c]
		}
		return rows
	}),
	"behind the title": inPrices(func(rows [][]string, columns []int) [][]string {
		for _, c := range columns {
			rows[0][c] += " (" + longPrompts + ")"
		}
		return rows
	}),
	"in the cells": inPrices(func(rows [][]string, columns []int) [][]string {
		for _, row := range rows[1:] {
			for _, c := range columns {
				if c < len(row) && strings.ContainsAny(row[c], "0123456789") && strings.Count(row[c], "$") < 2 {
					row[c] += " (" + longPrompts + ")"
				}
			}
		}
		return rows
	}),
	"in a column of its own": inPrices(func(rows [][]string, _ []int) [][]string {
		rows[0] = append(rows[0], "Prompt length")
		for i, row := range rows[1:] {
			rows[i+1] = append(row, longPrompts)
		}
		return rows
	}),
}

// unbounded are the prices of tokens of text or anything else that hold for a prompt of any length.
func unbounded(found []data.Observation) map[string]bool {
	all := map[string]bool{}
	for _, o := range found {
		if strings.HasPrefix(string(o.Field), "price.") && o.Field != data.PriceCacheStorage && o.Field != data.PriceOther && o.Qualifiers.ContextOver == "" && o.Qualifiers.ContextUpTo == "" {
			all[o.Subject+" "+string(o.Field)+" "+o.Value+" "+o.Qualifiers.Service] = true
		}
	}
	return all
}

// TestPricesOfLongPromptsAreNeverPlain says of every table, wherever a page may say so, that its prices are those of
// long prompts.
func TestPricesOfLongPromptsAreNeverPlain(t *testing.T) {
	// Pages with further prices that an edit of tables does not reach: cells that span, data, columns titled "Cost".
	unreached := []string{"pricing_alibaba/scopes", "pricing_openai/titles"}
	// Their tables are components, have cells that span, or models as columns.
	unedited := []string{"pricing_moonshot", "pricing_alibaba", "pricing_deepseek"}
	tested := map[string]int{}
	for _, c := range pricingCases(t) {
		for name, change := range longOnly {
			docs, any := mutated(c.docs, change)
			if !any || slices.Contains(unreached, c.name) {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				got, err := c.source.Parse(docs, new(page.Refused))
				if err != nil {
					t.Logf("it is not read: %v", err)
				}
				if name == "in the cells" { // a cell of several prices is left as it was
					got = slices.DeleteFunc(got, func(o data.Observation) bool { return !strings.Contains(o.Quote, "300k") })
				}
				if len(got) > 0 {
					tested[c.source.Name]++
				}
				for price := range unbounded(got) {
					t.Errorf("%s is plain", price)
				}
			})
		}
	}
	for _, s := range All() {
		if s.Kind == data.PricingSource && tested[s.Name] == 0 && !slices.Contains(unedited, s.Name) {
			t.Errorf("no page of %s is read with bounds", s.Name)
		}
	}
}
