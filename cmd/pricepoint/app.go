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
	"golang.org/x/term"

	"pricepoint/config"
	"pricepoint/data/catalog"
)

// app is what every command works with. load fills it once the command line is known.
type app struct {
	stdout, stderr io.Writer
	now            func() time.Time
	configFile     string
	acceptFewer    bool // take readings that have lost most of their rows

	cfg     config.Config
	log     *slog.Logger
	catalog *catalog.Catalog
	store   snapshots
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

// load reads the settings, then the catalogue, and names the store.
func (a *app) load(c *cobra.Command) error {
	flags := map[string]*pflag.Flag{}
	for key, name := range settable {
		if f := c.Flags().Lookup(name); f != nil {
			flags[key] = f
		}
	}
	var err error
	if a.cfg, err = config.Load(config.Options{File: a.configFile, Flags: flags}); err != nil {
		return usageError{err}
	}
	a.log = newLogger(a.stderr, a.cfg.Log)
	if a.catalog, err = catalog.Embedded(); err != nil {
		return fmt.Errorf("the embedded catalogue is broken: %v", err)
	}
	a.store, err = openStore(c.Context(), a.cfg.Store)
	return err
}

// newLogger writes for people on a terminal, plain lines elsewhere, or JSON.
func newLogger(w io.Writer, cfg config.Log) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.Level)) // config.Load has checked it
	if cfg.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
	}
	file, ok := w.(*os.File)
	if ok && term.IsTerminal(int(file.Fd())) {
		return slog.New(tint.NewTextHandler(w, &tint.Options{Level: level, TimeFormat: time.TimeOnly}))
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
