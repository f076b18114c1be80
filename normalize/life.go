package normalize

import "regexp"

// Stage is how near its end a tool is, as its provider's page flags it beside the price.
type Stage string

// The stages. A tool that is flagged otherwise, or not at all, has none.
const (
	DeprecatedStage Stage = "deprecated" // it is still sold, and not for new use
	LegacyStage     Stage = "legacy"     // it is sold, and its provider prefers another one
	RetiredStage    Stage = "retired"    // its provider no longer sells it; others may
)

var (
	deprecatedFlag = regexp.MustCompile(`(?i)^(now |currently )?(deprecated|legacy|sunset|obsolete|retiring)\b`)
	retiredFlag    = regexp.MustCompile(`(?i)^(now |currently )?(retired|discontinued|end[- ]of[- ]life|eol)\b`)
)

// stageOf is the stage that a flag means.
func stageOf(flag string) Stage {
	switch {
	case retiredFlag.MatchString(flag):
		return RetiredStage
	case deprecatedFlag.MatchString(flag):
		return DeprecatedStage
	default:
		return ""
	}
}
