package data

import "strings"

// ChangesDocument is /api/changes.json: every published number that changed, one build after another.
//
// To bring a copy of some version up to date, apply the entries of later versions, oldest first. An entry with a Field
// sets that field of the model to New, or removes it if New is null. An entry without a Field adds the model (Listed) or
// removes it with all its fields (Withdrawn). An entry of FieldMethodology has no model: scores are made in another way from
// then on, and none of them is compared with one from before, so take them all from benchmarks.json. Leave out entries with an Event: they tell what somebody has said will
// happen (Announced), or that it no longer counts as said (Retracted), and set nothing. What does happen is an entry of
// its own. If the copy is older than Since, first apply the changes.json of Earlier in the same way, and so on. Without a
// copy, start from today's tools.json.
type ChangesDocument struct {
	Version     string    `json:"version"`
	LastUpdated Timestamp `json:"lastUpdated"`
	// Since is the version from which on every change is listed here.
	Since string `json:"since"`
	// Earlier is the version whose changes.json lists the changes up to Since; absent: there are none.
	Earlier string   `json:"earlier,omitempty"`
	Changes []Change `json:"changes"` // newest version first; within a version, in the order of its models
	// Models are the changes of the models of models.json that are none of the tools, in the same order: Tool is a key there, Listed
	// a model that its maker's page prices from then on, and Withdrawn one that is gone from it, with the evidence of its last
	// input price. The newest 500 at most; absent: there are none.
	Models []Change `json:"models,omitempty"`
	// Tags begin the ids of the feed's entries, oldest first. Entries keep the ids they were published with.
	Tags []FeedTag `json:"tags,omitempty"`
	// Events are the days that were announced, by day: those to come, and those of the year before. They outlast the
	// changes that told of them.
	Events []CalendarEvent `json:"events"`
}

// FeedTag is what the ids of the feed's entries begin with from a version on.
type FeedTag struct {
	Since string `json:"since"` // version
	Tag   string `json:"tag"`   // tag:<domain>,<first day of its use>: as RFC 4151 has it
}

// FieldMethodology is the field of the one entry that tells of another methodology, from its old version to the new one.
const FieldMethodology = "methodologyVersion"

// ChangeKind says what kind of change it is.
type ChangeKind string

// The kinds of changes.
const (
	Changed   ChangeKind = "changed"   // a source that stated the old number states the new one, a promotion is taken to be over, or the number is new or gone
	Listed    ChangeKind = "listed"    // the model is new, and with it all its numbers
	Unlisted  ChangeKind = "withdrawn" // the model is no longer listed, nor are its numbers
	Corrected ChangeKind = "corrected" // the two numbers are of different sources, or one was a placeholder, or scores are made in another way: what is published has moved, what is billed need not have
	Restored  ChangeKind = "restored"  // an operator went back to an earlier snapshot
	Announced ChangeKind = "announced" // somebody says that the Event will happen; the same kind, day and price again replaces what was said before
	Retracted ChangeKind = "retracted" // the Event was announced, and no longer counts
)

// Change is one number that differs between two snapshots, a model that was listed or withdrawn, or an event that was
// announced or retracted.
type Change struct {
	// ID is never used again: <version>/<tool>/<field>, or <version>/<tool>/<kind>/<kind of event>/<day>. What changed before the first
	// snapshot has the day at its end.
	ID        string     `json:"id"`
	Version   string     `json:"version"` // of the first snapshot that says so
	At        Timestamp  `json:"at"`      // when that snapshot was made, or before the first one the day of the change; the evidence says when the new value was read
	Kind      ChangeKind `json:"kind"`
	Tool      string     `json:"tool"` // id; "" where it is all of them
	Name      string     `json:"name"`
	Provider  string     `json:"provider"`
	Field     string     `json:"field,omitempty"` // as in provenance; absent: the model itself
	Unit      string     `json:"unit,omitempty"`  // as in provenance
	Old       *Number    `json:"old"`             // exact; null: there was none
	New       *Number    `json:"new"`             // exact; null: there is none now
	Percent   *Number    `json:"percent"`         // of a price, to one decimal; null: there was none before, it was 0, or it is corrected
	Successor string     `json:"successor,omitempty"`
	OldSource string     `json:"oldSource,omitempty"` // of a corrected number: who stated the old one; absent: nobody had by then
	// Event is what was announced or retracted. An entry with one sets no field.
	Event *Event          `json:"event,omitempty"`
	Cause RetractionCause `json:"cause,omitempty"` // of a retraction
	// Evidence is what the new value rests on, as in the provenance of that snapshot; null without a new value. Of an
	// event it is where it was announced, and of a retraction what was read instead, null if nothing was.
	Evidence *BriefEvidence `json:"evidence"`
}

// OfModel reports whether a change is of a model of models.json that is no tool: its key has a slash, which no id has.
func (c Change) OfModel() bool { return strings.Contains(c.Tool, "/") }

// BriefEvidence is the part of an Evidence that says where a value was read and why it was believed.
type BriefEvidence struct {
	Method     Method     `json:"method"`
	Rule       string     `json:"rule,omitempty"` // how it was made, or why it was let through
	Confidence Confidence `json:"confidence"`
	Source     string     `json:"source"`
	Basis      Basis      `json:"basis,omitempty"` // as in Evidence, like the two below
	Publisher  string     `json:"publisher,omitempty"`
	PrintedBy  string     `json:"printedBy,omitempty"`
	URL        string     `json:"url,omitempty"`
	Quote      string     `json:"quote,omitempty"`
	SHA256     string     `json:"sha256,omitempty"` // of the payload that holds the quote
	Archive    string     `json:"archive,omitempty"`
	Agrees     []string   `json:"agrees,omitempty"` // other sources that state the same and copy no other

	FetchedAt   Timestamp `json:"fetchedAt"`   // as in Evidence; null: never
	ConfirmedAt Timestamp `json:"confirmedAt"` // as in Evidence; null: never
	VerifiedAt  Timestamp `json:"verifiedAt"`  // as in Evidence; null: nobody has
}

// Brief is the part of the evidence that says where the value was read and why it was believed.
func (e Evidence) Brief() BriefEvidence {
	b := BriefEvidence{
		Method: e.Method, Rule: e.Rule, Confidence: e.Confidence, Source: e.Source, Basis: e.Basis, Publisher: e.Publisher, PrintedBy: e.PrintedBy, URL: e.URL, Quote: e.Quote,
		SHA256: e.SHA256, Archive: e.Archive, FetchedAt: e.FetchedAt, ConfirmedAt: e.ConfirmedAt, VerifiedAt: e.VerifiedAt,
	}
	for _, s := range e.Agrees {
		if s.CopyOf == "" {
			b.Agrees = append(b.Agrees, s.Source)
		}
	}
	return b
}

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
