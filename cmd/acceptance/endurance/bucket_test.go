package endurance

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/blob/s3test"
)

// testBucket is the URL of an empty bucket of a real S3 server. Without the program the test is skipped.
func testBucket(t *testing.T) (url string) {
	t.Helper()
	s3 := s3test.Start(t)
	_, name := s3.NewBucket(t)
	return s3.URL(name+"/of/models", s3.Address)
}

// TestABucketAndBack goes into a bucket and back, serves it, and looks for secrets in whatever is logged.
func TestABucketAndBack(t *testing.T) {
	t.Parallel()
	r := twoWeeks(t)
	bucket := testBucket(t)
	var told bytes.Buffer
	command := func(wantCode int, words string, args ...string) {
		t.Helper()
		args = append(args, "--log-level", "debug")
		out, log, code := fixture.Run(t, args...)
		told.WriteString(out + log)
		if code != wantCode || !strings.Contains(out+log, words) {
			t.Fatalf("%q: exit code %d, want %d and %q:\n%s%s", args, code, wantCode, words, out, log)
		}
	}
	command(0, "restored 2 snapshots, the newest "+r.newer, "restore", r.store, "--store", bucket)
	base := fixture.Serve(t, "serve", "--store", bucket)
	fixture.Eventually(t, "the bucket is served", func() bool { return fixture.Served(t, base) == r.newer })
	command(0, " published=", "refresh", "--store", bucket, "--replay", fixture.DeepSeek(t, t.TempDir(), 2, "0.87"), "--only", "pricing_deepseek")
	fixture.Eventually(t, "what was refreshed is served", func() bool { return fixture.Served(t, base) > r.newer })
	command(0, "is intact", "doctor", "--offline", "--store", bucket, "--listen", strings.TrimPrefix(base, "http://"))
	command(0, "redacted", "config", "--store", bucket+"&secret_key=hidden")
	command(fixture.ExitError, "secret_key", "refresh", "--store", bucket+"&secret_key=hidden", "--replay", fixture.DeepSeek(t, t.TempDir(), 2, "0.87"))

	back := filepath.Join(t.TempDir(), "store")
	command(0, "restored 3 snapshots", "restore", bucket, "--store", back)
	kept := keptBytes(t, back)
	for name, body := range keptBytes(t, r.store) {
		if kept[name] != body {
			t.Errorf("%s came back as something else", name)
		}
	}
	for _, secret := range []string{s3test.SecretKey, "hidden", "Signature=", "AWS4-HMAC"} {
		if strings.Contains(told.String(), secret) {
			t.Errorf("%q is told:\n%s", secret, told.String())
		}
	}
}
