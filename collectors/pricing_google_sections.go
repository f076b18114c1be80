package collectors

import (
	"fmt"
	"regexp"
	"strings"

	"pricepoint/collectors/page"
)

// enter follows the headings and lines between two tables.
func (r *googleReader) enter(t page.Table) error {
	section, service, err := r.place(t)
	if err != nil {
		return err
	}
	lines := t.Before[lastIndex(t.Before, section)+1:]
	if ids := googleIDs(lines); section != r.section || len(ids) > 0 {
		if len(r.tabs) > 0 {
			return fmt.Errorf("%s has no table for its tier %q", r.section, r.tabs[0])
		}
		r.section, r.models, r.isModel = section, ids, len(ids) > 0
		if len(ids) == 0 {
			name, _ := page.SplitName(section)
			r.models = []string{name}
		}
	}
	r.service = r.tier(service, lines)
	return nil
}

// place tells from the headings over a table which of them is about models, and which service is named below it. A
// heading without ids that stands deeper than any with ids is no model: it names a service that is not known.
func (r *googleReader) place(t page.Table) (section, service string, err error) {
	below := false // a heading about a model
	for i, heading := range t.Headings {
		tier := googleTier(heading)
		ids := googleIDs(linesUnder(t, i))
		if len(ids) > 0 {
			r.depth = max(r.depth, i+1)
		}
		deeper := r.depth > 0 && i >= r.depth
		switch {
		case tier == "" && (below || deeper) && len(ids) == 0:
			if t.Column("paid") >= 0 {
				return "", "", fmt.Errorf("the heading %q below %s names no known service", heading, section)
			}
		case tier == "":
			section, service = heading, ""
			below = len(ids) > 0 || r.isModel && heading == r.section
		default:
			service = tier
		}
	}
	return section, service, nil
}

// linesUnder returns the lines between a heading of the table and the next one, where it was not said before.
func linesUnder(t page.Table, i int) []string {
	start := lastIndex(t.Before, t.Headings[i])
	if start < 0 {
		return nil
	}
	lines := t.Before[start+1:]
	if i+1 < len(t.Headings) {
		if end := lastIndex(lines, t.Headings[i+1]); end >= 0 {
			lines = lines[:end]
		}
	}
	return lines
}

func lastIndex(lines []string, line string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i] == line {
			return i
		}
	}
	return -1
}

var (
	googleTabs    = regexp.MustCompile(`(?i)^(?:(?:standard|batch|flex|priority|fast|more)\s*){2,}$`)
	googleService = regexp.MustCompile(`standard|batch|flex|priority|fast`)
)

// tier returns the service of a table. Where the tiers are no headings, they are one line of tabs above tables in the
// same order.
func (r *googleReader) tier(heading string, lines []string) string {
	for _, line := range lines {
		if googleTabs.MatchString(line) {
			r.tabs = googleService.FindAllString(strings.ToLower(line), -1)
		}
	}
	if heading != "" || len(r.tabs) == 0 {
		r.tabs = nil
		return heading
	}
	next := r.tabs[0]
	r.tabs = r.tabs[1:]
	return next
}

// googleTier returns the service a heading begins with, "" for another heading: "Batch API (50% off)".
func googleTier(heading string) string {
	name, _ := page.SplitName(heading)
	words := page.WordsOf(name)
	if len(words) == 0 || page.HasWords(name, "models") {
		return ""
	}
	if service := googleService.FindString(words[0]); service == words[0] {
		return service
	}
	return ""
}

var (
	googleID     = regexp.MustCompile(`[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+`)
	googleIDLine = regexp.MustCompile(`^` + googleID.String() + `(?:[\s,&]+(?:and\s+)?` + googleID.String() + `)*$`)
)

// googleIDs returns the ids in the lines that hold nothing else.
func googleIDs(lines []string) []string {
	var ids []string
	for _, line := range lines {
		if googleIDLine.MatchString(line) {
			ids = append(ids, googleID.FindAllString(line, -1)...)
		}
	}
	return ids
}
