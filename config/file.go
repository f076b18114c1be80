package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"pricepoint/data/yaml"
)

// longestFile is how many bytes of settings are read: a hundred times as many as there are with all their comments.
const longestFile = 1 << 20

// addFile reads the configuration file.
func (l *loader) addFile(path string) error {
	if path == "" {
		return nil
	}
	if err := WholePath(path); err != nil {
		return fmt.Errorf("--config: %v", err)
	}
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("configuration: %v", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, longestFile+1))
	switch {
	case err != nil:
		return fmt.Errorf("configuration: %v", err)
	case len(text) > longestFile:
		return fmt.Errorf("configuration: %s has more than %d bytes", path, longestFile)
	}
	documents, err := yaml.Parse(path, text)
	switch {
	case err != nil:
		return err
	case len(documents) > 1:
		return fmt.Errorf("%s holds %d YAML documents; want one", path, len(documents))
	case len(documents) == 0 || documents[0].IsEmpty():
		return nil // nothing but comments
	}
	return errors.Join(l.addSection("", documents[0])...)
}

// addSection takes over what is below a section; its name is "" or ends in a dot.
func (l *loader) addSection(section string, node yaml.Node) []error {
	entries, ok := node.Entries()
	if !ok {
		return []error{fmt.Errorf("%s: %swant keys with values", node, strings.Replace(section, ".", ": ", 1))}
	}
	var mistakes []error
	for _, entry := range entries {
		key := section + entry.Name
		switch {
		case l.isSection(key):
			if !entry.Value.IsEmpty() {
				mistakes = append(mistakes, l.addSection(key+".", entry.Value)...)
			}
		case l.fields[key] == nil:
			mistakes = append(mistakes, l.unknown(entry.At, section, key))
		case strings.Contains(entry.Name, "."): // as messages write it
			above, name, _ := strings.Cut(key, ".")
			mistakes = append(mistakes, fmt.Errorf("%s: %q is not one key in YAML: write %q on a line of its own, and %q with the value below it, indented",
				entry.At, key, above+":", name+":"))
		default:
			mistakes = append(mistakes, l.addValue(entry.At, key, entry.Value))
		}
	}
	return mistakes
}

// addValue takes over one value; an empty one means the default.
func (l *loader) addValue(where, key string, node yaml.Node) error {
	if node.IsEmpty() {
		return nil
	}
	var err error
	if names, isList := l.fields[key].(*[]string); isList {
		*names, err = list(node)
		l.where[key] = where
	} else if text, ok := node.Text(); ok {
		err = l.set(key, text, where)
	} else {
		err = errors.New("want a single value")
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %v", where, key, err)
	}
	return nil
}

// list returns the texts of a list of single values.
func list(node yaml.Node) ([]string, error) {
	items, ok := node.Items()
	if !ok {
		return nil, errors.New("want a list, such as [pricing_openai]")
	}
	texts := []string{}
	for _, item := range items {
		text, ok := item.Text()
		if !ok {
			return nil, errors.New("in the list: want a single value")
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func (l *loader) isSection(name string) bool {
	return slices.ContainsFunc(l.keys(), func(key string) bool { return strings.HasPrefix(key, name+".") })
}

// unknown lists what could have been meant: all keys of the section, or of the whole file.
func (l *loader) unknown(where, section, key string) error {
	var known []string
	for _, k := range l.keys() {
		if strings.HasPrefix(k, section) {
			known = append(known, k)
		}
	}
	return fmt.Errorf("%s: unknown key %q; there are %s", where, key, strings.Join(known, ", "))
}
