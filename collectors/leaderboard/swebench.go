package leaderboard

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	// One file, twice: the site's build writes the JSON of the repository into the page.
	collectors.Register(collectors.Source{Name: "leaderboard_swebench", Publisher: "SWE-bench", Parse: parseSWEBench},
		"https://www.swebench.com/",
		"https://raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards.json",
	)
}

// sweBoard has rows with columns that change type from row to row beside those that are read.
type sweBoard struct {
	Name    string
	Results []jsonRow
}

func parseSWEBench(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var models, products []*attempts
	for _, doc := range docs {
		boards, err := sweBoards(doc.Body)
		if err != nil {
			return nil, err
		}
		repeated := bashOnlyFolders(boards)
		for _, board := range boards {
			rows := board.rows(doc, repeated)
			if board.Name == bashOnly {
				models = append(models, rows...)
			} else {
				products = append(products, rows...)
			}
		}
	}
	if err := percents("leaderboards", scoresOf(slices.Concat(models, products))); err != nil {
		return nil, err
	}
	// One product may have several submissions, and what its attempts took is not comparable.
	scores, metered := scored(models, refused)
	return slices.Concat(scores, scoresOf(products), metered), nil
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
			return nil, errors.New("the page has no script element leaderboard-data")
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
			if board.Name == bashOnly && !sweHidden(row) {
				folders[row.text("folder")] = true
			}
		}
	}
	delete(folders, "")
	return folders
}

// sweCells are of all attempts and of one.
var sweCells = []cell{
	{"cost", data.CostTotal, data.USDPerRun, ""},
	{"instance_cost", data.CostMean, data.USDPerAttempt, ""},
	{"instance_calls", data.CallsMean, data.CallsPerAttempt, ""},
}

// rows are those of a board that the site shows. The printed share is trusted over the attempts that are printed one by one,
// which do not always add up to it.
func (b sweBoard) rows(doc web.Payload, repeated map[string]bool) (rows []*attempts) {
	for _, row := range b.Results {
		name, folder, score := row.text("name"), row.text("folder"), printed(row.text("resolved"))
		if sweHidden(row) || score == "" || name == "" || b.Name == "Verified" && repeated[folder] {
			continue
		}
		model, harness := sweModel(row, b.Name)
		subject, setting := splitSettings(model)
		quote := strings.Join([]string{name, score, row.text("date"), folder}, " | ")
		at, q := data.PageAddress{Section: []string{b.Name}, Row: name, Column: "resolved"}, data.Qualifiers{Board: b.Name, Harness: harness, Effort: setting}
		a := besideScore(doc, doc.Observe(subject, data.ScoreSWEBench, score, data.Percent, quote, at, q), data.SolvedShare, q)
		a.read(sweCells, row.text)
		if sums, ok := sumInstances(row.at("per_instance_details")); ok {
			sums.add(a)
		}
		rows = append(rows, a)
	}
	return rows
}

// sweHidden says whether the site leaves a row out: a warning that JavaScript takes for true.
func sweHidden(row jsonRow) bool {
	return !slices.Contains([]string{"", "null", "false", `""`, "0"}, string(row.at("warning")))
}

const miniAgent = "mini-SWE-agent"

// sweModel takes a row name apart. What mini-SWE-agent ran carries its version, since the versions score
// differently. Of the products, only "agent + model" with one model is certain; all other names stay whole.
func sweModel(row jsonRow, board string) (model, harness string) {
	name, version := row.text("name"), row.text("mini-swe-agent_version")
	model, ofMini := strings.CutPrefix(name, miniAgent+" + ")
	if ofMini || version != "" || board == bashOnly {
		return model, strings.TrimSpace(miniAgent + " " + version)
	}
	if parts := agentAndModel.FindStringSubmatch(name); parts != nil && sweModels(row) <= 1 {
		return parts[2], parts[1]
	}
	return name, ""
}

// agentAndModel is a name with a single plus that is followed by a model family and nothing like "w/ review".
// A family missing here only means that such a row keeps its whole name.
var agentAndModel = regexp.MustCompile(`^([^+]*[^+ ]) \+ ((?i:claude|chatgpt|gpt|o[1-9]\b|gemini|grok|deepseek|qwen|kimi|` +
	`glm|minimax|llama|mistral|devstral|doubao)[\w. -]*(?:\([^()+]*\) ?)*)$`)

// sweModels counts the different models among the tags, which spell one model in several ways.
func sweModels(row jsonRow) int {
	var tags []string
	_ = json.Unmarshal(row.at("tags"), &tags) // absent, or of another shape
	models := map[string]bool{}
	for _, tag := range tags {
		if name, ok := strings.CutPrefix(tag, "Model: "); ok {
			models[strings.NewReplacer(".", "", "-", "", " ", "").Replace(strings.ToLower(name))] = true
		}
	}
	return len(models)
}

// instances are sums over attempts that are printed one by one. Nothing of a single attempt is kept.
type instances struct {
	attempts, solved            int64
	cost, costOfSolved, squares decimal.Decimal // USD, USD, USD²
}

// maxInstances bounds how many attempts one row may have.
const maxInstances = 10_000

// sumInstances reads a row's attempts by task. It is false when the row has none, or when not every one has a cost and a
// result: sums over some of them would be of other attempts than the row. What has neither is no attempt.
func sumInstances(raw json.RawMessage) (s instances, ok bool) {
	var all page.Entries
	if len(raw) == 0 || json.Unmarshal(raw, &all) != nil || len(all.Twice) > 0 || len(all.Of) > maxInstances {
		return s, false
	}
	for _, written := range all.Of {
		var one struct {
			Cost     json.RawMessage
			Resolved *bool
		}
		if !bytes.HasPrefix(written, []byte("{")) {
			continue
		}
		if json.Unmarshal(written, &one) != nil {
			return s, false
		}
		cost := page.Scalar(one.Cost)
		switch {
		case one.Cost == nil && one.Resolved == nil:
			continue
		case one.Resolved == nil || !amountDigits.MatchString(cost):
			return s, false
		}
		n := data.MustNumber(cost).Decimal
		s.attempts, s.cost, s.squares = s.attempts+1, s.cost.Add(n), s.squares.Add(n.Mul(n))
		if *one.Resolved {
			s.solved, s.costOfSolved = s.solved+1, s.costOfSolved.Add(n)
		}
	}
	return s, s.attempts > 0
}

// enoughInstances are so many attempts that they are a run, and no sample of one.
const enoughInstances = 100

// squareDigits is how many decimals of the squares are kept: those of costs have more than any other number.
const squareDigits = 20

// add writes the sums beside the row, of which no more may be solved than it says, by more than a hundredth: boards round, and leave
// out attempts that broke off. That fewer are is no contradiction: details get lost.
func (s instances) add(a *attempts) {
	before := len(a.found)
	const column = "per_instance_details"
	a.add(data.SpreadAttempts, data.Attempts, column, fmt.Sprint(s.attempts))
	a.add(data.SpreadSolved, data.Attempts, column, fmt.Sprint(s.solved))
	a.add(data.SpreadCost, data.USDPerRun, column, s.cost.String())
	a.add(data.SpreadSolvedCost, data.USDPerRun, column, s.costOfSolved.String())
	a.add(data.SpreadSquares, data.SquareUSDPerRun, column, s.squares.Round(squareDigits).String())
	for i := range a.found[before:] {
		a.found[before+i].Computed = fmt.Sprintf("the sum over %d attempts", s.attempts)
	}
	counted := decimal.NewFromInt(s.solved).DivRound(decimal.NewFromInt(s.attempts), 6)
	if over := counted.Sub(a.number(data.SolvedShare)); a.err == nil && s.attempts >= enoughInstances && over.GreaterThan(decimal.New(1, -2)) {
		a.err = fmt.Errorf("resolved is %s %%, and of the %d attempts in per_instance_details %d are", a.score.Value, s.attempts, s.solved)
	}
}
