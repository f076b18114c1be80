package doctor

import (
	"fmt"
	"strings"

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

// Tell prints what was found. Something wrong is an error.
func (found Diagnosis) Tell(out terminal.Printer) error {
	err := out.Print(found, terminal.Table{})
	if !out.JSON {
		err = out.Say("%s", found.Text(terminal.Width(out.Out)))
	}
	if err == nil && found.Wrong > 0 {
		err = fmt.Errorf("wrong: %d of %d checks", found.Wrong, len(found.Checks))
	}
	return err
}

// Text has a line a check, folded to fit a terminal of some width, and under what is not well the command that mends it, which is
// never folded, so that it can be copied.
func (found Diagnosis) Text(width int) string {
	const indent = len(Warning) + len("  ") + len(theSettings) + len("  ")
	if width > 0 {
		width = max(width-indent, terminal.Narrowest)
	}
	var text strings.Builder
	for _, c := range found.Checks {
		what := strings.ReplaceAll(terminal.Fold(c.Found, width), "\n", "\n"+strings.Repeat(" ", indent))
		fmt.Fprintf(&text, "%-*s  %-*s  %s\n", len(Warning), c.State, len(theSettings), c.Name, what)
		if c.Mend != "" {
			fmt.Fprintf(&text, "%*s-> %s\n", indent, "", c.Mend)
		}
	}
	switch {
	case found.Wrong == 0 && found.Warnings == 0:
		text.WriteString("\nall is well\n")
	case found.Wrong == 0:
		fmt.Fprintf(&text, "\nnothing is wrong; warnings: %d\n", found.Warnings)
	}
	return text.String()
}
