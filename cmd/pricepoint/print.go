package main

import (
	"encoding/json"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"pricepoint/data"
)

// rows is data for people.
type rows struct {
	header table.Row
	lines  []table.Row
}

// widest is where a column of free text breaks, so that a table fits a terminal.
const widest = 60

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
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.OptionsNoBordersAndSeparators
	w.Style().Format.Header = text.FormatDefault
	var limits []table.ColumnConfig
	for i := range people.header {
		limits = append(limits, table.ColumnConfig{Number: i + 1, WidthMax: widest, WidthMaxEnforcer: text.WrapSoft})
	}
	w.SetColumnConfigs(limits)
	w.AppendHeader(people.header)
	w.AppendRows(people.lines)
	_, err := fmt.Fprintln(a.stdout, w.Render())
	return err
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
