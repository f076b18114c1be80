package main

import (
	"os"
	"regexp"
	"strings"

	"pricepoint/config"
)

// The variables that are no settings, beside passwordVariable: those of tests.
const (
	recordedVariable = "PRICEPOINT_RECORDED"
	testVariables    = "PRICEPOINT_TEST_"
)

// serviceVariable recognises what Kubernetes sets in every container beside a service of our name.
var serviceVariable = regexp.MustCompile(`_SERVICE_(HOST|PORT)(_[A-Z0-9_]+)?$|_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$`)

// warnOfVariables tells of what looks like a setting of the environment and is none: a misspelt one passed unnoticed.
func (a *app) warnOfVariables() {
	for _, name := range config.UnknownVariables(os.Environ()) {
		if !isKnownVariable(name, os.Getenv(name)) {
			a.log.Warn("this variable is no setting and has no effect; pricepoint config lists the settings", "variable", name)
		}
	}
}

func isKnownVariable(name, value string) bool {
	switch {
	case name == passwordVariable, name == recordedVariable, strings.HasPrefix(name, testVariables):
		return true
	case strings.HasSuffix(name, "_PORT") && strings.Contains(value, "://"): // as for serviceVariable
		return true
	}
	return serviceVariable.MatchString(name)
}
