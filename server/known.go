package server

import (
	"hash/maphash"
	"sync/atomic"
)

// known remembers requests that came more than once, word for word, with what was answered. It needs no lock and
// never grows: a request that falls on the place of another replaces it.
type known struct {
	seed   maphash.Seed
	seen   [slots]atomic.Uint64 // the hash of what fell on a place last
	places [slots]atomic.Pointer[knownRequest]
}

const (
	slots        = 512
	longestKnown = 1024 // bytes of a request worth remembering
)

type knownRequest struct {
	words  string
	answer *answer
}

func newKnown() *known { return &known{seed: maphash.MakeSeed()} }

// find returns the answer to a request, nil for one that is not known.
func (k *known) find(request []byte) *answer {
	if len(request) > longestKnown {
		return nil
	}
	known := k.places[maphash.Bytes(k.seed, request)%slots].Load()
	if known == nil || known.words != string(request) {
		return nil
	}
	return known.answer
}

// note remembers a request when it comes for the second time: those that come once only cost nothing.
func (k *known) note(request []byte, a *answer) {
	if len(request) == 0 || len(request) > longestKnown {
		return
	}
	hash := maphash.Bytes(k.seed, request)
	if k.seen[hash%slots].Swap(hash) == hash {
		k.places[hash%slots].Store(&knownRequest{string(request), a})
	}
}
