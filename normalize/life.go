package normalize

import "regexp"

// Stage is how near its end a tool is, as its provider's page flags it beside the price.
type Stage string

// The stages. A tool that is flagged otherwise, or not at all, has none.
const (
	LegacyStage     Stage = "legacy"     // it is sold as before, and another one is preferred for new work
	DeprecatedStage Stage = "deprecated" // it is still sold, and not for new use
	RetiredStage    Stage = "retired"    // its provider no longer sells it; others may
)

var (
	deprecatedFlag = regexp.MustCompile(`(?i)^(now |currently )?(deprecated|sunset|obsolete|retiring)\b`)
	legacyFlag     = regexp.MustCompile(`(?i)^(now |currently )?legacy\b`)
	retiredFlag    = regexp.MustCompile(`(?i)^(now |currently )?(retired|discontinued|end[- ]of[- ]life|eol)\b`)
)

// stageOf is the stage that a flag means.
func stageOf(flag string) Stage {
	switch {
	case retiredFlag.MatchString(flag):
		return RetiredStage
	case deprecatedFlag.MatchString(flag):
		return DeprecatedStage
	case legacyFlag.MatchString(flag):
		return LegacyStage
	default:
		return ""
	}
}
