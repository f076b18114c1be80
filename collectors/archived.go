package collectors

import (
	"bytes"
	"fmt"
	"io"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// ReadArchived returns the documents that inputs were read from, in their order, out of the archive that keeps
// them. Their bytes are found by digest, for after a redirect they are filed under another address.
func ReadArchived(archive io.Reader, inputs []data.Input) ([]Document, error) {
	docs := make([]Document, len(inputs))
	err := eachRecord(archive, func(record *warc.Record) error {
		if record.Type != warc.Response {
			return nil
		}
		found, err := archivedDocument(record)
		if err != nil {
			return nil // damaged records have failed before; this one was never read as a document
		}
		for i, input := range inputs {
			if input.SHA256 == found.SHA256 {
				docs[i] = newDocument(input.URL, found.ContentType, input.FetchedAt.Time, bytes.Clone(found.Body))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, input := range inputs {
		if docs[i].SHA256 == "" {
			return nil, fmt.Errorf("the archive holds no payload of %s with sha256 %s", input.URL, input.SHA256)
		}
	}
	return docs, nil
}

func archivedDocument(record *warc.Record) (Document, error) {
	resp, err := record.Response()
	if err != nil {
		return Document{}, err
	}
	if err := decodeBody(resp, warc.DefaultLimit); err != nil {
		return Document{}, err
	}
	body, err := io.ReadAll(resp.Body)
	return newDocument(record.TargetURI, resp.Header.Get("Content-Type"), record.Date, body), err
}

func eachRecord(archive io.Reader, visit func(*warc.Record) error) error {
	reader, err := warc.NewReader(archive)
	if err != nil {
		return err
	}
	for {
		record, err := reader.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := visit(record); err != nil {
			return err
		}
	}
}
