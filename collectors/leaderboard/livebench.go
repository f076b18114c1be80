package leaderboard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	liveBenchSite = "https://livebench.ai"
	// liveBenchPicker is the source of the site, whose picker names every release of questions.
	liveBenchPicker = "https://raw.githubusercontent.com/LiveBench/livebench.github.io/main/src/App.js"
)

// liveBenchReleases are the releases that are known, newest first. The address of a table names its release, and the
// tables of old ones stay where they were, so that the newest has to be looked up.
var liveBenchReleases = []string{"2026_06_25", "2026_01_08", "2025_12_23", "2025_11_25", "2025_05_30", "2025_04_25",
	"2025_04_02", "2024_11_25", "2024_08_31", "2024_07_26", "2024_06_24"}

func init() {
	alternatives := []web.Request{{URL: liveBenchPicker}}
	for _, release := range liveBenchReleases {
		alternatives = append(alternatives, liveBenchFiles(release)[0])
	}
	collectors.Register(collectors.Source{
		Name: "leaderboard_livebench", Publisher: "LiveBench",
		Requests: [][]web.Request{alternatives}, Next: nextLiveBench, Parse: parseLiveBench,
	})
}

// liveBenchFiles are the table of a release and its categories.
func liveBenchFiles(release string) []web.Request {
	return web.Alternatives(liveBenchSite+"/table_"+release+".csv", liveBenchSite+"/categories_"+release+".json")
}

var (
	quotedDay   = regexp.MustCompile(`["'](20\d{2}-\d{2}-\d{2})["']`)
	releaseName = regexp.MustCompile(`/table_(\d{4}_\d{2}_\d{2})\.csv$`)
)

// nextLiveBench pairs a table with the categories of the same release; for the picker it names both.
func nextLiveBench(doc web.Payload) []web.Request {
	if m := releaseName.FindStringSubmatch(doc.URL); m != nil {
		return liveBenchFiles(m[1])[1:]
	}
	newest := ""
	for _, m := range quotedDay.FindAllSubmatch(doc.Body, -1) {
		newest = max(newest, string(m[1]))
	}
	if newest == "" {
		return nil
	}
	return liveBenchFiles(strings.ReplaceAll(newest, "-", "_"))
}

// liveBenchFields are the categories that are read, and the words of their names.
var liveBenchFields = []struct {
	field data.Field
	words []string
}{
	{"score.liveBenchCoding", []string{"coding"}},
	{"score.liveBenchAgenticCoding", []string{"agentic", "coding"}},
}

// parseLiveBench computes the averages that the site shows, from the tasks that the table has: the mean of a
// category's tasks, with two decimals. The site knows them only by computing them.
func parseLiveBench(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var table, categories *web.Payload
	for i, doc := range docs {
		if bytes.HasPrefix(bytes.TrimSpace(doc.Body), []byte("{")) {
			categories = &docs[i]
		} else if _, err := page.CSV(doc.Body, "model"); err == nil {
			table = &docs[i]
		}
	}
	if table == nil || categories == nil {
		return nil, errors.New("a table with a column model, and its categories as JSON, are not both there")
	}
	var lists map[string]json.RawMessage
	if err := json.Unmarshal(categories.Body, &lists); err != nil {
		return nil, fmt.Errorf("categories: %v", err)
	}
	var all []data.Observation
	for _, category := range liveBenchFields {
		for _, name := range slices.Sorted(maps.Keys(lists)) { // early releases had no agentic one
			var tasks []string // of a list of names
			if !slices.Equal(page.WordsOf(name), category.words) || json.Unmarshal(lists[name], &tasks) != nil || len(tasks) == 0 {
				continue
			}
			scores, err := liveBenchScores(*table, category.field, name, tasks)
			if err != nil {
				return nil, err
			}
			all = append(all, scores...)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("categories: none is named Coding")
	}
	return refused.Distinct(all), nil
}

func liveBenchScores(doc web.Payload, field data.Field, category string, tasks []string) ([]data.Observation, error) {
	if len(tasks) > page.MaxColumns {
		return nil, fmt.Errorf("category %s: %d tasks are more than the %d columns a table may have", category, len(tasks), page.MaxColumns)
	}
	rows, err := page.CSV(doc.Body, append([]string{"model"}, tasks...)...)
	if err != nil {
		return nil, fmt.Errorf("category %s: %v", category, err)
	}
	var q data.Qualifiers
	if m := releaseName.FindStringSubmatch(doc.URL); m != nil {
		q.To = strings.ReplaceAll(m[1], "_", "-") // the questions up to that day
	}
	var scores []data.Observation
	for _, row := range rows {
		score, quote, err := liveBenchMean(row, tasks)
		if err != nil {
			return nil, fmt.Errorf("category %s: %s: %v", category, row("model"), err)
		}
		if score == "" {
			continue
		}
		at := data.PageAddress{Section: []string{category}, Row: row("model"), Column: "mean of " + strings.Join(tasks, ", ")}
		scores = append(scores, doc.Observe(row("model"), field, score, data.Percent, quote, at, q))
	}
	return scores, percents("category "+category, scores)
}

// liveBenchMean is the mean of the tasks a model has done; "" when it has done none.
func liveBenchMean(row page.CSVRow, tasks []string) (mean, quote string, err error) {
	var done []decimal.Decimal
	quote = row("model")
	for _, task := range tasks {
		text := row(task)
		if page.IsAbsent(text) {
			continue
		}
		score, err := parsePercent(text)
		if err != nil {
			return "", "", err
		}
		done = append(done, score)
		quote += " | " + task + " " + text
	}
	if len(done) == 0 {
		return "", "", nil
	}
	return decimal.Sum(decimal.Decimal{}, done...).DivRound(decimal.NewFromInt(int64(len(done))), 2).StringFixed(2), quote, nil
}
