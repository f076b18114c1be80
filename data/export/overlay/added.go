package overlay

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/export"
)

// place is where a list can take more rows of a maker.
type place struct {
	rows  pointer // what holds the rows
	after int     // which byte
	items bool    // they are items of an array and go before all others, since programs take the first that matches a name
	added int
}

// sized are the prices of prompts that are longer than a size, by class.
type sized struct {
	over  int64
	rates map[data.BillingClass]price
}

// newRow is what a list needs to know of a tool that it lacks.
type newRow struct {
	tool   data.Tool
	limits data.TokenLimits
	ids    []string // the first is the one to name it by
	prices []sized  // the shortest prompts first
}

// rowClasses are the prices of a row.
var rowClasses = []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite}

// whole are the prices of a tool at every size of prompt at its peak hours; nil where the provider has not printed one.
func (t *tool) whole() (all []sized) {
	for _, over := range append([]int64{0}, t.bounds...) {
		s := sized{over, map[data.BillingClass]price{}}
		for _, class := range rowClasses {
			p, ok := t.price(terms{class: class, over: over})
			if !ok || !p.first {
				return nil
			}
			s.rates[class] = p
		}
		if len(all) == 0 || slices.ContainsFunc(rowClasses, func(c data.BillingClass) bool { return !s.rates[c].value.Equal(all[len(all)-1].rates[c].value) }) {
			all = append(all, s)
		}
	}
	return all
}

// add writes the rows of tools that a list lacks, as far as their makers are in it.
func (r reader) add(d export.Documents, about *data.Export) (edits []edit, added []string) {
	for _, tool := range d.Tools.Tools {
		t := r.book.tools[tool.ID]
		if t == nil || !slices.Contains(about.Missing, tool.ID) {
			continue
		}
		at, n := r.places[t.tariff.Seller], newRow{tool, t.limits, r.book.ids[tool.ID], t.whole()}
		why, key, text := r.lack(t, n, at), "", []byte(nil)
		if why == "" {
			if key, text = r.text(n, at); text == nil {
				why = data.LackLimits
			}
		}
		if why != "" {
			about.Lacking = append(about.Lacking, data.ExportLack{Tool: tool.ID, Why: why})
			continue
		}
		e, input := edit{at.after, at.after, string(text), pointTo(at.rows, key)}, n.prices[0].rates[data.ClassInput]
		edits, added = append(edits, e), append(added, tool.ID)
		about.Added = append(about.Added, data.ExportAddition{Tool: tool.ID, At: e.at, Values: len(n.prices) * len(rowClasses), Basis: input.basis, URL: input.url})
	}
	about.Missing = slices.DeleteFunc(about.Missing, func(id string) bool { return slices.Contains(added, id) })
	for i := range about.Replaced {
		about.Replaced[i].At = r.moved(about.Replaced[i].At)
	}
	for i := range about.Left {
		about.Left[i].At = r.moved(about.Left[i].At)
	}
	for _, a := range about.Added {
		about.Tools, about.Rows, about.Values = about.Tools+1, about.Rows+1, about.Values+a.Values
	}
	return edits, added
}

// lack is why the list cannot take a row of a tool; "" where it can.
func (r reader) lack(t *tool, n newRow, at *place) data.LackReason {
	_, isPriced := t.price(terms{class: data.ClassInput})
	switch {
	case at == nil:
		return data.LackMaker
	case !isPriced:
		return data.LackPrice
	case n.prices == nil:
		return data.LackFirstHand
	case len(n.ids) == 0:
		return data.LackName
	case !t.off.IsZero():
		return data.LackHours
	}
	return ""
}

// text is a row with the comma that divides it from the others, and its key there; nil where the list cannot say it.
func (r reader) text(n newRow, at *place) (key string, text []byte) {
	key, row := r.write(n)
	text, err := json.Marshal(row)
	if row == nil || err != nil {
		return "", nil
	}
	if at.items {
		key, text = strconv.Itoa(at.added), append(text, ',')
	} else {
		text = slices.Concat([]byte(","+strconv.Quote(key)+":"), text)
	}
	at.added++
	return key, text
}

// moved is where a row is found behind those that were added before it.
func (r reader) moved(at pointer) pointer {
	for _, p := range r.places {
		below, is := strings.CutPrefix(at, p.rows+"/")
		if !is || !p.items {
			continue
		}
		number, rest, _ := strings.Cut(below, "/")
		if i, err := strconv.Atoi(number); err == nil {
			return strings.TrimSuffix(pointTo(p.rows, strconv.Itoa(i+p.added))+"/"+rest, "/")
		}
	}
	return at
}

// writeModelsDev writes a model as models.dev has it; nil where its limits are not known.
func writeModelsDev(n newRow) (id string, row any) {
	if n.limits.Context == 0 || n.limits.Output == 0 {
		return "", nil
	}
	input := []string{"text"}
	if slices.Contains(n.tool.Features, "Vision input") {
		input = append(input, "image")
	}
	limit := map[string]int64{"context": n.limits.Context, "output": n.limits.Output}
	if n.limits.Input > 0 {
		limit["input"] = n.limits.Input
	}
	cost := modelsDevCost(n.prices[0])
	for _, s := range n.prices[1:] {
		tier := modelsDevCost(s)
		tier["tier"] = map[string]any{"type": "context", "size": s.over}
		tiers, _ := cost["tiers"].([]any)
		cost["tiers"] = append(tiers, tier)
	}
	return n.ids[0], map[string]any{
		"id": n.ids[0], "name": n.tool.Name, "attachment": len(input) > 1, "reasoning": slices.Contains(n.tool.Features, "Reasoning"),
		"tool_call": true, "release_date": n.tool.ReleaseDate, "limit": limit, "cost": cost,
		"modalities": map[string][]string{"input": input, "output": {"text"}},
	}
}

func modelsDevCost(s sized) map[string]any {
	cost := map[string]any{}
	for _, k := range modelsDevKeys {
		if p, priced := s.rates[k.class]; priced {
			cost[k.key] = p.value
		}
	}
	return cost
}

// writeGenAIPrices writes a model as genai-prices has it: with its prices class by class, and the names that mean it.
func writeGenAIPrices(n newRow) (key string, row any) {
	prices := map[string]any{}
	for name, class := range genaiKeys {
		base, priced := n.prices[0].rates[class]
		if !priced {
			continue
		}
		var tiers []any
		for _, s := range n.prices[1:] {
			tiers = append(tiers, map[string]any{"start": s.over, "price": s.rates[class].value})
		}
		prices[name] = any(base.value)
		if tiers != nil {
			prices[name] = map[string]any{"base": base.value, "tiers": tiers}
		}
	}
	var names []any
	for _, id := range n.ids {
		names = append(names, map[string]string{"equals": id})
	}
	return "", map[string]any{"id": n.ids[0], "name": n.tool.Name, "match": map[string]any{"or": names}, "prices": prices}
}
