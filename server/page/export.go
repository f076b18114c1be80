package page

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// exportsPage is the page of the files for other programs.
type exportsPage struct {
	frame
	Overlays []exportView // lists that others publish, with our prices in them
	Bare     []exportView // our tools alone
}

// exportView is one file.
type exportView struct {
	data.Export
	For      string
	Size     string
	Replaced int    // numbers that differ from the list below it
	From     string // day of that list
	Losses   string // what the format cannot say
}

func exportsView(f frame, _ documents) any {
	v := exportsPage{frame: f}
	for _, e := range f.Exports.Exports {
		each := exportView{Export: e, For: strings.Join(e.Readers, ", "), Replaced: len(e.Replaced), Losses: lossesText(e.Losses)}
		if e.Size > 0 {
			each.Size = kilobytes(int(e.Size))
		}
		if e.Upstream != nil {
			each.From = day(e.Upstream.FetchedAt)
		}
		if e.Kind == data.Overlay {
			v.Overlays = append(v.Overlays, each)
		} else {
			v.Bare = append(v.Bare, each)
		}
	}
	return v
}

var lossWords = map[data.LossKind]string{
	data.LostTier: "long prompts", data.LostCache1h: "caches kept an hour", data.LostCache: "caches", data.LostHours: "hours", data.LostWeekdays: "weekdays",
	data.LostFrom: "days on which a price begins or ends", data.LostEnd: "days on which a model ends", data.LostService: "other services", data.LostRegion: "regions", data.LostOtherClass: "searches and the like",
	data.LostBasis: "that somebody else than the maker printed a price",
}

// lossesText says what a format leaves out, and of how many tools.
func lossesText(losses []data.ExportLoss) string {
	tools := map[data.LossKind]int{}
	var kinds []data.LossKind
	for _, l := range losses {
		if tools[l.Kind]++; tools[l.Kind] == 1 {
			kinds = append(kinds, l.Kind)
		}
	}
	slices.Sort(kinds)
	var parts []string
	for _, k := range kinds {
		parts = append(parts, cmp.Or(lossWords[k], string(k))+" ("+data.Int(int64(tools[k])).String()+")")
	}
	return strings.Join(parts, ", ")
}
