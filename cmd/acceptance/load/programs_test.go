//go:build proof

package load

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// startNginx serves a site with the configuration that operators get, on every core, and with its files kept open.
func startNginx(t *testing.T, site, certificate, key string, trusted *x509.CertPool) *peer {
	t.Helper()
	dir, plain, secure := t.TempDir(), free(t), free(t)
	text, err := os.ReadFile(filepath.Join(fixture.Root(), "config", "nginx", "pricepoint.conf"))
	if err != nil {
		t.Fatal(err)
	}
	listen := fmt.Sprintf("listen %s backlog=4096; listen %s ssl http2 backlog=4096; ssl_certificate %s; ssl_certificate_key %s;", plain, secure, certificate, key)
	server := strings.NewReplacer("listen 80;", listen, "/srv/pricepoint;", site+";").Replace(string(text))
	temps := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temps += kind + "_temp_path " + dir + "/" + kind + "; "
	}
	file := filepath.Join(dir, "nginx.conf")
	write(t, file, "daemon off; user root; worker_processes auto; pid "+dir+"/pid; events { worker_connections 4096; }\n"+
		"http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=1000 inactive=1h; "+temps+"\n"+server+"}\n")
	c := exec.Command("nginx", "-p", dir, "-e", dir+"/error.log", "-c", file)
	return started(t, "nginx", c, plain, secure, trusted)
}

// startCaddy serves a site with the headers of our own server.
func startCaddy(t *testing.T, site, certificate, key string, trusted *x509.CertPool) *peer {
	t.Helper()
	dir, plain, secure := t.TempDir(), free(t), free(t)
	file := filepath.Join(dir, "Caddyfile")
	write(t, file, fmt.Sprintf(`{
	admin off
	auto_https off
	log {
		output discard
	}
}
(site) {
	root * %s
	header Cache-Control "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"
	header X-Content-Type-Options nosniff
	header Access-Control-Allow-Origin *
	header Access-Control-Expose-Headers "ETag, Last-Modified"
	file_server {
		precompressed br zstd gzip
	}
}
http://%s {
	import site
}
https://%s {
	tls %s %s
	import site
}
`, site, plain, secure, certificate, key))
	c := exec.Command("caddy", "run", "--config", file, "--adapter", "caddyfile")
	c.Env = append(os.Environ(), "HOME="+dir)
	return started(t, "Caddy", c, plain, secure, trusted)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// free is an address that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// started runs a peer until the test ends.
func started(t *testing.T, name string, c *exec.Cmd, plain, secure string, trusted *x509.CertPool) *peer {
	t.Helper()
	var log bytes.Buffer
	c.Stderr = &log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
		if t.Failed() {
			t.Logf("%s: %s", name, log.String())
		}
	})
	for _, address := range []string{plain, secure} {
		fixture.Eventually(t, name+" listens", func() bool {
			c, err := net.DialTimeout("tcp", address, time.Second)
			if err == nil {
				c.Close()
			}
			return err == nil
		})
	}
	pids := func() []int {
		all := []int{c.Process.Pid}
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", c.Process.Pid))
		for _, child := range strings.Fields(string(children)) {
			var pid int
			fmt.Sscan(child, &pid)
			all = append(all, pid)
		}
		return all
	}
	return &peer{name: name, pids: pids, plain: &served{address: plain},
		secure: &served{address: secure, secure: &tls.Config{RootCAs: trusted, ServerName: "127.0.0.1"}}}
}
