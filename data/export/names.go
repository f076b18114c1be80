package export

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// names are what other programs call a tool.
type names struct {
	modelsDev []string // its ids under its maker at models.dev
	api       []string // what a request to its maker may say, dated ones included; where nobody prints any, its id and its name too
}

// identifier is what a request may name a model by.
var identifier = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// The sources whose names are ids under the key of a maker.
const (
	fromModelsDev = "feed_modelsdev"
	fromLiteLLM   = "feed_litellm"
	fromGenai     = "feed_genaiprices"
	pageSources   = "pricing_"
	boardSources  = "leaderboard_"
)

// lexicon are the names of all tools at one time.
type lexicon struct {
	modelsDev bool // models.dev was read
	byTool    map[string][]data.Alias
	ambiguous map[string]bool // names that mean several tools
}

// readNames sorts the names by tool, and keeps those that mean it at a time to whoever sells it or lists prices.
func readNames(all []data.Alias, at time.Time) lexicon {
	l := lexicon{byTool: map[string][]data.Alias{}, ambiguous: map[string]bool{}}
	means := map[string]string{}
	for _, a := range all {
		elsewhere := slices.ContainsFunc(a.Except, func(e data.AliasException) bool { return !strings.HasPrefix(e.Source, boardSources) })
		if !a.HoldsOn(at) || elsewhere || strings.HasPrefix(a.Only, boardSources) || a.Effort != "" || a.Harness != "" {
			continue
		}
		if other, known := means[a.Name]; known && other != a.Tool {
			l.ambiguous[a.Name] = true
		}
		means[a.Name] = a.Tool
		l.modelsDev = l.modelsDev || slices.Contains(a.Sources, fromModelsDev)
		l.byTool[a.Tool] = append(l.byTool[a.Tool], a)
	}
	return l
}

// of are the names of a tool.
func (l lexicon) of(tool, name string, m maker) names {
	if _, id, ofModel := strings.Cut(tool, "/"); ofModel {
		return names{modelsDev: []string{id}, api: []string{id}}
	}
	modelsDev, api := map[string]bool{}, map[string]bool{}
	anyPrinted := false
	for _, a := range l.byTool[tool] {
		if l.ambiguous[a.Name] {
			continue
		}
		asks := identifier.MatchString(a.Name) && isOfMaker(a)
		anyPrinted = anyPrinted || asks && len(a.Sources) > 0
		for _, list := range []struct{ source, key string }{{fromModelsDev, m.modelsDev}, {fromLiteLLM, m.litellm}, {fromGenai, m.genai}} {
			if !slices.Contains(a.Sources, list.source) {
				continue
			}
			anyPrinted = true
			if id, under := strings.CutPrefix(a.Name, list.key+"/"); under {
				api[id] = true
				if list.source == fromModelsDev {
					modelsDev[id] = true
				}
			} else if list.source == fromLiteLLM {
				api[a.Name] = true
			}
		}
		key, id, under := strings.Cut(a.Name, "/")
		if under && a.Withdrawn != "" && key != "" && slices.Contains([]string{m.modelsDev, m.litellm, m.genai}, key) { // who printed it is not kept
			api[id] = true
		}
		if asks {
			api[a.Name] = true
		}
	}
	n := names{modelsDev: sorted(modelsDev)}
	if !anyPrinted {
		api[tool] = true
		if id := strings.ToLower(strings.ReplaceAll(name, " ", "-")); identifier.MatchString(id) {
			api[id] = true
		}
	}
	n.api = sorted(api)
	return n
}

// IDs are the names under which the maker of each tool takes requests for it, by the id of the tool. The first is the one that lists have; where nobody prints one, it is written as the maker writes others.
func IDs(d Documents) map[string][]string {
	all := map[string][]string{}
	lexicon := readNames(d.Aliases.Aliases, d.Tariffs.LastUpdated.Time)
	for _, t := range d.Tariffs.Tools {
		m, known := makers[t.Seller]
		if !known {
			continue
		}
		ids := lexicon.of(t.ID, t.Name, m)
		first := func(id string) int {
			switch {
			case slices.Contains(ids.modelsDev, id):
				return 0
			case id == t.ID && m.dashes, strings.Contains(id, ".") && !m.dashes:
				return 1
			}
			return 2
		}
		slices.SortStableFunc(ids.api, func(a, b string) int { return cmp.Or(first(a)-first(b), len(a)-len(b)) })
		all[t.ID] = ids.api
	}
	return all
}

// isOfMaker reports whether the maker prints a name, or the catalogue has it as one that is asked for.
func isOfMaker(a data.Alias) bool {
	printedBy := func(sources string) bool {
		return slices.ContainsFunc(a.Sources, func(s string) bool { return strings.HasPrefix(s, sources) })
	}
	asked := a.Match == data.MatchDated || a.Match == data.MatchAlias
	return printedBy(pageSources) || asked && (!printedBy(boardSources) || a.Name == strings.ToLower(a.Name))
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// maker is who makes and sells a tool, under the keys by which other lists know it.
type maker struct {
	modelsDev string // key of the provider at models.dev, opencode and pi
	litellm   string // what stands before the slash of a key of LiteLLM's
	genai     string // id of the provider at genai-prices
	dashes    bool   // it writes 5-5 for 5.5 in names
}

// makers are the companies whose own prices are read, by the seller of their tariffs. Their keys are as the lists had them in
// November 2026.
var makers = map[string]maker{
	"Anthropic":   {modelsDev: "anthropic", litellm: "anthropic", genai: "anthropic", dashes: true},
	"OpenAI":      {modelsDev: "openai", litellm: "openai", genai: "openai"},
	"Google":      {modelsDev: "google", litellm: "gemini", genai: "google"},
	"xAI":         {modelsDev: "xai", litellm: "xai", genai: "x-ai"},
	"DeepSeek":    {modelsDev: "deepseek", litellm: "deepseek", genai: "deepseek"},
	"Mistral AI":  {modelsDev: "mistral", litellm: "mistral", genai: "mistral"},
	"Alibaba":     {modelsDev: "alibaba", litellm: "dashscope"},
	"Moonshot AI": {modelsDev: "moonshotai", litellm: "moonshot", genai: "moonshotai"},
	"Z.ai":        {modelsDev: "zai", litellm: "zai", genai: "zai"},
	"MiniMax":     {modelsDev: "minimax", litellm: "minimax", genai: "minimax"},
}

// The sellers of our tariffs, by the keys that lists have for them.
var (
	OnModelsDev   = sellers(func(m maker) string { return m.modelsDev })
	OnGenAIPrices = sellers(func(m maker) string { return m.genai })
)

func sellers(key func(maker) string) map[string]string {
	all := map[string]string{}
	for seller, m := range makers {
		all[key(m)] = seller
	}
	delete(all, "") // who is not on the list
	return all
}
