package page

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// exportsPage is the page of the files for other programs. How each format is set up stands in its template.
type exportsPage struct {
	frame
	Programs []program
}

// program is one file and who reads it.
type program struct{ data.Export }

// Name is that of all programs that read the file.
func (p program) Name() string { return strings.Join(p.Readers, ", ") }

// recipe is a line to copy.
type recipe struct{ ID, Label, Text string }

// Line is one of those that make a program read the file. {file} in it is where that is, {folder} its folder.
func (p program) Line(place, url, label, text string) recipe {
	return recipe{p.Format + "-" + place, label, strings.NewReplacer("{file}", url, "{folder}", url[:max(0, strings.LastIndex(url, "/"))]).Replace(text)}
}

func exportsView(f frame, _ facts.Documents) any {
	return exportsPage{f, data.Each(f.Exports.Exports, func(e data.Export) program { return program{e} })}
}

var lossWords = map[data.LossKind]string{
	data.LostTier: "long prompts", data.LostCache1h: "caches kept an hour", data.LostCache: "caches", data.LostHours: "hours", data.LostWeekdays: "weekdays",
	data.LostFrom: "days on which a price begins or ends", data.LostEnd: "days on which a model ends", data.LostService: "other services",
	data.LostRegion: "regions", data.LostOtherClass: "searches and the like", data.LostBasis: "that somebody else than the maker printed a price",
}

// Unsaid says what the format leaves out, and of how many models.
func (p program) Unsaid() (said string) {
	models := map[data.LossKind]int{}
	for _, l := range p.Losses {
		models[l.Kind]++
	}
	for _, k := range slices.Sorted(maps.Keys(models)) {
		said = facts.Joined(said, cmp.Or(lossWords[k], string(k))+" ("+data.Int(int64(models[k])).String()+")")
	}
	return said
}
