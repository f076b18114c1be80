package store

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// TestMain also is a process that publishes and is killed, and ends the S3 server that tests have started.
func TestMain(m *testing.M) {
	if order := os.Getenv(killVariable); order != "" {
		if err := publishAndDie(order); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": accessKey, "AWS_SECRET_ACCESS_KEY": secretKey, "AWS_CONFIG_FILE": os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_EC2_METADATA_DISABLED": "true", "AWS_REGION": "", "AWS_PROFILE": "",
	} {
		os.Setenv(name, value)
	}
	code := m.Run()
	server.stop()
	os.Exit(code)
}

const (
	accessKey = "pricepoint-test"
	secretKey = "pricepoint-test-secret"
)

// s3Server is versitygw, a real S3 server that keeps objects as files. All tests share one, each with its own bucket.
type s3Server struct {
	once    sync.Once
	folder  string // buckets are its folders
	address string
	process *exec.Cmd
	err     error
}

var server s3Server

var errNoServer = errors.New("there is no S3 server; install versitygw and name it in VERSITYGW, or put it on the PATH")

// startS3 returns the server. Without the program the test is skipped.
func startS3(t testing.TB) *s3Server {
	t.Helper()
	server.once.Do(func() { server.err = server.start() })
	if errors.Is(server.err, errNoServer) {
		t.Skip(server.err)
	}
	if server.err != nil {
		t.Fatal(server.err)
	}
	return &server
}

func (s *s3Server) start() error {
	program := os.Getenv("VERSITYGW")
	if program == "" {
		program = "versitygw"
	}
	program, err := exec.LookPath(program)
	if err != nil {
		return errNoServer
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s.address = free.Addr().String()
	temp, err := os.MkdirTemp("", "versitygw")
	if err := errors.Join(err, free.Close()); err != nil {
		return err
	}
	s.folder = filepath.Join(temp, "buckets")
	metadata := filepath.Join(temp, "metadata") // not every file system has room for it beside the file
	if err := errors.Join(os.Mkdir(s.folder, 0o755), os.Mkdir(metadata, 0o755)); err != nil {
		return err
	}
	s.process = exec.Command(program, "--port", s.address, "--access", accessKey, "--secret", secretKey, "--quiet",
		"posix", "--sidecar", metadata, s.folder)
	if err := s.process.Start(); err != nil {
		return err
	}
	return s.awaitReady()
}

func (s *s3Server) awaitReady() error {
	var err error
	for range 300 {
		var answer *http.Response
		if answer, err = http.Get("http://" + s.address); err == nil {
			return answer.Body.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("versitygw does not answer: %v", err)
}

func (s *s3Server) stop() {
	if s.process != nil && s.process.Process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		os.RemoveAll(filepath.Dir(s.folder))
	}
}

// newBucket makes a bucket and returns its folder and name.
func (s *s3Server) newBucket(t testing.TB) (folder, name string) {
	t.Helper()
	folder, err := os.MkdirTemp(s.folder, "bucket")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder, filepath.Base(folder)
}

// open opens a store in a bucket, at an address that leads to the server.
func (s *s3Server) open(t testing.TB, bucket, address string) *Bucket {
	t.Helper()
	b, err := OpenBucket(t.Context(), "s3://"+bucket+"/some/prefix?region=us-east-1&endpoint=http://"+address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}
