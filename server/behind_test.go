package server_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pricepoint/data/store"
	"pricepoint/server"
)

// TestStoreMetrics follows a replica from an empty store to one it cannot load from and one it cannot reach.
func TestStoreMetrics(t *testing.T) {
	watch(t, &shelf{pointerErr: store.ErrEmpty}, func(w watched) {
		w.pass(time.Second)
		w.wantStore(0, monday, "an empty store")

		w.shelf.put(snapshot(t, monday))
		w.pass(time.Minute)
		w.wantStore(float64(monday.Unix()), monday.Add(time.Minute), "a store with a snapshot")

		newer := monday.Add(time.Hour)
		w.shelf.put(snapshot(t, newer))
		w.shelf.set(func(s *shelf) { s.snapshotErr = errors.New("cut off") })
		w.pass(time.Minute)
		w.wantStore(float64(newer.Unix()), monday.Add(2*time.Minute), "a snapshot that cannot be read")
		if served := fmt.Sprintf("pricepoint_snapshot_timestamp_seconds %v\n", float64(monday.Unix())); !strings.Contains(metricsOf(w.server), served) {
			t.Errorf("the metrics lack %q", served)
		}

		w.shelf.set(func(s *shelf) { s.pointerErr = errors.New("no route") })
		w.pass(time.Hour)
		w.wantStore(float64(newer.Unix()), monday.Add(2*time.Minute), "a store that does not answer")
	})
}

func (w watched) wantStore(newest float64, asked time.Time, when string) {
	w.Helper()
	got := metricsOf(w.server)
	for _, line := range []string{
		fmt.Sprintf("pricepoint_store_newest_timestamp_seconds %v\n", newest),
		fmt.Sprintf("pricepoint_store_last_asked_timestamp_seconds %v\n", float64(asked.Unix())),
	} {
		if !strings.Contains(got, line) {
			w.Errorf("with %s the metrics lack %q", when, line)
		}
	}
}

// TestReload serves a new snapshot long before the store is asked by itself.
func TestReload(t *testing.T) {
	watch(t, &shelf{pointerErr: store.ErrEmpty}, func(w watched) {
		w.pass(time.Second)
		w.shelf.put(snapshot(t, monday))
		w.server.Reload(w.Context())
		if !strings.Contains(metricsOf(w.server), `pricepoint_snapshot_info{version="2026-11-16T030000Z"} 1`) {
			t.Error("Reload returned before the new snapshot was served")
		}
	})
}

// TestReloadWithoutWatch must not wait for ever.
func TestReloadWithoutWatch(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	server.New(server.Options{}).Reload(ended)
}
