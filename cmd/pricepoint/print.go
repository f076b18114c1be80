package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"pricepoint/data"
)

// rows is data for people.
type rows struct {
	header table.Row
	lines  []table.Row
}

// narrowest is the least room the last column, of free text, gets on a terminal.
const narrowest = 24

// print writes one value as JSON, or as a table for people.
func (a *app) print(value any, people rows) error {
	if a.cfg.Output == "json" {
		body, err := data.Encode(value)
		if err != nil {
			return err
		}
		_, err = a.stdout.Write(body)
		return err
	}
	_, err := fmt.Fprintln(a.stdout, trimRight(people.render(terminalWidth(a.stdout))))
	return err
}

// render lines the columns up. On a terminal of some width the last column wraps to fit; elsewhere, where width is
// 0, one row is one line.
func (r rows) render(width int) string {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.OptionsNoBordersAndSeparators
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(r.header)
	w.AppendRows(r.lines)
	plain := w.Render()
	last := len(r.header)
	if room := width - (text.LongestLineLen(plain) - r.widest(last-1)); width > 0 && text.LongestLineLen(plain) > width {
		w.SetColumnConfigs([]table.ColumnConfig{{Number: last, WidthMax: max(room, narrowest), WidthMaxEnforcer: text.WrapSoft}})
		return w.Render()
	}
	return plain
}

// widest is the width of a column.
func (r rows) widest(column int) int {
	width := 0
	for _, line := range append(r.lines, r.header) {
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

// terminalWidth is the number of columns of the terminal behind w, 0 when it is none.
func terminalWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// printLines writes values as JSON lines, or as a table for people.
func printLines[T any](a *app, values []T, people rows) error {
	if a.cfg.Output != "json" {
		return a.print(values, people)
	}
	enc := json.NewEncoder(a.stdout)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
