package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pricepoint/data/yaml"
)

// parse reads a value of the same type as like.
func parse(like any, text string) (any, error) {
	switch like.(type) {
	case bool:
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return text == "true", nil
	case int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		return n, nil
	case time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a duration; write a number and a unit, such as 30s, 10m or 168h", text)
		}
		return d, nil
	case []string:
		return splitList(text), nil
	default:
		return text, nil
	}
}

// splitList takes names apart at commas.
func splitList(text string) []string {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// written is a value of a file as it would be written in a variable: the items of a list stand between commas.
func written(node yaml.Node, isList bool) (string, error) {
	if !isList {
		text, ok := node.Text()
		if !ok {
			return "", errors.New("want a single value")
		}
		return text, nil
	}
	items, ok := node.Items()
	if !ok {
		return "", errors.New("want a list, such as [pricing_openai]")
	}
	var texts []string
	for _, item := range items {
		text, err := written(item, false)
		if err != nil {
			return "", fmt.Errorf("in the list: %v", err)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ","), nil
}
