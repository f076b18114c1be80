package explain

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// SolvedIn is solved.json of a snapshot, without a row where the snapshot was made before there was one.
func SolvedIn(snapshot data.Snapshot) (data.SolvedDocument, error) {
	if !slices.ContainsFunc(snapshot.Documents, func(d data.Document) bool { return d.Path == data.SolvedPath }) {
		return data.SolvedDocument{Version: snapshot.Manifest.Version, LastUpdated: snapshot.Manifest.GeneratedAt}, nil
	}
	return published.Document[data.SolvedDocument](snapshot, data.SolvedPath)
}

// SolvedBy is what the document has of one tool.
func SolvedBy(doc data.SolvedDocument, tool string) data.SolvedDocument {
	boards, rows := doc.Boards, doc.Rows
	doc.Boards, doc.Rows = []data.SolvedBoard{}, []data.SolvedCost{}
	for _, r := range rows {
		if r.ModelID == tool {
			doc.Rows = append(doc.Rows, r)
		}
	}
	for _, b := range boards {
		if slices.ContainsFunc(doc.Rows, func(r data.SolvedCost) bool { return r.Board == b.ID }) {
			doc.Boards = append(doc.Boards, b)
		}
	}
	return doc
}

// solvedCosts tells what a solved task costs with the tool, a paragraph a board.
func (x *Explainer) solvedCosts() []string {
	switch {
	case !x.boardsRead:
		return []string{fmt.Sprintf("Nothing is known yet from the boards that print what their attempts cost, so nobody knows what a solved task costs with %s.", x.tool.Name)}
	case len(x.solved.Rows) == 0:
		return []string{fmt.Sprintf("No board that prints what its attempts cost has run %s, so nobody knows what a solved task costs with it.", x.tool.Name)}
	}
	all := []string{fmt.Sprintf("What a solved task costs with %s, as boards have measured it: the money of all attempts, failed ones too, divided by the solved tasks. "+
		"Boards set different tasks and harnesses spend differently, so figures of two boards or two harnesses cannot be compared.", x.tool.Name)}
	for _, b := range x.solved.Boards {
		all = append(all, x.onBoard(b))
	}
	return all
}

// solvedInShort names the boards that have measured the tool with its cost per solved task; "" for none.
func (x *Explainer) solvedInShort() string {
	var all []string
	for _, r := range x.solved.Rows {
		i := slices.IndexFunc(x.solved.Boards, func(b data.SolvedBoard) bool { return b.ID == r.Board })
		if r.Shown && r.CostPerSolved != nil {
			all = append(all, fmt.Sprintf("%s on %s", r.CostPerSolved.Dollars(), x.solved.Boards[i].Name))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("A solved task costs, as published, %s; pricepoint explain %s solved tells more.", terminal.Conjunction(all, "and"), x.tool.ID)
}

// onBoard tells of the row that stands for the tool on a board, and then of the others.
func (x *Explainer) onBoard(b data.SolvedBoard) string {
	var rows []data.SolvedCost
	for _, r := range x.solved.Rows {
		if r.Board == b.ID {
			rows = append(rows, r)
		}
	}
	shown := func(r data.SolvedCost) int { return map[bool]int{true: 0, false: 1}[r.Shown] }
	slices.SortStableFunc(rows, func(a, b data.SolvedCost) int { return shown(a) - shown(b) })
	row := rows[0]
	all := []string{x.measured(b, row), x.pricesBehind(row)}
	for _, c := range row.Repriced {
		all = append(all, repricedAt(c))
	}
	for _, was := range row.Restated {
		all = append(all, fmt.Sprintf("Until %s the same attempts were said to cost %s each: that is a change of prices or of the calculation, not of the model.",
			onDay(was.Until), was.CostPerAttempt.Dollars()))
	}
	return sentences(append(all, otherRows(row, rows[1:]), x.readAt(b, row), b.Note)...)
}

// measured states the cost of a row and its interval.
func (x *Explainer) measured(b data.SolvedBoard, r data.SolvedCost) string {
	text := fmt.Sprintf("%s%s: %s%s solved %s at %s an attempt", b.Name, before(" ", b.Release), x.tool.Name, settingOf(r), shareOf(b, r), r.CostPerAttempt.Dollars())
	switch {
	case r.CostPerSolved == nil:
		return text + ", so that no solved task can be priced."
	case r.Interval == nil:
		return text + fmt.Sprintf(", which is %s a solved task; there is no interval, and the figure only gives an idea.", r.CostPerSolved.Dollars())
	}
	return text + fmt.Sprintf(", which is %s a solved task, with a 90 %% interval from %s.", r.CostPerSolved.Dollars(), interval(r.Interval))
}

// settingOf is how a row was run: " at max effort under mini-swe-agent 2.0.0".
func settingOf(r data.SolvedCost) string {
	text := setting(data.Qualifiers{Effort: r.Effort})
	if r.Effort == "" {
		text = " at an effort that is not stated"
	}
	if r.Harness != "" {
		text += " under " + r.Harness + before(" ", r.HarnessVersion)
	}
	return text
}

// shareOf is the share of a row in its own counts.
func shareOf(b data.SolvedBoard, r data.SolvedCost) string {
	percent := r.Share.Shift(2).Round(1).String() + " %"
	switch {
	case r.Attempts > 0:
		return fmt.Sprintf("%s of %s attempts (%s)", data.Int(r.Solved).Grouped(), data.Int(r.Attempts).Grouped(), percent)
	case b.Tasks > 0:
		return fmt.Sprintf("%s of %s tasks", percent, data.Int(b.Tasks).Grouped())
	}
	return percent + " of the tasks"
}

// pricesBehind tells which prices the published cost rests on.
func (x *Explainer) pricesBehind(r data.SolvedCost) string {
	is := r.Basis
	said := ""
	if is.Text != "" {
		said = fmt.Sprintf("Of these costs it says %q.", is.Text)
	}
	switch {
	case len(is.Prices) == 0 && said == "":
		return "Nobody says at which prices that was calculated."
	case len(is.Prices) == 0:
		return said
	}
	off, lower, within := "", "more", ""
	if is.Deviation != nil {
		percent := is.Deviation.Shift(2).Round(1)
		if off = percent.Abs().String() + " %"; percent.IsNegative() {
			lower = "less"
		}
		if !percent.IsZero() {
			within = ", but for " + off
		}
	}
	if is.Kind == data.BasisTier {
		return sentences(said, fmt.Sprintf("At the prices of %s (%s) its tokens cost %s %s; the rest are prompts of more than %s tokens, which cost more.",
			onDate(is.At), prices(is.Prices), off, lower, data.Int(is.LongOver).Grouped()))
	}
	return sentences(said, fmt.Sprintf("It is what its tokens cost at the prices of %s (%s)%s.", onDate(is.At), prices(is.Prices), within))
}

// prices are those of the classes, in USD per million tokens: "input 1, output 6".
func prices(all []data.SolvedPrice) string {
	var parts []string
	for _, p := range all {
		parts = append(parts, fmt.Sprintf("%s %s", p.Class, p.Price))
	}
	return strings.Join(parts, ", ") + " USD per million"
}

// repricedAt tells what the same attempts cost at the prices of another day.
func repricedAt(c data.RepricedCost) string {
	at := "At the prices of " + onDay(c.At) + map[string]string{"peak": " in peak hours", "offPeak": " in off-peak hours"}[c.Hours]
	switch c.Kind {
	case data.RepricedExact:
		return fmt.Sprintf("%s that is %s an attempt and %s a solved task, from %s.", at, c.CostPerAttempt.Dollars(), c.CostPerSolved.Dollars(), interval(c.Interval))
	case data.RepricedPair:
		return fmt.Sprintf("%s that is %s to %s an attempt and %s to %s a solved task: %s.", at, c.CostPerAttempt.Dollars(), c.CostPerAttemptHigh.Dollars(),
			c.CostPerSolved.Dollars(), c.CostPerSolvedHigh.Dollars(), RepricedWhy(c))
	case data.RepricedEstimate:
		if c.LeastPerSolved == nil {
			return fmt.Sprintf("%s that is about %s an attempt and %s a solved task, from %s: %s, so it is moved as all prices have.", at, c.CostPerAttempt.Dollars(),
				c.CostPerSolved.Dollars(), interval(c.Interval), RepricedWhy(c))
		}
		return fmt.Sprintf("%s that is about %s an attempt and %s a solved task, from %s, and at least %s: %s.", at, c.CostPerAttempt.Dollars(), c.CostPerSolved.Dollars(),
			interval(c.Interval), c.LeastPerSolved.Dollars(), RepricedWhy(c))
	case data.RepricedLowerBound:
		return fmt.Sprintf("%s that is at least %s an attempt and %s a solved task: %s.", at, c.LeastPerAttempt.Dollars(), c.LeastPerSolved.Dollars(), RepricedWhy(c))
	}
	if c.Why == data.NoTokens {
		return "It cannot be calculated at other prices: " + RepricedWhy(c) + "."
	}
	return fmt.Sprintf("%s that is unknown: %s.", at, RepricedWhy(c))
}

// RepricedWhy says why a re-priced cost is not exact, "" for one that is.
func RepricedWhy(c data.RepricedCost) string {
	if c.Why != data.ClassUnpriced {
		return reasons[c.Why]
	}
	var classes []string
	for _, class := range c.Unpriced {
		classes = append(classes, string(class))
	}
	return "nobody states the price of " + terminal.Conjunction(classes, "and")
}

var reasons = map[data.RepricedReason]string{
	data.NoTokens:        "the board does not print how many tokens of each class there were",
	data.PricesMoved:     "the board does not print how many tokens of each class there were, and the prices have changed by different factors",
	data.WritesUnknown:   "writing to a cache has a price of its own, and the board does not say what was written",
	data.LongPrompts:     "long prompts cost more, and means do not say how many there were",
	data.NotSold:         "it could not be bought then",
	data.OthersAnnounced: "other prices were announced for a day that has come by then, and nobody has read them in force",
}

// otherRows lists what a solved task costs at other efforts and under other harnesses.
func otherRows(first data.SolvedCost, others []data.SolvedCost) string {
	var all []string
	for _, r := range others {
		if r.CostPerSolved == nil {
			continue
		}
		how := strings.TrimSpace(settingOf(r))
		if r.Harness == first.Harness && r.HarnessVersion == first.HarnessVersion {
			how, _, _ = strings.Cut(how, " under ")
		}
		all = append(all, fmt.Sprintf("%s %s", r.CostPerSolved.Dollars(), how))
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("With other settings a solved task costs %s.", terminal.Conjunction(all, "and"))
}

// readAt tells who measured it and where it was read.
func (x *Explainer) readAt(b data.SolvedBoard, r data.SolvedCost) string {
	e := r.Evidence
	if e.PrintedBy != "" {
		return fmt.Sprintf("%s measured it; it was read in the copy that %s prints, on %s (%s). Confidence is %s.", b.MeasuredBy, e.PrintedBy, onDay(e.ConfirmedAt), e.URL, e.Confidence)
	}
	return fmt.Sprintf("%s measured and printed it; it was read on %s (%s).", b.MeasuredBy, onDay(e.ConfirmedAt), e.URL)
}

func interval(i *data.CostInterval) string {
	if i == nil {
		return "an unknown interval"
	}
	return i.Low.Dollars() + " to " + i.High.Dollars()
}

func before(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}
