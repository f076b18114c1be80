package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
)

// Options say where settings are taken from. The zero value takes them from the environment alone.
type Options struct {
	File    string                   // "": none
	Flags   map[string]*pflag.Flag   // by key; a flag counts only when it was given
	Getenv  func(name string) string // nil: os.Getenv
	Sources []string                 // the names that collect.only and collect.disable may have; none: any
}

// loader gathers values and where each was found.
type loader struct {
	viper   *viper.Viper
	kinds   map[string]any    // key -> default, for its type
	where   map[string]string // key -> file and line, variable or flag; no entry for a default
	sources []string          // Options.Sources
}

// Load merges the settings, weakest first: defaults, file, environment, flags. An empty variable means the default.
// The error lists all mistakes, one a line, each with the place of the value and what is allowed.
func Load(options Options) (Config, error) {
	cfg, _, err := load(options)
	return cfg, err
}

// load is Load that also returns where it took each value from.
func load(options Options) (Config, *loader, error) {
	if options.Getenv == nil {
		options.Getenv = os.Getenv
	}
	l := &loader{viper: viper.New(), kinds: map[string]any{}, where: map[string]string{}, sources: options.Sources}
	for _, s := range settingsOf(Default()) {
		l.kinds[s.key] = s.value
		l.viper.SetDefault(s.key, s.value)
	}
	if err := errors.Join(l.addFile(options.File), l.addEnvironment(options.Getenv), l.addFlags(options.Flags)); err != nil {
		return Config{}, nil, err
	}
	var cfg Config
	if err := l.viper.UnmarshalExact(&cfg, func(c *mapstructure.DecoderConfig) { c.TagName = "yaml" }); err != nil {
		return Config{}, nil, fmt.Errorf("configuration: %v", err)
	}
	err := l.validate(cfg)
	if err != nil {
		return Config{}, nil, err
	}
	if cfg.Store == "" {
		cfg.Store, l.where["store"], err = stateDirectory(options.Getenv)
	}
	return cfg, l, err
}

// keys returns every key, sorted.
func (l *loader) keys() []string { return slices.Sorted(maps.Keys(l.kinds)) }

// set stores a value, which is written as text, over what is there already.
func (l *loader) set(key, text, where string) error {
	value, err := parse(l.kinds[key], text)
	if err != nil {
		return fmt.Errorf("%s: %s: %v", where, key, err)
	}
	l.where[key] = where
	l.viper.Set(key, value)
	return nil
}

func (l *loader) addEnvironment(getenv func(string) string) error {
	var mistakes []error
	for _, key := range l.keys() {
		if text := getenv(variable(key)); text != "" {
			mistakes = append(mistakes, l.set(key, text, variable(key)))
		}
	}
	return errors.Join(mistakes...)
}

// UnknownVariables returns, sorted, the names in environ (entries NAME=value) that begin like those of settings but belong
// to none. Empty variables do not count here either.
func UnknownVariables(environ []string) []string {
	known := map[string]bool{}
	for _, s := range settingsOf(Default()) {
		known[variable(s.key)] = true
	}
	var unknown []string
	for _, entry := range environ {
		if name, value, _ := strings.Cut(entry, "="); strings.HasPrefix(name, variablePrefix) && value != "" && !known[name] {
			unknown = append(unknown, name)
		}
	}
	return slices.Sorted(slices.Values(unknown))
}

const variablePrefix = "PRICEPOINT_"

// variable names the environment variable of a key.
func variable(key string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

func (l *loader) addFlags(flags map[string]*pflag.Flag) error {
	var mistakes []error
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		if flag := flags[key]; flag.Changed {
			mistakes = append(mistakes, l.set(key, flag.Value.String(), "--"+flag.Name))
		}
	}
	return errors.Join(mistakes...)
}

// stateDirectory is the store when none is named: systemd's directory, else the user's. because names the variable.
func stateDirectory(getenv func(string) string) (dir, because string, err error) {
	if dir, _, _ := strings.Cut(getenv("STATE_DIRECTORY"), ":"); dir != "" { // a list when the unit has several
		return dir, "STATE_DIRECTORY", nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) { // its specification says to ignore relative ones
		return filepath.Join(dir, "pricepoint"), "XDG_STATE_HOME", nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "state", "pricepoint"), "HOME", nil
	}
	return "", "", errors.New("store: no directory is named, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set; use --store")
}
