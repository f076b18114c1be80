package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
)

// program is what every command starts from: where it prints, its clock, and the flags that all commands have.
type program struct {
	stdout, stderr io.Writer
	now            func() time.Time
	configFile     string
}

// parts are what a command works with once the settings are read.
type parts struct {
	refresh.Refresher
	out terminal.Printer
}

// bindGlobal defines the flags of every command.
func (p *program) bindGlobal(flags *pflag.FlagSet) {
	flags.StringVar(&p.configFile, "config", "", "settings file; config/pricepoint.yaml documents its keys")
	flags.String("store", "", "directory of the snapshots, or a bucket such as s3://bucket/prefix?region=eu-central-1 (default $STATE_DIRECTORY, else $XDG_STATE_HOME/pricepoint)")
	flags.String("output", "table", "how data is printed: table or json; list also as csv")
	flags.String("log-format", "text", "how the log is written: text or json")
	flags.String("log-level", "info", "debug, info, warn or error")
}

// settable maps the settings that have a flag to its name.
var settable = map[string]string{
	"store": "store", "output": "output", "log.format": "log-format", "log.level": "log-level", "server.listen": "listen",
}

// settingsFrom says where a command takes its settings from.
func (p *program) settingsFrom(c *cobra.Command) config.Options {
	flags := map[string]*pflag.Flag{}
	for key, name := range settable {
		if f := c.Flags().Lookup(name); f != nil {
			flags[key] = f
		}
	}
	return config.Options{File: p.configFile, Flags: flags}
}

// load reads the settings, then the catalogue, and names the store. Beside an error come the parts that there are.
func (p *program) load(c *cobra.Command) (*parts, error) {
	parts, err := p.loadSettings(c)
	if err != nil {
		return parts, err
	}
	known, err := p.known()
	if err != nil {
		return parts, err
	}
	if parts.Catalog, err = catalog.With(known); err != nil {
		with := ""
		if known != nil {
			with = ", with " + catalog.KnownFile + " beside the settings,"
		}
		return parts, fmt.Errorf("the catalogue%s is broken: %v", with, err)
	}
	if parts.Store, err = store.At(c.Context(), parts.Config.Store); err != nil {
		return parts, err
	}
	parts.Keys, err = store.NewKeys(parts.Config.Sign.Key, parts.Config.Sign.PublicKey, func() string { return os.Getenv(passwordVariable) })
	if err != nil {
		return parts, terminal.Usage(fmt.Errorf("sign.public_key: %v", err))
	}
	parts.Store.Use(parts.Keys)
	return parts, nil
}

// with is what a command does once there are the parts that it works with.
func (p *program) with(do func(*parts, context.Context, []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		parts, err := p.load(c)
		if err != nil {
			return err
		}
		return do(parts, c.Context(), args)
	}
}

// printsCSV marks the commands that print data as CSV too.
const printsCSV = "csv"

// loadSettings reads the settings and begins the log.
func (p *program) loadSettings(c *cobra.Command) (*parts, error) {
	cfg, err := config.Load(p.settingsFrom(c))
	parts := &parts{out: terminal.Printer{Out: p.stdout, JSON: cfg.Output == "json"}}
	parts.Config, parts.Now, parts.Program = cfg, p.now, thisBuild().generator()
	parts.Patience = 2 * cfg.Collect.Deadline
	if err == nil && cfg.Output == "csv" && c.Annotations[printsCSV] == "" {
		err = fmt.Errorf("output: %s prints no csv, only list does; choose table or json", c.CommandPath())
	}
	if err != nil {
		return parts, terminal.Usage(err)
	}
	parts.Line = terminal.NewLiveLine(p.stderr, cfg.Log)
	parts.Log = terminal.NewLogger(p.stderr, cfg.Log, parts.Line)
	warnOfVariables(parts.Log)
	return parts, nil
}

// passwordVariable holds the password of sign.key. It is no setting, so that no file and no command shows it.
const passwordVariable = "PRICEPOINT_SIGN_PASSWORD"

// warnOfVariables reports what looks like a setting in the environment but is not one: a misspelt setting would go unnoticed.
func warnOfVariables(log *slog.Logger) {
	for _, name := range config.UnknownVariables(os.Environ()) {
		if name != passwordVariable && name != "PRICEPOINT_RECORDED" && !strings.HasPrefix(name, "PRICEPOINT_TEST_") { // the latter are those of tests
			log.Warn("this variable is not a setting and has no effect; pricepoint config lists the settings", "variable", name)
		}
	}
}
