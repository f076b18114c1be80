package data

// ManifestSchema is the layout version of Manifest; a reader refuses a higher one.
const ManifestSchema = 1

// Manifest describes one snapshot: what it was made from and what it holds.
type Manifest struct {
	Schema      int            `json:"schema"`
	Version     string         `json:"version"`
	Previous    string         `json:"previous,omitempty"` // version of the snapshot before, "" for the first
	GeneratedAt Timestamp      `json:"generatedAt"`
	Generator   string         `json:"generator"` // pricepoint/<version>
	Catalogue   string         `json:"catalogue"` // sha256 of the curated catalogue
	Inputs      []Input        `json:"inputs"`    // every payload the values were read from
	Withdrawn   []Withdrawn    `json:"withdrawn,omitempty"`
	Accepted    []Acceptance   `json:"accepted,omitempty"` // what operators had accepted when it was built
	Sources     []SourceRecord `json:"sources"`
	Files       []File         `json:"files"`
}

// SourceRecord is a source's status with a digest that tells whether the next reading differs.
type SourceRecord struct {
	SourceStatus
	Readings string        `json:"readings,omitempty"` // sha256 over the observations, their clocks and digests left out
	Fields   map[Field]int `json:"fields,omitempty"`   // observations of each field in the last good reading
}

// Input is one payload that was read, and where its bytes are kept.
type Input struct {
	Source    string    `json:"source"`
	URL       string    `json:"url"`
	FetchedAt Timestamp `json:"fetchedAt"`
	SHA256    string    `json:"sha256"`
	Archive   string    `json:"archive"` // path in the store: archive/<version>.warc.gz
}

// File is one served document.
type File struct {
	Path   string `json:"path"` // without the compression suffix: api/tools.json
	Size   int64  `json:"size"` // of the plain bytes
	SHA256 string `json:"sha256"`
}

// Withdrawn is a tool that is no longer listed.
type Withdrawn struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Since     string `json:"since"` // snapshot version
	Successor string `json:"successor,omitempty"`
}

// Pointer is latest.json, the only file of a store that ever changes.
type Pointer struct {
	Version  string `json:"version"`
	Manifest string `json:"manifest"` // sha256 of the manifest's bytes
}

// Snapshot is one version of all documents, in memory.
type Snapshot struct {
	Manifest  Manifest
	Documents []Document // in the order of Manifest.Files
}

// Document is one served document with its plain bytes.
type Document struct {
	Path   string // api/tools.json
	Body   []byte
	Brotli []byte // Body as a store keeps it, so that a server need not compress again; nil until stored
}
