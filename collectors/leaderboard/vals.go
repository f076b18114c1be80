package leaderboard

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
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

// valsBoard is one of the benchmarks of the site that are read. The others do not ask for code, or repeat these.
type valsBoard struct {
	slug  string // in the address of its page, and in the mirror
	title string // what its page calls it, without what stands between the words
	task  string // the result that counts: a benchmark has others for parts of its tasks
	field data.Field

	// share is what the result is a share of: attempts that solved their task, or what they did of it where that can be a part.
	share, stderr data.Field
	needed        bool // the source has failed without it
}

var valsBoards = []valsBoard{
	{"swebench", "swebenchverified", "overall", data.ScoreSWEBench, data.SolvedShare, data.SolvedError, true},
	{"lcb", "livecodebench", "overall", data.ScoreLiveCode, data.SolvedShare, data.SolvedError, true},
	{"vibe-code", "vibecodebenchv11", "overall", "score.vibeCode", data.GradeMean, data.GradeError, false},
	{"code-migration", "codemigration", "overall", "score.codeMigration", data.GradeMean, data.GradeError, false},
	{"terminal-bench-4", "terminalbench40", "overall", terminalBench4, data.SolvedShare, data.SolvedError, false},
	{"programbench", "programbench", "partial", "score.programBench", data.GradeMean, data.GradeError, false}, // of most models, no program is whole
}

// terminalBench4 is Terminal-Bench 4.0. Other releases have other tasks, and a field that began with theirs would be about the
// same ones.
const terminalBench4 data.Field = "score.tbench4"

func init() {
	s := collectors.Source{
		Name: "leaderboard_vals", Publisher: "vals.ai", Next: nextVals, Parse: parseVals,
	}
	// The mirror holds all benchmarks. Standing in for several pages it is read several times, and each benchmark counts once.
	mirror := web.Request{URL: valsMirror, Standing: 1, PrintedBy: "dot-mike/vals-ai-scrape"}
	for _, b := range valsBoards {
		pages := []web.Request{{URL: valsSite + "/benchmarks/" + b.slug}, mirror}
		if b.needed {
			s.Requests = append(s.Requests, pages)
		} else {
			s.Optional = append(s.Optional, pages)
		}
	}
	collectors.Register(s)
}

// valsBoardOf is the benchmark of a slug or printed name, nil for one that is not read.
func valsBoardOf(benchmark string) *valsBoard {
	name := strings.Join(page.WordsOf(benchmark), "")
	for i, b := range valsBoards {
		if name == b.title || name == strings.Join(page.WordsOf(b.slug), "") {
			return &valsBoards[i]
		}
	}
	return nil
}

// parseVals reads pages, data files and the mirror, told apart by their content. A benchmark counts once; the
// site's own form comes before the mirror's.
func parseVals(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	mirrorLast := slices.SortedStableFunc(slices.Values(docs), func(a, b web.Payload) int { return valsRank(a) - valsRank(b) })
	read := map[string]valsTable{}
	for _, doc := range mirrorLast {
		tables, err := valsTables(doc, refused)
		if err != nil {
			return nil, err
		}
		for slug, table := range tables {
			if read[slug] == nil {
				read[slug] = table
			}
		}
	}
	var rows []*attempts
	for _, b := range valsBoards {
		table := read[b.slug]
		if table == nil && !b.needed {
			continue
		}
		good, err := table.consistent(refused)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.slug, err)
		}
		if err := percents(b.slug, scoresOf(good)); err != nil {
			return nil, err
		}
		rows = append(rows, good...)
	}
	return slices.Concat(scored(rows, refused)), nil
}

// valsTable is what is printed of one benchmark: results, with what their attempts took.
type valsTable []*attempts

// add adds the row of a model, if it has a result; cells finds what it has. The harness is the site's own, which it does not name.
func (t *valsTable) add(doc web.Payload, b *valsBoard, benchmark, model, quote string, cells func(key string) string) {
	result := printed(cells("accuracy"))
	if result == "" {
		return
	}
	at, q := data.PageAddress{Section: []string{benchmark, b.task}, Row: model, Column: "accuracy"}, data.Qualifiers{Effort: spellEffort(cells("reasoning_effort"))}
	score := doc.Observe(model, b.field, result, data.Percent, quote, at, q)
	q.Board = b.slug // the score has a field of its own
	a := besideScore(doc, score, b.share, q)
	a.read([]cell{
		{"stderr", b.stderr, data.PercentagePoints, ""},
		{"cost_per_test", data.CostMean, data.USDPerAttempt, ""},
		{"latency", data.TimeMean, data.SecondsPerAttempt, ""},
	}, cells)
	a.rank, _ = strconv.Atoi(cells("rank"))
	*t = append(*t, a)
}

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

func valsTables(doc web.Payload, refused *page.Refused) (map[string]valsTable, error) {
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
	return valsView(doc, view, refused)
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
	return []web.Request{{URL: valsSite + string(link)}}
}

// valsView reads what the site knows of a benchmark: task -> model -> result. The day of the last update is left
// out: it is not a condition of the score, and as one it would make every reading a new thing.
func valsView(doc web.Payload, text []byte, refused *page.Refused) (map[string]valsTable, error) {
	var view struct {
		Metadata struct{ Benchmark string }
		Tasks    map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &view); err != nil {
		return nil, fmt.Errorf("benchmark data: %v", err)
	}
	board := valsBoardOf(view.Metadata.Benchmark)
	if board == nil {
		return nil, fmt.Errorf("benchmark data: %q is not one of the benchmarks", view.Metadata.Benchmark)
	}
	var table valsTable
	models, err := modelRows(doc, view.Tasks[board.task], refused)
	if err != nil {
		return nil, fmt.Errorf("benchmark data: %v", err)
	}
	for _, m := range models {
		quote := m.model + " " + strings.Join(strings.Fields(string(m.written)), " ")
		table.add(doc, board, view.Metadata.Benchmark, m.model, quote, m.text)
	}
	return map[string]valsTable{board.slug: table}, nil
}

// valsRows reads the mirror's table. The model ids stay whole: which of their endings are settings (-thinking) or
// harnesses (-claude-code) is for whoever resolves names.
func valsRows(doc web.Payload) (map[string]valsTable, error) {
	rows, err := page.CSV(doc.Body, "benchmark", "task", "model", "accuracy", "reasoning_effort")
	if err != nil {
		return nil, fmt.Errorf("scores: %v", err)
	}
	tables := map[string]valsTable{}
	for _, row := range rows {
		board := valsBoardOf(row("benchmark"))
		if board == nil || row("task") != board.task {
			continue
		}
		table := tables[board.slug]
		table.add(doc, board, row("benchmark"), row("model"), row(page.WholeRow), row)
		tables[board.slug] = table
	}
	return tables, nil
}

// What the numbers of a board have to do with one another tells one that was misread, or that stands under the title of
// another, even where the board was never read before.

// consistent leaves out the rows that contradict the rest of their board.
func (t valsTable) consistent(refused *page.Refused) (kept valsTable, err error) {
	contradicted := t.offErrors()
	for _, i := range t.outOfOrder() {
		contradicted[i] = errors.New("its result is not in the order of the ranks that the board prints")
	}
	if 2*len(contradicted) > len(t) {
		return nil, fmt.Errorf("%d of %d results contradict the ranks or standard errors beside them", len(contradicted), len(t))
	}
	for i, row := range t {
		if why := contradicted[i]; why != nil {
			row.refuse(refused, why)
			continue
		}
		kept = append(kept, row)
	}
	return kept, nil
}

// outOfOrder are the fewest rows without which all results stand in the order of the ranks printed beside them.
func (t valsTable) outOfOrder() []int {
	var ranked []int // places of rows, best first
	for i, row := range t {
		if row.rank > 0 {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(i, j int) int {
		return cmp.Or(cmp.Compare(t[i].rank, t[j].rank), cmp.Compare(t[j].result(), t[i].result()))
	})
	var ends []int          // the last row of the best order of each length
	before := map[int]int{} // the row before it in that order
	inOrder := map[int]bool{}
	for _, i := range ranked {
		n, _ := slices.BinarySearchFunc(ends, i, func(end, i int) int {
			if t[end].result() >= t[i].result() {
				return -1
			}
			return 1
		})
		if before[i] = -1; n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			inOrder[i] = true
		}
	}
	return slices.DeleteFunc(ranked, func(i int) bool { return inOrder[i] })
}

// result is the score of a row in percent.
func (a *attempts) result() float64 {
	n, err := data.ParseNumber(a.score.Value)
	if err != nil {
		return -1 // percents will say so
	}
	return n.InexactFloat64()
}

// Where nearly all standard errors of a board tell one number of tasks, each tried once, the few that tell another one belong
// to other results.
const (
	sameTasks  = 0.01 // how far two numbers of tasks lie apart at most, as a share of them
	tellsTasks = 0.9  // of the rows
)

// offErrors are the rows whose standard error is that of another result.
func (t valsTable) offErrors() map[int]error {
	tasks := map[int]float64{}
	for i, row := range t {
		share, stderr := row.result()/100, row.number(data.SolvedError).InexactFloat64()/100
		if n := share * (1 - share) / (stderr * stderr); stderr > 0 && n > 0 {
			tasks[i] = n
		}
	}
	found := map[int]error{}
	if len(tasks) < minScores {
		return found
	}
	usual := slices.Sorted(maps.Values(tasks))[len(tasks)/2]
	for i, n := range tasks {
		if math.Abs(n-usual) > sameTasks*usual {
			found[i] = fmt.Errorf("its standard error would be that of %.0f tasks, and those of the board are of %.0f", n, usual)
		}
	}
	if float64(len(found)) > (1-tellsTasks)*float64(len(tasks)) {
		clear(found)
	}
	return found
}
