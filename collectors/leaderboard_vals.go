package collectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

const (
	valsSite   = "https://www.vals.ai"
	valsMirror = "https://raw.githubusercontent.com/dot-mike/vals-ai-scrape/main/data/scores.csv"
)

func init() {
	mirror := Request{URL: valsMirror, Standing: 1, MaxBytes: 16 << 20}
	register(Source{
		Name: "leaderboard_vals", Kind: data.LeaderboardSource, Publisher: "vals.ai",
		// The mirror holds both benchmarks. Standing in for both pages it is read twice and counted once.
		Requests: [][]Request{
			{{URL: valsSite + "/benchmarks/swebench", MaxBytes: 16 << 20}, mirror},
			{{URL: valsSite + "/benchmarks/lcb", MaxBytes: 16 << 20}, mirror},
		},
		Next:  nextVals,
		Parse: parseVals,
	})
}

// valsField returns the field of a benchmark by its slug or printed name.
func valsField(benchmark string) (data.Field, bool) {
	switch strings.Join(wordsOf(benchmark), "") {
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
	Tasks    map[string]map[string]json.RawMessage
}

const valsTask = "overall"

// parseVals reads pages, data files and the mirror, told apart by their content. A benchmark counts once; the
// site's own form comes before the mirror's.
func parseVals(docs []Document) ([]data.Observation, error) {
	mirrorLast := slices.SortedStableFunc(slices.Values(docs), func(a, b Document) int { return valsRank(a) - valsRank(b) })
	read := map[data.Field][]data.Observation{}
	for _, doc := range mirrorLast {
		scores, err := valsScores(doc)
		if err != nil {
			return nil, err
		}
		for field, of := range scores {
			if read[field] == nil {
				read[field] = of
			}
		}
	}
	swe, err := percents("SWE-bench", read[data.ScoreSWEBench])
	if err != nil {
		return nil, err
	}
	lcb, err := percents("LiveCodeBench", read[data.ScoreLiveCode])
	if err != nil {
		return nil, err
	}
	return append(swe, lcb...), nil
}

// valsRank is 0 for HTML, 1 for JSON and 2 for CSV.
func valsRank(doc Document) int {
	switch body := bytes.TrimSpace(doc.Body); {
	case bytes.HasPrefix(body, []byte("<")):
		return 0
	case bytes.HasPrefix(body, []byte("{")):
		return 1
	}
	return 2
}

func valsScores(doc Document) (map[data.Field][]data.Observation, error) {
	view := doc.Body
	switch valsRank(doc) {
	case 2:
		return valsRows(doc)
	case 0:
		var err error
		if view, err = astroModule(doc.Body, "benchmarkView"); err != nil {
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
	return board.observe(doc)
}

// valsData is the address of the file in which a page without data of its own keeps them.
var valsData = regexp.MustCompile(`/_astro/benchmark_view_[\w.-]+\.json`)

func nextVals(doc Document) []Request {
	link := valsData.Find(doc.Body)
	if link == nil || valsRank(doc) != 0 {
		return nil
	}
	if view, err := astroModule(doc.Body, "benchmarkView"); view != nil || err != nil {
		return nil
	}
	return []Request{{URL: valsSite + string(link), MaxBytes: 16 << 20}}
}

func (v valsView) observe(doc Document) (map[data.Field][]data.Observation, error) {
	field, ok := valsField(v.Metadata.Benchmark)
	if !ok {
		return nil, fmt.Errorf("benchmark data: %q is not one of the benchmarks", v.Metadata.Benchmark)
	}
	var scores []data.Observation
	models := v.Tasks[valsTask]
	for _, model := range slices.Sorted(maps.Keys(models)) {
		var result struct {
			Accuracy printedScore
			Effort   json.RawMessage `json:"reasoning_effort"`
		}
		if err := json.Unmarshal(models[model], &result); err != nil {
			return nil, fmt.Errorf("benchmark data: %s: %v", model, err)
		}
		if result.Accuracy != "" {
			quote := model + " " + strings.Join(strings.Fields(string(models[model])), " ")
			o := doc.Observe(model, field, string(result.Accuracy), data.Percent, quote)
			o.Qualifiers.Effort = spellEffort(jsonText(result.Effort))
			scores = append(scores, o)
		}
	}
	return map[data.Field][]data.Observation{field: scores}, nil
}

// valsRows reads the mirror's table. The model ids stay whole: which of their endings are settings (-thinking) or
// harnesses (-claude-code) is for whoever resolves names.
func valsRows(doc Document) (map[data.Field][]data.Observation, error) {
	table, err := readCSV(doc.Body, "benchmark", "task", "model", "accuracy", "reasoning_effort")
	if err != nil {
		return nil, fmt.Errorf("scores: %v", err)
	}
	scores := map[data.Field][]data.Observation{}
	for _, row := range table.rows {
		if len(row) != len(table.columns) {
			return nil, fmt.Errorf("scores: the row of %q has %d cells under %d titles", table.cell(row, "model"), len(row), len(table.columns))
		}
		field, ok := valsField(table.cell(row, "benchmark"))
		accuracy := table.cell(row, "accuracy")
		if !ok || table.cell(row, "task") != valsTask || isAbsent(accuracy) {
			continue
		}
		o := doc.Observe(table.cell(row, "model"), field, accuracy, data.Percent, strings.Join(row, ","))
		o.Qualifiers.Effort = spellEffort(table.cell(row, "reasoning_effort"))
		scores[field] = append(scores[field], o)
	}
	return scores, nil
}
