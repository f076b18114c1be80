package config

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"pricepoint/data/yaml"
)

// addFile reads the configuration file, since viper knows no lines.
func (l *loader) addFile(path string) error {
	if path == "" {
		return nil
	}
	if err := WholePath(path); err != nil {
		return fmt.Errorf("--config: %v", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("configuration: %v", err)
	}
	documents, err := yaml.Parse(path, text)
	switch {
	case err != nil:
		return err
	case len(documents) > 1:
		return fmt.Errorf("%s holds %d YAML documents; want one", path, len(documents))
	case len(documents) == 0:
		return nil // nothing but comments
	}
	return l.addSection("", documents[0])
}

// addSection takes over what is below a section, if there is anything; its name is "" or ends in a dot.
func (l *loader) addSection(section string, node yaml.Node) error {
	if node.IsEmpty() {
		return nil
	}
	entries, ok := node.Entries()
	if !ok {
		return fmt.Errorf("%s: want keys with values", node)
	}
	var mistakes []error
	for _, entry := range entries {
		key, mistake := section+entry.Name, error(nil)
		switch kind := l.kinds[key]; {
		case kind != nil && !strings.Contains(entry.Name, "."):
			mistake = l.addValue(entry.At(), key, entry.Value)
		case l.isSection(key):
			mistake = l.addSection(key+".", entry.Value)
		default:
			mistake = l.unknown(entry.At(), section, key)
		}
		mistakes = append(mistakes, mistake)
	}
	return errors.Join(mistakes...)
}

// addValue takes over one value; an empty one means the default.
func (l *loader) addValue(where, key string, node yaml.Node) error {
	if node.IsEmpty() {
		return nil
	}
	_, isList := l.kinds[key].([]string)
	text, err := written(node, isList)
	if err != nil {
		return fmt.Errorf("%s: %s: %v", where, key, err)
	}
	return l.set(key, text, where)
}

func (l *loader) isSection(name string) bool {
	return slices.ContainsFunc(l.keys(), func(key string) bool { return strings.HasPrefix(key, name+".") })
}

// unknown lists what could have been meant: all keys of the section, or of the whole file.
func (l *loader) unknown(where, section, key string) error {
	known := slices.DeleteFunc(l.keys(), func(k string) bool { return !strings.HasPrefix(k, section) })
	return fmt.Errorf("%s: unknown key %q; there are %s", where, key, strings.Join(known, ", "))
}
