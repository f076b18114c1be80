package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
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
	cfg    Config
	fields map[string]any    // key -> pointer to its value in cfg
	where  map[string]string // key -> file and line, variable or flag; no entry for a default
}

// Load merges the settings, weakest first: defaults, file, environment, flags. An empty variable means the default.
// The error lists all mistakes, one a line, each with the place of the value and what is allowed.
func Load(options Options) (Config, error) {
	l, err := load(options)
	if err != nil {
		return Config{}, err
	}
	return l.cfg, nil
}

// load is Load that also says where it took each value from.
func load(options Options) (*loader, error) {
	if options.Getenv == nil {
		options.Getenv = os.Getenv
	}
	l := newLoader()
	if err := errors.Join(l.addFile(options.File), l.addEnvironment(options.Getenv), l.addFlags(options.Flags)); err != nil {
		return nil, err
	}
	err := l.validate(options.Sources)
	if err == nil && l.cfg.Store == "" {
		l.cfg.Store, l.where["store"], err = stateDirectory(options.Getenv)
	}
	return l, err
}

// newLoader has the defaults.
func newLoader() *loader {
	l := &loader{cfg: Default(), fields: map[string]any{}, where: map[string]string{}}
	l.addFields("", reflect.ValueOf(&l.cfg).Elem())
	return l
}

// addFields finds the keys of a section, whose name is "" or ends in a dot.
func (l *loader) addFields(section string, of reflect.Value) {
	for _, field := range reflect.VisibleFields(of.Type()) {
		key, value := section+field.Tag.Get("yaml"), of.FieldByIndex(field.Index)
		if value.Kind() == reflect.Struct {
			l.addFields(key+".", value)
		} else {
			l.fields[key] = value.Addr().Interface()
		}
	}
}

// keys returns every key, sorted.
func (l *loader) keys() []string { return slices.Sorted(maps.Keys(l.fields)) }

// set stores a value over what is there already.
func (l *loader) set(key, text, where string) (err error) {
	l.where[key] = where
	switch value := l.fields[key].(type) {
	case *string:
		*value = text
	case *bool:
		if *value = text == "true"; !*value && text != "false" {
			return fmt.Errorf("%q is neither true nor false", text)
		}
	case *int:
		if *value, err = strconv.Atoi(text); err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
	case *time.Duration:
		if *value, err = time.ParseDuration(text); err != nil {
			return fmt.Errorf("%q is not a duration; write a number and a unit, such as 30s, 10m or 168h", text)
		}
	case *[]string:
		*value = splitList(text)
	}
	return nil
}

// splitList takes names apart at commas.
func splitList(text string) (names []string) {
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (l *loader) addEnvironment(getenv func(string) string) error {
	var mistakes []error
	for _, key := range l.keys() {
		name := variable(key)
		if text := getenv(name); text != "" {
			if err := l.set(key, text, name); err != nil {
				mistakes = append(mistakes, fmt.Errorf("%s: %v", name, err))
			}
		}
	}
	return errors.Join(mistakes...)
}

// UnknownVariables returns, sorted, the names in environ (entries NAME=value) that begin like those of settings but belong
// to none. Empty variables do not count here either.
func UnknownVariables(environ []string) []string {
	known := map[string]bool{}
	for _, key := range newLoader().keys() {
		known[variable(key)] = true
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
		flag := flags[key]
		if l.fields[key] == nil || flag == nil {
			return fmt.Errorf("a flag is bound to %q, which must be a key and a flag", key)
		}
		if !flag.Changed {
			continue
		}
		text := flag.Value.String()
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			text = strings.Join(list.GetSlice(), ",")
		}
		if err := l.set(key, text, "--"+flag.Name); err != nil {
			mistakes = append(mistakes, fmt.Errorf("--%s: %v", flag.Name, err))
		}
	}
	return errors.Join(mistakes...)
}

// StateDirectory is where the program may keep what it must remember on this machine. It need not exist.
func StateDirectory() (string, error) {
	dir, _, err := stateDirectory(os.Getenv)
	return dir, err
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
