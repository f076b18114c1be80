package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pricepoint/data/store"
)

// TestKeptSnapshotsFitOnADisk publishes what a refresh makes of real captures, and reckons what a thousand weeks take
// when pruned: 467 snapshots, each file of which fills blocks of 4 KiB. The archives come on top.
func TestKeptSnapshotsFitOnADisk(t *testing.T) {
	t.Parallel()
	snapshot := newReplayed(t).week(time.Date(2026, 10, 12, 3, 0, 0, 0, time.UTC))
	snapshot.Manifest.Previous = ""
	d, err := store.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	if _, err := d.Publish(t.Context(), snapshot, nil); err != nil {
		t.Fatal(err)
	}
	const kept, block, most = 467, 4 << 10, 100 << 20
	bytes, onDisk := int64(0), int64(0)
	err = fs.WalkDir(os.DirFS(filepath.Join(d.String(), "snapshots", snapshot.Manifest.Version)), ".", func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		size := info.Size()
		if e.IsDir() {
			size = block // as on ext4
		} else {
			bytes += size
		}
		onDisk += (size + block - 1) / block * block
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes in a bucket, %d on a disk; %d of them %d", bytes, onDisk, kept, kept*onDisk)
	if kept*onDisk > most || bytes == 0 {
		t.Errorf("%d snapshots of %d bytes take more than %d bytes", kept, onDisk, most)
	}
}
