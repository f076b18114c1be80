package leaderboard

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// DeepSWE has a board of its own, and a list of everybody's results on its tasks, the tracker.

// deepSWERelease is the release of tasks and verifiers that is read. Another release is another benchmark.
const deepSWERelease = "v1.1"

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_deepswe", Publisher: "Datacurve", Parse: parseDeepSWE},
		"https://deepswe.datacurve.ai/artifacts/"+deepSWERelease+"/leaderboard-live.json")
	collectors.Register(collectors.Source{
		Name: "leaderboard_deepswetracker", Publisher: "lprhodes/deepswe-tracker", Lineage: []string{"Datacurve", "Mercor"}, Parse: parseTracker,
	}, "https://raw.githubusercontent.com/lprhodes/deepswe-tracker/main/data/deepswe-1.1.csv")
}

// deepSWECells are the keys that are read. Rows have others beside them, and newer rows have more than older ones.
var deepSWECells = []cell{
	{"pass_at_1", data.SolvedShare, data.Fraction, ""},
	{"pass_at_4", data.SolvedInFour, data.Fraction, ""},
	{"ci_half", data.SolvedMargin, data.Fraction, "ci_method"},
	{"n_passed", data.SolvedCount, data.Attempts, ""},
	{"n_attempted", data.SolvedAttempts, data.Attempts, ""},
	{"n_tasks_attempted", data.SolvedTasks, data.Tasks, ""},
	{"mean_cost_usd", data.CostMean, data.USDPerAttempt, "cost_basis"}, // what the costs were priced at, where the publisher says it
	{"median_cost_usd", data.CostMedian, data.USDPerAttempt, "cost_basis"},
	{"mean_input_tokens", data.TokensInput, data.TokensPerAttempt, ""},
	{"mean_uncached_input_tokens", data.TokensUncached, data.TokensPerAttempt, ""},
	{"mean_cache_read_tokens", data.TokensCacheRead, data.TokensPerAttempt, ""}, // where the row has it, the same as mean_cache_tokens
	{"mean_cache_tokens", data.TokensCacheRead, data.TokensPerAttempt, ""},
	{"mean_cache_write_tokens", data.TokensCacheWrite, data.TokensPerAttempt, ""},
	{"mean_output_tokens", data.TokensOutput, data.TokensPerAttempt, ""},
	{"mean_reasoning_tokens", data.TokensReasoning, data.TokensPerAttempt, ""},
	{"mean_duration_seconds", data.TimeMean, data.SecondsPerAttempt, ""},
}

// parseDeepSWE reads one row for each model, harness and effort. generated_at is left out: the file has been served with
// other contents under the same value, so that only the digest of the payload tells two versions apart.
func parseDeepSWE(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var file struct{ Rows []jsonRow }
	if err := page.UnmarshalOnce(docs[0].Body, &file); err != nil {
		return nil, fmt.Errorf("leaderboard: %v", err)
	}
	var rows []*attempts
	for _, row := range file.Rows {
		config := row.text("config")
		if missing := row.lacks("config", "model", "harness", "pass_at_1", "n_passed", "n_attempted"); missing != "" {
			return nil, fmt.Errorf("leaderboard: the row %q has no %s", config, missing)
		}
		q := data.Qualifiers{Board: deepSWERelease, Harness: row.text("harness"), Effort: spellEffort(row.text("reasoning_effort"))} // null: none stated
		a := attemptsOf(docs[0], row.text("model"), q, data.PageAddress{Row: config})
		a.read(deepSWECells, row.text)
		a.err = cmp.Or(a.err, a.contradiction(shareTolerance))
		rows = append(rows, a)
	}
	return runsOf(rows, data.CostMean, "mean_cost_usd", refused)
}

// trackerScore is a share of the 113 tasks of DeepSWE, whoever ran them.
const trackerScore data.Field = "score.deepSWE"

// trackerRow finds what a row of the tracker has under a title. Its model_key is left alone: versions of the file file one row
// under several. Nor are costs read: independent runs have none, and those of the board are copies of what its own file says
// exactly. source_url is the address of who published the result.
type trackerRow page.CSVRow

// parseTracker reads who ran what. The file has been served with its rows in another order, and with words in place of
// an effort that nobody stated.
func parseTracker(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	doc := docs[0]
	all, err := page.CSV(doc.Body, "model_as_reported", "effort", "harness", "score_pct", "ci_pct", "source_type", "source_name", "source_url")
	if err != nil {
		return nil, fmt.Errorf("tracker: %v", err)
	}
	live := map[string]bool{} // what the board measures now
	for _, row := range all {
		if r := trackerRow(row); r.ofBoard() && r.host() != archived && !page.IsAbsent(r("score_pct")) {
			live[r("model_as_reported")] = true
		}
	}
	var read []*attempts
	for _, row := range all {
		r := trackerRow(row)
		model := r("model_as_reported")
		if page.IsAbsent(r("score_pct")) || r.ofBoard() && r.host() == archived && live[model] {
			continue // the board has measured the model again, or another one of that name
		}
		by, measurer, err := r.measured()
		if model == "" {
			err = errors.New("the row names no model")
		}
		if err != nil {
			refused.Row(doc, model, []page.Cell{{Text: r.quote()}}, err)
			continue
		}
		at, q := data.PageAddress{Section: []string{r("source_type")}, Row: model, Column: "score_pct"}, data.Qualifiers{
			Board: deepSWERelease, Harness: r("harness"), Effort: spellEffort(noEffort.ReplaceAllString(r("effort"), "")), MeasuredBy: by, Measurer: measurer,
		}
		a := besideOf(doc, doc.Observe(model, trackerScore, r("score_pct"), data.Percent, r.quote(), at, q))
		a.note(data.ScoreMargin, data.PercentagePoints, "ci_pct", r("ci_pct"), "")
		read = append(read, a)
	}
	if err := percents("tracker", scoresOf(read)); err != nil {
		return nil, err
	}
	return slices.Concat(scored(read, refused)), nil
}

func (r trackerRow) ofBoard() bool { return r("source_type") == "official_leaderboard" }

// archived is where the tracker has read former states of the board.
const archived = "web.archive.org"

func (r trackerRow) host() string {
	address, err := url.Parse(r("source_url"))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(address.Hostname(), "www.")
}

// independents run all models themselves and publish the results side by side. Any other third party is quoted.
var independents = map[string]string{"mercor.com": "Mercor"}

// measured says who ran the model, and in which capacity.
func (r trackerRow) measured() (by data.By, measurer string, err error) {
	switch name, independent := independents[r.host()]; {
	case r.ofBoard():
		return "", "", nil
	case r("source_type") == "lab_self_reported":
		return data.ByMaker, r("source_name"), nil
	case r("source_type") == "third_party_run" && independent:
		return data.ByIndependent, name, nil
	case r("source_type") == "third_party_run":
		return data.ByQuoted, r("source_name"), nil
	}
	return "", "", fmt.Errorf("nobody knows who measures a %.40q", r("source_type"))
}

// noEffort are the words that programs write for an effort that is not there.
var noEffort = regexp.MustCompile(`(?i)^(?:null|nan|none|undefined)$`)

func (r trackerRow) quote() string {
	margin := r("ci_pct")
	if margin != "" {
		margin = "± " + margin
	}
	said := []string{r("model_as_reported"), r("effort"), r("harness"), r("score_pct"), margin, r("source_type"), r("source_name"), r("published")}
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), " | ")
}
