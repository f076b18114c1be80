package connection

import (
	"net/netip"
	"sync"
)

// Backlog bounds the memory of answers that are made for one request and held until their client has taken them. Answers
// that are ready for everybody need none of it.
type Backlog struct {
	all int // bytes

	mu      sync.Mutex
	held    int
	clients map[netip.Prefix]int // that hold any
}

// NewBacklog holds up to so many bytes at once.
func NewBacklog(bytes int) *Backlog { return &Backlog{all: bytes, clients: map[netip.Prefix]int{}} }

// Hold asks for room for an answer to an address. release gives it back; it is nil where there is none. No client holds more than
// a third of what is left, which is a quarter of all while it is alone: however many take as much as they can, some is left.
func (b *Backlog) Hold(address string, bytes int) (release func()) {
	client := clientOf(address)
	b.mu.Lock()
	defer b.mu.Unlock()
	if 3*(b.clients[client]+bytes) > b.all-b.held {
		return nil
	}
	b.held += bytes
	b.clients[client] += bytes
	return func() { b.release(client, bytes) }
}

func (b *Backlog) release(client netip.Prefix, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= bytes
	if b.clients[client] -= bytes; b.clients[client] == 0 {
		delete(b.clients, client)
	}
}
