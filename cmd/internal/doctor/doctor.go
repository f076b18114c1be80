// Package doctor looks at an installation and says what is wrong with it and which command mends it: the settings, the
// store, the clock, the last run, the age of the data, the disk, the way to every source, the server. Start at Examine.
//
// It changes nothing and reads no page of a source.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// Health is how a check ended.
type Health string

const (
	Well    Health = "ok"
	Warning Health = "warning" // something to look at by day
	Wrong   Health = "wrong"   // the public gets old or no data, or soon will
)

// Check is what was found of one thing.
type Check struct {
	Name  string `json:"check"`
	State Health `json:"state"`
	Found string `json:"found"`
	Mend  string `json:"mend,omitempty"` // the command that mends it
}

// Patient is an installation.
type Patient struct {
	*refresh.Refresher
	File    string // of the settings, "" for none
	Again   string // the flags by which another command finds the same settings and store
	Offline bool   // ask no site
}

// doctor gathers what it finds.
type doctor struct {
	Patient
	checks []Check

	newest data.Snapshot // without a version when there is none
	room   *room         // nil: a bucket has no disk
}

// Diagnosis is what was found.
type Diagnosis struct {
	Wrong    int     `json:"wrong"`
	Warnings int     `json:"warnings"`
	Checks   []Check `json:"checks"`
}

// Examine looks at an installation. With an error of its settings or of its store's location it looks at nothing else.
func Examine(ctx context.Context, p Patient, misconfigured error) (Diagnosis, error) {
	d := doctor{Patient: p}
	if misconfigured != nil {
		d.misconfigured(misconfigured)
	} else {
		d.settings()
		d.storeItself(ctx)
		d.signature()
		d.refreshes()
		d.disk()
		var hosts []host
		if !d.Offline {
			hosts = d.network(ctx)
		}
		d.clock(hosts)
		d.server(ctx)
	}
	return d.diagnosis(), ctx.Err()
}

// ShellQuoted is a word as a shell takes it.
func ShellQuoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune("/.,:_-+=@%", r) && !isWordRune(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func isWordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// command is one of this program, with the settings and store that the doctor was given.
func (d *doctor) command(words string) string { return "pricepoint " + words + d.Again }

func (d *doctor) note(name string, state Health, mend, found string, args ...any) {
	d.checks = append(d.checks, Check{Name: name, State: state, Found: data.Visible(fmt.Sprintf(found, args...)), Mend: data.Visible(mend)})
}

// misconfigured tells every mistake in the settings. Nothing else can be looked at then.
func (d *doctor) misconfigured(err error) {
	if !terminal.IsUsage(err) { // of the store's location
		mend := d.command("config")
		if _, denied := os.Stat(d.Config.Store); errors.Is(denied, fs.ErrPermission) {
			mend = d.mendRights(d.Config.Store, denied)
		}
		d.note("store", Wrong, mend, "%v", err)
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.note("configuration", Wrong, "correct it there; pricepoint config shows where every value is from", "%s", line)
	}
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
