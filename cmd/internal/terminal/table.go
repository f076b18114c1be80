// Package terminal is how the commands talk to people: tables, JSON, the log, the live line of a terminal, and words
// such as counts and days. Start at Printer for what a command prints and at NewLogger for what it logs.
//
// It knows no command and decides nothing; it never reads back what was printed.
package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"pricepoint/data"
)

// Row is one line of a table.
type Row = table.Row

// Table is data for people.
type Table struct {
	Header Row
	Lines  []Row
}

// Add puts a line at the end.
func (t *Table) Add(cells ...any) { t.Lines = append(t.Lines, cells) }

// Printer prints data as --output says. What it writes holds nothing that a terminal would act on, whatever a page or a
// certificate has brought into it.
type Printer struct {
	Out  io.Writer
	JSON bool
}

// Print writes one value as JSON. People get a table, unless it has no lines, and the words that stand below it.
func (p Printer) Print(value any, people Table, words ...string) error {
	if p.JSON {
		_, err := p.Out.Write(data.Encode(value))
		return err
	}
	var parts []string
	if len(people.Lines) > 0 {
		parts = append(parts, trimRight(people.render(Width(p.Out))))
	}
	if len(words) > 0 {
		parts = append(parts, Fold(strings.Join(words, "\n"), Width(p.Out)))
	}
	if len(parts) == 0 {
		return nil
	}
	return p.Say("%s\n", strings.Join(parts, "\n\n"))
}

// Say writes a line for people.
func (p Printer) Say(format string, args ...any) error {
	_, err := io.WriteString(p.Out, data.Visible(fmt.Sprintf(format, args...)))
	return err
}

// PrintLines writes values as JSON lines, or as a table for people.
func PrintLines[T any](p Printer, values []T, people Table) error {
	if !p.JSON {
		return p.Print(values, people)
	}
	for _, v := range values {
		if _, err := p.Out.Write(data.EncodeLine(v)); err != nil {
			return err
		}
	}
	return nil
}

// Narrowest is the least room that free text gets on a terminal.
const Narrowest = 24

// render lines the columns up. On a terminal of some width the last column wraps to fit; elsewhere, where width is
// 0, one row is one line.
func (t Table) render(width int) string {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.OptionsNoBordersAndSeparators
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(t.Header)
	w.AppendRows(t.Lines)
	plain := w.Render()
	last := len(t.Header)
	if room := width - (text.LongestLineLen(plain) - t.widest(last-1)); width > 0 && text.LongestLineLen(plain) > width {
		if room < Narrowest {
			return t.stacked(width)
		}
		w.SetColumnConfigs([]table.ColumnConfig{{Number: last, WidthMax: max(room, Narrowest), WidthMaxEnforcer: text.WrapSoft}})
		return w.Render()
	}
	return plain
}

// stacked writes every row as a paragraph, where its columns do not fit beside one another: what it is about, and under it
// the other cells, each behind its heading.
func (t Table) stacked(width int) string {
	var rows []string
	for _, line := range t.Lines {
		var about string
		var others []string
		for i, value := range line {
			text := strings.TrimSpace(fmt.Sprint(value))
			switch {
			case text == "":
			case about == "":
				about = text
			default:
				others = append(others, strings.TrimSpace(fmt.Sprintf("%v: %s", t.Header[i], text)))
			}
		}
		row := Fold(about, width)
		if len(others) > 0 {
			row += "\n  " + strings.ReplaceAll(Fold(strings.Join(others, "; "), width-2), "\n", "\n  ")
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "\n")
}

// widest is the width of a column.
func (t Table) widest(column int) int {
	width := 0
	for _, line := range append(t.Lines, t.Header) {
		width = max(width, text.StringWidthWithoutEscSequences(fmt.Sprint(line[column])))
	}
	return width
}

func trimRight(lines string) string {
	all := strings.Split(lines, "\n")
	for i, line := range all {
		all[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(all, "\n")
}

// Width is the number of columns of the terminal behind w, 0 when there is none.
func Width(w io.Writer) int {
	file, ok := fileBehind(w)
	if !ok {
		return 0
	}
	width, _, _ := term.GetSize(int(file.Fd())) // 0 beside an error
	return width
}
