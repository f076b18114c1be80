package leaderboard

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	collectors.Register(collectors.Source{Name: "leaderboard_livecodebench", Publisher: "LiveCodeBench", Parse: parseLiveCodeBench},
		"https://livecodebench.github.io/performances_generation.json",
		"https://raw.githubusercontent.com/LiveCodeBench/livecodebench.github.io/main/build/performances_generation.json",
	)
}

// lcbFile is the published file: every model's result on every problem. Times are milliseconds since 1970.
type lcbFile struct {
	Performances []struct {
		Model string // the printed name, not the id
		Date  int64
		Pass  json.RawMessage `json:"pass@1"` // percent of the samples that pass
	}
	Models    []lcbModel // absent in the oldest files
	DateMarks []int64    `json:"date_marks"`
}

// lcbModel names a model twice. The printed name is the subject: results refer to it, every file has it, and the
// ids include rolling ones (deepseek-chat). Where the id says more (Gemini-2.5-Pro is gemini-2.5-pro-exp-03-25),
// the quote has it.
type lcbModel struct {
	ID       string          `json:"model_name"`
	Printed  string          `json:"model_repr"`
	Released json.RawMessage `json:"release_date"`
}

// lcbResults are those of one model, one a problem.
type lcbResults struct {
	dates []int64
	pass  []decimal.Decimal
}

func parseLiveCodeBench(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	var all []data.Observation
	for _, doc := range docs {
		var file lcbFile
		if err := json.Unmarshal(doc.Body, &file); err != nil {
			return nil, fmt.Errorf("performances: %v", err)
		}
		results, err := file.results()
		if err != nil {
			return nil, err
		}
		windows := file.windows()
		for _, model := range file.Models {
			of := results[model.Printed]
			if slices.Contains([]string{"", "null", "0"}, string(model.Released)) || of == nil {
				continue // the site does not show it
			}
			for _, w := range windows {
				if o, ok := w.observe(doc, model, *of); ok {
					all = append(all, o)
				}
			}
		}
	}
	if err := percents("performances", all); err != nil {
		return nil, err
	}
	return refused.Distinct(all), nil
}

// results groups the results by model. A file without a list of models gets all that have results.
func (f *lcbFile) results() (map[string]*lcbResults, error) {
	results, listed := map[string]*lcbResults{}, len(f.Models) > 0
	for _, p := range f.Performances {
		r := results[p.Model]
		if r == nil {
			r = &lcbResults{}
			results[p.Model] = r
			if !listed {
				f.Models = append(f.Models, lcbModel{Printed: p.Model, Released: json.RawMessage(`"not known"`)})
			}
		}
		text := printed(page.Scalar(p.Pass))
		if text == "" {
			continue
		}
		pass, err := parsePercent(text)
		if err != nil {
			return nil, fmt.Errorf("performances of %q: %v", p.Model, err)
		}
		r.dates, r.pass = append(r.dates, p.Date), append(r.pass, pass)
	}
	return results, nil
}

// lcbWindow is a range of problem dates, both ends included. The score depends on it more than on the model, so
// no score goes without.
type lcbWindow struct {
	split    string
	from, to int64
}

// windows are the ranges the site's own scripts start with, of which its page (the 16th date mark, or the 5th of
// a short list) and its library (the first 30 % left out) disagree, and the whole release, which is split all.
func (f lcbFile) windows() []lcbWindow {
	windows := []lcbWindow{{"all", math.MinInt64, math.MaxInt64}}
	marks := slices.Sorted(slices.Values(f.DateMarks))
	if len(marks) == 0 {
		return windows
	}
	last, first := len(marks)-1, 4
	if len(marks) > 12 {
		first = 15
	}
	for _, start := range slices.Compact([]int{len(marks) * 3 / 10, min(first, last)}) {
		windows = append(windows, lcbWindow{"", marks[start], marks[last]})
	}
	return windows
}

// observe gives the model's mean over the window's problems, as the site rounds it. A model without a problem in
// the window has no score, though the site would print 0.
func (w lcbWindow) observe(doc web.Payload, model lcbModel, results lcbResults) (data.Observation, bool) {
	var sum decimal.Decimal
	var count, first, last int64 = 0, math.MaxInt64, math.MinInt64
	for i, date := range results.dates {
		if w.from <= date && date <= w.to {
			sum, count = sum.Add(results.pass[i]), count+1
			first, last = min(first, date), max(last, date)
		}
	}
	if count == 0 {
		return data.Observation{}, false
	}
	if w.split == "" {
		first, last = w.from, w.to
	}
	subject, setting := splitSettings(model.Printed)
	mean := sum.DivRound(decimal.NewFromInt(count), 1).String()
	quote := fmt.Sprintf("%s | pass@1 of %d problems: sum %s", strings.TrimSpace(model.Printed+" "+model.ID), count, sum)
	at := data.PageAddress{Section: []string{cmp.Or(w.split, "shown")}, Row: model.Printed, Column: "pass@1"}
	q := data.Qualifiers{Effort: setting, Split: w.split, From: lcbDay(first), To: lcbDay(last)}
	return doc.Observe(subject, data.ScoreLiveCode, mean, data.Percent, quote, at, q), true
}

func lcbDay(milliseconds int64) string {
	return time.UnixMilli(milliseconds).UTC().Format(time.DateOnly)
}
