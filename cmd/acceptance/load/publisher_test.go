//go:build proof

package load

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// publisher refreshes a store, a minute later each time by its own clock.
type publisher struct {
	store   *store.Store
	archive string
	at      time.Time // of the last refresh
	many    int
	changed chan struct{} // closed once both servers have taken up a snapshot, or never will
	once    sync.Once
}

// newPublisher begins with everything that is recorded, or with the small pages of the collectors where that is not there.
func newPublisher(t *testing.T) *publisher {
	t.Helper()
	dir := t.TempDir()
	p := &publisher{archive: fixture.RecordedFile(), at: fixture.GrownOn, changed: make(chan struct{})}
	if !fixture.HasRecorded() {
		if err := fixture.WriteArchives(dir); err != nil {
			t.Fatal(err)
		}
		p.archive, p.at = filepath.Join(dir, "good.warc.gz"), time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC)
	}
	p.store = fixture.Open(t, filepath.Join(dir, "store"))
	if err := p.refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// refresh reads one page again, and carries over what it does not read: a new snapshot of every document.
func (p *publisher) refresh(ctx context.Context) error {
	args := []string{"refresh", "--store", p.store.String(), "--replay", p.archive, "--as-of", p.at.Format(time.RFC3339)}
	if p.many > 0 {
		args = append(args, "--only", "pricing_deepseek")
	}
	out, err := exec.CommandContext(ctx, "pricepoint", args...).CombinedOutput()
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	p.many, p.at = p.many+1, p.at.Add(time.Minute)
	return nil
}

// publishUntil refreshes again and again, and waits each time until both servers have taken up what is new.
func (p *publisher) publishUntil(ctx context.Context, t *testing.T, l *load, both []*served) {
	every := time.NewTicker(min(10*time.Second, *lasting/3))
	defer every.Stop()
	defer p.once.Do(func() { close(p.changed) })
	for ; ctx.Err() == nil; p.once.Do(func() { close(p.changed) }) {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		err := p.refresh(ctx)
		if ctx.Err() != nil {
			return
		}
		newest, pointerErr := p.store.Pointer()
		if err != nil || pointerErr != nil {
			l.faults.add("refresh", fmt.Errorf("%v, %v", err, pointerErr))
			return
		}
		for _, s := range both {
			if !s.takesUp(ctx, t, newest.Version) {
				l.faults.add("reload", fmt.Errorf("%s does not serve %s after %s", s.base, newest.Version, fixture.Patience))
			}
		}
		l.ask(t, both[0])
	}
}

// takesUp waits until a version is served; it is true also when there is no time left to see it.
func (s *served) takesUp(ctx context.Context, t *testing.T, version string) bool {
	for began := time.Now(); ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if s.version(t) == version {
			return true
		}
		if time.Since(began) > fixture.Patience {
			return false
		}
	}
	return true
}

// version is what a server answers with, "" while it has no snapshot.
func (s *served) version(t *testing.T) string {
	var fresh data.FreshnessDocument
	if err := s.json("/"+data.FreshnessPath, &fresh); err != nil {
		return ""
	}
	return fresh.Version
}
