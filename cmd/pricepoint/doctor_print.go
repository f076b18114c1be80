package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// printDiagnosis writes one line a check and, under what is not well, the command that mends it.
func (d *doctor) printDiagnosis(found diagnosis) error {
	if d.cfg.Output == "json" {
		return d.print(found, rows{})
	}
	_, err := fmt.Fprint(d.stdout, d.diagnosisText(found, terminalWidth(d.stdout)))
	return err
}

// diagnosisText wraps what was found at words to fit a terminal of some width; elsewhere, where width is 0, one check is
// one line. A command is never cut, so that it can be copied.
func (d *doctor) diagnosisText(found diagnosis, width int) string {
	names := 0
	for _, c := range found.Checks {
		names = max(names, len(c.Name))
	}
	indent := len(isWarning) + names + 4
	var out strings.Builder
	for _, c := range found.Checks {
		fmt.Fprintf(&out, "%s  %-*s  %s\n", d.coloured(c.State), names, c.Name, wrapped(c.Found, indent, width))
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
	room := max(width-indent, narrowest)
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

// coloured is a state as wide as the widest; in colour on a terminal that may show it.
func (d *doctor) coloured(h health) string {
	word := fmt.Sprintf("%-*s", len(isWarning), h)
	file, ok := d.stdout.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || os.Getenv("NO_COLOR") != "" {
		return word
	}
	colour := map[health]text.Color{isWell: text.FgGreen, isWarning: text.FgYellow, isWrong: text.FgRed}[h]
	return colour.EscapeSeq() + word + text.Reset.EscapeSeq()
}
