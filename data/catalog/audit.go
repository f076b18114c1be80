package catalog

import (
	"pricepoint/data"
	"pricepoint/data/market"
)

// Audit is what people know of the price lists that are compared with the providers' pages.
type Audit struct {
	Lists []AuditedList `yaml:"lists" check:"distinct=source"`
}

// AuditedList says where a list is mended and whose prices it states.
type AuditedList struct {
	Source string           `yaml:"source" check:"collector"`
	Name   string           `yaml:"name" check:"cell"`
	Mend   string           `yaml:"mend" check:"https"` // where its maintainers take corrections
	Sells  market.ListSells `yaml:"sells"`
}

// List is the list that a collector reads; one that nobody has described has no more than its name.
func (a Audit) List(source string) AuditedList {
	if l := data.Find(a.Lists, func(l AuditedList) bool { return l.Source == source }); l != nil {
		return *l
	}
	return AuditedList{Source: source, Sells: market.MakersPrice}
}
