package data

import "slices"

// Standard is an earlier reading that rows of a page are judged against.
type Standard struct {
	Rows   []string // the subjects, and TextsRow, that it is the standard of; nil: all that no other one is the standard of
	Inputs []Input  // its payloads
}

// TextsRow stands for the texts around the prices of a page, which are compared like a row.
const TextsRow = ""

// Standards are the readings that the next one of a source is judged against: the last one, and for the rows of which
// something is held the last one before that.
func (m Manifest) Standards(source string) []Standard {
	var all []Standard
	add := func(inputs []Input) {
		for _, in := range inputs {
			if in.Source != source {
				continue
			}
			i := slices.IndexFunc(all, func(s Standard) bool { return slices.Equal(s.Rows, in.Rows) })
			if i < 0 {
				i, all = len(all), append(all, Standard{Rows: in.Rows})
			}
			all[i].Inputs = append(all[i].Inputs, in)
		}
	}
	add(m.Compared)
	if !slices.ContainsFunc(all, func(s Standard) bool { return s.Rows == nil }) {
		add(m.Inputs)
	}
	return all
}

// IsStandard reports whether a row of the reading is judged against a standard.
func (r Reading) IsStandard(s Standard, row string) bool {
	if s.Rows != nil {
		return slices.Contains(s.Rows, row)
	}
	return !slices.ContainsFunc(r.Standards, func(other Standard) bool { return slices.Contains(other.Rows, row) })
}

// RowByRow puts together what rows are judged against, and the texts around them. readings are those of the standards, in the
// same order; the places of the rows are those of the reading that is the standard of all the rest.
func RowByRow(standards []Standard, readings []Reading) (all []Observation, texts []string) {
	rest := slices.IndexFunc(standards, func(s Standard) bool { return s.Rows == nil })
	if rest < 0 {
		return nil, nil
	}
	rows := map[string][]Observation{}
	for i, s := range standards {
		for _, o := range readings[i].Observations {
			if slices.Contains(s.Rows, o.Subject) {
				rows[o.Subject] = append(rows[o.Subject], o)
			}
		}
	}
	isRow := func(subject string) bool {
		return slices.ContainsFunc(standards, func(s Standard) bool { return slices.Contains(s.Rows, subject) })
	}
	for _, o := range readings[rest].Observations {
		if !isRow(o.Subject) {
			all = append(all, o)
		} else if stood := rows[o.Subject]; len(stood) > 0 {
			all, rows[o.Subject] = append(all, stood[0]), stood[1:]
		}
	}
	for _, s := range standards { // what the page no longer prints
		for _, row := range s.Rows {
			all, rows[row] = append(all, rows[row]...), nil
		}
	}
	texts = readings[rest].Texts
	for i, s := range standards {
		if slices.Contains(s.Rows, TextsRow) {
			texts = readings[i].Texts
		}
	}
	return all, texts
}
