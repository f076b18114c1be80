package data

// EventKind says what was announced to happen to a model. There are no others.
type EventKind string

// The kinds of events.
const (
	PriceEvent       EventKind = "price"        // from the day on other prices hold
	PromotionEnd     EventKind = "promotionEnd" // the day is the last of a promotion
	LegacyEvent      EventKind = "legacy"       // its provider prefers another one for new work, and sells it as before; it has no day
	DeprecationEvent EventKind = "deprecation"  // its provider has deprecated it; it has no day
	ShutdownEvent    EventKind = "shutdown"     // the day is the last of the service
	RetirementEvent  EventKind = "retirement"   // its provider's page says that it is no longer sold; it has no day
)

// Event is what somebody has said will happen to a model. None of it is in force before it was read again on its day.
type Event struct {
	Kind      EventKind     `json:"kind"`
	Day       string        `json:"day,omitempty"`       // 2006-01-02; absent: of no certain day
	Prices    []ComingPrice `json:"prices,omitempty"`    // of price and promotionEnd
	Promised  bool          `json:"promised,omitempty"`  // of promotionEnd: the promotion was promised up to the day; what comes then was not said
	Successor string        `json:"successor,omitempty"` // of legacy, deprecation, shutdown and retirement: id of the model that its provider names instead
}

// ComingPrice is a price that an event is about.
type ComingPrice struct {
	Field string  `json:"field"` // as in provenance
	Unit  string  `json:"unit"`  // as in provenance
	Old   *Number `json:"old"`   // exact: what was published when this was announced
	New   *Number `json:"new"`   // exact: what is to hold; null: nobody has said what
}

// RetractionCause says why an event no longer counts as announced.
type RetractionCause string

// The causes of retractions.
const (
	Withdrawal RetractionCause = "withdrawn"  // nobody states it any more, and its day had not passed
	NotInForce RetractionCause = "notInForce" // its day has come, and then another price was read
	Unread     RetractionCause = "unread"     // its day has come, and nobody has read the price since
	TakenBack  RetractionCause = "restored"   // an operator went back to a snapshot that did not know of it
)

// CalendarEvent is an event with a day, as changes.ics has it.
type CalendarEvent struct {
	ID        string          `json:"id"` // <tool>/<kind>/<day>
	Tool      string          `json:"tool"`
	Name      string          `json:"name"`
	Provider  string          `json:"provider"`
	Event     Event           `json:"event"` // with the day
	Retracted bool            `json:"retracted,omitempty"`
	Cause     RetractionCause `json:"cause,omitempty"` // of a retracted one
	URL       string          `json:"url,omitempty"`   // where it was read
	Since     string          `json:"since"`           // version of the snapshot that first told of it
	ChangedAt Timestamp       `json:"changedAt"`       // when the snapshot was made that told of it first, or otherwise than before
	Sequence  int             `json:"sequence"`        // how often that was told otherwise
}
