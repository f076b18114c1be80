package leaderboard

import (
	"archive/zip"
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_epoch", Publisher: "Epoch AI", Parse: parseEpoch}, "https://epoch.ai/data/benchmark_data.zip")
}

// epochMaxTable bounds one table, unpacked; they have some ten kilobytes.
const epochMaxTable = 4 << 20

// epochOwn is the table of the runs that Epoch AI made itself.
const epochOwn = "swe_bench_verified.csv"

// epochTable says how a table is read.
type epochTable struct {
	field   data.Field
	board   string
	score   string // title of the column of scores
	harness string // title of the column that names the agent; "" where one agent ran all models
	run     []string
}

// epochTables are the tables that are read, by file name. Those that end in _external were made by others, on another
// footing and under other terms. Left out are other subjects, and copies of boards that have a source of their own:
// swe_bench_bash, aider_polyglot_external and live_bench_external.
var epochTables = map[string]epochTable{
	epochOwn: {field: data.ScoreSWEBench, board: "Verified", score: "mean_score", run: []string{"Started at", "id"}},
	"terminalbench_external.csv": {field: "score.terminalBench", board: "external", score: "Accuracy mean",
		harness: "Agent", run: []string{"Run date", "id"}},
}

// parseEpoch reads the tables about coding. A model may have several runs at the same settings, each with its score;
// the quote says which run it was. The name keeps its ending, "_high" or "_32K": how it is taken apart is for whoever
// resolves names.
func parseEpoch(docs []web.Payload, _ *page.Refused) ([]data.Observation, error) {
	archive, err := zip.NewReader(bytes.NewReader(docs[0].Body), int64(len(docs[0].Body)))
	if err != nil {
		return nil, fmt.Errorf("benchmark data: %v", err)
	}
	var all []data.Observation
	own := false
	for _, file := range archive.File {
		name := path.Base(file.Name)
		t, wanted := epochTables[name]
		if !wanted {
			continue
		}
		scores, err := t.read(docs[0], file)
		if err != nil {
			return nil, fmt.Errorf("benchmark data: %s: %v", name, err)
		}
		own, all = own || name == epochOwn, append(all, scores...)
	}
	if !own {
		return nil, fmt.Errorf("benchmark data: the archive holds no %s", epochOwn)
	}
	return all, nil
}

func (t epochTable) read(doc web.Payload, file *zip.File) ([]data.Observation, error) {
	packed, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	body, err := web.ReadAll(packed, epochMaxTable) // the size that an archive states is only a claim
	if err != nil {
		return nil, err
	}
	titles := slices.DeleteFunc([]string{"Model version", t.score, t.harness}, func(title string) bool { return title == "" })
	rows, err := page.CSV(body, titles...)
	if err != nil {
		return nil, err
	}
	var scores []data.Observation
	for _, row := range rows {
		model, score := row("Model version"), row(t.score)
		if model == "" || page.IsAbsent(score) {
			continue // a product that does not say its model, or a run without a result
		}
		if !fractionDigits.MatchString(score) {
			return nil, fmt.Errorf("%s: %.40q is not a fraction of 1", model, score)
		}
		at, q := data.PageAddress{Section: []string{t.board}, Row: model, Column: t.score}, data.Qualifiers{Board: t.board, Harness: row(t.harness)}
		scores = append(scores, doc.Observe(model, t.field, score, data.Fraction, t.quote(row), at, q))
	}
	if len(scores) < minScores {
		return nil, fmt.Errorf("%d scores, expected at least %d", len(scores), minScores)
	}
	return scores, nil
}

// fractionDigits is how a fraction is written, 0 to 1.
var fractionDigits = regexp.MustCompile(`^(?:0(?:\.\d{1,20})?|1(?:\.0{1,20})?)$`)

func (t epochTable) quote(row page.CSVRow) string {
	quote := row("Model version")
	for _, title := range append([]string{t.harness, t.score}, t.run...) {
		if text := row(title); text != "" {
			quote += " | " + title + " " + text
		}
	}
	return quote
}
