package server

import "testing"

// TestBacklog: no client holds more than its share, which becomes smaller the more the others hold, and what is released can be
// held again.
func TestBacklog(t *testing.T) {
	b := newBacklog(100)
	held := map[string]func(){}
	for _, tt := range []struct {
		name, client string
		bytes        int
		want         bool
	}{
		{"within the share", "192.0.2.1:1", 20, true},
		{"beyond the share", "192.0.2.1:2", 7, false},
		{"the rest of the share", "192.0.2.1:3", 5, true},
		{"another client", "192.0.2.2:1", 25, true},
		{"one network", "[2001:db8::1]:1", 16, true},
		{"beyond the share of a network", "[2001:db8::2]:1", 1, false},
		{"beyond what is left", "192.0.2.3:1", 12, false},
		{"of what is left", "192.0.2.3:1", 11, true},
		{"some is left for the next", "192.0.2.4:1", 7, true},
	} {
		release := b.hold(tt.client, tt.bytes)
		if (release != nil) != tt.want {
			t.Errorf("%s: held %v", tt.name, release != nil)
		}
		if release != nil {
			held[tt.client] = release
		}
	}
	for _, release := range held {
		release()
	}
	if b.held != 0 || len(b.clients) != 0 {
		t.Errorf("%d bytes are held, by %v", b.held, b.clients)
	}
}
