package prices

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// TestAThousandSnapshotsFitOnADisk publishes what a year of refreshes makes of real captures, and reckons what a
// thousand such snapshots take on a disk that gives room in blocks of 4 KiB. On average a document of changes is half
// full, at 250. The archives come on top.
func TestAThousandSnapshotsFitOnADisk(t *testing.T) {
	t.Parallel()
	all := fixture.Year(t)
	snapshot := all[len(all)-1]
	snapshot.Manifest.Previous = ""
	stored, size := inStore(t, snapshot)
	changes, perChange := changesSize(t, stored)
	if changes == 0 {
		t.Fatal("a year has no change")
	}
	const kept, block, most = 1000, 4096, 280_000_000
	onDisk := (size + (250-changes)*perChange + block - 1) / block * block
	t.Logf("%d bytes with %d changes, %d bytes each; half full %d on a disk", size, changes, perChange, onDisk)
	if kept*onDisk > most {
		t.Errorf("%d snapshots of %d bytes take more than %d bytes", kept, onDisk, most)
	}
}

// inStore returns a snapshot as a directory has it, and how many bytes its file takes.
func inStore(t *testing.T, snapshot data.Snapshot) (stored data.Snapshot, size int) {
	t.Helper()
	d, err := store.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	pointer, err := d.Publish(t.Context(), snapshot, nil)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(d.String(), "snapshots", pointer.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if stored, err = d.Read(pointer.Version); err != nil {
		t.Fatal(err)
	}
	return stored, int(info.Size())
}

// changesSize is how many changes a snapshot tells of, and how many compressed bytes each takes in both documents.
func changesSize(t *testing.T, snapshot data.Snapshot) (changes, perChange int) {
	t.Helper()
	bytes := 0
	for _, d := range snapshot.Documents {
		switch d.Path {
		case data.ChangesPath:
			var doc data.ChangesDocument
			if err := json.Unmarshal(d.Body, &doc); err != nil {
				t.Fatal(err)
			}
			changes = len(doc.Changes)
			fallthrough
		case data.ChangesFeedPath:
			bytes += len(d.Brotli)
		}
	}
	return changes, bytes / max(1, changes)
}
