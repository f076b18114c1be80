package normalize

import (
	"maps"
	"slices"

	"pricepoint/data"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/names"
	"pricepoint/normalize/read"
)

// withhold finds the sources whose changes do not count, and tells the gate.
func withhold(from read.Known, g gate.Gate, r *names.Resolver, found *read.Findings) {
	before, now := statedBefore(from.Before, r), from.Stated.Numbers()
	for _, source := range slices.Sorted(maps.Keys(from.Sources.Readings)) {
		reading := from.Sources.Readings[source]
		f, ok := g.Withhold(gate.Source{
			Record: from.Sources.Records[source], Read: reading.Read(),
			Before: before[source], Now: now[source], Withheld: from.Before.Withheld(source),
		})
		if ok {
			g.Withheld[source] = f.Breaches[0]
			found.Add(f)
		}
	}
}

// statedBefore is what the sources stated in the snapshot before, or, where that did not count, before that. What a
// source had stopped stating by then is not counted against it again, unless that is why its changes do not count.
func statedBefore(before read.Previous, r *names.Resolver) map[string]map[data.ToolField]data.Number {
	all := map[string]map[data.ToolField]data.Number{}
	add := func(source string, of data.ToolField, n data.Number) {
		if all[source] == nil {
			all[source] = map[data.ToolField]data.Number{}
		}
		all[source][of] = n
	}
	for of, e := range before.Values {
		if r.Provider(of.Tool) == "" {
			continue // it is no longer listed
		}
		carried := e.Method == data.Carried && (e.Held != "" || before.Withheld(e.Source) != nil)
		if e.Method == data.Collected || e.Method == data.Fed || carried {
			add(e.Source, of, e.Value)
		}
		for _, s := range slices.Concat(e.Agrees, e.Disagrees) {
			add(s.Source, of, s.Value)
		}
	}
	for _, f := range before.Findings {
		for _, m := range f.Moves {
			add(f.Source, m.ToolField, m.Was)
		}
	}
	return all
}
