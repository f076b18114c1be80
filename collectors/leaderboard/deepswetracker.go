package leaderboard

import (
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

func init() {
	register(collectors.Source{
		Name: "leaderboard_deepswetracker", Publisher: "lprhodes/deepswe-tracker", Lineage: []string{"Datacurve", "Mercor"}, Parse: parseTracker,
	}, "https://raw.githubusercontent.com/lprhodes/deepswe-tracker/main/data/deepswe-1.1.csv")
}

// trackerScore is a share of the 113 tasks of DeepSWE, whoever ran them.
const trackerScore data.Field = "score.deepSWE"

// trackerRow finds what a row of the tracker has under a title. Its model_key is left alone: versions of the file file one row
// under several. Nor are costs read: independent runs have none, and those of the board are copies of what its own file says
// exactly. source_url is the address of who published the result.
type trackerRow page.CSVRow

// parseTracker reads who ran what. The file has been served with its rows in another order, and with words in place of
// an effort that nobody stated.
func parseTracker(docs []web.Payload) ([]data.Observation, error) {
	doc := docs[0]
	rows, err := page.CSV(doc.Body, "model_as_reported", "effort", "harness", "score_pct", "ci_pct", "source_type", "source_name", "source_url")
	if err != nil {
		return nil, fmt.Errorf("tracker: %v", err)
	}
	rows = slices.DeleteFunc(rows, func(row page.CSVRow) bool { return page.IsAbsent(row("score_pct")) })
	live := map[string]bool{}
	for _, row := range rows {
		r := trackerRow(row)
		live[r("model_as_reported")] = live[r("model_as_reported")] || r.ofBoard() && !r.former()
	}
	var refused page.Refused
	var read []*attempts
	for _, row := range rows {
		r := trackerRow(row)
		if r.ofBoard() && r.former() && live[r("model_as_reported")] {
			continue // the board has measured the model again, or another one of that name
		}
		o, err := r.observe(doc)
		if err != nil {
			refused.Row(doc, r("model_as_reported"), []page.Cell{{Text: r.quote()}}, err)
			continue
		}
		a := besideOf(doc, o)
		a.note(data.ScoreMargin, data.PercentagePoints, "ci_pct", r("ci_pct"), "")
		read = append(read, a)
	}
	if err := percents("tracker", scoresOf(read)); err != nil {
		return nil, refused.Lacking(err)
	}
	scores, margins := scored(read, &refused)
	return append(scores, margins...), refused.Err()
}

func (r trackerRow) ofBoard() bool { return r("source_type") == "official_leaderboard" }

// former says whether the result was read in an archived state of the board.
func (r trackerRow) former() bool { return r.host() == "web.archive.org" }

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

func (r trackerRow) observe(doc web.Payload) (o data.Observation, err error) {
	model := r("model_as_reported")
	if model == "" {
		return o, errors.New("the row names no model")
	}
	by, measurer, err := r.measured()
	if err != nil {
		return o, err
	}
	o = doc.Observe(model, trackerScore, r("score_pct"), data.Percent, r.quote())
	o.Qualifiers = data.Qualifiers{Board: deepSWERelease, Harness: r("harness"), Effort: spellEffort(noEffort.ReplaceAllString(r("effort"), "")),
		MeasuredBy: by, Measurer: measurer}
	o.Address = data.PageAddress{Section: []string{r("source_type")}, Row: model, Column: "score_pct"}
	return o, nil
}

func (r trackerRow) quote() string {
	margin := r("ci_pct")
	if margin != "" {
		margin = "± " + margin
	}
	said := []string{r("model_as_reported"), r("effort"), r("harness"), r("score_pct"), margin, r("source_type"), r("source_name"), r("published")}
	return strings.Join(slices.DeleteFunc(said, func(text string) bool { return text == "" }), " | ")
}
