package refresh

import (
	"fmt"
	"slices"
	"sync"

	"pricepoint/data"
)

// telling logs how each source fared, as soon as it is known. While nobody is reached it waits: if nobody is at all, the
// run says so once.
type telling struct {
	job     *Job
	mu      sync.Mutex
	reached bool
	waiting []data.Reading
}

// source is called from several goroutines.
func (t *telling) source(r data.Reading) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, r)
	if t.reached = t.reached || !isUnreached(r); t.reached {
		t.all()
	}
}

// end tells what has waited, if it is too little to be told at once.
func (t *telling) end() {
	if !nobodyReached(t.waiting) {
		t.all()
	}
}

func (t *telling) all() {
	for _, r := range t.waiting {
		t.job.tellSource(r)
	}
	t.waiting = nil
}

// unreached are the ways to fail of a source that nothing was heard of.
var unreached = []data.FailureClass{data.HostNotFound, data.NoConnection, data.NoAnswerInTime, data.RunStopped}

func isUnreached(r data.Reading) bool {
	return r.Failure != nil && slices.Contains(unreached, r.Failure.Class)
}

// nobodyReached reports whether so many sources were asked, and nothing heard of any, that this machine is the reason.
func nobodyReached(results []data.Reading) bool {
	return len(results) >= fewestSites && !slices.ContainsFunc(results, func(r data.Reading) bool { return !isUnreached(r) })
}

// nothingRead says why there is nothing to publish.
func nothingRead(results []data.Reading) nothingPublished {
	why := fmt.Sprintf("none of the %d sources could be read, the last good values stay", len(results))
	if nobodyReached(results) {
		why += ": " + results[len(results)-1].Failure.Common() + "; pricepoint doctor examines the network of this machine"
	}
	return nothingPublished{why}
}
