package feed

import (
	"errors"
	"slices"

	"pricepoint/data"
)

// offerWords are the words by which clouds say what of a model a price is for.
var offerWords = map[string]string{
	"input": "input", "inp": "input", "inpt": "input", "prompt": "input", "output": "output", "outp": "output", "outpt": "output", "out": "output", "response": "output",
	"cache": "cache", "cached": "cache", "cchd": "cache", "cd": "cache", "read": "read", "write": "write", "wr": "write",
	"batch": "batch", "flex": "flex", "priority": "priority", "pp": "priority",
	"token": "tokens", "tokens": "tokens", "tokencount": "tokens",
}

// otherOffers are words of prices that are for something else than requests of tokens to the model itself.
var otherOffers = []string{"provisioned", "hour", "hours", "hosting", "training", "train", "custom", "customized", "ft", "finetuned", "image", "images", "audio", "aud",
	"video", "second", "search", "searches", "guardrail", "latency", "optimized", "embedding", "1h", "long", "context", "lctx"}

// offerTerms reads what a price is for from its words; false where they are not for tokens, or hold a word of something else.
func offerTerms(words []string) (field data.Field, q data.Qualifiers, ok bool) {
	said := map[string]bool{}
	for _, w := range words {
		if slices.Contains(otherOffers, w) {
			return "", q, false
		}
		said[offerWords[w]] = true
	}
	for _, service := range []string{"batch", "flex", "priority"} {
		if said[service] {
			q.Service = service
		}
	}
	switch {
	case said["cache"] && said["write"]:
		return data.PriceCacheWrite, q, true
	case said["cache"] && (said["read"] || said["input"]):
		return data.PriceCacheRead, q, true
	case said["cache"]:
		return "", q, false
	case said["input"] && !said["output"]:
		return data.PriceInput, q, true
	case said["output"] && !said["input"]:
		return data.PriceOutput, q, true
	}
	return "", q, false
}

// offers is everything that was added of a cloud's own price list, without what it states in two ways.
func (r feedReading) offers() ([]data.Observation, error) {
	all, err := r.all()
	if err == nil && len(all) == 0 {
		err = errors.New("no row prices tokens in words that are known")
	}
	return undisputed(all), err
}
