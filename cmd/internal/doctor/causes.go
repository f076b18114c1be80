package doctor

import (
	"cmp"
	"strings"

	"pricepoint/data"
)

// failure is a cause with the sources that the last runs could not read because of it.
type failure struct {
	cause   string
	sources []string
}

// failing names those sources. Their last good values stay, so it is no emergency.
func (d *doctor) failing(report data.RunReport) {
	chosen, _ := d.Asked(nil) // a mistake in the settings is told among them
	all, failed := failuresIn(report), 0
	for _, f := range all {
		failed += len(f.sources)
	}
	mend := d.command("sources --check")
	if failed >= len(chosen) {
		mend = lookAtNetwork + mend
	}
	for _, f := range all {
		d.tellFailure(f, len(chosen), mend)
	}
}

const lookAtNetwork = "look at the way to the Internet: DNS, firewall, HTTPS_PROXY; then "

// tellFailure names the sources, unless they are most of those that are asked: then all are to be looked at.
func (d *doctor) tellFailure(f failure, asked int, lookAtAll string) {
	const name = "sources"
	n := len(f.sources)
	lookAtThese := d.command("sources --check --only " + strings.Join(f.sources, ","))
	switch {
	case n == 1:
		d.note(name, Warning, lookAtThese, "1 source could not be read, and the last good values stay: %s: %s", f.sources[0], f.cause)
	case n >= asked:
		d.note(name, Warning, lookAtAll, "all %d sources: %s; the last good values stay", n, f.cause)
	case n > asked/2:
		d.note(name, Warning, lookAtAll, "%d of %d sources could not be read, and the last good values stay: %s", n, asked, f.cause)
	default:
		d.note(name, Warning, lookAtThese, "%d sources could not be read, and the last good values stay: %s (%s)", n, f.cause, strings.Join(f.sources, ", "))
	}
}

// failuresIn are the causes in a report, in the order of its sources. Sources that failed alike are reported together, by
// what they have in common.
func failuresIn(report data.RunReport) []failure {
	type alike struct {
		class  data.FailureClass
		reason string
	}
	var all []failure
	place := map[alike]int{}
	for _, s := range report.Sources {
		if s.OK {
			continue
		}
		key := alike{s.Class, cmp.Or(s.Reason, s.Cause)}
		i, known := place[key]
		if !known {
			i = len(all)
			place[key] = i
			all = append(all, failure{cause: s.Cause})
		} else {
			all[i].cause = key.reason
		}
		all[i].sources = append(all[i].sources, s.ID)
	}
	return all
}
