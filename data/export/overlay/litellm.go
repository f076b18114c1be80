package overlay

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"pricepoint/data"
)

var litellm = list{
	export: data.Export{
		Path: "/api/compat/litellm.json", Format: "litellm", Kind: data.Overlay, Licence: "MIT",
		Copyright: "Copyright (c) 2023 Berri AI", Readers: []string{"LiteLLM", "browser-use", "sub2api"},
	},
	feed: "feed_litellm", file: ".json", // the second file that it reads is a copy of the first
	makers: map[string]string{
		"anthropic": "Anthropic", "dashscope": "Alibaba", "deepseek": "DeepSeek", "gemini": "Google", "minimax": "MiniMax",
		"mistral": "Mistral AI", "moonshot": "Moonshot AI", "openai": "OpenAI", "xai": "xAI", "zai": "Z.ai",
	},
	read: readLiteLLM,
}

// perToken turns USD per million tokens into USD per token.
const perToken = -6

// readLiteLLM reads the entries of the makers' own providers. LiteLLM reads every member of the map as an entry and ends
// when one is none, so such members are dropped: its own file has none, copies of it do.
func readLiteLLM(r reader, body []byte) (rows []row, dropped []edit, err error) {
	members := cut(body, bytes.IndexByte(body, '{'))
	top, err := scan(body, 1, func(path []string, n *node) error {
		key := path[0]
		if !n.is('{') {
			dropped = append(dropped, members.drop(n.end, pointTo("", key)))
			return nil
		}
		members.keep(n.end)
		maker := n.member("litellm_provider").words()
		prefix, _, named := strings.Cut(key, "/")
		if named && prefix != maker {
			return nil // sold under the name of another
		}
		if found, ok := r.row(pointTo("", key), maker, key); ok {
			found.readEntry(n)
			rows = append(rows, found)
		}
		return nil
	})
	if err == nil && top != '{' {
		err = errors.New("it is no object of models")
	}
	return rows, dropped, err
}

// cutter drops members of an object, each with a comma that divides it from its neighbour. It is told of every member, in order.
type cutter struct {
	body  []byte
	from  int  // where the member before ends, or what is kept of the object begins
	later bool // a member before is kept
}

// cut starts at the brace of an object.
func cut(body []byte, brace int) *cutter { return &cutter{body: body, from: brace + 1} }

func (c *cutter) keep(end int) { c.from, c.later = end, true }

func (c *cutter) drop(end int, at pointer) edit {
	if rest := bytes.TrimLeft(c.body[end:], " \t\r\n"); !c.later && bytes.HasPrefix(rest, []byte(",")) {
		end = len(c.body) - len(rest) + 1
	}
	e := edit{start: c.from, end: end, at: at}
	c.from = end
	return e
}

// litellmBases are the keys of prices of tokens; conditions follow them.
var litellmBases = map[string]data.BillingClass{
	"input_cost_per_token":                        data.ClassInput,
	"output_cost_per_token":                       data.ClassOutput,
	"output_cost_per_reasoning_token":             data.ClassReasoning,
	"cache_read_input_token_cost":                 data.ClassCacheRead,
	"input_cost_per_token_cache_hit":              data.ClassCacheRead,
	"cache_creation_input_token_cost":             data.ClassCacheWrite,
	"input_cost_per_audio_token":                  "audio.input",
	"output_cost_per_audio_token":                 "audio.output",
	"cache_read_input_audio_token_cost":           "audio.cacheRead",
	"cache_read_input_token_cost_per_audio_token": "audio.cacheRead",
}

// aboutTokens are keys that price tokens, whether anybody here knows them or not.
var aboutTokens = regexp.MustCompile(`_token(_cost|$)|_token_|_tokens`)

var litellmCondition = regexp.MustCompile(`^(.*?)(?:_above_(\d+)k_tokens|_above_(1hr)|_(batches|batch_requests|flex|priority))$`)

// readKey reads a key from its end: input_cost_per_token_above_272k_tokens_priority.
func readKey(key string) (w terms, known bool) {
	rest, hour := key, false
	for m := litellmCondition.FindStringSubmatch(rest); m != nil; m = litellmCondition.FindStringSubmatch(rest) {
		rest = m[1]
		switch {
		case m[2] != "":
			thousands, err := strconv.ParseInt(m[2], 10, 32)
			if err != nil || w.over > 0 {
				return terms{}, false
			}
			w.over = thousands * 1000
		case m[3] != "":
			hour = true
		case strings.HasPrefix(m[4], "batch"):
			w.service = "batch"
		default:
			w.service = m[4]
		}
	}
	w.class, known = litellmBases[rest]
	if hour {
		known = known && w.class == data.ClassCacheWrite
		w.class = data.ClassCacheWrite1h
	}
	return w, known
}

// readEntry reads what an entry says of prices.
func (r *row) readEntry(entry *node) {
	r.readKeys(r.at, entry, terms{})
	r.readFactors(entry)
	r.readLengths(entry.member("tiered_pricing"))
	if off := entry.member("off_peak_pricing"); !off.null() {
		windows, ok := readWindows(off)
		r.unread = r.unread || !ok
		r.outside = windows
		r.readKeys(pointTo(r.at, "off_peak_pricing"), off, terms{off: true})
		return
	}
	r.open = &opening{at: pointTo(r.at, "off_peak_pricing"), end: entry.lastEnd(), scale: perToken, write: writeOffPeak}
	for _, c := range r.cells {
		if c.known && c.terms.service == "" && c.terms.over == 0 {
			key := c.at[strings.LastIndexByte(c.at, '/')+1:]
			w := c.terms
			w.off = true
			r.open.rates = append(r.open.rates, option{at: pointTo(r.open.at, key), key: key, terms: w})
		}
	}
}

// readKeys reads the prices among the members of an object, in their order.
func (r *row) readKeys(at pointer, of *node, base terms) {
	for _, key := range of.names() {
		w, known := readKey(key)
		if !known && (!aboutTokens.MatchString(key) || !strings.Contains(key, "cost")) {
			continue
		}
		w.off = base.off
		if base.over > 0 {
			known = known && w.over == 0
			w.over = base.over
		}
		r.readCell(pointTo(at, key), of.member(key), w, perToken, known)
	}
}

// readLengths reads a list of prices by the length of the prompt.
func (r *row) readLengths(lengths *node) {
	if !lengths.is('[') {
		r.unread = r.unread || !lengths.null()
		return
	}
	for i, item := range lengths.items {
		bounds := item.member("range")
		if !bounds.is('[') || len(bounds.items) != 2 {
			r.odd = true // of searches, perhaps
			continue
		}
		over, ok := tokens(bounds.items[0])
		r.unread = r.unread || !ok
		r.readKeys(pointTo(r.at, "tiered_pricing", strconv.Itoa(i)), item, terms{over: over})
	}
}

const uplift = "regional_processing_uplift_multiplier_"

// readFactors reads what regions and speeds cost on top.
func (r *row) readFactors(entry *node) {
	for _, key := range entry.names() {
		if region, is := strings.CutPrefix(key, uplift); is {
			r.factors = append(r.factors, multiple{n: entry.member(key), region: region})
		}
	}
	further := entry.member("provider_specific_entry")
	for _, key := range further.names() {
		f := multiple{n: further.member(key), region: key}
		if key == "fast" {
			f.service, f.region = key, ""
		}
		r.factors = append(r.factors, f)
	}
}

// writeOffPeak writes the prices outside the dearest hours, with all other hours of the week as windows.
func writeOffPeak(hours data.WeeklyHours, rates []rate) (string, bool) {
	windows, ok := offPeakWindows(hours)
	if !ok {
		return "", false
	}
	var b strings.Builder
	b.WriteString(`,"off_peak_pricing":{`)
	for _, r := range rates {
		fmt.Fprintf(&b, `"%s":%s,`, r.key, r.value)
	}
	return b.String() + `"windows":` + windows + `,"weekday_timezone":"UTC"}`, true
}
