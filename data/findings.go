package data

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// FindingsDocument is /api/findings.json: what was read and not published, and what looks wrong.
type FindingsDocument struct {
	Version     string    `json:"version"`
	LastUpdated Timestamp `json:"lastUpdated"`
	Findings    []Finding `json:"findings"` // by kind, then source, model and field

	Report WrongNumber `json:"report"` // how to report a number that is wrong
}

// HeldSince is since when the value waits that has been held the longest; zero: none is held.
func (d FindingsDocument) HeldSince() (since Timestamp) {
	for _, f := range d.Findings {
		if f.Kind == Held && (since.IsZero() || f.Since.Before(since.Time)) {
			since = f.Since
		}
	}
	return since
}

// FindingKind says what a finding is about.
type FindingKind string

// The kinds of findings, most urgent first.
const (
	Held         FindingKind = "held"         // the gate keeps a value back; the last good one stays
	Refused      FindingKind = "refused"      // a reading contradicts itself or cannot be understood
	Doubted      FindingKind = "doubted"      // a board's result looks like one of a run that failed; it does not count
	Withheld     FindingKind = "withheld"     // a whole source moved or shrank at once; none of its changes count
	Due          FindingKind = "due"          // the day of an announced price has come, and nobody has read the price again
	Gone         FindingKind = "gone"         // the source no longer states a value; the last one stays
	Alone        FindingKind = "alone"        // a change is published that only its own page or board states
	Disagreement FindingKind = "disagreement" // another source states something else
	UnknownName  FindingKind = "unknownName"  // nobody has said what this printed name means
)

// FindingKinds lists every kind, most urgent first.
var FindingKinds = []FindingKind{Held, Refused, Doubted, Withheld, Due, Gone, Alone, Disagreement, UnknownName}

// Finding is one thing an operator should look at. Its id is the same in every run that finds the same thing.
type Finding struct {
	ID        string      `json:"id"`
	Kind      FindingKind `json:"kind"`
	Rules     []GateRule  `json:"rules,omitempty"`    // each once
	Breaches  []Breach    `json:"breaches,omitempty"` // of the gate's rules, one by one
	Source    string      `json:"source,omitempty"`
	Tool      string      `json:"tool,omitempty"`
	Field     string      `json:"field,omitempty"`
	Subject   string      `json:"subject,omitempty"` // the name as printed
	Published *Number     `json:"published,omitempty"`
	Found     *Number     `json:"found,omitempty"`
	Quote     string      `json:"quote,omitempty"`
	URL       string      `json:"url,omitempty"`
	Why       string      `json:"why"`                // one sentence for people
	Ends      string      `json:"ends,omitempty"`     // what ends it
	Nearest   []string    `json:"nearest,omitempty"`  // model ids an unknown name may mean
	Moves     []Move      `json:"moves,omitempty"`    // of a source whose changes do not count: the values that moved
	Missing   []ToolField `json:"missing,omitempty"`  // and those that are missing
	Readings  int         `json:"readings,omitempty"` // of a held value: in how many readings its page has stated it
	ReadLast  Timestamp   `json:"readLast,omitzero"`  // and when the last of them was received
	Since     Timestamp   `json:"since"`              // when it was first found
	Evidence  Timestamp   `json:"evidence"`           // when the page it rests on was received; null: no page
}

// Identified gives a finding its id, which depends on what was found, so that the same finding has the same id in every
// run and an acceptance of it holds for nothing else. more is what else tells it apart.
func (f Finding) Identified(more ...string) Finding {
	value := ""
	if f.Found != nil {
		value = f.Found.String()
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{
		string(f.Kind), f.Source, f.Tool, f.Field, f.Subject, value, f.Quote}, more...), "\x00")))
	f.ID = hex.EncodeToString(sum[:5])
	return f
}

// GateRule is a rule of the gate, whose limits are in gate.yaml. The list is closed.
type GateRule string

// The rules of the gate.
const (
	RuleZero       GateRule = "zero"       // input or output became free, or stopped being free
	RuleRatio      GateRule = "ratio"      // input or output moved by a large factor
	RuleDrift      GateRule = "drift"      // input or output moved by a large factor in small steps
	RuleCacheRatio GateRule = "cacheRatio" // a cache price moved by a very large factor
	RuleBand       GateRule = "band"       // no model of this kind can cost that
	RuleOrder      GateRule = "order"      // an order that holds everywhere is broken: a cache read dearer than input, a batch dearer than the standard service
	RuleSlip       GateRule = "slip"       // it landed on what another price of its row was, or another limit of the model: the next column was read
	RuleNeighbour  GateRule = "neighbour"  // it landed on what another tier, service, region or model stated, which did not move along
	RuleAddress    GateRule = "address"    // it stands where it did not stand when the page was last read
	RuleSource     GateRule = "source"     // the page is read for the first time and says other than what stood
	RuleTogether   GateRule = "together"   // several models moved at once
	RuleFactor     GateRule = "factor"     // all that moved in its table moved by the factor of another currency or tariff
	RuleDigits     GateRule = "digits"     // the last value with a digit more: a footnote mark is glued to it
	RuleOutdated   GateRule = "outdated"   // lists have stated it since before the page said something else: the page is an old one
	RuleHeading    GateRule = "heading"    // it stands under a title that nobody has said the meaning of
	RuleText       GateRule = "text"       // a text stands on its page that it did not have before, and that says nothing of prices
	RuleTerms      GateRule = "terms"      // such a text may say for whom, for what or for how long the prices hold
	RuleScore      GateRule = "score"      // a score moved far although model, publisher and setting are the same
	RuleRow        GateRule = "row"        // input or output of the same row is held
	RuleClock      GateRule = "clock"      // the page is from the future, or older than the value
	RuleMoved      GateRule = "moved"      // much of its source moved at once
	RuleEnd        GateRule = "end"        // a model would end sooner than any maker gives notice, or with most others of its maker
	RuleGone       GateRule = "gone"       // much of its source is missing
)

// Breach is a rule of the gate that a value breaks.
type Breach struct {
	Rule GateRule `json:"rule"`
	Why  string   `json:"why"`            // for people
	Text string   `json:"text,omitempty"` // the title or text of a page that nobody has said the meaning of
}

// ToolField is one published number of a model.
type ToolField struct {
	Tool  string `json:"tool"`
	Field string `json:"field"`
}

// Move is a value of a source that changed.
type Move struct {
	ToolField
	Was Number `json:"was"`
	Is  Number `json:"is"`
}

// Acceptance is an operator's word that a finding is right and may be published.
type Acceptance struct {
	ID   string    `json:"id"` // of the finding
	By   string    `json:"by"`
	At   Timestamp `json:"at"`
	Note string    `json:"note,omitempty"`
}

// WrongNumber says how to report a wrong number. The operator chooses where reports go; a server says so on its start
// page and at /api/.
type WrongNumber struct {
	Text    string   `json:"text"`    // what counts as wrong, and what happens to a report
	Where   string   `json:"where"`   // where a report goes
	Include []string `json:"include"` // what a report needs, so that it can be checked
}

// HowToReport is the same in every snapshot.
var HowToReport = WrongNumber{
	Text: "A number that differs from what its own source prints is a mistake and worth a report. First look it up in /api/provenance.json, " +
		"which names the page that was read, the quoted text and the day; a page that has changed since then is read at the next refresh. " +
		"A report is checked against the page that was kept (pricepoint explain TOOL FIELD) and against the page as it is now (pricepoint sources --check). " +
		"A number that was wrong is corrected in the next snapshot and listed in /api/changes.json.",
	Where: "To whoever runs this server. Its start page and /api/ say where, if the operator has named a place.",
	Include: []string{
		"the id of the model, as in /api/tools.json",
		"the field, as in /api/provenance.json: pricing.input",
		"the number that is published, and the version in /api/freshness.json",
		"what it should be, the URL of the provider’s or leaderboard’s own page that says so, its words, and the day you saw them",
	},
}
