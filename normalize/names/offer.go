package names

import (
	"regexp"
	"strings"
	"time"
)

// Offer is a name under which somebody else than its maker sells a tool.
type Offer struct {
	Tool   string
	Seller string // its key on the list
	Region string // as the name says it, "" where it does not
}

// The parts of names that clouds put around the maker's.
var (
	regionWord = regexp.MustCompile(`^(?:global|us|eu|apac|au|jp|ca|uk|in|us-gov|[a-z]{2}(?:-gov|-iso)?-[a-z]+-\d|(?:east|west|north|south|central|sweden|germany|france|japan|uk|australia)[a-z]*\d?)$`)
	vendorWord = regexp.MustCompile(`^(?:anthropic|openai|deepseek|mistral|qwen|moonshotai|moonshot|minimax|zai|xai|google)\.`)
	buildMark  = regexp.MustCompile(`-v\d+(?::\d+)?$`) // of Amazon Bedrock: -v1:0
	vertexDay  = regexp.MustCompile(`@(\d{8}|default|latest)$`)
)

// Offered takes a row of a price list apart that somebody else than the maker sells; false where it is the maker's own, another
// service of it (:free, :batch), or no tool. The name that is left must be a whole spelling of a tool, as everywhere.
func (r *Resolver) Offered(source, row string, at time.Time) (Offer, bool) {
	g := r.grammars[source]
	seller, rest, divided := strings.Cut(row, "/")
	if g.Seller != "" { // the list is that of one seller, by maker
		m := r.Resolve(source, row, at)
		return Offer{m.Tool, g.Seller, ""}, m.Kind == Tool
	}
	if _, maker := g.Makers[seller]; !divided || maker {
		return Offer{}, false
	}
	o := Offer{Seller: seller}
	parts := strings.Split(rest, "/")
	for _, part := range parts[:len(parts)-1] {
		if regionWord.MatchString(part) {
			o.Region = part
		}
	}
	name := parts[len(parts)-1]
	if before, after, found := strings.Cut(name, "."); found && regionWord.MatchString(before) {
		o.Region, name = before, after
	}
	name = vertexDay.ReplaceAllStringFunc(buildMark.ReplaceAllString(vendorWord.ReplaceAllString(name, ""), ""), func(day string) string {
		return strings.TrimSuffix(strings.TrimSuffix("-"+day[1:], "-default"), "-latest")
	})
	m := r.known(question{source: source, at: at}, name)
	o.Tool = m.Tool
	return o, m.Kind == Tool
}
