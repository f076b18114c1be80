package data

// AddressIndex is /api/: every address of the server that answers.
type AddressIndex struct {
	Version     string      `json:"version"`            // of the snapshot that is served
	LastUpdated Timestamp   `json:"lastUpdated"`        // when the refresh behind it ran
	Addresses   []Address   `json:"addresses"`          // the public documents first
	Report      WrongNumber `json:"report"`             // how to report a number that is wrong
	ReportTo    string      `json:"reportTo,omitempty"` // where to report it: a page, or mailto: and an address; absent: ask whoever runs the server
}

// Address is one place of the API.
type Address struct {
	Path      string `json:"path"`             // with {…} for the parts that readers fill in
	Method    string `json:"method,omitempty"` // POST; absent: GET
	What      string `json:"what"`             // what it holds, for people
	MediaType string `json:"mediaType"`        // of a good answer
	Size      int    `json:"size,omitempty"`   // bytes of the plain document; absent where it varies
}
