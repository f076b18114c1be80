package overlay

import (
	"maps"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/export"
)

var genaiPrices = list{
	export: data.Export{
		Path: "/api/compat/genai-prices.json", Format: "genai-prices", Kind: data.Overlay, Licence: "MIT",
		Copyright: "Copyright (c) Pydantic Services Inc. 2025 to present", Readers: []string{"genai-prices", "Pydantic AI", "Logfire"},
	},
	feed: "feed_genaiprices", file: "/new_data/v2/data.json",
	makers:   export.OnGenAIPrices,
	asInput:  true,
	provider: genaiShape, top: '[', read: readGenAIPrices, write: writeGenAIPrices,
}

// genaiKeys are the prices of a set, in USD per million tokens.
var genaiKeys = map[string]data.BillingClass{
	"input_mtok": data.ClassInput, "output_mtok": data.ClassOutput, "cache_read_mtok": data.ClassCacheRead,
	"cache_write_mtok": data.ClassCacheWrite, "cache_write_1h_mtok": data.ClassCacheWrite1h,
	"input_audio_mtok": "audio.input", "output_audio_mtok": "audio.output", "cache_audio_read_mtok": "audio.cacheRead",
}

// readGenAIPrices reads the models of a provider.
func readGenAIPrices(r reader, key string, provider *node) (rows []row) {
	maker, models := provider.member("id").words(), provider.member("models")
	if len(models.list()) > 0 {
		r.takes(maker, place{rows: pointTo("", key, "models"), after: models.start + 1, items: true})
	}
	for i, model := range models.list() {
		at := pointTo("", key, "models", strconv.Itoa(i))
		if found, ok := r.row(at, maker, maker+"/"+model.member("id").words()); ok {
			found.readSets(pointTo(at, "prices"), model.member("prices"), r.book)
			rows = append(rows, found)
		}
	}
	return rows
}

// readSets reads the prices that hold now: one set, or of a list the last one that began and those of single hours. What held
// before, and what is announced, stays as it is.
func (r *row) readSets(at pointer, prices *node, b *book) {
	if !prices.is('[') {
		r.readSet(at, prices, false)
		r.odd = r.odd || !r.sameHours(b, nil)
		return
	}
	now, hours := -1, map[int]data.WeeklyWindow{}
	for i, set := range prices.items {
		window, timed, began, ok := constraint(set.member("constraint"), b.at)
		r.unread = r.unread || !ok || !set.is('{')
		switch {
		case timed:
			hours[i] = window
		case began:
			now = i
		}
	}
	if r.unread || now < 0 {
		r.unread = true
		return
	}
	r.odd = r.odd || !r.sameHours(b, hours)
	r.readSet(pointTo(at, strconv.Itoa(now), "prices"), prices.items[now].member("prices"), len(hours) > 0)
	for i := range prices.items {
		if _, timed := hours[i]; timed {
			r.readSet(pointTo(at, strconv.Itoa(i), "prices"), prices.items[i].member("prices"), false)
		}
	}
}

// sameHours reports whether sets hold at the hours at which the tool costs most. The days of the week have no place in
// the format: the hours of every day count as those of all days.
func (r *row) sameHours(b *book, sets map[int]data.WeeklyWindow) bool {
	peak := b.tools[r.tools[0]].hours
	if peak == nil || len(sets) == 0 {
		return peak == nil && len(sets) == 0
	}
	theirs, ours := map[string]bool{}, map[string]bool{}
	for _, w := range sets {
		theirs[w.From+"-"+w.To] = true
	}
	for _, w := range peak.Windows {
		ours[w.From+"-"+w.To] = true
	}
	return peak.Zone == "UTC" && !peak.Outside && maps.Equal(theirs, ours)
}

// constraint reads when a set holds: at some hours (timed), or from a day on, which has come or not (began).
func constraint(n *node, at time.Time) (w data.WeeklyWindow, timed, began, ok bool) {
	from, to, day := n.member("start_time").words(), n.member("end_time").words(), n.member("start_date").words()
	switch {
	case n.null():
		return w, false, true, true
	case n.is('{') && len(n.keys) == 1 && day != "":
		first, err := time.Parse(time.DateOnly, day)
		return w, false, err == nil && !at.Before(first), err == nil
	case n.is('{') && len(n.keys) == 2 && from != "" && to != "":
		w.From, timed = clock(from)
		w.To, ok = clock(to)
		return w, true, false, timed && ok
	}
	return w, false, false, false
}

// clock reads 01:00:00Z as 01:00.
func clock(text string) (string, bool) {
	t, err := time.Parse("15:04:05Z", text)
	return t.Format("15:04"), err == nil && t.Second() == 0
}

// readSet reads one set of prices.
func (r *row) readSet(at pointer, set *node, off bool) {
	if !set.is('{') {
		r.unread = true
		return
	}
	for _, key := range set.names() {
		class, known := genaiKeys[key]
		if !known && !strings.HasSuffix(key, "_mtok") {
			continue // searches and requests
		}
		n, w := set.member(key), terms{class: class, off: off}
		if !n.is('{') {
			r.readCell(pointTo(at, key), n, w, known)
			continue
		}
		r.readCell(pointTo(at, key, "base"), n.member("base"), w, known)
		tiers := n.member("tiers")
		r.unread = r.unread || !tiers.is('[') || n.member("base").null()
		for i, tier := range tiers.list() {
			over, ok := tokens(tier.member("start"))
			r.unread = r.unread || !ok
			w.over = over
			r.sizes = append(r.sizes, size{pointTo(at, key, "tiers", strconv.Itoa(i), "start"), tier.member("start"), over})
			r.readCell(pointTo(at, key, "tiers", strconv.Itoa(i), "price"), tier.member("price"), w, known)
		}
	}
}

// writeGenAIPrices writes a model as genai-prices has it: with its prices class by class, and the names that mean it.
func writeGenAIPrices(n newRow) (key string, row any) {
	prices := map[string]any{}
	for name, class := range genaiKeys {
		base, priced := n.prices[0].rates[class]
		if !priced {
			continue
		}
		tiers := data.Each(n.prices[1:], func(s sized) any { return map[string]any{"start": s.over, "price": s.rates[class].value} })
		prices[name] = any(base.value)
		if tiers != nil {
			prices[name] = map[string]any{"base": base.value, "tiers": tiers}
		}
	}
	names := data.Each(n.ids, func(id string) map[string]string { return map[string]string{"equals": id} })
	return "", map[string]any{"id": n.ids[0], "name": n.tool.Name, "match": map[string]any{"or": names}, "prices": prices}
}
