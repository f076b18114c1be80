package service

import "testing"

func TestConnectionsFollowTheDescriptors(t *testing.T) {
	for _, tt := range []struct {
		wanted int
		limit  uint64
		want   int
	}{
		{10_000, 0, 10_000}, {10_000, 1 << 20, 10_000}, {10_000, 1024, 832}, {10_000, 256, 192}, {10_000, 20, 8},
		{0, 0, 0}, {0, 1024, 832}, {0, 1 << 63, 0}, {100, 256, 100},
	} {
		if got := mostConnections(tt.wanted, tt.limit); got != tt.want {
			t.Errorf("with %d descriptors and %d wanted there may be %d connections, want %d", tt.limit, tt.wanted, got, tt.want)
		}
	}
}
