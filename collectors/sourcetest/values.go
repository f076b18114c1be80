package sourcetest

import "pricepoint/data"

// Values are all that observations say of a field of a subject under exactly some conditions, in order.
func Values(found []data.Observation, subject string, field data.Field, q data.Qualifiers) (all []string) {
	for _, o := range found {
		if o.Subject == subject && o.Field == field && o.Qualifiers == q {
			all = append(all, o.Value)
		}
	}
	return all
}

// Value is the first of Values, "" when there is none.
func Value(found []data.Observation, subject string, field data.Field, q data.Qualifiers) string {
	if all := Values(found, subject, field, q); len(all) > 0 {
		return all[0]
	}
	return ""
}
