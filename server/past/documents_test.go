package past

import (
	"context"
	"errors"
	"testing"

	"pricepoint/data"
)

// leaver is a store whose reader goes while the manifest is read.
type leaver struct {
	Store
	goes func()
	read int // documents
}

func (l *leaver) Manifest(version string) (data.Manifest, error) {
	l.goes()
	return data.Manifest{Version: version, Files: []data.File{{Path: "api/tools.json"}}}, nil
}

func (l *leaver) Document(data.Manifest, string) (data.Document, error) {
	l.read++
	return data.Document{}, nil
}

func TestReadStopsForAClientThatHasGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	from := &leaver{goes: cancel}
	if _, err := read(ctx, from, "2026-11-16T030000Z", "tools.json"); !errors.Is(err, context.Canceled) || from.read > 0 {
		t.Errorf("Read = %v after %d documents; want context.Canceled after none", err, from.read)
	}
}
