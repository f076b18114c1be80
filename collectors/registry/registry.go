// Package registry lists every source that pricepoint knows. Start at All. Its tests are about what holds for all sources:
// how they fail, how they bear pages that change, and what they read of the fixtures.
//
// It knows nothing of pages: see packages pricing, leaderboard, feed and lifecycle.
package registry

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/collectors"
	_ "pricepoint/collectors/feed"
	_ "pricepoint/collectors/leaderboard"
	_ "pricepoint/collectors/lifecycle"
	_ "pricepoint/collectors/pricing"
)

// All returns every source, sorted by name.
func All() []collectors.Source {
	all := slices.Clone(collectors.Registered())
	slices.SortFunc(all, func(a, b collectors.Source) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Select returns the named sources, or all of them when names is empty. An unknown name is an error that lists the known ones.
func Select(names []string) ([]collectors.Source, error) {
	if len(names) == 0 {
		return All(), nil
	}
	all, chosen := All(), []collectors.Source(nil)
	for _, name := range names {
		i := slices.IndexFunc(all, func(s collectors.Source) bool { return s.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no source is named %q; there are %s", name, strings.Join(Names(), ", "))
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// Names returns the name of every source, sorted.
func Names() []string {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}
