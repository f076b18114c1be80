package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"pricepoint/data"
)

// Dir is a store in a directory. Reading needs no lock and no right to write, and is safe at any time.
type Dir struct {
	reader
	folder
	locked atomic.Bool // by this Dir
}

// Open names a directory. It need not exist yet: it reads as empty and the first Lock makes it.
func Open(location string) (*Dir, error) {
	if strings.Contains(location, "://") {
		return nil, fmt.Errorf("store %s is a bucket, not a directory", location)
	}
	if location == "" {
		return nil, errors.New("no store is named; name a directory")
	}
	info, err := os.Stat(location)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("store: %v", err)
	case !info.IsDir():
		return nil, fmt.Errorf("store %s is a file; name a directory", location)
	}
	files := folder{root: filepath.Clean(location), step: func() {}}
	return &Dir{reader: reader{where: files.root, from: files}, folder: files}, nil
}

// WriteReport replaces the report of the last run, whether it published or not. The caller holds the lock.
func (d *Dir) WriteReport(report data.RunReport) error { return d.writeJSON(reportName, report) }
