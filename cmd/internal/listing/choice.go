package listing

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/advice"
	"pricepoint/data/rating"
)

// TellChoice prints an answer for people: those that nobody beats, best first, those of which too little is measured, and the others in words.
func TellChoice(out terminal.Printer, a *advice.Advice) error {
	return cmp.Or(out.Print(nil, terminal.Table{}, heading(a), ""), out.Print(nil, ranked(a), append(remarks(a), "")...), out.Print(nil, unmeasured(a), leftOut(a)...))
}

func heading(a *advice.Advice) string {
	if !a.Measured {
		return a.UseCase + ": " + cmp.Or(a.Unmeasured, rating.ByNobody).String()
	}
	return a.UseCase + ": what a finished task costs, where a failed one costs " + a.FailureUSD.Dollars() + " (attempt + share that fails * " + a.FailureUSD.Dollars() + ")"
}

// ranked are the choices that nobody beats.
func ranked(a *advice.Advice) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "model", "times", "finished", "attempt", "solved", "measured by"}}
	if !a.Measured {
		t.Header = terminal.Row{"", "model", "task", "score", "90 %"}
	}
	place := 0
	for _, c := range a.Choices {
		if c.BeatenBy != "" {
			continue
		}
		place++
		mark := strconv.Itoa(place)
		if c.Tie > 0 {
			mark += strings.Repeat("=", 1+c.Tie%2) // neighbouring groups look different
		}
		if c.Pick > 0 {
			mark += "*"
		}
		if f := c.Finished; f != nil {
			finished, attempt := f.Dollars()
			t.Add(mark, c.Model, terminal.Number(times(c.Relative)), finished, attempt, f.Share.Shift(2).Round(0).String()+" %", strings.TrimSuffix(f.Board+", "+f.Effort, ", "))
		} else {
			t.Add(mark, c.Model, amount(c.Task), terminal.Number(c.Score), interval(c.Interval))
		}
	}
	return t
}

// times is a multiple with two digits behind the point.
func times(n *data.Number) *data.Number {
	if n == nil {
		return nil
	}
	return &data.Number{Decimal: n.Round(2)}
}

func amount(r *advice.Range) string {
	switch {
	case r.USD != nil:
		return r.USD.Dollars()
	case r.High == nil:
		return r.Low.Dollars() + " or more"
	}
	return r.Low.Dollars() + " to " + r.High.Dollars()
}

func interval(i *rating.ScoreInterval) string {
	if i == nil {
		return ""
	}
	return i.Low.String() + " to " + i.High.String()
}

// remarks say what the table cannot.
func remarks(a *advice.Advice) []string {
	var all, untimed []string
	timed, marks := false, map[string]bool{}
	if len(a.Choices) == 0 {
		all = append(all, "no measured model fits; a budget holds those below by what the task costs by the tariff, since nobody knows what they leave unfinished")
	}
	for _, c := range a.Choices {
		marks["*"] = marks["*"] || c.Pick > 0
		marks["="] = marks["="] || c.Tie > 0 && c.BeatenBy == ""
		for _, n := range c.Newer {
			all = append(all, fmt.Sprintf("newer than %s and no more expensive: %s, provisional, since %s (expected score %s, %s; the task costs %s)",
				c.Model, n.Model, n.Because, n.Expected, interval(&n.Interval), n.USD.Dollars()))
		}
		if c.Until != "" && c.BeatenBy == "" {
			all = append(all, "today's price of "+c.Model+" is known to hold until "+c.Until)
		}
		if c.Seconds == nil && c.BeatenBy == "" {
			untimed = append(untimed, c.Model)
		}
		timed = timed || c.Seconds != nil
		marks["≈"] = marks["≈"] || c.BeatenBy == "" && c.Finished != nil && c.Finished.Basis != rating.RepricedExact
	}
	if timed && len(untimed) > 0 {
		all = append(all, "who is known to be too slow is left out; nobody has timed "+strings.Join(untimed, ", "))
	}
	if a.Measured && len(a.Choices) > 0 {
		all = append(all, "times: what a finished task costs as a multiple of that with the average model, over all boards; the order goes by it, since costs of two boards cannot be compared")
	}
	if marks["≈"] {
		all = append(all, "≈ an estimate: the board prints no tokens by class, or long prompts cost more")
	}
	if marks["*"] {
		all = append(all, "* recommended, of all models")
	}
	if marks["="] {
		all = append(all, "= not told apart from those beside it with the same mark")
	}
	if a.AtTenth != "" {
		all = append(all, fmt.Sprintf("of all models, %s would come first if a failure cost a tenth of that, and %s if it cost ten times as much", a.AtTenth, a.AtTenTimes))
	}
	return all
}

func unmeasured(a *advice.Advice) terminal.Table {
	t := terminal.Table{Header: terminal.Row{"provisional", "tariff", "score", "90 %", "no recommendation, since"}}
	for _, p := range a.Provisional {
		t.Add(p.Model, p.USD.Dollars(), p.Expected, interval(&p.Interval), p.Because)
	}
	return t
}

// leftOut names who is beaten and who is excluded.
func leftOut(a *advice.Advice) []string {
	var best, all []string
	beaten := map[string][]string{}
	for _, c := range a.Choices {
		if c.BeatenBy != "" && beaten[c.BeatenBy] == nil {
			best = append(best, c.BeatenBy)
		}
		beaten[c.BeatenBy] = append(beaten[c.BeatenBy], c.Model)
	}
	for _, by := range best {
		all = append(all, "beaten by "+by+", which does as well or better for no more: "+strings.Join(beaten[by], ", "))
	}
	for _, e := range a.Excluded {
		all = append(all, "left out: "+e.Because+": "+strings.Join(e.Models, ", "))
	}
	return all
}
