package catalog

import (
	"fmt"
	"slices"

	"pricepoint/data"
)

// Audit is what people know of the price lists that are compared with the providers' pages.
type Audit struct {
	Lists        []AuditedList       `yaml:"lists"`
	Acknowledged []AcknowledgedPrice `yaml:"acknowledged,omitempty"`
}

// AuditedList says where a list is mended and whose prices it states.
type AuditedList struct {
	Source string         `yaml:"source"` // the collector
	Name   string         `yaml:"name"`
	Mend   string         `yaml:"mend"` // where its maintainers take corrections
	Sells  data.ListSells `yaml:"sells"`
}

// AcknowledgedPrice is a deviation that is known and stays. It is for these two numbers and no others.
type AcknowledgedPrice struct {
	Source string      `yaml:"source"` // the collector of the list
	Tool   string      `yaml:"tool"`   // id
	Field  string      `yaml:"field"`  // as in provenance
	Theirs data.Number `yaml:"theirs"`
	Page   data.Number `yaml:"page"`
	Why    string      `yaml:"why"`
	On     Date        `yaml:"on"`
}

// List is the list that a collector reads; one that nobody has described has no more than its name.
func (a Audit) List(source string) AuditedList {
	for _, l := range a.Lists {
		if l.Source == source {
			return l
		}
	}
	return AuditedList{Source: source, Sells: data.MakersPrice}
}

func (l *loader) validateAudit() {
	a, at := l.catalog.Audit, l.in("audit.yaml")
	var sources []string
	for i, list := range a.Lists {
		here := at.Key("lists").Item(i)
		sources = append(sources, list.Source)
		l.collector(here.Key("source"), list.Source)
		l.cell(here.Key("name"), list.Name)
		l.https(here.Key("mend"), list.Mend)
		oneOf(&l.checks, here.Key("sells"), list.Sells, data.MakersPrice, data.CheapestRoute)
	}
	l.distinct(at.Key("lists"), "source", sources)
	var ids []string
	for i, k := range a.Acknowledged {
		here := at.Key("acknowledged").Item(i)
		ids = append(ids, fmt.Sprintf("%s/%s/%s", k.Source, k.Tool, k.Field))
		oneOf(&l.checks, here.Key("source"), k.Source, sources...)
		if !slices.ContainsFunc(l.catalog.Tools, func(t Tool) bool { return t.ID == k.Tool }) {
			l.Add(here.Key("tool"), "no tool has the id %q", k.Tool)
		}
		oneOf(&l.checks, here.Key("field"), k.Field, data.FieldInput, data.FieldOutput, data.FieldCacheRead, data.FieldCacheWrite, data.FieldContext)
		if k.Theirs.Equal(k.Page) {
			l.Add(here.Key("page"), "%s on both sides is no deviation", k.Page)
		}
		l.text(here.Key("why"), k.Why, 300)
		l.past(here.Key("on"), k.On)
	}
	l.distinct(at.Key("acknowledged"), "", ids)
}
