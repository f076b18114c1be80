package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// withhold finds the sources whose changes do not count.
func (d *decider) withhold() {
	before, now, withheld := d.statedBefore(), d.from.Stated.Numbers(), map[string]data.Breach{}
	for source, reading := range d.from.Sources.Readings {
		f, ok := d.gate.Withhold(gate.Source{
			Record: d.from.Sources.Records[source], Read: reading.Read(), Before: before[source], Now: now[source], Withheld: d.from.Before.Withheld(source),
		})
		if ok {
			withheld[source] = f.Breaches[0]
			d.found.Add(f)
		}
	}
	d.from.Withheld, d.gate.Withheld = withheld, withheld
}

// statedBefore is what the sources stated in the snapshot before, or, where that did not count, before that. What a
// source had stopped stating by then is not counted against it again, unless that is why its changes do not count.
func (d *decider) statedBefore() map[string]map[data.ToolField]data.Number {
	all := map[string]map[data.ToolField]data.Number{}
	add := func(source string, of data.ToolField, n data.Number) {
		if all[source] == nil {
			all[source] = map[data.ToolField]data.Number{}
		}
		all[source][of] = n
	}
	for of, e := range d.from.Before.Values {
		if d.seen.Provider(of.Tool) == "" {
			continue // it is no longer listed
		}
		carried := e.Method == data.Carried && (e.Held != "" || d.from.Before.Withheld(e.Source) != nil)
		if e.Method == data.Collected || e.Method == data.Fed || carried {
			add(e.Source, of, e.Value)
		}
		for _, s := range slices.Concat(e.Agrees, e.Disagrees) {
			add(s.Source, of, s.Value)
		}
	}
	for _, f := range d.from.Before.Findings {
		for _, m := range f.Moves {
			add(f.Source, m.ToolField, m.Was)
		}
	}
	return all
}

// comparedNext are the payloads that rows of the next readings are compared with: a row of which something is held keeps its
// standard until that is settled, and so does all of a source whose changes do not count.
func (d *decider) comparedNext(readings []data.Reading, found []data.Finding) []data.Input {
	var all []data.Input
	for _, r := range readings {
		rows, whole := heldRows(r.Source, found)
		if d.from.Stated.Compared[r.Source].TextWaits() && !d.confirmed[r.Source] && !slices.Contains(rows, data.TextsRow) {
			rows = append([]string{data.TextsRow}, rows...)
		}
		for _, s := range r.Standards {
			rest := s.Rows == nil
			kept := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !r.IsStandard(s, row) })
			if rest && whole {
				kept = nil
			} else if len(kept) == 0 {
				continue
			}
			for _, in := range s.Inputs {
				in.Rows = kept
				all = append(all, in)
			}
		}
	}
	return all
}

// heldRows are the rows of a source of which something is held; whole says that none of its changes count.
func heldRows(source string, found []data.Finding) (rows []string, whole bool) {
	for _, f := range found {
		switch {
		case f.Source != source:
		case f.Kind == data.Withheld:
			whole = true
		case f.Kind == data.Held:
			rows = append(rows, f.Subject)
			if read.HeldByText(f) {
				rows = append(rows, data.TextsRow) // the text stays new
			}
		}
	}
	slices.Sort(rows)
	return slices.Compact(rows), whole
}
