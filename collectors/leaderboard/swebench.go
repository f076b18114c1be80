package leaderboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	// One file, twice: the site's build writes the JSON of the repository into the page.
	register(collectors.Source{Name: "leaderboard_swebench", Publisher: "SWE-bench", Parse: parseSWEBench},
		"https://www.swebench.com/",
		"https://raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards.json",
	)
}

type sweBoard struct {
	Name    string
	Results []sweRow
}

// sweRow holds the columns that are read. The others change type from row to row and are left alone.
type sweRow struct {
	Name     string
	Folder   string
	Date     json.RawMessage
	Resolved printedScore    // percent; trusted over the details, which do not always add up to it
	Warning  json.RawMessage // the site hides a row that has one
	Tags     json.RawMessage
	Version  json.RawMessage `json:"mini-swe-agent_version"`

	Cost      json.RawMessage // of all attempts
	CostEach  json.RawMessage `json:"instance_cost"`
	CallsEach json.RawMessage `json:"instance_calls"`
	Instances json.RawMessage `json:"per_instance_details"` // one attempt each

	repeated error // the row says something twice
}

// UnmarshalJSON reads the row.
func (r *sweRow) UnmarshalJSON(raw []byte) error {
	type plain sweRow
	err := json.Unmarshal(raw, (*plain)(r))
	r.repeated = page.Repeated(raw)
	return err
}

func parseSWEBench(docs []web.Payload) ([]data.Observation, error) {
	var all []data.Observation
	var rows []*attempts
	var refused page.Refused
	for _, doc := range docs {
		boards, err := sweBoards(doc.Body)
		if err != nil {
			return nil, err
		}
		repeated := bashOnlyFolders(boards)
		for _, board := range boards {
			scores, runs := board.observe(doc, repeated, &refused)
			all, rows = append(all, scores...), append(rows, runs...)
		}
	}
	all, err := percents("leaderboards", all)
	if err != nil {
		return nil, err
	}
	// Other boards list products, of which one name may have several submissions.
	isModel := func(o data.Observation) bool { return o.Qualifiers.Board == bashOnly }
	models := refused.Distinct(slices.DeleteFunc(slices.Clone(all), func(o data.Observation) bool { return !isModel(o) }))
	runs := measured(besideKept(models, rows), &refused)
	return slices.Concat(models, slices.DeleteFunc(all, isModel), runs), refused.Err()
}

// sweBoards reads the boards from the raw file or from the script element of the page.
func sweBoards(body []byte) ([]sweBoard, error) {
	body = bytes.TrimSpace(body)
	if bytes.HasPrefix(body, []byte("<")) {
		written, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		body = []byte(written.Find("script#leaderboard-data").Text())
		if len(body) == 0 {
			return nil, fmt.Errorf("the page has no script element leaderboard-data")
		}
	}
	var file struct{ Leaderboards []sweBoard }
	into := any(&file)
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		into = &file.Leaderboards
	}
	if err := json.Unmarshal(body, into); err != nil {
		return nil, fmt.Errorf("leaderboards: %v", err)
	}
	return file.Leaderboards, nil
}

const bashOnly = "bash-only"

// bashOnlyFolders names the submissions of the bash-only board. The Verified board repeats them.
func bashOnlyFolders(boards []sweBoard) map[string]bool {
	folders := map[string]bool{}
	for _, board := range boards {
		for _, row := range board.Results {
			if board.Name == bashOnly && row.Folder != "" && !row.hidden() {
				folders[row.Folder] = true
			}
		}
	}
	return folders
}

// observe reads the scores of a board. What attempts took is read where the agent is always the same.
func (b sweBoard) observe(doc web.Payload, repeated map[string]bool, refused *page.Refused) (scores []data.Observation, rows []*attempts) {
	for _, row := range b.Results {
		if row.hidden() || row.Resolved == "" || row.Name == "" || b.Name == "Verified" && repeated[row.Folder] {
			continue
		}
		if row.repeated != nil {
			refused.Row(doc, row.Name, []page.Cell{{Text: row.Name}}, row.repeated)
			continue
		}
		score := string(row.Resolved)
		model, harness := row.modelAndHarness(b.Name)
		subject, setting := splitSettings(model)
		quote := strings.Join([]string{row.Name, score, page.Scalar(row.Date), row.Folder}, " | ")
		o := doc.Observe(subject, data.ScoreSWEBench, score, data.Percent, quote)
		o.Qualifiers = data.Qualifiers{Board: b.Name, Harness: harness, Effort: setting}
		o.Address = data.PageAddress{Section: []string{b.Name}, Row: row.Name, Column: "resolved"}
		scores = append(scores, o)
		if b.Name == bashOnly {
			rows = append(rows, row.attempts(doc, o))
		}
	}
	return scores, rows
}

func (r sweRow) attempts(doc web.Payload, score data.Observation) *attempts {
	a := besideScore(doc, score, data.SolvedShare)
	a.add(data.CostTotal, data.USDPerRun, "cost", jsonText(r.Cost))
	a.add(data.CostMean, data.USDPerAttempt, "instance_cost", jsonText(r.CostEach))
	a.add(data.CallsMean, data.CallsPerAttempt, "instance_calls", jsonText(r.CallsEach))
	if sums, ok := sumInstances(r.Instances); ok {
		sums.add(a)
		if share, err := parsePercent(score.Value); err == nil && a.err == nil && sums.above(share) {
			a.err = fmt.Errorf("resolved is %s %%, and of the %d attempts in per_instance_details %d are", score.Value, sums.attempts, sums.solved)
		}
	}
	return a
}

// hidden says whether the site leaves the row out: a warning that JavaScript takes for true.
func (r sweRow) hidden() bool {
	switch string(r.Warning) {
	case "", "null", "false", `""`, "0":
		return false
	}
	return true
}

const miniAgent = "mini-SWE-agent"

// modelAndHarness takes a row name apart. What mini-SWE-agent ran carries its version, since the versions score
// differently. Of the products, only "agent + model" with one model is certain; all other names stay whole.
func (r sweRow) modelAndHarness(board string) (model, harness string) {
	version := page.Scalar(r.Version)
	model, ofMini := strings.CutPrefix(r.Name, miniAgent+" + ")
	if ofMini || version != "" || board == bashOnly {
		return model, strings.TrimSpace(miniAgent + " " + version)
	}
	if parts := agentAndModel.FindStringSubmatch(r.Name); parts != nil && r.models() <= 1 {
		return parts[2], parts[1]
	}
	return r.Name, ""
}

// agentAndModel is a name with a single plus that is followed by a model family and nothing like "w/ review".
// A family missing here only means that such a row keeps its whole name.
var agentAndModel = regexp.MustCompile(`^([^+]*[^+ ]) \+ ((?i:claude|chatgpt|gpt|o[1-9]\b|gemini|grok|deepseek|qwen|kimi|` +
	`glm|minimax|llama|mistral|devstral|doubao)[\w. -]*(?:\([^()+]*\) ?)*)$`)

// models counts the different models among the tags, which spell one model in several ways.
func (r sweRow) models() int {
	var tags []string
	if json.Unmarshal(r.Tags, &tags) != nil {
		return 0
	}
	models := map[string]bool{}
	for _, tag := range tags {
		if name, ok := strings.CutPrefix(tag, "Model: "); ok {
			models[strings.NewReplacer(".", "", "-", "", " ", "").Replace(strings.ToLower(name))] = true
		}
	}
	return len(models)
}
