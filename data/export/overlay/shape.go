package overlay

import "regexp"

// shape is what of a list is relayed: values that fit, and of an object only the members that are known here. Whatever else a
// list has, or gets one day, may be a command, a place to send things to, or words to an agent.
type shape struct {
	fits    func(n *node) bool                  // for what is neither object nor array
	members map[string]shape                    // of an object; "*" for all that have no shape of their own
	item    *shape                              // of an array
	review  func(provider string, n *node) bool // for an object, after the key of its provider
	vital   bool                                // the object that has it does not fit if this does not
	row     bool                                // a provider or a model: people miss it when it is gone
}

type members = map[string]shape

func (s shape) isVital() shape { s.vital = true; return s }

func array(item shape) shape { return shape{item: &item} }

func leaf(fits func(n *node) bool) shape { return shape{fits: fits} }

// like is a string that a pattern matches.
func like(pattern string) shape {
	whole := regexp.MustCompile(`^(?:` + pattern + `)$`)
	return leaf(func(n *node) bool { return n.is('"') && whole.MatchString(n.text) })
}

// The values that hold no others. A price in quotation marks is none, which the readers of rows tell.
var (
	boolean = leaf(func(n *node) bool { return n.is('t') })
	number  = leaf(func(n *node) bool { return n.is('0') || n.is('"') && numeral.MatchString(n.text) })
	title   = leaf(func(n *node) bool { return n.is('"') && len(n.text) <= 200 })
	word    = like(`[\w@~][\w.:/@ +~()-]{0,150}`)
	numeral = regexp.MustCompile(`^[-+.\deE]{1,40}$`)
)

// The list of models.dev: what opencode needs of it. Descriptions are for people, who find them at the publisher.
var modelsDevShape = shape{row: true, review: isReviewed, members: members{
	"id": word.isVital(), "name": title.isVital(), "npm": word, "api": title, "env": array(word), "doc": leaf(leadsToTheWeb).isVital(),
	"models": {members: members{"*": {row: true, members: members{
		"id": word.isVital(), "name": title.isVital(), "family": word, "canonical_model_id": word, "status": word,
		"attachment": boolean, "reasoning": boolean, "tool_call": boolean, "temperature": boolean, "structured_output": boolean, "open_weights": boolean,
		"knowledge": word, "release_date": word, "last_updated": word,
		"interleaved":       {fits: boolean.fits, members: members{"field": like("reasoning_content|reasoning_details")}},
		"reasoning_options": array(shape{members: members{"type": word, "min": number, "max": number, "values": array(word)}}),
		"modalities":        {members: members{"input": array(word), "output": array(word)}},
		"limit":             {members: members{"context": number, "input": number, "output": number}},
		"cost":              modelsDevCosts,
		"provider":          {review: isReviewed, members: members{"npm": word, "api": title, "shape": like("responses|completions")}, vital: true},
		"experimental":      {members: members{"modes": {members: members{"*": {members: members{"cost": modelsDevCosts, "provider": modeShape.isVital()}}}}}},
	}}}},
}}

// modeShape is what is sent to get a mode.
var modeShape = shape{members: members{
	"body": {members: members{
		"service_tier": like("default|batch|flex|priority|ultrafast"), "speed": like("fast"), "reasoning": {members: members{"mode": like("pro")}},
	}},
	"headers": {members: members{"anthropic-beta": like("fast-mode-2026-02-01")}},
}}

var modelsDevCosts = func() shape {
	rates := members{}
	for _, k := range modelsDevKeys {
		rates[k.key] = number.isVital()
	}
	all := members{repeatedTier: {members: rates}}
	tier := members{"tier": {members: members{"type": word, "size": number}}}
	for key, rate := range rates {
		all[key], tier[key] = rate, rate
	}
	all["tiers"] = array(shape{members: tier})
	return shape{members: all, vital: true}
}()

// The list of genai-prices: what the library of that name needs. An expression is run on whatever a user's requests say.
var genaiShape = shape{row: true, members: members{
	"id": word.isVital(), "name": title.isVital(), "api_pattern": expression.isVital(), "provider_match": match, "model_match": match,
	"fallback_model_providers": array(word),
	"extractors": array(shape{members: members{"api_flavor": word, "root": path, "model_path": path, "mappings": array(shape{members: members{
		"dest": word, "required": boolean, "path": path,
	}})}}),
	"models": array(shape{row: true, members: members{
		"id": word.isVital(), "name": title.isVital(), "match": match.isVital(), "context_window": number, "deprecated": boolean,
		"prices": {members: genaiRates, item: &shape{members: members{
			"prices": {members: genaiRates}, "constraint": {members: members{"start_date": word, "start_time": word, "end_time": word}},
		}}},
	}}),
}}

var (
	expression = leaf(isHarmless)
	genaiRates = members{"*": {vital: true, fits: number.fits, members: members{
		"base": number.isVital(), "tiers": array(shape{members: members{"start": number.isVital(), "price": number.isVital()}}).isVital(),
	}}}
	path = shape{fits: word.fits, item: &shape{fits: word.fits, members: members{
		"type": word.isVital(), "field": word.isVital(), "match": match.isVital(),
	}}}
	match = matching(matching(matching(shape{})))
)

// matching is a condition on a name, which may join others.
func matching(other shape) shape {
	all := members{"regex": expression.isVital()}
	for _, key := range []string{"equals", "contains", "starts_with", "ends_with"} {
		all[key] = title.isVital()
	}
	all["and"], all["or"], all["not"] = array(other).isVital(), array(other).isVital(), other.isVital()
	return shape{members: all}
}
