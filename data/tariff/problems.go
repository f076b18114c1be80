package tariff

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

// Problems are all reasons why a usage has no price.
type Problems []Problem

// Error implements error.
func (p Problems) Error() string {
	texts := make([]string, len(p))
	for i := range p {
		texts[i] = p[i].Error()
	}
	return strings.Join(texts, "; ")
}

// Problem is one reason why a usage has no price.
type Problem struct {
	Code  Code              `json:"code"`
	Tool  string            `json:"tool"`
	Class data.BillingClass `json:"class,omitempty"` // absent: it is about the whole usage
	Limit int64             `json:"limit,omitempty"` // tokens that one request may have
	Known []string          `json:"known,omitempty"` // what can be asked for instead
	Lines []int             `json:"lines,omitempty"` // places of the lines that it is about
}

// Code says what kind of problem it is.
type Code string

// What can be wrong with a usage.
const (
	BadQuantity  Code = "badQuantity"  // negative, or above MaxQuantity
	BadRequests  Code = "badRequests"  // below one, or above MaxQuantity
	BadFactor    Code = "badFactor"    // the reader's own is negative, or beyond all reason
	NoInstant    Code = "noInstant"    // no time is given
	NoService    Code = "noService"    // the tariff has no such service
	NoRegion     Code = "noRegion"     // the tariff has no such region
	NoEffort     Code = "noEffort"     // the price depends on the effort, and none or an unknown one is given
	NoLongerSold Code = "noLongerSold" // its last day was over by then
	OverContext  Code = "overContext"  // the average request has more tokens than the model takes
	OverInput    Code = "overInput"    // its prompt has
	OverOutput   Code = "overOutput"   // its answer has
)

// What can be missing in a tariff.
const (
	CannotBuy Code = "cannotBuy" // it is not offered under these terms
	NotStated Code = "notStated" // it is offered, and nobody states for how much
	NoLine    Code = "noLine"    // no line is about it at that time
	NoBand    Code = "noBand"    // no line is for prompts of this size
	Broken    Code = "broken"    // lines contradict themselves or one another
)

var explained = map[Code]string{
	BadQuantity:  "the quantity must lie between 0 and 10^15",
	BadRequests:  "the number of requests must lie between 1 and 10^15",
	BadFactor:    "the factor must lie above 0, be at most 1000 and have at most 15 digits",
	NoInstant:    "no time is given; prices depend on it",
	NoService:    "no such service is known",
	NoRegion:     "no such region is known",
	NoEffort:     "the price depends on the effort",
	NoLongerSold: "it could no longer be bought by then",
	OverContext:  "the average request has more tokens than prompt and answer together may have",
	OverInput:    "the average prompt has more tokens than it may have",
	OverOutput:   "the average answer has more tokens than it may have",
	CannotBuy:    "it is not offered under these terms",
	NotStated:    "nobody states its price",
	NoLine:       "no price is known under these terms at that time",
	NoBand:       "no price is known for prompts of this size",
	Broken:       "the lines contradict themselves or one another",
}

// TooLong reports whether the average request has more tokens than one may have.
func (p Problem) TooLong() bool {
	return p.Code == OverContext || p.Code == OverInput || p.Code == OverOutput
}

// BadlyAsked reports whether it is about how the usage was asked for, not about how much it is.
func (p Problem) BadlyAsked() bool {
	return slices.Contains([]Code{BadQuantity, BadRequests, BadFactor, NoInstant, NoService, NoRegion, NoEffort}, p.Code)
}

// Error implements error: gpt-5.5-pro, cacheRead: it is not offered under these terms.
func (p Problem) Error() string {
	text := p.Tool
	if p.Class != "" {
		text += ", " + string(p.Class)
	}
	text += ": " + explained[p.Code]
	if p.Limit != 0 {
		text += fmt.Sprintf(": %d", p.Limit)
	}
	if len(p.Known) > 0 {
		text += ": there is " + strings.Join(p.Known, ", ")
	}
	return text
}

func (q *question) problem(code Code, class data.BillingClass, lines ...int) *Problem {
	return &Problem{Code: code, Tool: q.tariff.ID, Class: class, Lines: lines}
}

// Services are those that the tariff has lines or factors for, sorted.
func Services(t data.Tariff) []string {
	return termsOf(t, func(t data.Terms) string { return t.Service }, standard)
}

// Regions are those that the tariff has lines or factors for, sorted.
func Regions(t data.Tariff) []string {
	return termsOf(t, func(t data.Terms) string { return t.Region })
}

func termsOf(t data.Tariff, of func(data.Terms) string, known ...string) []string {
	lines := data.Each(t.Lines, func(l data.TariffLine) string { return of(l.Terms) })
	factors := data.Each(t.Factors, func(f data.TariffFactor) string { return of(data.Terms{Service: f.Service, Region: f.Region}) })
	return named(slices.Concat(known, lines, factors))
}

func named(names []string) []string {
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
}

const standard = "standard"

// service is the name that lines have for a service: none for the standard one.
func service(name string) string {
	if name == standard {
		return ""
	}
	return name
}

// ServiceNamed is a service as tariffs name it, "" for the standard one: that has many names, and auto is reported where
// none was asked for.
func ServiceNamed(text string) string {
	switch strings.ToLower(text) {
	case "default", "auto", "standard_only", "on_demand", standard:
		return ""
	}
	return text
}

// RegionNamed is a region as tariffs name it; global is where nobody asked for one, not_available where nobody can.
func RegionNamed(text string) string {
	if strings.EqualFold(text, "global") || strings.EqualFold(text, "not_available") {
		return ""
	}
	return text
}
