package past

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

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

// TestNoRoomForADocument: while too much waits to be taken, whoever asks for the past is told to come back.
func TestNoRoomForADocument(t *testing.T) {
	h := New(slog.New(slog.DiscardHandler), time.Now, 1<<20, func(string, int) func() { return nil })
	const version = "2026-11-16T030000Z"
	if err := h.set([]string{version}, nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	h.From(&leaver{goes: func() {}})
	w := httptest.NewRecorder()
	_, handler := h.Handler(Folder(version) + "/tools.json")
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
