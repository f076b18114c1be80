package data

// FindingsDocument is /api/findings.json: what was read and not published, and what looks wrong.
type FindingsDocument struct {
	Version     string    `json:"version"`
	LastUpdated Timestamp `json:"lastUpdated"`
	Findings    []Finding `json:"findings"` // by kind, then source, tool and field

	Report WrongNumber `json:"report"` // how to report a number that is wrong
}

// FindingKind says what a finding is about.
type FindingKind string

// The kinds of findings, most urgent first.
const (
	Held         FindingKind = "held"         // the gate keeps a value back; the last good one stays
	Refused      FindingKind = "refused"      // a reading contradicts itself or cannot be understood
	Withheld     FindingKind = "withheld"     // a whole source moved or shrank at once; none of its changes count
	Due          FindingKind = "due"          // an announced price's day has come and nobody has read it again
	Gone         FindingKind = "gone"         // the source no longer states a value; the last one stays
	Disagreement FindingKind = "disagreement" // another source states something else
	UnknownName  FindingKind = "unknownName"  // nobody has said what this printed name means
)

// FindingKinds lists every kind, most urgent first.
var FindingKinds = []FindingKind{Held, Refused, Withheld, Due, Gone, Disagreement, UnknownName}

// Finding is one thing an operator should look at. Its id is the same in every run that finds the same thing.
type Finding struct {
	ID        string      `json:"id"`
	Kind      FindingKind `json:"kind"`
	Rules     []string    `json:"rules,omitempty"` // of the gate, as in gate.yaml
	Source    string      `json:"source,omitempty"`
	Tool      string      `json:"tool,omitempty"`
	Field     string      `json:"field,omitempty"`
	Subject   string      `json:"subject,omitempty"` // the name as printed
	Published *Number     `json:"published,omitempty"`
	Found     *Number     `json:"found,omitempty"`
	Quote     string      `json:"quote,omitempty"`
	URL       string      `json:"url,omitempty"`
	Why       string      `json:"why"`               // one sentence for people
	Ends      string      `json:"ends,omitempty"`    // what ends it
	Nearest   []string    `json:"nearest,omitempty"` // tool ids an unknown name may mean
	Since     Timestamp   `json:"since"`             // when it was first found
	Evidence  Timestamp   `json:"evidence"`          // when the page it rests on was received; null: no page
}

// Acceptance is an operator's word that a finding is right and may be published.
type Acceptance struct {
	ID   string    `json:"id"` // of the finding
	By   string    `json:"by"`
	At   Timestamp `json:"at"`
	Note string    `json:"note,omitempty"`
}
