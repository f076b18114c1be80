package leaderboard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	valsSite   = "https://www.vals.ai"
	valsMirror = "https://raw.githubusercontent.com/dot-mike/vals-ai-scrape/main/data/scores.csv"
)

func init() {
	mirror := web.Request{URL: valsMirror, Standing: 1, PrintedBy: "dot-mike/vals-ai-scrape", MaxBytes: 8 << 20}
	register(collectors.Source{
		Name: "leaderboard_vals", Kind: data.LeaderboardSource, Publisher: "vals.ai",
		// The mirror holds both benchmarks. Standing in for both pages it is read twice and counted once.
		Requests: [][]web.Request{
			{{URL: valsSite + "/benchmarks/swebench", MaxBytes: 8 << 20}, mirror},
			{{URL: valsSite + "/benchmarks/lcb", MaxBytes: 8 << 20}, mirror},
		},
		Next:  nextVals,
		Parse: parseVals,
	})
}

// valsField returns the field of a benchmark by its slug or printed name.
func valsField(benchmark string) (data.Field, bool) {
	switch strings.Join(page.WordsOf(benchmark), "") {
	case "swebench", "swebenchverified":
		return data.ScoreSWEBench, true
	case "lcb", "livecodebench":
		return data.ScoreLiveCode, true
	}
	return "", false
}

// valsView is what the site knows of a benchmark: task -> model -> result. The day of the last update is left
// out: it is not a condition of the score, and as one it would make every reading a new thing.
type valsView struct {
	Metadata struct{ Benchmark string }
	Tasks    map[string]page.Entries[json.RawMessage]
}

const valsTask = "overall"

// parseVals reads pages, data files and the mirror, told apart by their content. A benchmark counts once; the
// site's own form comes before the mirror's.
func parseVals(docs []web.Payload) ([]data.Observation, error) {
	mirrorLast := slices.SortedStableFunc(slices.Values(docs), func(a, b web.Payload) int { return valsRank(a) - valsRank(b) })
	read := map[data.Field]valsTable{}
	var refused page.Refused
	for _, doc := range mirrorLast {
		tables, err := valsTables(doc, &refused)
		if err != nil {
			return nil, err
		}
		for field, table := range tables {
			if read[field].scores == nil {
				read[field] = table
			}
		}
	}
	swe, err := percents("SWE-bench", read[data.ScoreSWEBench].scores)
	if err != nil {
		return nil, err
	}
	lcb, err := percents("LiveCodeBench", read[data.ScoreLiveCode].scores)
	if err != nil {
		return nil, err
	}
	scores := refused.Distinct(append(swe, lcb...))
	rows := slices.Concat(read[data.ScoreSWEBench].rows, read[data.ScoreLiveCode].rows)
	return append(scores, measured(besideKept(scores, rows), &refused)...), refused.Err()
}

// valsTable is what is printed of one benchmark.
type valsTable struct {
	scores []data.Observation
	rows   []*attempts
}

// add adds a row, with what its attempts took. The harness is the site's own, which it does not name.
func (t *valsTable) add(doc web.Payload, score data.Observation, stderr, cost, latency string) {
	ofBoard := score
	ofBoard.Qualifiers.Board = valsBoards[score.Field]
	a := besideScore(doc, ofBoard)
	a.add(data.SolvedError, data.PercentagePoints, "stderr", stderr)
	a.add(data.CostMean, data.USDPerAttempt, "cost_per_test", cost)
	a.add(data.TimeMean, data.SecondsPerAttempt, "latency", latency)
	t.scores, t.rows = append(t.scores, score), append(t.rows, a)
}

// valsBoards tell the attempts at two benchmarks apart, by what their addresses have.
var valsBoards = map[data.Field]string{data.ScoreSWEBench: "swebench", data.ScoreLiveCode: "lcb"}

// valsRank is 0 for HTML, 1 for JSON and 2 for CSV.
func valsRank(doc web.Payload) int {
	switch body := bytes.TrimSpace(doc.Body); {
	case bytes.HasPrefix(body, []byte("<")):
		return 0
	case bytes.HasPrefix(body, []byte("{")):
		return 1
	}
	return 2
}

func valsTables(doc web.Payload, refused *page.Refused) (map[data.Field]valsTable, error) {
	view := doc.Body
	switch valsRank(doc) {
	case 2:
		return valsRows(doc)
	case 0:
		var err error
		if view, err = page.AstroModule(doc.Body, "benchmarkView"); err != nil {
			return nil, err
		}
		if view == nil && valsData.Match(doc.Body) {
			return nil, nil
		}
	}
	if view == nil {
		return nil, errors.New("the page has no astro-island with a benchmarkView and links no benchmark data")
	}
	var board valsView
	if err := json.Unmarshal(view, &board); err != nil {
		return nil, fmt.Errorf("benchmark data: %v", err)
	}
	return board.observe(doc, refused)
}

// valsData is the address of the file in which a page without data of its own keeps them.
var valsData = regexp.MustCompile(`/_astro/benchmark_view_[\w.-]+\.json`)

func nextVals(doc web.Payload) []web.Request {
	link := valsData.Find(doc.Body)
	if link == nil || valsRank(doc) != 0 {
		return nil
	}
	if view, err := page.AstroModule(doc.Body, "benchmarkView"); view != nil || err != nil {
		return nil
	}
	return []web.Request{{URL: valsSite + string(link), MaxBytes: 8 << 20}}
}

func (v valsView) observe(doc web.Payload, refused *page.Refused) (map[data.Field]valsTable, error) {
	field, ok := valsField(v.Metadata.Benchmark)
	if !ok {
		return nil, fmt.Errorf("benchmark data: %q is not one of the benchmarks", v.Metadata.Benchmark)
	}
	var table valsTable
	models := v.Tasks[valsTask]
	models.Refuse(refused, doc)
	for _, model := range models.Names() {
		var result struct {
			Accuracy printedScore
			Effort   json.RawMessage `json:"reasoning_effort"`
			Stderr   json.RawMessage
			Cost     json.RawMessage `json:"cost_per_test"`
			Latency  json.RawMessage
		}
		if err := json.Unmarshal(models.Of[model], &result); err != nil {
			return nil, fmt.Errorf("benchmark data: %s: %v", model, err)
		}
		if result.Accuracy != "" {
			quote := model + " " + strings.Join(strings.Fields(string(models.Of[model])), " ")
			o := doc.Observe(model, field, string(result.Accuracy), data.Percent, quote)
			o.Qualifiers.Effort = spellEffort(page.Scalar(result.Effort))
			o.Address = data.PageAddress{Section: []string{v.Metadata.Benchmark, valsTask}, Row: model, Column: "accuracy"}
			table.add(doc, o, page.Scalar(result.Stderr), page.Scalar(result.Cost), page.Scalar(result.Latency))
		}
	}
	return map[data.Field]valsTable{field: table}, nil
}

// valsRows reads the mirror's table. The model ids stay whole: which of their endings are settings (-thinking) or
// harnesses (-claude-code) is for whoever resolves names.
func valsRows(doc web.Payload) (map[data.Field]valsTable, error) {
	table, err := page.CSV(doc.Body, "benchmark", "task", "model", "accuracy", "reasoning_effort")
	if err != nil {
		return nil, fmt.Errorf("scores: %v", err)
	}
	tables := map[data.Field]valsTable{}
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) {
			return nil, fmt.Errorf("scores: the row of %q has %d cells under %d titles", table.Cell(row, "model"), len(row), len(table.Columns))
		}
		field, ok := valsField(table.Cell(row, "benchmark"))
		accuracy := table.Cell(row, "accuracy")
		if !ok || table.Cell(row, "task") != valsTask || page.IsAbsent(accuracy) {
			continue
		}
		o := doc.Observe(table.Cell(row, "model"), field, accuracy, data.Percent, strings.Join(row, ","))
		o.Qualifiers.Effort = spellEffort(table.Cell(row, "reasoning_effort"))
		o.Address = data.PageAddress{Section: []string{table.Cell(row, "benchmark"), valsTask}, Row: table.Cell(row, "model"), Column: "accuracy"}
		read := tables[field]
		read.add(doc, o, table.Cell(row, "stderr"), table.Cell(row, "cost_per_test"), table.Cell(row, "latency"))
		tables[field] = read
	}
	return tables, nil
}
