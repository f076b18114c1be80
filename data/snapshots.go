package data

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
