package names

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"pricepoint/data/catalog"
)

// maxNearest is how many tools are suggested for one name.
const maxNearest = 3

// Nearest suggests tools that an unknown name may mean, the likeliest first, then by id; none when no spelling is
// near. It is for people who decide about a name: a suggestion never makes a match.
func (r *Resolver) Nearest(name string) []string {
	form := plainForm(name)
	distance := map[string]int{} // by tool id, of its nearest spelling
	for spelled, tools := range r.spellings {
		d, near := formDistance(form, plainForm(spelled))
		if !near {
			continue
		}
		for _, s := range tools {
			if before, known := distance[s.Tool]; !known || d < before {
				distance[s.Tool] = d
			}
		}
	}
	ids := slices.SortedFunc(maps.Keys(distance), func(a, b string) int {
		return cmp.Or(cmp.Compare(distance[a], distance[b]), cmp.Compare(a, b))
	})
	return ids[:min(len(ids), maxNearest)]
}

// plainForm is the normal form without what stands before the last "/", with points and brackets as hyphens, and
// without the date or number of a snapshot at its end.
func plainForm(name string) string {
	name = name[strings.LastIndex(name, "/")+1:]
	words := strings.Split(catalog.NormalForm(points.Replace(name)), "-")
	for last := len(words) - 1; last > 0 && len(words[last]) > 1 && strings.Trim(words[last], "0123456789") == ""; last-- {
		words = words[:last]
	}
	return strings.Join(words, "-")
}

var points = strings.NewReplacer(".", "-", ":", "-", "(", "-", ")", "-")

// formDistance is how many characters have to change to make one name of the other, and whether that is few: a fifth
// of the shorter name. A name that goes on behind a spelling, or stops short of one, is near too, and so far as it has
// more words.
func formDistance(name, spelled string) (int, bool) {
	short, long := name, spelled
	if len(short) > len(long) {
		short, long = long, short
	}
	if rest, longer := strings.CutPrefix(long, short+"-"); longer && strings.ContainsAny(short, "0123456789") {
		return 1 + strings.Count(rest, "-"), true
	}
	d := levenshtein.ComputeDistance(name, spelled)
	return d, d <= len(short)/5
}
