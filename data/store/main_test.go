package store

import (
	"fmt"
	"os"
	"testing"

	"pricepoint/data/bucket/s3test"
)

// TestMain also is a process that publishes and is killed.
func TestMain(m *testing.M) {
	if order := os.Getenv(killVariable); order != "" {
		if err := publishAndDie(order); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	s3test.Environment()
	code := m.Run()
	s3test.Stop()
	os.Exit(code)
}

// local is a store in a directory, with its files.
type local struct {
	*Store
	*directory
}

// remote is a store in a bucket, with its objects.
type remote struct {
	*Store
	*objects
}

// openBucket opens a store in a bucket, at an address that leads to the server.
func openBucket(t testing.TB, s3 *s3test.Server, bucket, address string) *remote {
	t.Helper()
	s, err := OpenBucket(t.Context(), s3.URL(bucket+"/some/prefix", address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &remote{s, s.place.(*objects)}
}
