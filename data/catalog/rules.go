package catalog

import (
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/data/yaml"
)

// A field of the catalogue says in its tag "check" what its value must be, in words of the tables below. Of a list they are
// about each item, but for those in listRules. A value of a type in the table choices must be one of those listed there. What
// fields must be beside one another, a type says in a method validate.

// validator is a part of the catalogue that checks its fields beside one another, once each of them was checked alone.
type validator interface {
	validate(check *checks, at yaml.Place)
}

var validators = reflect.TypeFor[validator]()

// rules are the words about a single value, which they take as it is written, some of them with an argument behind "=".
var rules = map[string]func(c *checks, at yaml.Place, value, argument string){
	"text": (*checks).text, "template": (*checks).template, "month": (*checks).month, "past": (*checks).past, "effort": (*checks).effort,
	"known": (*checks).known,
	"oneof": func(c *checks, at yaml.Place, value, all string) { c.oneOf(at, value, strings.Split(all, "|")) },
	"slug":  like(`^[a-z0-9]+(-[a-z0-9]+)*$`, "%q is not an identifier; use lower-case letters, digits and single hyphens"),
	"https": like(`^https://[^/?#\s]+\S*$`, "%q is not an https address"),
	"cell":  like(`^[^=+\-@\t\r]`, "%q begins like a formula of a spreadsheet; begin with a letter or a digit"), // names stand in CSV documents as they are
	"day":   like(`^\d{4}-\d\d-\d\d$`, "%q is not a day"),
	"collector": like(`^(pricing|leaderboard|feed|lifecycle)_.`, // which there are is not known here
		"%q is not a source; its name begins with pricing_, leaderboard_, feed_ or lifecycle_"),
	"period": like(`^(week|month|year|[1-9]\d{0,2} (hours|days))$`, "%q is no period; write week, month, year, or a number of hours or days such as 5 hours"),
	"quote":  like(`\d`, "the quote %q says no number"),
	"sha256": like(`^[0-9a-f]{64}$`, "%q is not a sha256 in hexadecimal"),
	"above":  bound("%s is not above %s", func(n, least data.Number) bool { return n.GreaterThan(least.Decimal) }),
	"least":  bound("%s is less than %s", func(n, least data.Number) bool { return !n.LessThan(least.Decimal) }),
	"most":   bound("%s is more than %s", func(n, most data.Number) bool { return !n.GreaterThan(most.Decimal) }),
}

// listRules are those about a whole list.
var listRules = map[string]func(c *checks, at yaml.Place, list reflect.Value, argument string){
	"distinct": (*checks).distinct, "many": (*checks).many,
}

// like wants what a pattern fits.
func like(pattern, format string) func(*checks, yaml.Place, string, string) {
	form := regexp.MustCompile(pattern)
	return func(c *checks, at yaml.Place, value, _ string) {
		if !form.MatchString(value) {
			c.Add(at, format, value)
		}
	}
}

// bound wants a number that keeps to another one.
func bound(format string, keeps func(n, bound data.Number) bool) func(*checks, yaml.Place, string, string) {
	return func(c *checks, at yaml.Place, value, bound string) {
		if !keeps(data.MustNumber(value), data.MustNumber(bound)) {
			c.Add(at, format, value, bound)
		}
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

var _ = choose(data.OwnPage, data.ThirdParty, data.ByRule) && choose(data.High, data.Medium, data.Low) && choose(SameAsInput, Unknown) &&
	choose(ByOverallScore, ByPrice, ByValue, ByLiveCodeBench, ByReleaseDate, ByTaskCost) &&
	choose(market.FeeStated, market.FeeIncluded, market.FeeByAgreement, market.FeeUnknown) &&
	choose(market.AllowanceStated, market.AllowanceNone, market.AllowanceUnstated, market.AllowanceUnknown) &&
	choose(market.UsageUSD, market.UsageCredits, market.UsageRequests, market.UsageCompletions, market.UsageTokens, market.UsageHours, market.UsageMultiple) &&
	choose(rating.RepositoryWork, rating.TerminalWork, rating.AnswerWork, rating.ExerciseWork) &&
	choose(market.MakersPrice, market.CheapestRoute) && choose(data.Percent, data.Elo) && choose(data.Modalities...) && choose(rating.ProvisionalBases...)

// references are what an identifier can lead to: what is said where it leads nowhere, and the identifiers that there are.
var references = map[string]struct {
	nowhere string
	ids     func(c *Catalog) []string
}{
	"tool":     {"no tool has the id", func(c *Catalog) []string { return data.Each(c.Tools, func(t Tool) string { return t.ID }) }},
	"provider": {"no provider in providers.yaml has the id", func(c *Catalog) []string { return data.Each(c.Providers, func(p Provider) string { return p.ID }) }},
	"category": {"no category in categories.yaml has the slug", func(c *Catalog) []string {
		return data.Each(c.Categories, func(k data.Category) string { return k.Slug })
	}},
	"platform": {"no platform in platforms.yaml has the id", func(c *Catalog) []string { return data.Each(c.Platforms, func(p data.Platform) string { return p.ID }) }},
	"column":   {"no column in scoring.yaml has the id", func(c *Catalog) []string { return data.Each(c.Scoring.Columns, func(k Column) string { return k.ID }) }},
	"board": {"no board in solved.yaml has the id", func(c *Catalog) []string {
		return data.Each(c.Solved.Boards, func(b SolvedBoard) string { return b.ID })
	}},
}

// walk checks a value by the rules of its field, and everything in it.
func (c *checks) walk(at yaml.Place, v reflect.Value, tag string) {
	if v.Kind() == reflect.Pointer {
		c.walk(at, v.Elem(), tag)
		return
	}
	for _, word := range strings.Fields(tag) {
		name, argument, _ := strings.Cut(word, "=")
		if rule, of := listRules[name]; of && v.Kind() == reflect.Slice {
			rule(c, at, v, argument)
		} else if rule, of := rules[name]; of && v.Kind() != reflect.Slice && v.Kind() != reflect.Map {
			rule(c, at, written(v), argument)
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

// written is a single value as a text.
func written(v reflect.Value) string {
	switch value := v.Interface().(type) {
	case data.Number:
		return value.String()
	case Date:
		return value.Text
	case int64:
		return strconv.FormatInt(value, 10)
	default:
		return v.String()
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
func (c *checks) distinct(at yaml.Place, list reflect.Value, key string) {
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

// many refuses a list with fewer items than it needs.
func (c *checks) many(at yaml.Place, list reflect.Value, least string) {
	if n, _ := strconv.Atoi(least); list.Len() < n {
		c.Add(at, "there are %d, at least %d are needed", list.Len(), n)
	}
}

// past refuses a date after the catalogue itself was verified.
func (c *checks) past(at yaml.Place, day, _ string) {
	var d Date
	if d.UnmarshalText([]byte(day)) == nil && d.First.After(c.catalog.Verified.First) {
		c.Add(at, "%s is after %s, when the catalogue was verified; correct it, or move the date in catalogue.yaml on",
			day, c.catalog.Verified.Text)
	}
}

// month checks a month, which must not be after the catalogue was verified.
func (c *checks) month(at yaml.Place, month, _ string) {
	if _, err := time.Parse("2006-01", month); err != nil {
		c.Add(at, "%q is not a month; write it as 2006-01", month)
		return
	}
	c.past(at, month, "")
}

// text checks a text for people: there, and at most so many characters long without the space around it.
func (c *checks) text(at yaml.Place, text, most string) {
	limit, _ := strconv.Atoi(most) // a tag without a number would refuse every text
	switch length := utf8.RuneCountInString(strings.TrimSpace(text)); {
	case length == 0:
		c.Add(at, "the text is empty; write it")
	case length > limit:
		c.Add(at, "the text has %d characters, at most %d are allowed; shorten it", length, limit)
	}
}

// template checks a text that is rendered.
func (c *checks) template(at yaml.Place, text, _ string) {
	if _, err := template.New("text").Parse(text); err != nil {
		c.Add(at, "the text is not a template: %v", err)
	}
}

func (c *checks) oneOf(at yaml.Place, value string, allowed []string) {
	if !slices.Contains(allowed, value) {
		c.Add(at, "%q is not one of %q", value, allowed)
	}
}

// known checks an identifier of something that stands elsewhere in the catalogue.
func (c *checks) known(at yaml.Place, id, what string) {
	if of := references[what]; !slices.Contains(of.ids(c.catalog), id) {
		c.Add(at, "%s %q", of.nowhere, id)
	}
}

// effort checks a reasoning setting.
func (c *checks) effort(at yaml.Place, effort, _ string) {
	if !slices.Contains(c.catalog.Scoring.EffortOrder, effort) {
		c.Add(at, "effort %q is not in effortOrder of scoring.yaml", effort)
	}
}

// nowhere is what is wrong with an address that leads to no number.
const nowhere = "%s is a whole site or repository, in which nobody finds the number; cite its page, file or line"

// trusted checks that a fact is trusted no further than whose word it is and where its address leads to deserve.
func (c *checks) trusted(at yaml.Place, e Evidence, stated data.Confidence) {
	switch most := e.Word().AtMost(stated); {
	case e.leadsNowhere() && stated != data.Low:
		c.Add(at, nowhere+", or write low", e.Source)
	case most != stated:
		c.Add(at, "the maker was not seen to print it, so it is never of %s confidence; write %s", stated, most)
	}
}

// sorted are the keys of a map.
func sorted[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
