package catalog

import (
	"pricepoint/data"
)

// Holidays are the public holidays of a country, as far ahead as they are known.
type Holidays struct {
	Evidence `yaml:",inline"`
	Country  string `yaml:"country"` // as data.WeeklyHours has it
	Days     []Date `yaml:"days" check:"day"`
	To       Date   `yaml:"to" check:"day"` // the last day of which it is known whether it is one
}

// In writes the days off into hours that depend on them.
func (c *Catalog) In(h data.WeeklyHours) data.WeeklyHours {
	h.DaysOff, h.KnownTo = nil, ""
	if known := data.Find(c.Holidays, func(known Holidays) bool { return known.Country == h.Holidays }); known != nil {
		h.KnownTo, h.DaysOff = known.To.Text, data.Each(known.Days, func(day Date) string { return day.Text })
	}
	return h
}
