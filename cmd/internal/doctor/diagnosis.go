package doctor

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"pricepoint/cmd/internal/terminal"
)

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
	names := 0
	for _, c := range found.Checks {
		names = max(names, len(c.Name))
	}
	indent := len(Warning) + names + 4
	var out strings.Builder
	for _, c := range found.Checks {
		fmt.Fprintf(&out, "%s  %-*s  %s\n", coloured(c.State, colour), names, c.Name, wrapped(c.Found, indent, width))
		if c.Mend != "" {
			fmt.Fprintf(&out, "%*s-> %s\n", indent, "", stacked(c.Mend, indent+len("-> "), width))
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
	room := max(width-indent, terminal.Narrowest)
	if width == 0 || len(line) <= room {
		return line
	}
	lines := strings.Split(text.WrapSoft(line, room), "\n")
	for i, each := range lines {
		lines[i] = strings.TrimRight(each, " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", indent))
}

// stacked gives each of several things to do a line.
func stacked(todo string, indent, width int) string {
	if width == 0 || indent+len(todo) <= width {
		return todo
	}
	return strings.ReplaceAll(todo, "; ", ";\n"+strings.Repeat(" ", indent))
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
