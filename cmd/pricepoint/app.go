package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/lmittmann/tint"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pricepoint/config"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
)

// app is what every command works with. load fills it once the command line is known.
type app struct {
	stdout, stderr io.Writer
	now            func() time.Time
	configFile     string
	acceptFewer    bool // take readings that have lost most of their rows

	cfg     config.Config
	log     *slog.Logger
	line    *liveLine // nil unless the log goes to a terminal
	catalog *catalog.Catalog
	store   snapshots
	keys    *store.Keys
}

// bindGlobal defines the flags of every command.
func (a *app) bindGlobal(flags *pflag.FlagSet) {
	flags.StringVar(&a.configFile, "config", "", "settings file; config/pricepoint.yaml documents its keys")
	flags.String("store", "", "directory of the snapshots, or a bucket such as s3://bucket/prefix?region=eu-central-1 (default $STATE_DIRECTORY, else $XDG_STATE_HOME/pricepoint)")
	flags.String("output", "table", "how data is printed: table or json")
	flags.String("log-format", "text", "how the log is written: text or json")
	flags.String("log-level", "info", "debug, info, warn or error")
}

// settable maps the settings that have a flag to its name.
var settable = map[string]string{
	"store": "store", "output": "output", "log.format": "log-format", "log.level": "log-level", "server.listen": "listen",
}

// settingsFrom says where a command takes its settings from.
func (a *app) settingsFrom(c *cobra.Command) config.Options {
	flags := map[string]*pflag.Flag{}
	for key, name := range settable {
		if f := c.Flags().Lookup(name); f != nil {
			flags[key] = f
		}
	}
	return config.Options{File: a.configFile, Flags: flags}
}

// load reads the settings, then the catalogue, and names the store.
func (a *app) load(c *cobra.Command) error {
	if err := a.loadSettings(c); err != nil {
		return err
	}
	var err error
	if a.catalog, err = catalog.Embedded(); err != nil {
		return fmt.Errorf("the embedded catalogue is broken: %v", err)
	}
	if a.store, err = openStore(c.Context(), a.cfg.Store); err != nil {
		return err
	}
	return a.useKeys()
}

// loadSettings reads the settings and begins the log.
func (a *app) loadSettings(c *cobra.Command) error {
	var err error
	if a.cfg, err = config.Load(a.settingsFrom(c)); err != nil {
		return usageError{err}
	}
	a.line = newLiveLine(a.stderr, a.cfg.Log)
	a.log = newLogger(a.stderr, a.cfg.Log, a.line)
	a.warnOfVariables()
	return nil
}

// newLogger writes for people on a terminal, which live is then, plain lines elsewhere, or JSON.
func newLogger(w io.Writer, cfg config.Log, live *liveLine) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Level)) // config.Load has checked it
	switch {
	case cfg.Format == "json":
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: inWords}))
	case live != nil:
		return slog.New(tint.NewTextHandler(live, &tint.Options{Level: level, TimeFormat: time.TimeOnly, NoColor: os.Getenv("NO_COLOR") != ""}))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// inWords gives what describes itself, such as a store or a duration, the same words in JSON as in text.
func inWords(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindDuration:
		a.Value = slog.StringValue(a.Value.Duration().String()) // slog writes a number without a unit
	case slog.KindAny:
		if s, ok := a.Value.Any().(fmt.Stringer); ok {
			a.Value = slog.StringValue(s.String())
		}
	}
	return a
}
