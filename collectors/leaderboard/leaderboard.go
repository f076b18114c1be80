// Package leaderboard reads the scores that benchmarks print, and what a solved task cost where they print that too. Start
// at a board's file: it says what to fetch, and reads it; pass.go is about EvalPlus and BigCodeBench. This file holds what the
// boards share; attempts.go is about a row of a board, and what the attempts behind its score took.
//
// It converts nothing and decides nothing: see package collectors.
package leaderboard

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// minScores is how many scores a table must hold at least: every board lists dozens, so fewer is a broken page.
const minScores = 5

// percentDigits is how a percentage is written. It keeps out signs, NaN and exponents, whose size nothing bounds.
var percentDigits = regexp.MustCompile(`^\d{1,3}(\.\d{1,20})?$`)

// parsePercent reads a score between 0 and 100.
func parsePercent(digits string) (decimal.Decimal, error) {
	if !percentDigits.MatchString(digits) {
		return decimal.Decimal{}, fmt.Errorf("%.40q is not a percentage", digits)
	}
	score, err := data.ParseNumber(digits)
	if err != nil || score.GreaterThan(decimal.NewFromInt(100)) {
		return decimal.Decimal{}, fmt.Errorf("%q is not a percentage between 0 and 100", digits)
	}
	return score.Decimal, nil
}

// printed is a score as a board writes it, with or without a percent sign; "" for one that was never measured.
func printed(text string) string {
	if text = page.OneLine(text); page.IsAbsent(text) {
		return ""
	}
	return strings.TrimSpace(strings.TrimSuffix(text, "%"))
}

// exceeds reports whether one printed score is higher than another one; false where one is missing or is none.
func exceeds(one, other string) bool {
	x, errX := parsePercent(one)
	y, errY := parsePercent(other)
	return errX == nil && errY == nil && x.GreaterThan(y)
}

// percents says why the scores of one table cannot be percentages. Scores that never exceed 1 are fractions: the table changed its
// unit, and a guess would be wrong by a hundred.
func percents(table string, scores []data.Observation) error {
	if len(scores) < minScores {
		return fmt.Errorf("%s: %d scores, expected at least %d", table, len(scores), minScores)
	}
	fractions := true
	for _, o := range scores {
		score, err := parsePercent(o.Value)
		if err != nil {
			return fmt.Errorf("%s: %s: %v", table, o.Subject, err)
		}
		fractions = fractions && score.LessThanOrEqual(decimal.NewFromInt(1))
	}
	if fractions {
		return fmt.Errorf("%s: no score exceeds 1, these look like fractions and not like percentages", table)
	}
	return nil
}

var (
	settingBracket = regexp.MustCompile(`\s*\(([^()]*)\)`)
	effortWord     = regexp.MustCompile(`(?i)^(?:(?:reasoning|effort|reasoning effort)(?:=|: ?| ))?(minimal|low|med|medium|high|xhigh|max)(?: (?:reasoning effort|reasoning|effort))?$`)
	thinkingWord   = regexp.MustCompile(`(?i)^(?:thinking|(?:extended|adaptive) thinking|(?:w/|with) (?:reasoning|thinking)|reasoning=\d+|\d+k think(?:ing)?(?: tokens)?)$`)
	unthinkingWord = regexp.MustCompile(`(?i)^(?:no think(?:ing)?|non-thinking|non-reasoning|no reasoning|(?:w/o|without) (?:reasoning|thinking))$`)
	samplingWord   = regexp.MustCompile(`(?i)^(?:t|n|temperature|length)=[\d.]+$|^\d+k tokens$|^default(?: think(?:ing)?)?$`)
)

// effortBeforeDate is a name with a version, an effort and a date. "Mistral Medium (20231211)" has no version before
// the word, and max is a part of names.
var effortBeforeDate = regexp.MustCompile(`(?i)^(.*\d.*\S) (minimal|low|medium|high|xhigh)( \((?:\d{8}|\d{4}-\d{2}-\d{2})\))$`)

// splitSettings takes the bracketed settings off a printed model name: "o1 (N=1) (Med)" is o1 at effort medium.
// A thinking budget counts as the setting thinking, and what is stated to be the default as no setting. Any other bracket
// may be part of the identity, as in "GPT-5 (2025-08-07)" or "GPT 4o (Aug 2024)", and stays.
func splitSettings(name string) (model, setting string) {
	model = settingBracket.ReplaceAllStringFunc(name, func(bracket string) string {
		for part := range strings.SplitSeq(settingBracket.FindStringSubmatch(bracket)[1], ",") {
			part = strings.TrimSpace(part)
			switch word := effortWord.FindStringSubmatch(part); {
			case word != nil:
				setting = spellEffort(word[1])
			case thinkingWord.MatchString(part):
				setting = "thinking"
			case unthinkingWord.MatchString(part):
				setting = "non-reasoning"
			case !samplingWord.MatchString(part):
				return bracket
			}
		}
		return ""
	})
	model = strings.TrimSpace(model)
	if m := effortBeforeDate.FindStringSubmatch(model); m != nil && setting == "" {
		model, setting = m[1]+m[3], spellEffort(m[2])
	}
	return model, setting
}

// spellEffort gives an effort its one spelling.
func spellEffort(printed string) string {
	word := strings.ToLower(strings.TrimSpace(printed))
	if word == "med" {
		return "medium"
	}
	return word
}
