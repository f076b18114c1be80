package store

import (
	"fmt"
	"io"

	"pricepoint/data"
)

// Report returns how the last run fared; fs.ErrNotExist before the first one.
func (s *Store) Report() (data.RunReport, error) {
	body, err := s.place.read(reportName)
	if err != nil {
		return data.RunReport{}, fmt.Errorf("run report: %w", err)
	}
	var report data.RunReport
	if err := data.Decode(body, &report); err != nil {
		return data.RunReport{}, fmt.Errorf("run report %s is broken: %v", s.name(reportName), err)
	}
	return report, nil
}

// OpenArchive opens the raw responses named by Manifest.Inputs. It refuses every path but those of ArchiveName,
// and links: a manifest must not lead out of the store.
func (s *Store) OpenArchive(path string) (io.ReadCloser, error) {
	if err := checkArchive(path); err != nil {
		return nil, err
	}
	archive, err := s.place.stream(path)
	if err != nil {
		return nil, fmt.Errorf("archive in store %s: %w", s.where, err)
	}
	return archive, nil
}
