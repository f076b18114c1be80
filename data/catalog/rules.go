package catalog

import (
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// A field of the catalogue says in its tag "check" what its value must be, in words of the table rules. Of a list they are
// about each item, but for "distinct". A value of a type in the table choices must be one of those listed there. What fields
// must be beside one another, a type says in a method validate.

// validator is a part of the catalogue that checks its fields beside one another, once each of them was checked alone.
type validator interface {
	validate(check *checks, at yaml.Place)
}

var validators = reflect.TypeFor[validator]()

// rules are the words of the tag "check", some of them with an argument behind "=".
var rules map[string]func(c *checks, at yaml.Place, v reflect.Value, argument string)

func init() {
	rules = map[string]func(*checks, yaml.Place, reflect.Value, string){
		"text": func(c *checks, at yaml.Place, v reflect.Value, most string) {
			limit, _ := strconv.Atoi(most) // a tag without a number would refuse every text
			c.text(at, v.String(), limit)
		},
		"slug":      func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.slug(at, v.String()) },
		"https":     func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.https(at, v.String()) },
		"cell":      func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.cell(at, v.String()) },
		"month":     func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.month(at, v.String()) },
		"past":      func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.past(at, v.Interface().(Date)) },
		"collector": func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.collector(at, v.String()) },
		"effort":    func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.effort(at, v.String()) },
		"above0":    func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.above0(at, v.Interface().(data.Number)) },
		"share":     func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.share(at, v.Interface().(data.Number)) },
		"oneof": func(c *checks, at yaml.Place, v reflect.Value, all string) {
			c.oneOf(at, v.String(), strings.Split(all, "|"))
		},
		"known": func(c *checks, at yaml.Place, v reflect.Value, what string) {
			c.known(at, v.String(), references[what])
		},
		"period":   func(c *checks, at yaml.Place, v reflect.Value, _ string) { c.period(at, v.String()) },
		"distinct": distinct,
	}
}

// choices are the values of types that have few.
var choices = map[reflect.Type][]string{}

func choose[T ~string](all ...T) bool {
	for _, value := range all {
		kind := reflect.TypeFor[T]()
		choices[kind] = append(choices[kind], string(value))
	}
	return true
}

var _ = choose(Page, ThirdParty, Rule) && choose(High, Medium, Low) && choose(SameAsInput, Unknown) && choose(sortRules...) &&
	choose(data.FeeStated, data.FeeIncluded, data.FeeByAgreement, data.FeeUnknown) &&
	choose(data.AllowanceStated, data.AllowanceNone, data.AllowanceUnstated, data.AllowanceUnknown) &&
	choose(data.UsageUSD, data.UsageCredits, data.UsageRequests, data.UsageCompletions, data.UsageTokens, data.UsageHours, data.UsageMultiple) &&
	choose(data.RepositoryWork, data.TerminalWork, data.AnswerWork, data.ExerciseWork) &&
	choose(data.MakersPrice, data.CheapestRoute) && choose(data.Percent, data.Elo) && choose(data.Modalities...) && choose(data.ProvisionalBases...)

// reference is what an identifier can lead to.
type reference struct {
	where string // "no tool has the id"
	ids   func(c *Catalog) []string
}

var references = map[string]reference{
	"tool":     {"no tool has the id", func(c *Catalog) []string { return each(c.Tools, func(t Tool) string { return t.ID }) }},
	"provider": {"no provider in providers.yaml has the id", func(c *Catalog) []string { return each(c.Providers, func(p Provider) string { return p.ID }) }},
	"category": {"no category in categories.yaml has the slug", func(c *Catalog) []string { return each(c.Categories, func(k Category) string { return k.Slug }) }},
	"platform": {"no platform in platforms.yaml has the id", func(c *Catalog) []string { return each(c.Platforms, func(p Platform) string { return p.ID }) }},
	"column":   {"no column in scoring.yaml has the id", func(c *Catalog) []string { return each(c.Scoring.Columns, func(k Column) string { return k.ID }) }},
	"board":    {"no board in solved.yaml has the id", func(c *Catalog) []string { return each(c.Solved.Boards, func(b SolvedBoard) string { return b.ID }) }},
}

func each[T any](all []T, name func(T) string) []string {
	names := make([]string, len(all))
	for i, item := range all {
		names[i] = name(item)
	}
	return names
}

// checks hold everything against the rules. What is wrong goes into the report.
type checks struct {
	catalog *Catalog
	yaml.Report
}

// walk checks a value by the rules of its field, and everything in it.
func (c *checks) walk(at yaml.Place, v reflect.Value, tag string) {
	if v.Kind() == reflect.Pointer {
		c.walk(at, v.Elem(), tag)
		return
	}
	for _, word := range strings.Fields(tag) {
		name, argument, _ := strings.Cut(word, "=")
		if (v.Kind() == reflect.Slice) == (name == "distinct") {
			rules[name](c, at, v, argument)
		}
	}
	if all, ok := choices[v.Type()]; ok {
		c.oneOf(at, v.String(), all)
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			c.walk(at.Item(i), v.Index(i), tag)
		}
	case reflect.Map:
		for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) }) {
			c.walk(at.Key(key.String()), v.MapIndex(key), tag)
		}
	case reflect.Struct:
		c.fields(at, v)
	}
	if v.Type().Implements(validators) {
		v.Interface().(validator).validate(c, at)
	}
}

// fields walks through the keys of a struct that are written in its file.
func (c *checks) fields(at yaml.Place, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			c.fields(at, v.Field(i))
		case name != "" && name != "-" && (options != "omitempty" || !v.Field(i).IsZero()):
			c.walk(at.Key(name), v.Field(i), field.Tag.Get("check"))
		}
	}
}

// distinct reports every item of a list that stood there before. key is the key it is known by, "" for the item itself.
func distinct(c *checks, at yaml.Place, list reflect.Value, key string) {
	before := map[string]bool{}
	for i := range list.Len() {
		here, item := at.Item(i), list.Index(i)
		if key != "" {
			here, item = here.Key(key), item.FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, key) })
		}
		if before[item.String()] {
			c.Add(here, "%q appears twice; remove or rename one", item)
		}
		before[item.String()] = true
	}
}

// past refuses a date after the catalogue itself was verified.
func (c *checks) past(at yaml.Place, d Date) {
	if d.First.After(c.catalog.Verified.First) {
		c.Add(at, "%s is after %s, when the catalogue was verified; correct it, or move the date in catalogue.yaml on", d.Text, c.catalog.Verified.Text)
	}
}

// month checks a month, which must not be after the catalogue was verified.
func (c *checks) month(at yaml.Place, month string) {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		c.Add(at, "%q is not a month; write it as 2006-01", month)
		return
	}
	c.past(at, Date{Text: month, First: first})
}

func (c *checks) https(at yaml.Place, address string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(address, " \t\n") {
		c.Add(at, "%q is not an https address", address)
	}
}

// slug checks an identifier: lower-case words of letters and digits, joined by single hyphens.
func (c *checks) slug(at yaml.Place, id string) {
	for word := range strings.SplitSeq(id, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			c.Add(at, "%q is not an identifier; use lower-case letters, digits and single hyphens", id)
			return
		}
	}
}

// text checks a text for people: there, and at most so many characters long without the space around it.
func (c *checks) text(at yaml.Place, text string, limit int) {
	switch length := utf8.RuneCountInString(strings.TrimSpace(text)); {
	case length == 0:
		c.Add(at, "the text is empty; write it")
	case length > limit:
		c.Add(at, "the text has %d characters, at most %d are allowed; shorten it", length, limit)
	}
}

// cell refuses a name that a spreadsheet would take for a formula: names stand in CSV documents as they are.
func (c *checks) cell(at yaml.Place, name string) {
	if strings.IndexAny(name, "=+-@\t\r") == 0 {
		c.Add(at, "%q begins like a formula of a spreadsheet; begin with a letter or a digit", name)
	}
}

func (c *checks) oneOf(at yaml.Place, value string, allowed []string) {
	if !slices.Contains(allowed, value) {
		c.Add(at, "%q is not one of %q", value, allowed)
	}
}

// known checks an identifier of something that stands elsewhere in the catalogue.
func (c *checks) known(at yaml.Place, id string, of reference) {
	if !slices.Contains(of.ids(c.catalog), id) {
		c.Add(at, "%s %q", of.where, id)
	}
}

func (c *checks) above0(at yaml.Place, n data.Number) {
	if !n.IsPositive() {
		c.Add(at, "%s is not above 0", n)
	}
}

func (c *checks) share(at yaml.Place, n data.Number) {
	if !n.IsPositive() || n.GreaterThan(data.Int(1).Decimal) {
		c.Add(at, "%s is not a share; it must be above 0 and at most 1", n)
	}
}

// collector checks the form of a collector's name; which there are is not known here.
func (c *checks) collector(at yaml.Place, name string) {
	kind, rest, _ := strings.Cut(name, "_")
	if rest == "" || !slices.Contains([]string{"pricing", "leaderboard", "feed", "lifecycle"}, kind) {
		c.Add(at, "%q is not a source; its name begins with pricing_, leaderboard_, feed_ or lifecycle_", name)
	}
}

// effort checks a reasoning setting.
func (c *checks) effort(at yaml.Place, effort string) {
	if !slices.Contains(c.catalog.Scoring.EffortOrder, effort) {
		c.Add(at, "effort %q is not in effortOrder of scoring.yaml", effort)
	}
}

// nowhere is what is wrong with an address that leads to no number.
const nowhere = "%s is a whole site or repository, in which nobody finds the number; cite its page, file or line"

// trusted checks that a fact is trusted no further than whose word it is and where its address leads to deserve.
func (c *checks) trusted(at yaml.Place, e Evidence, stated Confidence) {
	if e.leadsNowhere() && stated != Low {
		c.Add(at, nowhere+", or write low", e.Source)
	} else if most := e.Word().AtMost(stated); most != stated {
		c.Add(at, "the maker was not seen to print it, so it is never of %s confidence; write %s", stated, most)
	}
}

// sorted are the keys of a map.
func sorted[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
