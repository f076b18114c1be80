package doctor

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"pricepoint/cmd/internal/terminal"
)

// Health is how a check ended.
type Health string

const (
	Well    Health = "ok"
	Warning Health = "warning" // something to look at by day
	Wrong   Health = "wrong"   // the public gets old or no data, or soon will
)

// What is looked at.
const (
	theSettings = "settings"
	theStore    = "store"
	theTime     = "time"
	theSources  = "sources"
	theNetwork  = "network"
)

// Check is what was found of one thing.
type Check struct {
	Name  string `json:"check"`
	State Health `json:"state"`
	Found string `json:"found"`
	Mend  string `json:"mend,omitempty"` // the command that mends it
}

// Diagnosis is what was found.
type Diagnosis struct {
	Wrong    int     `json:"wrong"`
	Warnings int     `json:"warnings"`
	Checks   []Check `json:"checks"`
}

// diagnosis counts what was found.
func (d *doctor) diagnosis() Diagnosis {
	found := Diagnosis{Checks: d.checks}
	for _, c := range d.checks {
		switch c.State {
		case Wrong:
			found.Wrong++
		case Warning:
			found.Warnings++
		}
	}
	return found
}

// Text has one line a check and, under what is not well, the command that mends it. It wraps what was found at words to
// fit a terminal of some width; elsewhere, where width is 0, one check is one line. A command is never cut, so that it
// can be copied.
func (found Diagnosis) Text(width int, colour bool) string {
	const indent = len(Warning) + len("  ") + len(theSettings) + len("  ")
	var out strings.Builder
	for _, c := range found.Checks {
		fmt.Fprintf(&out, "%s  %-*s  %s\n", coloured(c.State, colour), len(theSettings), c.Name, wrapped(c.Found, indent, width))
		if c.Mend != "" {
			fmt.Fprintf(&out, "%*s-> %s\n", indent, "", c.Mend)
		}
	}
	switch {
	case found.Wrong == 0 && found.Warnings == 0:
		out.WriteString("\nall is well\n")
	case found.Wrong == 0:
		fmt.Fprintf(&out, "\nnothing is wrong; warnings: %d\n", found.Warnings)
	}
	return out.String()
}

// wrapped breaks a line at words.
func wrapped(line string, indent, width int) string {
	if width == 0 {
		return line
	}
	lines := strings.Split(text.WrapSoft(line, max(width-indent, terminal.Narrowest)), "\n")
	for i, each := range lines {
		lines[i] = strings.TrimRight(each, " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// coloured is a state as wide as the widest.
func coloured(h Health, colour bool) string {
	word := fmt.Sprintf("%-*s", len(Warning), h)
	if !colour {
		return word
	}
	escape := map[Health]text.Color{Well: text.FgGreen, Warning: text.FgYellow, Wrong: text.FgRed}[h]
	return escape.EscapeSeq() + word + text.Reset.EscapeSeq()
}
