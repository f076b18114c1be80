// Package doctor looks at an installation and says what is wrong with it, and which command mends it, in five checks: the
// settings, the store, the time, the sources, the network. Start at Examine.
//
// It changes nothing and reads no page of a source.
package doctor

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// Patient is an installation.
type Patient struct {
	*refresh.Refresher
	File    string // of the settings, "" for none
	Again   string // the flags by which another command finds the same settings and store
	Offline bool   // ask no site

	Weakness, Mend string // what is known of what this program was built with, and what to do; "" for nothing
}

// doctor gathers what it finds.
type doctor struct {
	Patient
	found  Diagnosis
	newest data.Snapshot // without a version when there is none
	away   bool          // the store cannot be reached, and to ask again takes another minute
}

// Examine looks at an installation. With an error of its settings or of its store's location it looks at nothing else.
func Examine(ctx context.Context, p Patient, misconfigured error) (Diagnosis, error) {
	d := doctor{Patient: p}
	if misconfigured != nil {
		d.misconfigured(misconfigured)
		return d.found, ctx.Err()
	}
	d.settings()
	d.store()
	var machine *web.Machine
	if !d.Offline {
		machine = d.network(ctx)
	}
	d.server(ctx)
	d.time(machine)
	if !d.away {
		d.sources()
	}
	return d.found, ctx.Err()
}

// misconfigured tells every mistake in the settings, or why there is no such store.
func (d *doctor) misconfigured(err error) {
	if !terminal.IsUsage(err) {
		d.note(theStore, Wrong, d.command("config"), "%v", err)
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.note(theSettings, Wrong, "correct it there", "%s", line)
	}
}

// settings looks at what config.Load cannot know: names of sources, files, and what is better set.
func (d *doctor) settings() {
	before := len(d.found.Checks)
	if d.Weakness != "" {
		d.note(theSettings, Warning, d.Mend, "%s", d.Weakness)
	}
	if _, err := d.Asked(nil); err != nil {
		d.note(theSettings, Wrong, "pricepoint sources lists the names", "collect.only or collect.disable: %v", err)
	}
	if d.Config.Collect.Contact == "" {
		d.note(theSettings, Warning, "PRICEPOINT_COLLECT_CONTACT=https://…, or collect.contact in the settings",
			"collect.contact is not set, so the sites that are read cannot tell who asks")
	}
	if d.Config.Collect.AllowPrivate {
		d.note(theSettings, Warning, "set collect.allow_private to false", "collect.allow_private lets a page lead into this network; it is for tests and mirrors")
	}
	switch err := refresh.ReadyToSign(d.Keys); {
	case err != nil && d.Keys.Signs():
		d.note(theSettings, Wrong, "put the key back; if it is lost, make a new pair, set sign.key and sign.public_key, then "+d.adopt(), "%v", err)
	case err != nil:
		d.note(theSettings, Warning, "set sign.key where pricepoint refreshes",
			"sign.public_key is set and sign.key is not, so no refresh can publish; right if this machine only serves")
	}
	if len(d.found.Checks) == before {
		where := "the defaults, flags and variables"
		if d.File != "" {
			where = d.File
		}
		d.note(theSettings, Well, "", "valid: %s", where)
	}
}

func (d *doctor) note(check string, state Health, mend, found string, args ...any) {
	d.found.Checks = append(d.found.Checks, Check{Name: check, State: state, Found: data.Visible(fmt.Sprintf(found, args...)), Mend: data.Visible(mend)})
	switch state {
	case Wrong:
		d.found.Wrong++
	case Warning:
		d.found.Warnings++
	}
}

// command is one of this program, with the settings and store that the doctor was given.
func (d *doctor) command(words string) string { return "pricepoint " + words + d.Again }

// startRefresh has the timer's service refresh, refreshNow this user.
func (d *doctor) startRefresh() string {
	return "systemctl start pricepoint-refresh, then systemctl list-timers pricepoint-refresh.timer; or: " + d.refreshNow()
}

func (d *doctor) refreshNow() string { return d.command("refresh") }

// adopt has a refresh build on the newest snapshot, which the key has not signed. What is wrong with the pointer is told of the store.
func (d *doctor) adopt() string {
	newest, _ := d.Store.Pointer()
	return d.refreshNow() + " --adopt " + cmp.Or(newest.Version, "VERSION")
}

var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/.,:_+=@%-]+$`)

// ShellQuoted is a word as a shell takes it.
func ShellQuoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

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
