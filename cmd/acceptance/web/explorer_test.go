//go:build proof

package web

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/rating"
)

// unfolded is the table with all its columns.
const unfolded = "#show=0&show=1&show=2&show=3&show=4"

// rowIDs are the models of the table that are seen, from top to bottom.
const rowIDs = `[...document.querySelectorAll("#table tbody tr:not([hidden])")].map((row) => row.id)`

func TestSortByEveryColumn(t *testing.T) {
	p := open(t, site(t), "/"+unfolded, desk)
	p.shown(unfolded)
	keys := get[[]string](p, `[...document.querySelectorAll("#table [data-key]")].map((th) => th.dataset.key)`)
	if len(keys) < 15 {
		t.Fatalf("the table has the columns %v", keys)
	}
	for _, key := range keys {
		head := `#table th[data-key="` + key + `"]`
		for range 2 {
			before := get[string](p, `document.querySelector('`+head+`').ariaSort ?? ""`)
			p.click(head + " button")
			p.until(`(() => {
				const way = document.querySelector('` + head + `').ariaSort, sort = (way === "descending" ? "-" : "") + "` + key + `";
				const shown = new URLSearchParams(document.body.dataset.shown.replace("#", "")).get("sort") ?? "-overallScore";
				return way && way !== "` + before + `" && shown === sort;
			})()`)
			checkSorted(t, p, key)
		}
	}
}

// checkSorted holds the order of the rows against their exact values: gaps last, whichever way round.
func checkSorted(t *testing.T, p *tab, key string) {
	t.Helper()
	descending := get[bool](p, `document.querySelector('#table th[data-key="`+key+`"]').ariaSort === "descending"`)
	if key == "name" {
		names := get[[]string](p, `[...document.querySelectorAll("#table tbody th a")].map((a) => a.textContent)`)
		first, last := strings.ToLower(names[0]), strings.ToLower(names[len(names)-1])
		if (first > last) != descending {
			t.Errorf("by name the table begins with %s and ends with %s, descending: %v", first, last, descending)
		}
		return
	}
	// A cost that another board has measured comes after those that can be compared.
	type value struct {
		Board string
		N     *float64
	}
	values := get[[]value](p, `(() => { const i = document.querySelector('#table th[data-key="`+key+`"]').cellIndex, costs = ["task", "month"].includes("`+key+`");
		return [...document.querySelectorAll("#table tbody tr")].map((row) => [row, row.cells[i].dataset.v || row.cells[i].dataset.guess]).map(([row, text]) =>
			({ Board: text && costs && row.querySelector(".board")?.textContent || "", N: text ? Number(text) : null })) })()`)
	for i := 1; i < len(values); i++ {
		a, b := values[i-1], values[i]
		if a.N == nil && b.N != nil || a.N != nil && b.N != nil && (a.Board > b.Board || a.Board == b.Board && (descending && *a.N < *b.N || !descending && *a.N > *b.N)) {
			t.Errorf("by %s, descending %v, row %d is out of order", key, descending, i)
			return
		}
	}
}

// TestTableHasTheNumbersOfTheAPI compares every cell that shows a published number with the documents.
func TestTableHasTheNumbersOfTheAPI(t *testing.T) {
	base := site(t)
	p := open(t, base, "/"+unfolded, desk)
	p.shown(unfolded)
	want := map[string]string{}
	put := func(id, field string, n *data.Number) {
		if n != nil {
			want[id+" "+field] = n.String()
		}
	}
	for _, tool := range document[data.ToolsDocument](t, base, data.ToolsPath).Tools {
		for field, n := range tool.Pricing.ByField() {
			put(tool.ID, field, &n)
		}
	}
	for _, m := range document[data.BenchmarksDocument](t, base, data.BenchmarksPath).Benchmarks.Models {
		put(m.ModelID, data.FieldOverall, &m.OverallScore)
		put(m.ModelID, data.FieldPerPoint, &m.PricePerScorePoint)
		for field, n := range m.ByBoard() {
			put(m.ModelID, field, n)
		}
	}
	got := get[map[string]string](p, `Object.fromEntries([...document.querySelectorAll("#table tbody tr")].flatMap((row) =>
		[...document.querySelectorAll("#table [data-key]")].filter((th) => /^(pricing|overall|pricePer|swe|live|big|human)/.test(th.dataset.key))
			.map((th) => [row.id + " " + th.dataset.key, row.cells[th.cellIndex].dataset.v]).filter(([, v]) => v)))`)
	if diff := gocmp.Diff(want, got); diff != "" || len(got) < 300 {
		t.Errorf("%d numbers (-documents +table):\n%s", len(got), diff)
	}
}

// TestFilters tries each filter against the documents.
func TestFilters(t *testing.T) {
	base := site(t)
	tools := document[data.ToolsDocument](t, base, data.ToolsPath).Tools
	scored := map[string]data.Number{}
	for _, m := range document[data.BenchmarksDocument](t, base, data.BenchmarksPath).Benchmarks.Models {
		scored[m.ModelID] = m.OverallScore
	}
	expected := maps.Clone(scored)
	for _, u := range document[rating.ScoresDocument](t, base, data.ScoresPath).Unscored {
		expected[u.ModelID] = u.Provisional.OverallScore
	}
	properties := map[string]data.ToolProvenance{}
	for _, tool := range document[data.ProvenanceDocument](t, base, data.ProvenancePath).Tools {
		properties[tool.ID] = tool
	}
	p := open(t, base, "/", desk)
	for _, tt := range []struct {
		fragment string
		want     func(data.Tool) bool
	}{
		{"#provider=Anthropic&provider=xAI", func(t data.Tool) bool { return t.Provider == "Anthropic" || t.Provider == "xAI" }},
		{"#category=fast-budget", func(t data.Tool) bool { return slices.Contains(t.Category, "fast-budget") }},
		{"#open=1", func(t data.Tool) bool { return slices.Contains(t.Category, "open-weights") }},
		{"#takes=audio", func(t data.Tool) bool {
			return slices.Contains(properties[t.ID].Properties.InputModalities, data.Modality("audio"))
		}},
		{"#context=1000000", func(t data.Tool) bool {
			return !properties[t.ID].Value(data.FieldContext).Value.LessThan(data.Int(1_000_000).Decimal)
		}},
		{"#score=75", func(t data.Tool) bool { return !expected[t.ID].LessThan(data.Int(75).Decimal) }},
		{"#state=unscored", func(t data.Tool) bool { _, ok := scored[t.ID]; return !ok }},
		{"#state=superseded", func(t data.Tool) bool {
			return properties[t.ID].Properties.Successor != "" || properties[t.ID].Properties.Deprecated
		}},
		{"#q=gpt+5.6", func(t data.Tool) bool { return strings.HasPrefix(t.ID, "gpt-5-6") }},
	} {
		t.Run(tt.fragment, func(t *testing.T) {
			p.t = t
			get[bool](p, `(location.hash = "`+tt.fragment+`", true)`)
			p.shown(tt.fragment)
			var want []string
			for _, tool := range tools {
				if tt.want(tool) {
					want = append(want, tool.ID)
				}
			}
			got := get[[]string](p, rowIDs)
			slices.Sort(want)
			slices.Sort(got)
			provisional := 0
			for _, id := range got {
				if _, measured := scored[id]; !measured {
					provisional++
				}
			}
			if says := get[string](p, `document.getElementById("count").textContent`); strings.Contains(says, "provisional") != (provisional > 0) ||
				provisional > 0 && !strings.Contains(says, fmt.Sprintf(", %d provisional", provisional)) {
				t.Errorf("with %d provisional scores the page says %q", provisional, says)
			}
			if diff := gocmp.Diff(want, got); diff != "" || len(want) == 0 {
				t.Errorf("of %d (-documents +table):\n%s", len(want), diff)
			}
		})
	}
	p.t = t
}

// TestSearchKnowsEverySpelling types every name of the aliases that means one listed tool alone.
func TestSearchKnowsEverySpelling(t *testing.T) {
	base := site(t)
	p := open(t, base, "/", desk)
	p.shown("")
	count := 0
	for _, alias := range document[data.AliasesDocument](t, base, data.AliasesPath).Aliases {
		if alias.Withdrawn != "" {
			continue
		}
		count++
		if count%9 != 0 { // each takes a while; every ninth stands for its neighbours, which are spelled like it
			continue
		}
		p.set(`#filters [name="q"]`, alias.Name)
		p.until(`document.querySelector("#` + alias.Tool + `").hidden === false && document.getElementById("count").textContent.includes(" of ")`)
	}
	if count < 200 {
		t.Errorf("there are only %d aliases", count)
	}
}

func TestBackAndForward(t *testing.T) {
	p := open(t, site(t), "/", desk)
	p.shown("")
	first := get[[]string](p, rowIDs)
	p.click(`#table th[data-key="price"] button`)
	p.shown("#sort=price")
	second := get[[]string](p, rowIDs)
	p.click(`#filters label:has([value="OpenAI"])`)
	p.shown("#provider=OpenAI&sort=price")
	third := get[[]string](p, rowIDs)
	if slices.Equal(first, second) || slices.Equal(second, third) {
		t.Fatal("the table did not change")
	}
	for _, step := range []struct {
		to, fragment string
		want         []string
	}{
		{"back", "#sort=price", second}, {"back", "", first}, {"forward", "#sort=price", second}, {"forward", "#provider=OpenAI&sort=price", third},
	} {
		get[bool](p, `(history.`+step.to+`(), true)`)
		p.shown(step.fragment)
		if diff := gocmp.Diff(step.want, get[[]string](p, rowIDs)); diff != "" {
			t.Errorf("%s to %q (-then +now):\n%s", step.to, step.fragment, diff)
		}
	}
	boxes := get[[]string](p, `[...document.querySelectorAll("#filters [name=provider]:checked")].map((box) => box.value)`)
	if !slices.Equal(boxes, []string{"OpenAI"}) {
		t.Errorf("the chips say %v", boxes)
	}
}

// TestCompare chooses models with their boxes and holds what stands side by side against the table. A fifth choice is refused.
func TestCompare(t *testing.T) {
	p := open(t, site(t), "/#show=2", desk)
	p.shown("#show=2")
	ids := get[[]string](p, rowIDs)[:5]
	for _, id := range ids {
		get[bool](p, `(document.querySelector("#`+id+` .pick").click(), true)`)
		p.until(`["` + id + `", ""].includes([...document.querySelectorAll("#comparison thead a")].at(-1)?.getAttribute("href").replace("/tools/", "") ?? "") ||
			document.querySelector("#comparison .full").textContent.includes("takes 4")`)
	}
	p.until(`document.querySelectorAll("#comparison thead th").length === 4 && document.querySelectorAll(".pick:checked").length === 4`)
	if !get[bool](p, `document.getElementById("comparison").getBoundingClientRect().bottom <= innerHeight`) {
		t.Error("the comparison is out of sight")
	}
	want := slices.Clone(ids[:4])
	got := get[[]string](p, `[...document.querySelectorAll("#comparison thead a")].map((a) => a.getAttribute("href").replace("/tools/", ""))`)
	if !slices.Equal(want, got) {
		t.Errorf("side by side are %v, want the first four chosen, %v", got, want)
	}
	cells := get[[]string](p, `(() => { const row = [...document.querySelectorAll("#comparison tbody tr")].find((row) => row.cells[0].textContent === "Output");
		return [...row.cells].slice(1).map((cell) => cell.textContent.replace(/^[≈?≠=≤*!†]+/, "")) })()`)
	table := get[[]string](p, `(() => { const i = document.querySelector('#table th[data-key="pricing.output"]').cellIndex;
		return `+quoted(want)+`.map((id) => document.getElementById(id).cells[i].textContent.replace(/^[≈?≠=≤*!†]+/, "")) })()`)
	if !slices.Equal(cells, table) {
		t.Errorf("the comparison says %v, the table %v", cells, table)
	}
	p.click("#comparison button")
	p.shown("#show=2")
	if get[bool](p, `!document.getElementById("comparison").hidden || document.querySelector(".pick:checked") !== null`) {
		t.Error("clearing leaves something behind")
	}
}

func quoted(all []string) string { return `["` + strings.Join(all, `","`) + `"]` }

// TestTakeAway downloads nothing: it asks the scripts for the texts, as the buttons do.
func TestTakeAway(t *testing.T) {
	base := site(t)
	p := open(t, base, "/#provider=Anthropic&sort=name", desk)
	p.shown("#provider=Anthropic&sort=name")
	var want []string
	for _, tool := range document[data.ToolsDocument](t, base, data.ToolsPath).Tools {
		if tool.Provider == "Anthropic" {
			want = append(want, tool.ID)
		}
	}
	slices.SortFunc(want, cmp.Compare[string])
	get[bool](p, `(window.written = [], navigator.clipboard.writeText = async (text) => { window.written.push(text) }, true)`)
	for i, format := range []string{"csv", "json", "md"} {
		p.set("#format", format)
		p.click("#copy")
		p.until(fmt.Sprintf("window.written.length === %d", i+1))
	}
	texts := get[[]string](p, "window.written")
	if lines := strings.Count(texts[0], "\r\n"); lines != len(want)+1 || !strings.HasPrefix(texts[0], "id,name,provider,overallScore,") {
		t.Errorf("the CSV has %d lines, want %d: %.200s", lines, len(want)+1, texts[0])
	}
	ids := get[[]string](p, `JSON.parse(window.written[1]).models.map((m) => m.id).sort()`)
	if !slices.Equal(ids, want) {
		t.Errorf("the JSON has %v, want %v", ids, want)
	}
	if rows := strings.Count(texts[2], "\n|"); rows != len(want)+1 {
		t.Errorf("the Markdown has %d rows, want %d", rows, len(want)+1)
	}
}
