package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/data"
)

func newDoctor(a *app) *cobra.Command {
	d := doctor{app: a}
	c := &cobra.Command{
		Use: "doctor", Short: "Say what is wrong with this installation, and the command that mends it", Args: noArguments,
		Long: "Look at the settings, the store, the clock, the last run, the age of the data, the disk, the way to every source and\n" +
			"the server, and say what is wrong and the command that mends it. Nothing is changed. Exit code 1 means that something\n" +
			"is wrong; a warning is no reason to get up at night.\n\n" +
			"Run it as the user who refreshes: what it may read and write depends on that. It asks every site for its robots.txt\n" +
			"only; pricepoint sources --check reads the pages.",
		Example: "  sudo -u pricepoint pricepoint --config /etc/pricepoint.yaml doctor --store /var/lib/pricepoint\n  pricepoint doctor --offline --output json",
		RunE: func(c *cobra.Command, _ []string) error {
			return d.run(c)
		},
	}
	bindListen(c)
	c.Flags().BoolVar(&d.offline, "offline", false, "ask no site: without the network, and faster")
	return c
}

// health is how a check ended.
type health string

const (
	isWell    health = "ok"
	isWarning health = "warning" // something to look at by day
	isWrong   health = "wrong"   // the public gets old or no data, or soon will
)

// check is what was found of one thing.
type check struct {
	Name  string `json:"check"`
	State health `json:"state"`
	Found string `json:"found"`
	Mend  string `json:"mend,omitempty"` // the command that mends it
}

// doctor gathers what it finds.
type doctor struct {
	*app
	offline bool
	again   string // what a command to mend needs to find the same settings and store
	checks  []check

	newest data.Snapshot // without a version when there is none
	room   *room         // nil: a bucket has no disk
}

// diagnosis is what programs get.
type diagnosis struct {
	Wrong    int     `json:"wrong"`
	Warnings int     `json:"warnings"`
	Checks   []check `json:"checks"`
}

func (d *doctor) run(c *cobra.Command) error {
	d.again = sameSettings(c)
	if err := d.load(c); err != nil {
		d.misconfigured(err)
	} else {
		d.settings()
		d.storeItself(c.Context())
		d.signature()
		d.refreshes()
		d.disk()
		var hosts []host
		if !d.offline {
			hosts = d.network(c.Context())
		}
		d.clock(hosts)
		d.server(c.Context())
	}
	if err := c.Context().Err(); err != nil {
		return err
	}
	return d.tell()
}

// sameSettings are the flags that name the settings and the store of this command, for others to repeat.
func sameSettings(c *cobra.Command) string {
	var flags []string
	for _, name := range []string{"config", "store"} {
		if f := c.Flags().Lookup(name); f != nil && f.Changed {
			flags = append(flags, " --"+name+" "+shellQuoted(f.Value.String()))
		}
	}
	return strings.Join(flags, "")
}

// shellQuoted is a word as a shell takes it.
func shellQuoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune("/.,:_-+=@%", r) && !isWordRune(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func isWordRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// command is one of this program, with the settings and store that the doctor was given.
func (d *doctor) command(words string) string { return "pricepoint " + words + d.again }

func (d *doctor) note(name string, state health, mend, found string, args ...any) {
	d.checks = append(d.checks, check{Name: name, State: state, Found: fmt.Sprintf(found, args...), Mend: mend})
}

// misconfigured tells every mistake in the settings. Nothing else can be looked at then.
func (d *doctor) misconfigured(err error) {
	var usage usageError
	if !errors.As(err, &usage) { // of the store's location
		mend := d.command("config")
		if _, denied := os.Stat(d.cfg.Store); errors.Is(denied, fs.ErrPermission) {
			mend = d.mendRights(d.cfg.Store, denied)
		}
		d.note("store", isWrong, mend, "%v", err)
		return
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		d.note("configuration", isWrong, "correct it there; pricepoint config shows where every value is from", "%s", line)
	}
	if d.cfg.Output == "" {
		d.cfg.Output = "table"
	}
}

// tell prints what was found. Something wrong is an error.
func (d *doctor) tell() error {
	found := diagnosis{Checks: d.checks}
	for _, c := range d.checks {
		switch c.State {
		case isWrong:
			found.Wrong++
		case isWarning:
			found.Warnings++
		}
	}
	if err := d.printDiagnosis(found); err != nil {
		return err
	}
	if found.Wrong > 0 {
		return fmt.Errorf("wrong: %d of %d checks", found.Wrong, len(found.Checks))
	}
	return nil
}
