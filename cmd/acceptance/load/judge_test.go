//go:build proof

package load

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// answer is what came back.
type answer struct {
	status   int
	tag      string // without its quotes
	encoding string
	again    bool // it asks to come again later
	kind     string
	length   int    // of the body, in bytes
	body     []byte // as sent, if the judge wanted it
}

// judge holds answers against their tags. A tag is the digest of a document, so an answer tells itself what its bytes have
// to be: the first answer with a tag is unpacked and digested, and so is one in a hundred of the others, whose length is
// compared.
type judge struct {
	seen     atomic.Uint64
	digested atomic.Uint64
	busy     atomic.Uint64 // answers that asked to come again

	mu      sync.RWMutex
	lengths map[string]int // by path and tag
}

func newJudge() *judge { return &judge{lengths: map[string]int{}} }

// wants tells whether the bytes of an answer are to be looked at, of which all but the body is known.
func (j *judge) wants(q *question, a *answer) bool {
	if a.status != 200 {
		return q.contains != ""
	}
	if q.contains != "" || j.seen.Add(1)%100 == 0 {
		return true
	}
	_, known := j.length(q.path, a)
	return !known
}

func (j *judge) length(path string, a *answer) (length int, known bool) {
	j.mu.RLock()
	defer j.mu.RUnlock()
	length, known = j.lengths[path+" "+a.tag]
	return length, known
}

// judge says what is wrong with an answer, nil for nothing.
func (j *judge) judge(q *question, asked string, a *answer) error {
	switch {
	case q.past && a.status == 503 && a.again:
		j.busy.Add(1)
		return nil
	case q.conditional && a.status == 304:
		if a.tag != asked || a.length != 0 {
			return fmt.Errorf("%s: 304 with tag %s and %d bytes to a client that has %q", q.name, a.tag, a.length, asked)
		}
		return nil
	case a.status != q.status:
		return fmt.Errorf("%s: %d, want %d: %.200s", q.name, a.status, q.status, a.body)
	case q.contains != "" && !bytes.Contains(a.body, []byte(q.contains)) && !strings.Contains(a.kind, q.contains):
		return fmt.Errorf("%s: no %s in %.300q", q.name, q.contains, a.body)
	case !q.tagged:
		return nil
	}
	return j.judgeDocument(q, a)
}

func (j *judge) judgeDocument(q *question, a *answer) error {
	digest, _, _ := strings.Cut(a.tag, "-")
	if len(digest) != 64 {
		return fmt.Errorf("%s: the tag %q is no digest", q.name, a.tag)
	}
	if length, known := j.length(q.path, a); known && length != a.length {
		return fmt.Errorf("%s: %d bytes with tag %s, which had %d before", q.name, a.length, a.tag, length)
	}
	if a.body == nil {
		return nil
	}
	if err := digested(a, digest); err != nil {
		return fmt.Errorf("%s: %v", q.name, err)
	}
	j.digested.Add(1)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lengths[q.path+" "+a.tag] = a.length
	return nil
}

// digested compares what an answer holds, unpacked, with a digest.
func digested(a *answer, digest string) (err error) {
	from := io.Reader(bytes.NewReader(a.body))
	switch a.encoding {
	case "gzip":
		from, err = gzip.NewReader(from)
	case "br":
		from = brotli.NewReader(from)
	case "zstd":
		unpacked, zstdErr := zstd.NewReader(from, zstd.WithDecoderConcurrency(1))
		if zstdErr == nil {
			defer unpacked.Close()
		}
		from, err = unpacked, zstdErr
	}
	if err != nil {
		return err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, from); err != nil {
		return err
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != digest {
		return fmt.Errorf("%d bytes as %q hold what has the digest %s, and not that of the tag %s", a.length, a.encoding, got, a.tag)
	}
	return nil
}

// faults are what went wrong, and must not.
type faults struct {
	mu    sync.Mutex
	many  int
	first []string
}

func (f *faults) add(where string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.many++
	if len(f.first) < 20 {
		f.first = append(f.first, fmt.Sprintf("%s: %v", where, err))
	}
}

func (f *faults) report(t *testing.T) {
	t.Helper()
	for _, fault := range f.first {
		t.Error(fault)
	}
	if f.many > len(f.first) {
		t.Errorf("and %d more", f.many-len(f.first))
	}
}
