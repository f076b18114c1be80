package store

import (
	"fmt"
	"io"
	"os"

	"pricepoint/data"
)

// Report returns how the last run fared; fs.ErrNotExist before the first one.
func (d *Dir) Report() (data.RunReport, error) {
	body, err := d.read(reportName)
	if err != nil {
		return data.RunReport{}, fmt.Errorf("run report: %w", err)
	}
	var report data.RunReport
	if err := data.Decode(body, &report); err != nil {
		return data.RunReport{}, fmt.Errorf("run report %s is broken: %v", d.path(reportName), err)
	}
	return report, nil
}

// WriteReport replaces the report of the last run, whether it published or not. The caller holds the lock.
func (d *Dir) WriteReport(report data.RunReport) error { return d.writeJSON(reportName, report) }

// OpenArchive opens the raw responses named by Manifest.Inputs. It refuses every path but those of ArchiveName,
// and links: a manifest must not lead out of the store.
func (d *Dir) OpenArchive(path string) (io.ReadCloser, error) {
	if err := checkArchive(path); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer root.Close()
	info, err := root.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", d.root, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("archive %s in store %s is not a regular file", path, d.root)
	}
	f, err := root.Open(path)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", d.root, err)
	}
	return f, nil
}
