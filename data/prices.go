package data

// PricesDocument is /api/prices/{tool}.json: every line of a model's tariff that was ever published, with two times: when
// it was billed, and when pricepoint knew that. Its bytes stay the same as long as nothing changes.
//
// What was billed at T, as far as was known at K, are the intervals with knownFrom <= K < knownUntil and
// validFrom <= T < validUntil. Before Since nothing was read: what the first snapshot knew is the best guess there is.
type PricesDocument struct {
	ID        string          `json:"id"`        // a model id
	Name      string          `json:"name"`      // of the model
	Since     Timestamp       `json:"since"`     // when the first snapshot that knew the model was made
	Intervals []PriceInterval `json:"intervals"` // by knownFrom; those of one instant by validFrom
}

// PriceInterval is a part of a tariff, how long it held, and how long that was thought. Exactly one of Frame, Line and
// Factor is there.
type PriceInterval struct {
	ValidFrom  Timestamp `json:"validFrom"`           // from this instant on: as stated, or when it was first read
	ValidUntil Timestamp `json:"validUntil,omitzero"` // before this instant; absent: it still held
	KnownFrom  Timestamp `json:"knownFrom"`           // when the snapshot was made that first said so
	KnownUntil Timestamp `json:"knownUntil,omitzero"` // when the snapshot was made that says otherwise; absent: none does

	Frame  *TariffFrame  `json:"frame,omitempty"`
	Line   *TariffLine   `json:"line,omitempty"` // with the evidence of when it was first read
	Factor *TariffFactor `json:"factor,omitempty"`
}

// TariffFrame is what a tariff has besides lines and factors.
type TariffFrame struct {
	Seller string      `json:"seller"`
	Region string      `json:"region,omitempty"` // as in Tariff
	Sale   SalePeriod  `json:"sale"`
	Limits TokenLimits `json:"limits"`
}
