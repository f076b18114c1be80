package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// testCertificate writes the one that package httptest keeps for 127.0.0.1, and returns whom to trust.
func testCertificate(t *testing.T) (certFile, keyFile string, trusted *x509.CertPool) {
	t.Helper()
	ts := httptest.NewTLSServer(nil)
	defer ts.Close()
	key, err := x509.MarshalPKCS8PrivateKey(ts.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	trusted = x509.NewCertPool()
	trusted.AddCert(ts.Certificate())
	return write("cert.pem", "CERTIFICATE", ts.Certificate().Raw), write("key.pem", "PRIVATE KEY", key), trusted
}

func TestServeSpeaksHTTPS(t *testing.T) {
	cert, key, trusted := testCertificate(t)
	t.Setenv("PRICEPOINT_SERVER_TLS_CERT", cert)
	t.Setenv("PRICEPOINT_SERVER_TLS_KEY", key)
	base := start(t, "serve", "--store", filepath.Join(t.TempDir(), "store"))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	resp, err := (&http.Client{Transport: transport}).Get(base + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if !strings.HasPrefix(base, "https://") || resp.ProtoMajor != 2 || resp.StatusCode != http.StatusOK {
		t.Errorf("%s/healthz: %s %s, want HTTP/2 200", base, resp.Proto, resp.Status)
	}
}

func TestServeRefusesABrokenCertificate(t *testing.T) {
	_, key, _ := testCertificate(t)
	c := exec.Command("pricepoint", "serve", "--store", t.TempDir(), "--listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), "PRICEPOINT_SERVER_TLS_CERT="+key, "PRICEPOINT_SERVER_TLS_KEY="+key)
	out, err := c.CombinedOutput()
	if err == nil || c.ProcessState.ExitCode() != exitUsage || !strings.Contains(string(out), "server.tls_cert") {
		t.Errorf("serve: %v, %s; want exit code %d and a word about server.tls_cert", err, out, exitUsage)
	}
}

// Brotli is worth its time only if it is clearly smaller than the best that gzip can do.
func TestBrotliIsClearlySmallerThanGzip(t *testing.T) {
	t.Parallel()
	base := start(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	size := func(encoding string) int {
		req, err := http.NewRequestWithContext(t.Context(), "GET", base+"/api/tools.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", encoding)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.Header.Get("Content-Encoding") != encoding {
			return 0
		}
		return len(body)
	}
	eventually(t, "tools.json comes as brotli", func() bool { return size("br") > 0 })
	if br, gzip := size("br"), size("gzip"); br*100 > gzip*85 {
		t.Errorf("tools.json is %d bytes as brotli and %d as gzip, want at least 15 %% less", br, gzip)
	}
}
