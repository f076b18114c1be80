package page

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// exportsPage is the page of the files for other programs.
type exportsPage struct {
	frame
	Programs []program
}

// program is one file and how those who read it are set up.
type program struct {
	data.Export
	Name string
	setup
}

// setup are the lines that make a program read a file.
type setup struct {
	Lines []recipe
	Note  string
}

// recipe is a line to copy, with what it is.
type recipe struct{ Label, Text string }

// setups are how programs are set up, by the format that they read. {file} is its address, {folder} that of its folder.
var setups = map[string]setup{
	"models.dev": {Lines: []recipe{
		{"Configuration, in the profile of your shell", "export OPENCODE_MODELS_URL={folder}"},
		{"Command that fetches it now", "opencode models --refresh"},
	}, Note: "It asks again every hour. While this site is down, it keeps what it had."},
	"genai-prices": {Lines: []recipe{
		{"Command", "npm install @pydantic/genai-prices"},
		{"Configuration, a line of your program", `updatePrices(({setProviderData}) => setProviderData(fetch("{file}").then(r => r.json())))`},
	}, Note: "In Python it is UpdatePrices(url=…) with the same address, which asks again every hour."},
	"ccusage": {Lines: []recipe{
		{"Command", "curl -so ccusage.json {file} && ccusage claude daily --config ccusage.json"},
		{"Configuration, read without --config from then on", "curl -s --create-dirs -o ~/.config/claude/ccusage.json {file}"},
	}, Note: "The second line replaces a ccusage.json of your own."},
	"pi": {Lines: []recipe{
		{"Command", "curl -s --create-dirs -o ~/.pi/agent/models.json {file}"},
		{"Configuration, where you have a models.json of your own", "pricepoint export pi --onto ~/.pi/agent/models.json"},
	}, Note: "The second line leaves the rest of your file as it is, comments included; it needs no server, only pricepoint."},
	"tokscale": {Lines: []recipe{
		{"Configuration", "curl -s --create-dirs -o ~/.config/tokscale/custom-pricing.json {file}"},
		{"Command that shows whose price it takes", "tokscale pricing claude-opus-5"},
	}, Note: "It says Custom for what is from this file."},
}

func exportsView(f frame, _ documents) any {
	v := exportsPage{frame: f}
	for _, e := range f.Exports.Exports {
		v.Programs = append(v.Programs, program{e, strings.Join(e.Readers, ", "), setups[e.Format]})
	}
	return v
}

// Recipes are the lines for a file at an address. A file of which nobody has written how it is read can be fetched at least.
func (p program) Recipes(url string) []recipe {
	fill := strings.NewReplacer("{file}", url, "{folder}", url[:max(0, strings.LastIndex(url, "/"))])
	all := slices.Clone(p.Lines)
	if len(all) == 0 {
		all = []recipe{{"Command", "curl -so prices.json {file}"}}
	}
	for i := range all {
		all[i].Text = fill.Replace(all[i].Text)
	}
	return all
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
		said = joined(said, cmp.Or(lossWords[k], string(k))+" ("+data.Int(int64(models[k])).String()+")")
	}
	return said
}
