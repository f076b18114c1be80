package acceptance

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

const (
	testAccessKey = "pricepoint-test"
	testSecretKey = "pricepoint-test-secret"
)

// testBucket starts versitygw, a real S3 server, and returns the URL of an empty bucket. Without the program the test
// is skipped.
func testBucket(t *testing.T) (url string) {
	t.Helper()
	program := os.Getenv("VERSITYGW")
	if program == "" {
		program = "versitygw"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		t.Skip("there is no S3 server; install versitygw and name it in VERSITYGW, or put it on the PATH")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	buckets, metadata := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(buckets, "prices"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "--port", address, "--access", testAccessKey, "--secret", testSecretKey, "--quiet", "posix", "--sidecar", metadata, buckets)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	eventually(t, "the S3 server answers", func() bool {
		answer, err := http.Get("http://" + address)
		if err == nil {
			answer.Body.Close()
		}
		return err == nil
	})
	return "s3://prices/of/models?region=us-east-1&endpoint=http://" + address
}

// useBucketKeys has programs use the keys of testBucket, and no others that the machine may have.
func useBucketKeys(t *testing.T) {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": testAccessKey, "AWS_SECRET_ACCESS_KEY": testSecretKey, "AWS_CONFIG_FILE": os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
}

// TestABucketAndBack goes into a bucket and back, serves it, and looks for secrets in whatever is logged.
func TestABucketAndBack(t *testing.T) {
	r := twoWeeks(t)
	bucket := testBucket(t)
	useBucketKeys(t)
	var told bytes.Buffer
	command := func(wantCode int, words string, args ...string) {
		t.Helper()
		args = append(args, "--log-level", "debug")
		out, log, code := pricepoint(t, args...)
		told.WriteString(out + log)
		if code != wantCode || !strings.Contains(out+log, words) {
			t.Fatalf("%q: exit code %d, want %d and %q:\n%s%s", args, code, wantCode, words, out, log)
		}
	}
	command(0, "restored 2 snapshots, the newest "+r.newer, "restore", r.store, "--store", bucket)
	base := start(t, "serve", "--store", bucket)
	eventually(t, "the bucket is served", func() bool { return served(t, base) == r.newer })
	command(0, " published=", "refresh", "--store", bucket, "--replay", fixture.DeepSeek(t, t.TempDir(), 2, "0.87"), "--only", "pricing_deepseek")
	eventually(t, "what was refreshed is served", func() bool { return served(t, base) > r.newer })
	command(0, "the bucket can be read", "doctor", "--offline", "--store", bucket, "--listen", strings.TrimPrefix(base, "http://"))
	command(0, "redacted", "config", "--store", bucket+"&secret_key=hidden")
	command(exitError, "secret_key", "refresh", "--store", bucket+"&secret_key=hidden", "--replay", fixture.DeepSeek(t, t.TempDir(), 2, "0.87"))

	back := filepath.Join(t.TempDir(), "store")
	command(0, "restored 3 snapshots", "restore", bucket, "--store", back)
	kept := keptBytes(t, back)
	for name, body := range keptBytes(t, r.store) {
		if kept[name] != body {
			t.Errorf("%s came back as something else", name)
		}
	}
	for _, secret := range []string{testSecretKey, "hidden", "Signature=", "AWS4-HMAC"} {
		if strings.Contains(told.String(), secret) {
			t.Errorf("%q is told:\n%s", secret, told.String())
		}
	}
}
