package store

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/bucket/s3test"
)

// TestPointerIsAskedForConditionally polls as a server does: what has not changed is not sent again, what has is seen.
func TestPointerIsAskedForConditionally(t *testing.T) {
	t.Parallel()
	s3 := s3test.Start(t)
	_, bucket := s3.NewBucket(t)
	direct := openBucket(t, s3, bucket, s3.Address)
	twoOf(t, direct)
	var answers []int
	b := spoilt(t, s3, bucket, &line{spoils: func(_ int64, r *http.Request) func(http.ResponseWriter, *http.Request, http.Handler) {
		if !strings.HasSuffix(r.URL.Path, "/"+pointerName) {
			return nil
		}
		return func(w http.ResponseWriter, r *http.Request, server http.Handler) {
			answer := httptest.NewRecorder()
			server.ServeHTTP(answer, r)
			answers = append(answers, answer.Code)
			for name, values := range answer.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(answer.Code)
			_, _ = w.Write(answer.Body.Bytes())
		}
	}})
	poll := func(want string) {
		t.Helper()
		if pointer, err := b.Pointer(); err != nil || pointer.Version != want {
			t.Errorf("the pointer names %s, %v, want %s", pointer.Version, err, want)
		}
	}
	poll(second)
	poll(second)
	poll(second)
	locked(t, direct)
	add(t, direct, third, second)
	poll(third)
	poll(third)
	if diff := cmp.Diff([]int{200, 304, 304, 200, 304}, slices.Clone(answers)); diff != "" {
		t.Errorf("the storage answered otherwise (-want +got):\n%s", diff)
	}
}
