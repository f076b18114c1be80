package cost

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// portion is what tokens a column counts. Different parts of one class add up; columns of the same portion are names for
// the same tokens, and never do.
type portion struct {
	class data.BillingClass
	part  string // "": the tokens of the class, or the main part of them
	rest  bool   // what is left of the class without those that others count within it
}

// meaning is what a column of tokens holds.
type meaning struct {
	portion
	within data.BillingClass // the column of this class counts these tokens too
	again  bool              // other columns count all these tokens, or they are none that were used
}

// columns are the names that records have for tokens, as plain writes them. Programs that call cached tokens "cached" count
// them among the prompt tokens; those that say "cache read" do not.
var columns = func() map[string]meaning {
	all := map[string]meaning{}
	of := func(class data.BillingClass) meaning { return meaning{portion: portion{class: class}} }
	inInput := func(class data.BillingClass) meaning {
		return meaning{portion: portion{class: class}, within: data.ClassInput}
	}
	for names, m := range map[string]meaning{
		"input inputtokens prompttokens prompttokencount genaiusageinputtokens genaiusageprompttokens inputwocachewrite": of(data.ClassInput),
		"uncachedinputtokens inputuncachedtokens promptcachemisstokens":                                                  {portion: portion{class: data.ClassInput, rest: true}},
		"output outputtokens completiontokens candidatestokencount genaiusageoutputtokens genaiusagecompletiontokens":    of(data.ClassOutput),
		"thoughtstokencount":                             {portion: portion{class: data.ClassOutput, part: "thoughts"}},
		"cacheread cachereadtokens cachereadinputtokens": of(data.ClassCacheRead),
		"cached cachedtokens cachedinput cachedinputtokens inputcachedtokens cachedprompttokens":                       inInput(data.ClassCacheRead),
		"cachedcontenttokencount promptcachehittokens genaiusagecachereadinputtokens":                                  inInput(data.ClassCacheRead),
		"cachewrite cachewritetokens cachewrite5mtokens cachecreationtokens cachecreationinputtokens inputwcachewrite": of(data.ClassCacheWrite),
		"genaiusagecachecreationinputtokens": inInput(data.ClassCacheWrite),
		"cachewrite1htokens":                 of(data.ClassCacheWrite1h),
		"cachewrite12htokens":                of(data.ClassCacheWrite12h),
		"ephemeral1hinputtokens":             {portion: portion{class: data.ClassCacheWrite1h}, within: data.ClassCacheWrite},
		"tokens totaltokens totaltokencount reasoningtokens reasoningoutputtokens texttokens acceptedpredictiontokens": {again: true},
		"rejectedpredictiontokens ephemeral5minputtokens maxtokens maxoutputtokens maxcompletiontokens":                {again: true},
	} {
		for _, name := range strings.Fields(names) {
			all[name] = m
		}
	}
	return all
}()

// setting is what a column says about a request besides tokens. Of several names the first counts.
type setting struct {
	names []string
	set   func(r *Row, text string) error
}

// text is a setting that is taken as it stands.
func text(of func(*Row) *string, names ...string) setting {
	return setting{names, func(r *Row, text string) error { *of(r) = text; return nil }}
}

var settings = []setting{
	text(func(r *Row) *string { return &r.Model }, modelNames...),
	text(func(r *Row) *string { return &r.ID }, "id"),
	text(func(r *Row) *string { return &r.RequestID }, "requestid"),
	{[]string{"time", "timestamp", "at", "createdat", "created", "date", "starttime"}, at},
	{[]string{"requests", "calls", "numrequests"}, requests},
	{[]string{"servicetier", "service"}, func(r *Row, text string) error { r.Service = tariff.ServiceNamed(text); return nil }},
	{[]string{"region"}, func(r *Row, text string) error { r.Region = tariff.RegionNamed(text); return nil }},
}

var modelNames = []string{"model", "genairesponsemodel", "genairequestmodel", "modelname", "modelid", "modelversion"}

// plain is a column's name without what people write differently.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// ofTokens reports whether a column that nobody knows may count tokens.
func ofTokens(name string) bool {
	return strings.Contains(name, "token") || strings.Contains(name, "cache")
}

func requests(r *Row, text string) (err error) {
	r.Requests, err = Count(text)
	r.Asked = true
	return err
}

// at reads a time, or the seconds or milliseconds since 1970.
func at(r *Row, text string) (err error) {
	if n, wrong := data.ParseNumber(text); wrong == nil {
		switch {
		case n.GreaterThanOrEqual(firstMilli) && n.LessThan(firstMilli.Shift(3)):
			r.At = time.UnixMilli(n.IntPart()).UTC()
			return nil
		case n.GreaterThanOrEqual(firstMilli.Shift(-3)) && n.LessThan(firstMilli):
			r.At = time.UnixMilli(n.Shift(3).IntPart()).UTC()
			return nil
		}
	}
	r.At, err = data.ParseInstant(text)
	return err
}

// firstMilli is where numbers begin to be milliseconds since 1970: in 2001. Numbers of seconds end there.
var firstMilli = decimal.New(1, 12)

// Count reads a number of tokens or requests: whole, and within what can be priced. Thousands may be grouped: 1,000,000.
func Count(text string) (int64, error) {
	n, err := data.ParseNumber(Ungrouped(text))
	switch {
	case err != nil:
		return 0, err
	case !n.IsInteger():
		return 0, fmt.Errorf("%q is not a whole number", text)
	case n.IsNegative() || n.GreaterThan(data.Int(tariff.MaxQuantity).Decimal):
		return 0, fmt.Errorf("%q must lie between 0 and 10^15", text)
	}
	return n.IntPart(), nil
}

// Ungrouped is a number without the commas between its thousands; any other text stays.
func Ungrouped(text string) string {
	groups := strings.Split(text, ",")
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || i > 0 && len(g) != 3 || i == 0 && (g == "" || len(g) > 3) {
			return text
		}
	}
	return strings.Join(groups, "")
}
