package web

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/itchyny/gojq"
)

// knowledge is what a script may name.
type knowledge struct {
	texts  map[string][]string // {name}
	values map[string]any      // $name
}

var (
	several = regexp.MustCompile(`\{([^{}]*,[^{}]*|[a-zA-Z]+)\}`)
	named   = regexp.MustCompile(`\{\w+\}`)
)

// expanded is what a text with braces in it stands for.
func (k knowledge) expanded(text string) (all []string) {
	braces := several.FindStringSubmatchIndex(text)
	if braces == nil {
		return []string{k.filled(text)}
	}
	inside := text[braces[2]:braces[3]]
	values, known := k.texts[inside]
	if !known {
		values = strings.Split(inside, ",")
	}
	for _, value := range values {
		all = append(all, k.expanded(text[:braces[0]]+value+text[braces[1]:])...)
	}
	return all
}

// filled puts what is known in the place of its name.
func (k knowledge) filled(text string) string {
	return named.ReplaceAllStringFunc(text, func(braces string) string {
		name := strings.Trim(braces, "{}")
		if values := k.texts[name]; len(values) > 0 {
			return values[0]
		}
		if n, err := strconv.Atoi(name); err == nil && n >= 1000 {
			return strings.Repeat("a", n)
		}
		return braces
	})
}

// keep remembers something of an answer.
func (k knowledge) keep(name, what string, res *scriptedAnswer) (err error) {
	how, rest, _ := strings.Cut(what, " ")
	switch how {
	case "jq":
		k.values[name], err = k.find(rest, res)
	case "all":
		pattern, err := regexp.Compile(rest)
		if err != nil {
			return err
		}
		var texts []string
		for _, found := range pattern.FindAllSubmatch(res.body, -1) {
			texts = append(texts, string(found[1]))
		}
		if len(texts) == 0 {
			return fmt.Errorf("nothing is like %s", rest)
		}
		k.texts[name] = append(k.texts[name], texts...)
		slices.Sort(k.texts[name])
		k.texts[name] = slices.Compact(k.texts[name])
		k.values[name] = forJQ(k.texts[name])
	case "body":
		k.texts[name] = []string{string(res.body)}
	default:
		k.texts[name] = []string{res.Header.Get(what)}
	}
	return err
}

// find is the one value of an expression of jq.
func (k knowledge) find(expression string, in *scriptedAnswer) (any, error) {
	query, err := gojq.Parse(expression)
	if err != nil {
		return nil, err
	}
	var names []string
	var values []any
	for name, value := range k.values {
		names, values = append(names, "$"+name), append(values, value)
	}
	code, err := gojq.Compile(query, gojq.WithVariables(names))
	if err != nil {
		return nil, err
	}
	found, _ := code.Run(in.parsed(), values...).Next()
	if err, failed := found.(error); failed {
		return nil, err
	}
	return found, nil
}

// forJQ are texts in the form that jq knows.
func forJQ(texts []string) (all []any) {
	for _, text := range texts {
		all = append(all, text)
	}
	return all
}
