package leaderboard

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	openHandsFiles = "https://raw.githubusercontent.com/OpenHands/openhands-index-results/main/"
	openHandsIndex = openHandsFiles + "complete-models.json"

	// openHandsBoard is the benchmark that is read, SWE-bench Verified. The others of the index are other tasks.
	openHandsBoard = "swe-bench"
	// maxOpenHands is how many models the index may list, each of which takes two requests.
	maxOpenHands = 200
)

func init() {
	collectors.Register(collectors.Source{
		Name: "leaderboard_openhands", Publisher: "OpenHands",
		Next: nextOpenHands, NeedsAll: true, Parse: parseOpenHands,
	}, openHandsIndex)
}

// openHandsModel is where the index keeps a model under an agent: a folder with two files.
type openHandsModel string

// requests are for the two files, what is said of the model first.
func (m openHandsModel) requests() []web.Request {
	folder := url.URL{Path: string(m)}
	address := openHandsFiles + folder.EscapedPath()
	return web.Alternatives(address+"/metadata.json", address+"/scores.json")
}

// agent is who is at work where nothing else says it: folders are by agent.
func (m openHandsModel) agent() string {
	segments := strings.Split(string(m), "/")
	if segments[0] == "results" || len(segments) < 2 {
		return "OpenHands"
	}
	return segments[1]
}

// openHandsModels are the models that the index lists, each once.
func openHandsModels(index []byte) ([]openHandsModel, error) {
	var entries []struct {
		Path string `json:"model-path"`
	}
	if err := json.Unmarshal(index, &entries); err != nil {
		return nil, fmt.Errorf("index: %v", err)
	}
	var models []openHandsModel
	for _, entry := range entries {
		outside := func(segment string) bool { return segment == "" || segment == "." || segment == ".." }
		if slices.ContainsFunc(strings.Split(entry.Path, "/"), outside) || len(entry.Path) > collectors.MaxName {
			return nil, fmt.Errorf("index: the model-path %.40q is no folder", entry.Path)
		}
		if model := openHandsModel(entry.Path); !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	switch {
	case len(models) < minScores:
		return nil, fmt.Errorf("index: %d models, expected at least %d", len(models), minScores)
	case len(models) > maxOpenHands:
		return nil, fmt.Errorf("index: %d models, expected at most %d", len(models), maxOpenHands)
	}
	return models, nil
}

func nextOpenHands(index web.Payload) []web.Request {
	models, err := openHandsModels(index.Body)
	if err != nil {
		return nil // parseOpenHands says so
	}
	var files []web.Request
	for _, model := range models {
		files = append(files, model.requests()...)
	}
	return files
}

// parseOpenHands reads one row for each model and agent. A model whose files cannot be understood is refused.
func parseOpenHands(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	models, err := openHandsModels(docs[0].Body)
	if err != nil {
		return nil, err
	}
	files := docs[1:]
	if len(files) != 2*len(models) {
		return nil, fmt.Errorf("the index lists %d models, and there are %d files of them", len(models), len(files))
	}
	var rows []*attempts
	for i, model := range models {
		at := data.PageAddress{Section: []string{openHandsBoard}, Row: string(model)}
		a := attemptsOf(files[2*i+1], string(model), data.Qualifiers{Board: openHandsBoard}, at)
		a.err = a.readOpenHands(model, files[2*i], files[2*i+1])
		rows = append(rows, a)
	}
	found, err := runsOf(rows, data.CostMean, "cost_per_instance", refused)
	if err != nil {
		return nil, err
	}
	shares := slices.DeleteFunc(slices.Clone(found), func(o data.Observation) bool { return o.Field != data.SolvedShare })
	return found, percents(openHandsBoard, shares)
}

// openHandsCells are what is read of the result of one benchmark, which is that of all attempts.
var openHandsCells = []cell{
	{"score", data.SolvedShare, data.Percent, ""},
	{"cost_per_instance", data.CostMean, data.USDPerAttempt, ""},
	{"average_runtime", data.TimeMean, data.SecondsPerAttempt, ""},
}

// readOpenHands reads the row of one model. The prices that the file about the model has are left out: nobody says that they were
// billed, and some were not.
func (a *attempts) readOpenHands(model openHandsModel, metadata, scores web.Payload) error {
	var about jsonRow
	if err := page.UnmarshalOnce(metadata.Body, &about); err != nil {
		return fmt.Errorf("metadata: %v", err)
	}
	a.row.Subject = cmp.Or(about.text("model"), string(model))
	score, err := openHandsScoreOf(scores.Body)
	if err == nil && about.text("model") == "" {
		err = errors.New("metadata: it has no model")
	}
	if err != nil {
		return err
	}
	version := cmp.Or(score.text("agent_version"), about.text("agent_version")) // of OpenHands, which runs other agents too
	a.row.Qualifiers.Harness = openHandsHarness(cmp.Or(about.text("agent_name"), model.agent()), version, score)
	if about.text("hide_from_leaderboard") == "true" {
		a.row.Qualifiers.Remark = "hide_from_leaderboard"
	}
	said := []string{string(model), a.row.Subject, a.row.Qualifiers.Harness, openHandsBoard, "submission_time " + score.text("submission_time")}
	a.row.Quote = strings.Join(said, " | ")
	a.read(openHandsCells, score.text)
	if _, err := parsePercent(a.of(data.SolvedShare).Value); a.err == nil && err != nil {
		return fmt.Errorf("scores: score: %v", err)
	}
	return a.err
}

// openHandsScoreOf is the result that counts among those of all benchmarks.
func openHandsScoreOf(scores []byte) (jsonRow, error) {
	var all []jsonRow
	if err := page.UnmarshalOnce(scores, &all); err != nil {
		return nil, fmt.Errorf("scores: %v", err)
	}
	all = slices.DeleteFunc(all, func(s jsonRow) bool { return s.text("benchmark") != openHandsBoard })
	switch {
	case len(all) != 1:
		return nil, fmt.Errorf("scores: %d results of %s, expected one", len(all), openHandsBoard)
	case all[0].text("metric") != "accuracy":
		return nil, fmt.Errorf("scores: the metric of %s is %.40q, expected accuracy", openHandsBoard, all[0].text("metric"))
	}
	return all[0], nil
}

// openHandsHarness names the agent with its version as far as it is stated: of another agent than OpenHands only the adapter's.
func openHandsHarness(agent, version string, score jsonRow) string {
	switch adapter := score.text("acp_agent_name"); {
	case adapter != "":
		return strings.Join(append([]string{agent + ","}, notes(adapter+" "+score.text("acp_agent_version"))...), " ")
	case strings.HasPrefix(agent, "OpenHands"):
		return strings.TrimSpace(agent + " " + version)
	}
	return agent
}
