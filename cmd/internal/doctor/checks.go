package doctor

import (
	"fmt"
	"strings"
	"time"

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
	Sudo    string // the user as whom sudo runs this for somebody else, who has to type it before other commands, too; "" for none
	Offline bool   // ask no site

	Weakness, Mends string // what is known of what this program was built with, and what to do; "" for nothing
}

// doctor gathers what it finds.
type doctor struct {
	Patient
	checks []Check

	newest data.Snapshot // without a version when there is none
	room   *room         // nil: a bucket has no disk
}

// command is one of this program, with the user, settings and store that the doctor was given.
func (d *doctor) command(words string) string {
	if d.Sudo == "" {
		return "pricepoint " + words + d.Again
	}
	return d.commandAs(d.Sudo, words)
}

func (d *doctor) commandAs(user, words string) string {
	return "sudo -u " + ShellQuoted(user) + " pricepoint " + words + d.Again
}

func (d *doctor) note(name string, state Health, mend, found string, args ...any) {
	d.checks = append(d.checks, Check{Name: name, State: state, Found: data.Visible(fmt.Sprintf(found, args...)), Mend: data.Visible(mend)})
}

// directory is the store's, "" when it is a bucket.
func (d *doctor) directory() string {
	path, _ := d.Store.Directory()
	return path
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

// rough is a duration for people.
func rough(span time.Duration) string {
	switch {
	case span >= 48*time.Hour:
		return terminal.Several(int(span.Hours()/24), "day")
	case span >= 2*time.Hour:
		return terminal.Several(int(span.Hours()), "hour")
	case span >= 2*time.Minute:
		return terminal.Several(int(span.Minutes()), "minute")
	}
	return terminal.Several(int(span.Seconds()), "second")
}
