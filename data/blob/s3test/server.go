// Package s3test gives tests a real S3 server, versitygw. Start at Start; a package's TestMain calls Stop in the end.
package s3test

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

// The credentials of the server, which Start puts into the environment.
const (
	AccessKey = "pricepoint-test"
	SecretKey = "pricepoint-test-secret"
)

// Region is that of the server.
const Region = "us-east-1"

// Server keeps objects as files. All tests of a process share one, each with its own bucket.
type Server struct {
	Address string

	once    sync.Once
	folder  string // buckets are its folders
	process *exec.Cmd
	err     error
}

var server Server

var errNoServer = errors.New("there is no S3 server; install versitygw and name it in VERSITYGW, or put it on the PATH")

// Environment keeps the settings of whoever runs the tests away from them.
func Environment() {
	for name, value := range map[string]string{
		"AWS_ACCESS_KEY_ID": AccessKey, "AWS_SECRET_ACCESS_KEY": SecretKey, "AWS_CONFIG_FILE": os.DevNull,
		"AWS_SHARED_CREDENTIALS_FILE": os.DevNull, "AWS_EC2_METADATA_DISABLED": "true", "AWS_REGION": "", "AWS_PROFILE": "",
	} {
		os.Setenv(name, value)
	}
}

// Start returns the server. Without the program the test is skipped.
func Start(t testing.TB) *Server {
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

// Stop ends the server if a test has started it.
func Stop() {
	if server.process != nil && server.process.Process != nil {
		_ = server.process.Process.Kill()
		_ = server.process.Wait()
		os.RemoveAll(filepath.Dir(server.folder))
	}
}

// NewBucket makes a bucket and returns its folder and name.
func (s *Server) NewBucket(t testing.TB) (folder, name string) {
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

// URL is that of a bucket, or of a prefix in one, at an address that leads to the server.
func (s *Server) URL(bucket, address string) string {
	return "s3://" + bucket + "?region=" + Region + "&endpoint=http://" + address
}

func (s *Server) start() error {
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
	s.Address = free.Addr().String()
	temp, err := os.MkdirTemp("", "versitygw")
	if err := errors.Join(err, free.Close()); err != nil {
		return err
	}
	s.folder = filepath.Join(temp, "buckets")
	metadata := filepath.Join(temp, "metadata") // not every file system has room for it beside the file
	if err := errors.Join(os.Mkdir(s.folder, 0o755), os.Mkdir(metadata, 0o755)); err != nil {
		return err
	}
	s.process = exec.Command(program, "--port", s.Address, "--access", AccessKey, "--secret", SecretKey, "--quiet",
		"posix", "--sidecar", metadata, s.folder)
	if err := s.process.Start(); err != nil {
		return err
	}
	return s.awaitReady()
}

func (s *Server) awaitReady() error {
	var err error
	for range 300 {
		var answer *http.Response
		if answer, err = http.Get("http://" + s.Address); err == nil {
			return answer.Body.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("versitygw does not answer: %v", err)
}
