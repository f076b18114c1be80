package normalize

import "pricepoint/data"

// field is one published number of a tool and the observations that state it.
type field struct {
	name     string     // in the published documents
	observed data.Field // in observations
	unit     string
	words    string // for people
}

const perMillionTokens = string(data.USDPerMillion)

// prices are the four published prices, in the order of a row.
var prices = [4]field{
	{data.FieldInput, data.PriceInput, perMillionTokens, "input price"},
	{data.FieldOutput, data.PriceOutput, perMillionTokens, "output price"},
	{data.FieldCacheRead, data.PriceCacheRead, perMillionTokens, "cache read price"},
	{data.FieldCacheWrite, data.PriceCacheWrite, perMillionTokens, "cache write price"},
}

var contextField = field{data.FieldContext, data.ContextTokens, string(data.Tokens), "context window"}
