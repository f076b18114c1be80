package data

import "slices"

// Properties is what is known about a model besides its prices and scores. A figure that nobody has stated is absent:
// without shutdownDate no such date is known, but there may be one.
type Properties struct {
	Deprecated       bool       `json:"deprecated,omitempty"`       // true: its provider recommends it for nothing any more or has announced an end, in whatever words; absent: nothing of the kind is known
	Retired          bool       `json:"retired,omitempty"`          // true: its provider's page says that it is no longer sold there; absent: the page does not say so
	State            string     `json:"state,omitempty"`            // active, legacy (its maker sells it as before and prefers another one for new work), deprecated or retired, as its maker's lifecycle page says; legacy also where another page of its maker does; absent: none was read, or it says nothing
	NotEndingBefore  string     `json:"notEndingBefore,omitempty"`  // its maker promises not to end it before this day, 2006-01-02; that is no day of an end
	ShutdownDate     string     `json:"shutdownDate,omitempty"`     // announced last day of service, 2006-01-02
	Successor        string     `json:"successor,omitempty"`        // id of the model that its provider names as the successor
	InputLimitTokens int64      `json:"inputLimitTokens,omitempty"` // the most tokens that one prompt may have, where that is less than the context window
	MaxOutputTokens  int64      `json:"maxOutputTokens,omitempty"`  // the most tokens that one answer may have, including reasoning
	InputModalities  []Modality `json:"inputModalities,omitempty"`  // what a prompt may hold
	OutputModalities []Modality `json:"outputModalities,omitempty"` // what an answer may hold
	KnowledgeCutoff  string     `json:"knowledgeCutoff,omitempty"`  // the training data hold nothing later; as precise as it was stated: 2006-01-02, 2006-01 or 2006

	Evidence []PropertyEvidence `json:"evidence"` // every figure above appears in exactly one of these
}

// PropertyEvidence says where figures of a model were read.
type PropertyEvidence struct {
	Figures     []string  `json:"figures"`               // names of the fields above
	URL         string    `json:"url"`                   // where they were read
	Basis       Basis     `json:"basis"`                 // whose word they are
	VerifiedAt  Timestamp `json:"verifiedAt"`            // when a person read them; if only the month or year is known, its first instant; null: nobody has
	Source      string    `json:"source,omitempty"`      // the collector that read it; absent: a person did
	FetchedAt   Timestamp `json:"fetchedAt,omitzero"`    // when it was last found there; absent: a person read it
	Quote       string    `json:"quote,omitempty"`       // the flag, as printed
	Note        string    `json:"note,omitempty"`        // a doubt of whoever verified them
	Placeholder bool      `json:"placeholder,omitempty"` // they were verified after the time of this snapshot
}

// Modality is a kind of content.
type Modality string

// Modalities lists every kind of content.
var Modalities = []Modality{"text", "image", "audio", "video", "pdf"}

// The names of the figures in Properties.
const (
	PropertyDeprecated = "deprecated"
	PropertyRetired    = "retired"
	PropertyState      = "state"
	PropertyNotBefore  = "notEndingBefore"
	PropertyShutdown   = "shutdownDate"
	PropertySuccessor  = "successor"
	PropertyInputLimit = "inputLimitTokens"
	PropertyMaxOutput  = "maxOutputTokens"
	PropertyInput      = "inputModalities"
	PropertyOutput     = "outputModalities"
	PropertyKnowledge  = "knowledgeCutoff"
)

// BasisOf says whose word a figure is; "" where nobody is named.
func (p Properties) BasisOf(figure string) Basis {
	if e := Find(p.Evidence, func(e PropertyEvidence) bool { return slices.Contains(e.Figures, figure) }); e != nil {
		return e.Basis
	}
	return ""
}
