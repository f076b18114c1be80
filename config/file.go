package config

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// addFile reads the configuration file. It walks the parsed tree itself because viper knows no lines, and the
// library's decoder loses that of a bad duration, cuts 1.5 to 1 and takes true for a text.
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
	return l.addText(path, text)
}

func (l *loader) addText(path string, text []byte) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return syntaxError(path, err)
	}
	if len(file.Docs) > 1 {
		return fmt.Errorf("%s holds %d YAML documents; want one", path, len(file.Docs))
	}
	if len(file.Docs) == 0 || isEmpty(file.Docs[0].Body) {
		return nil // nothing but comments
	}
	return errors.Join(l.addSection(path, "", file.Docs[0].Body)...)
}

// addSection takes over what is below a section; its name is "" or ends in a dot.
func (l *loader) addSection(path, section string, node ast.Node) []error {
	entries, ok := node.(*ast.MappingNode)
	if !ok {
		return []error{fmt.Errorf("%s: %swant keys with values", at(path, node), prefix(section))}
	}
	var mistakes []error
	for _, entry := range entries.Values {
		name := entry.Key.GetToken().Value
		key := section + name
		switch {
		case strings.Contains(name, ".") && l.kinds[key] != nil:
			mistakes = append(mistakes, fmt.Errorf("%s: %s", at(path, entry.Key), flat(key)))
		case strings.Contains(name, "."):
			mistakes = append(mistakes, l.unknown(at(path, entry.Key), section, key))
		case l.isSection(key):
			if !isEmpty(entry.Value) {
				mistakes = append(mistakes, l.addSection(path, key+".", entry.Value)...)
			}
		case l.kinds[key] == nil:
			mistakes = append(mistakes, l.unknown(at(path, entry.Key), section, key))
		default:
			mistakes = append(mistakes, l.addValue(at(path, entry.Key), key, entry.Value))
		}
	}
	return mistakes
}

// addValue takes over one value; an empty one means the default.
func (l *loader) addValue(where, key string, node ast.Node) error {
	if isEmpty(node) {
		return nil
	}
	var value any
	var err error
	if _, isList := l.kinds[key].([]string); isList {
		value, err = list(node)
	} else {
		var text string
		if text, err = scalar(node); err == nil {
			value, err = parse(l.kinds[key], text)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %s: %v", where, key, err)
	}
	return l.set(key, value, where)
}

func (l *loader) isSection(name string) bool {
	for key := range l.kinds {
		if strings.HasPrefix(key, name+".") {
			return true
		}
	}
	return false
}

// flat says how to write a key that was written as messages write it.
func flat(key string) string {
	section, name, _ := strings.Cut(key, ".")
	return fmt.Sprintf("%q is not one key in YAML: write %q on a line of its own, and %q with the value below it, indented", key, section+":", name+":")
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

func syntaxError(path string, err error) error {
	var e yaml.Error
	if errors.As(err, &e) && e.GetToken() != nil {
		message := e.GetMessage()
		if strings.Contains(message, "'\t'") {
			message = "a tab, which YAML allows nowhere before a key; indent with spaces"
		}
		return fmt.Errorf("%s:%d: %s", path, e.GetToken().Position.Line, message)
	}
	return fmt.Errorf("%s: %v", path, err)
}

func at(path string, node ast.Node) string {
	return fmt.Sprintf("%s:%d", path, node.GetToken().Position.Line)
}

func prefix(section string) string {
	if section == "" {
		return ""
	}
	return strings.TrimSuffix(section, ".") + ": "
}

func isEmpty(node ast.Node) bool {
	switch node.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return true
	}
	return false
}
