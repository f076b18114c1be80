package data

// ChangesDocument is /api/changes.json: every published number that changed, one build after another.
//
// Who has mirrored the documents of some version, not older than Since, brings them up to date with the entries of
// later versions, oldest first. An entry with a Field sets that field of the tool to New, or removes it when New is
// null; one without adds the tool (Listed) or removes it with all its fields (Withdrawn). Who has an older version
// first does the same with the changes.json of Earlier, and so on; who has none begins with today's tools.json.
type ChangesDocument struct {
	Version     string    `json:"version"`
	LastUpdated Timestamp `json:"lastUpdated"`
	// Since is the version after which no change is missing here.
	Since string `json:"since"`
	// Earlier is the version whose changes.json holds the changes up to Since; absent: there are none.
	Earlier string   `json:"earlier,omitempty"`
	Changes []Change `json:"changes"` // newest version first; within one in the order of its tools
}

// ChangeKind says what kind of change it is.
type ChangeKind string

// The kinds of changes.
const (
	Changed   ChangeKind = "changed"   // the number is another one, or there is one where there was none, or none any more
	Listed    ChangeKind = "listed"    // the tool is new, and with it all its numbers
	Unlisted  ChangeKind = "withdrawn" // the tool is no longer listed, and with it none of its numbers
	Corrected ChangeKind = "corrected" // one of the two was a placeholder: what is published moved, what is billed need not have
	Restored  ChangeKind = "restored"  // an operator went back to an earlier snapshot
)

// Change is one number that differs between two snapshots, or a tool that was listed or withdrawn.
type Change struct {
	ID        string     `json:"id"`      // never used again: <version>/<tool>/<field>
	Version   string     `json:"version"` // of the snapshot that says so first
	At        Timestamp  `json:"at"`      // when that was made; the evidence says when the new value was read
	Kind      ChangeKind `json:"kind"`
	Tool      string     `json:"tool"`
	Name      string     `json:"name"`
	Provider  string     `json:"provider"`
	Field     string     `json:"field,omitempty"` // as in provenance; absent: the tool itself
	Unit      string     `json:"unit,omitempty"`  // as in provenance
	Old       *Number    `json:"old"`             // exact; null: there was none
	New       *Number    `json:"new"`             // exact; null: there is none any more
	Percent   *Number    `json:"percent"`         // of a price, to one decimal; null: from nothing or from 0
	Successor string     `json:"successor,omitempty"`
	// Evidence stands behind the new value, as in the provenance of that snapshot; null without one.
	Evidence *ChangeEvidence `json:"evidence"`
}

// ChangeEvidence is the part of an Evidence that tells where a new value was read and why it was believed.
type ChangeEvidence struct {
	Method     Method     `json:"method"`
	Rule       string     `json:"rule,omitempty"` // how it was made, or what let it through
	Confidence Confidence `json:"confidence"`
	Source     string     `json:"source"`
	Publisher  string     `json:"publisher,omitempty"`
	URL        string     `json:"url,omitempty"`
	Quote      string     `json:"quote,omitempty"`
	SHA256     string     `json:"sha256,omitempty"` // of the payload the quote stands in
	Archive    string     `json:"archive,omitempty"`
	Agrees     []string   `json:"agrees,omitempty"` // other sources that state the same and copy nobody

	FetchedAt   Timestamp `json:"fetchedAt"`   // as in Evidence; null: never
	ConfirmedAt Timestamp `json:"confirmedAt"` // as in Evidence; null: never
	VerifiedAt  Timestamp `json:"verifiedAt"`  // as in Evidence; null: nobody has
}
