package rating

import "pricepoint/data"

// RouterDocument is /api/router.json: in one file what a program needs that chooses a model for each request. It holds nothing that the
// other documents do not say, and leaves the evidence to them.
type RouterDocument struct {
	Version     string         `json:"version"`
	LastUpdated data.Timestamp `json:"lastUpdated"`
	Models      []RouterModel  `json:"models"` // as in models.json, without those that are gone
}

// RouterModel is one model that can be asked.
type RouterModel struct {
	Key   string   `json:"key"`                  // in models.json
	IDs   []string `json:"ids"`                  // what the maker's API takes, the one to use first
	Route string   `json:"openRouter,omitempty"` // what OpenRouter calls it; absent: it was not seen there
	Name  string   `json:"name"`
	Maker string   `json:"maker"`
	Tool  string   `json:"tool,omitempty"` // id in tools.json; only of these the figures behind the prices are known

	Prices []RouterPrices `json:"prices"` // the standard service for the shortest prompts first

	Score  *RouterScore   `json:"score,omitempty"`  // absent: nothing is measured
	Solved []RouterSolved `json:"solved,omitempty"` // one for each board and effort; rows of two boards cannot be compared

	ContextTokens   int64    `json:"contextTokens,omitempty"`
	MaxOutputTokens int64    `json:"maxOutputTokens,omitempty"`
	Efforts         []string `json:"efforts,omitempty"`       // that a request may name, as in models.json
	DefaultEffort   string   `json:"defaultEffort,omitempty"` // that holds when it names none
	State           string   `json:"state,omitempty"`         // active legacy deprecated retired, as its maker's page says
	ShutdownDate    string   `json:"shutdownDate,omitempty"`  // announced last day, 2006-01-02
	Successor       string   `json:"successor,omitempty"`     // id in tools.json
}

// RouterPrices are what a request is billed at, in USD per million tokens. Absent: nobody states it, which is not free; such tokens
// cost at most what input costs where they are read from a cache.
type RouterPrices struct {
	Service string `json:"service,omitempty"` // batch flex priority fast; absent: standard
	Over    int64  `json:"over,omitempty"`    // tokens: for prompts longer than this
	Effort  string `json:"effort,omitempty"`  // for requests with this reasoning setting only; absent: with any
	Hours   string `json:"hours,omitempty"`   // in which they hold, as in tariffs.json; absent: always

	Input        *data.Number `json:"input,omitempty"`
	Output       *data.Number `json:"output,omitempty"`
	CacheRead    *data.Number `json:"cacheRead,omitempty"`
	CacheWrite   *data.Number `json:"cacheWrite,omitempty"`
	CacheWrite1h *data.Number `json:"cacheWrite1h,omitempty"`
}

// RouterScore is the overall score, 0-100, with its 90 % interval.
type RouterScore struct {
	Overall     data.Number `json:"overall"`
	Low         data.Number `json:"low"`
	High        data.Number `json:"high"`
	Provisional bool        `json:"provisional,omitempty"` // too little is measured; it is what is expected
}

// RouterSolved is what a board measured of a model at one effort.
type RouterSolved struct {
	Board         string       `json:"board"`
	Effort        string       `json:"effort,omitempty"` // absent: none stated
	Harness       string       `json:"harness,omitempty"`
	Share         data.Number  `json:"share"`                   // of the attempts that solved their task, 0-1
	CostPerSolved *data.Number `json:"costPerSolved,omitempty"` // USD at today's tariff; absent: it is not known
	Seconds       *data.Number `json:"seconds,omitempty"`       // that an attempt took, mean
}
