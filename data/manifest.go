package data

import "fmt"

// ManifestSchema is the layout version of Manifest; a reader refuses a higher one.
const ManifestSchema = 1

// Manifest describes one snapshot: what it was made from and what it holds.
type Manifest struct {
	Schema           int            `json:"schema"`
	Version          string         `json:"version"`
	Previous         string         `json:"previous,omitempty"`         // version of the snapshot before, "" for the first
	PreviousManifest string         `json:"previousManifest,omitempty"` // sha256 of its manifest: each snapshot vouches for the one before
	Restores         string         `json:"restores,omitempty"`         // version whose content this one publishes again
	GeneratedAt      Timestamp      `json:"generatedAt"`
	Generator        string         `json:"generator"`           // pricepoint/<version>
	PublicURL        string         `json:"publicURL,omitempty"` // how readers reach it, if its operator says so: ids in its feed are under this domain
	Catalogue        string         `json:"catalogue"`           // sha256 of the curated catalogue
	Inputs           []Input        `json:"inputs"`              // every payload the values were read from
	Compared         []Input        `json:"compared,omitempty"`  // earlier payloads that rows of the next readings are compared with, since something of them is held
	Withdrawn        []Withdrawn    `json:"withdrawn,omitempty"`
	Accepted         []Acceptance   `json:"accepted,omitempty"` // what operators had accepted when it was built
	Sources          []SourceRecord `json:"sources"`
	Files            []File         `json:"files"`
	Archive          *File          `json:"archive,omitempty"` // of this run, whole and as stored; nil when it kept none
	Exports          *File          `json:"exports,omitempty"` // what stands beside this snapshot for other programs, whole and as stored; nil for nothing
}

// SourceRecord is a source's status with a digest that tells whether the next reading differs.
type SourceRecord struct {
	SourceStatus
	Readings string        `json:"readings,omitempty"` // sha256 over the observations, their clocks and digests left out
	Fields   map[Field]int `json:"fields,omitempty"`   // observations of each field in the last good reading
	Attempt  *Attempt      `json:"attempt,omitempty"`  // nil: the run did not ask this source
}

// Attempt is how the run that made a snapshot fared with a source: what a build takes from a run besides the payloads.
type Attempt struct {
	Fetched    Timestamp    `json:"fetched"`              // something was last received, usable or not; null: nothing
	Failure    string       `json:"failure,omitempty"`    // why it brought nothing; "": it was read
	Class      FailureClass `json:"class,omitempty"`      // of the failure
	Disallowed bool         `json:"disallowed,omitempty"` // the failure is a refusal by robots.txt
}

// Input is one payload that was read, and where its bytes are kept.
type Input struct {
	Source    string    `json:"source"`
	URL       string    `json:"url"`
	FetchedAt Timestamp `json:"fetchedAt"`
	SHA256    string    `json:"sha256"`
	Archive   string    `json:"archive"`        // path in the store: archive/<version>.warc.gz
	Rows      []string  `json:"rows,omitempty"` // of an earlier payload: the subjects that are compared with it; none: all others
}

// File is one served document, or the archive of a run.
type File struct {
	Path   string `json:"path"` // without the compression suffix: api/tools.json
	Size   int64  `json:"size"` // of the plain bytes
	SHA256 string `json:"sha256"`
	Stored string `json:"stored,omitempty"` // sha256 of a document as it is stored, compressed
}

// Withdrawn is a model that is no longer listed.
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

	Exports []Document // what stands beside it: files for other programs, too large to be documents; a store reads them only when asked to
}

// Document is one served document with its plain bytes.
type Document struct {
	Path string // api/tools.json
	Body []byte

	// Body as a store keeps it, so that a server need not compress again: the first of a document, the others of what stands beside a
	// snapshot. They are nil until stored.
	Brotli, Gzip, Zstd []byte
}

// Decode reads one document of the snapshot; one that is not in it leaves into alone.
func (s Snapshot) Decode(path string, into any) error {
	for _, d := range s.Documents {
		if d.Path != path {
			continue
		}
		if err := Decode(d.Body, into); err != nil {
			return fmt.Errorf("%s: %v", path, err)
		}
	}
	return nil
}

// SnapshotsDocument is /api/snapshots.json: every snapshot that is kept. Its documents never change.
type SnapshotsDocument struct {
	Usage     string         `json:"usage"`
	Documents string         `json:"documents"`        // address of a document in one of them, as a template (RFC 6570)
	Latest    string         `json:"latest,omitempty"` // version of the newest; absent: nothing is published yet
	Snapshots []KeptSnapshot `json:"snapshots"`        // newest first
}

// KeptSnapshot is one of them.
type KeptSnapshot struct {
	Version  string    `json:"version"`
	At       Timestamp `json:"at"`       // when it became the newest
	Manifest string    `json:"manifest"` // address of its manifest: what it was made from, its documents and their digests
	// Gap says that snapshots between this one and the next in the list were published and are no longer kept.
	Gap bool `json:"gap,omitempty"`
}
