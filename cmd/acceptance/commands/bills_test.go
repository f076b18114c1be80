//go:build proof

package commands

import (
	"encoding/json"
	"flag"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/export"
	"pricepoint/data/tariff"
)

// usage is one request as a program's log has it, and as we bill it.
type usage struct {
	name                           string
	input, output, cached, written int64
	service                        string
	at                             time.Time
	kept                           string // how long what was written stays in the cache; "": five minutes
}

// Hours of a Tuesday, a holiday nowhere, at which some tools are dearest and cheapest.
var (
	peak    = time.Date(2026, 11, 24, 2, 0, 0, 0, time.UTC)
	offPeak = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
)

// usages are what is billed of every tool: short and long prompts, on both sides of the sizes where prices change.
var usages = []usage{
	{"short", 1_000, 500, 0, 0, "", peak, ""},
	{"short, off peak", 1_000, 500, 0, 0, "", offPeak, ""},
	{"only an answer", 1, 8_000, 0, 0, "", peak, ""},
	{"100K", 100_000, 1_000, 0, 0, "", peak, ""},
	{"100K and one", 100_001, 1_000, 0, 0, "", peak, ""},
	{"200K", 200_000, 1_000, 0, 0, "", peak, ""},
	{"200K and one", 200_001, 1_000, 0, 0, "", peak, ""},
	{"256K and one", 256_001, 1_000, 0, 0, "", peak, ""},
	{"272K", 272_000, 1_000, 0, 0, "", peak, ""},
	{"272K and one", 272_001, 1_000, 0, 0, "", peak, ""},
	{"300K", 300_000, 10_000, 0, 0, "", peak, ""},
	{"300K, off peak", 300_000, 10_000, 0, 0, "", offPeak, ""},
	{"600K", 600_000, 10_000, 0, 0, "", peak, ""},
	{"cached", 1_000, 500, 50_000, 0, "", peak, ""},
	{"long and cached", 1_000, 500, 400_000, 0, "", peak, ""},
	{"written to a cache", 1_000, 500, 0, 20_000, "", peak, ""},
	{"long and written", 1_000, 500, 0, 400_000, "", peak, ""},
	{"an agent's turn", 5_000, 3_000, 90_000, 4_000, "", peak, ""},
	{"written for an hour", 1_000, 500, 0, 20_000, "", peak, "1h"},
	{"long and written for an hour", 1_000, 500, 0, 400_000, "", peak, "1h"},
	{"written for twelve hours", 1_000, 500, 0, 20_000, "", peak, "12h"},
	{"a batch", 10_000, 2_000, 0, 0, "batch", peak, ""},
	{"a long batch", 300_000, 2_000, 0, 0, "batch", peak, ""},
}

// ours is what a usage costs at most by our reckoning, as the command cost says it; false when it cannot be had.
func (u usage) ours(of data.Tariff) (usd float64, ok bool) {
	if u.kept != "" && !slices.ContainsFunc(of.Lines, func(l data.TariffLine) bool { return l.Class == u.writes() && l.Price != nil }) {
		return 0, false
	}
	q := map[data.BillingClass]int64{data.ClassInput: u.input, data.ClassOutput: u.output, data.ClassCacheRead: u.cached, u.writes(): u.written}
	cost, err := tariff.Price(of, tariff.Usage{Quantities: q, Requests: 1, Service: u.service, Region: of.Region, At: u.at})
	return cost.High.InexactFloat64(), err == nil
}

// writes is the class of what is written to a cache.
func (u usage) writes() data.BillingClass {
	return map[string]data.BillingClass{"": data.ClassCacheWrite, "1h": data.ClassCacheWrite1h, "12h": data.ClassCacheWrite12h}[u.kept]
}

// forAnHour is how many tokens are written to a cache for an hour.
func (u usage) forAnHour() int64 {
	if u.kept == "1h" {
		return u.written
	}
	return 0
}

// question is a usage of a tool, under the name that a file has for it.
type question struct {
	named
	usage
	tool string
}

// program bills with one of our files, whose body it is given: for each question an amount in USD, or NaN where it knows no
// price.
type program struct {
	format string
	names  func(*testing.T, []byte) []named
	bills  func(*testing.T, shop, []byte, []question) []float64
}

var programs = []program{
	{"models.dev", namesInModelsDev, openCodeBills},
	{"genai-prices", namesInGenAI, genaiBills},
	{"pi", namesInPi, piBills},
	{"ccusage", namesInCCUsage, ccusageBills},
	{"tokscale", namesInTokscale, tokscaleBills},
}

// every thins the questions out, each tool with other usages than the next one: opencode takes a second for each.
var every = flag.Int("every", 5, "one usage of so many is billed of each tool; 1: all")

// TestNeverTooCheap bills every usage of every tool with the program of each format. No bill is below ours, but for longer cache
// writes of which the index says so, and each is ours unless the index says that the format cannot say it.
func TestNeverTooCheap(t *testing.T) {
	s := newShop(t)
	for _, format := range export.Formats() {
		if !slices.ContainsFunc(programs, func(p program) bool { return p.format == format }) {
			t.Errorf("nothing bills with the file for %s: give programs one that does", format)
		}
	}
	for _, p := range programs {
		t.Run(p.format, func(t *testing.T) { p.check(t, s) })
	}
}

func (p program) check(t *testing.T, s shop) {
	about := s.export(t, p.format)
	body := s.get(t, about.Path)
	tariffs := s.tariffs(t)
	var ask []question
	billed := map[string]bool{}
	names := s.tools(t, p.names(t, body), tariffs)
	for i, tool := range slices.Sorted(maps.Keys(names)) {
		for j, u := range usages {
			if _, sold := u.ours(tariffs[tool]); sold && (i+j)%*every == 0 {
				ask = append(ask, question{names[tool], u, tool})
			}
		}
	}
	equal, above, below, unknown := map[string]int{}, map[string]int{}, map[string]int{}, map[string]bool{}
	for i, got := range p.bills(t, s, body, ask) {
		q := ask[i]
		isLeft := slices.ContainsFunc(about.Left, func(l data.ExportLeft) bool { return l.At == q.row }) // as the list below has it
		want, _ := q.ours(tariffs[q.tool])
		billed[q.tool] = billed[q.tool] || !math.IsNaN(got)
		switch {
		case math.IsNaN(got):
			unknown[q.tool] = true
		case got < want*(1-1e-9):
			below[q.usage.name]++
			if isLeft && q.kept != "" || slices.ContainsFunc(about.Losses, func(l data.ExportLoss) bool { return l.Tool == q.tool && warns(l, q.usage) }) {
				continue
			}
			t.Errorf("%s of %s is billed at %v, which is less than %v", q.usage.name, q.tool, got, want)
		case got <= want*(1+1e-9):
			equal[q.usage.name]++
		default:
			above[q.usage.name]++
			if !isLeft && !slices.ContainsFunc(about.Losses, func(l data.ExportLoss) bool { return l.Tool == q.tool && explains(l, q.usage) }) {
				t.Errorf("%s of %s is billed at %v, not at %v, and the index does not say so", q.usage.name, q.tool, got, want)
			}
		}
	}
	for _, u := range usages {
		t.Logf("%s, %s: %d bills are ours, %d above, %d below", p.format, u.name, equal[u.name], above[u.name], below[u.name])
	}
	t.Logf("%s: %d tools; unknown to the program: %d tools; rows corrected %d, confirmed %d, added %d, left %d; not in the file: %d tools",
		p.format, len(billed)-len(unknown), len(unknown), about.Corrected, about.Confirmed, len(about.Added), len(about.Left), len(about.Missing))
	for tool := range tariffs {
		if !billed[tool] && !unknown[tool] && !slices.Contains(about.Missing, tool) {
			t.Errorf("%s is in the file, and was not billed", tool)
		}
	}
	if len(billed)-len(unknown) < 30 {
		t.Errorf("only %d tools are billed", len(billed))
	}
}

// warns reports whether the index says of a tool that a longer cache write is billed too low.
func warns(l data.ExportLoss, u usage) bool {
	return u.kept != "" && l.Class == u.writes() && l.Says != nil && l.Is != nil && l.Says.LessThan(l.Is.Decimal)
}

// explains reports whether a loss that the index tells of a tool can be why a usage is billed above our price.
func explains(l data.ExportLoss, u usage) bool {
	switch l.Kind {
	case data.LostTier:
		return true
	case data.LostHours, data.LostWeekdays:
		return u.at == offPeak
	case data.LostService:
		return u.service != ""
	case data.LostCache1h, data.LostOtherClass:
		return l.Class == data.ClassCacheWrite && u.written > 0 || u.kept != "" && l.Class == u.writes()
	case data.LostCache:
		return u.cached+u.written > 0
	}
	return false
}

// named is a row of a file: the name of a model, under the key of its maker where the file has one.
type named struct{ provider, model, row string }

// tools are the tools that a file has, each with the first of its names.
func (s shop) tools(t *testing.T, rows []named, tariffs map[string]data.Tariff) map[string]named {
	t.Helper()
	means := map[string]string{}
	for _, a := range decoded[data.AliasesDocument](t, s.get(t, "/api/aliases.json")).Aliases {
		maker, id, _ := strings.Cut(a.Name, "/")
		if makers[maker] == "" {
			id = a.Name
		}
		for _, name := range []string{a.Name, id, strings.ToLower(id), strings.ReplaceAll(strings.ToLower(id), " ", "-")} {
			if tool, is := means[name]; is && tool != a.Tool {
				means[name] = "" // it depends on who says it
			} else {
				means[name] = a.Tool
			}
		}
	}
	slices.SortFunc(rows, func(a, b named) int { return strings.Compare(a.provider+" "+a.model, b.provider+" "+b.model) })
	tools := map[string]named{}
	for _, r := range rows {
		tool := means[r.provider+"/"+r.model]
		if tool == "" {
			tool = means[r.model]
		}
		isReseller := r.provider != "" && makers[r.provider] != tariffs[tool].Seller
		if _, known := tools[tool]; !known && tool != "" && !isReseller {
			tools[tool] = r
		}
	}
	return tools
}

// makers are the sellers of our tariffs, by the keys of the lists. All other keys are of resellers.
var makers = map[string]string{"alibaba": "Alibaba", "anthropic": "Anthropic", "deepseek": "DeepSeek", "google": "Google", "minimax": "MiniMax",
	"mistral": "Mistral AI", "moonshotai": "Moonshot AI", "openai": "OpenAI", "x-ai": "xAI", "xai": "xAI", "zai": "Z.ai"}

func decoded[T any](t *testing.T, body []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type object = map[string]json.RawMessage

func namesInModelsDev(t *testing.T, body []byte) (all []named) {
	for maker, p := range decoded[map[string]struct{ Models object }](t, body) {
		for id := range p.Models {
			all = append(all, named{maker, id, "/" + maker + "/models/" + id})
		}
	}
	return all
}

func namesInPi(t *testing.T, body []byte) (all []named) {
	for maker, p := range decoded[struct {
		Providers map[string]struct{ ModelOverrides object }
	}](t, body).Providers {
		for id := range p.ModelOverrides {
			all = append(all, named{provider: maker, model: id})
		}
	}
	return all
}

func namesInCCUsage(t *testing.T, body []byte) (all []named) {
	return namesOf(decoded[struct {
		Defaults struct{ PricingOverrides object }
	}](t, body).Defaults.PricingOverrides)
}

func namesInTokscale(t *testing.T, body []byte) (all []named) {
	return namesOf(decoded[struct{ Models object }](t, body).Models)
}

func namesOf(entries object) (all []named) {
	for id := range entries {
		all = append(all, named{model: id})
	}
	return all
}
