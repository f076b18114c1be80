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
	width := 0
	for _, c := range found.Checks {
		width = max(width, len(c.Name))
	}
	var out strings.Builder
	for _, c := range found.Checks {
		fmt.Fprintf(&out, "%s  %-*s  %s\n", d.coloured(c.State), width, c.Name, c.Found)
		if c.Mend != "" {
			fmt.Fprintf(&out, "%*s-> %s\n", len(isWarning)+width+4, "", c.Mend)
		}
	}
	switch {
	case found.Wrong == 0 && found.Warnings == 0:
		out.WriteString("\nall is well\n")
	case found.Wrong == 0:
		fmt.Fprintf(&out, "\nnothing is wrong; warnings: %d\n", found.Warnings)
	}
	_, err := fmt.Fprint(d.stdout, out.String())
	return err
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
