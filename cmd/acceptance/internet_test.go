package acceptance

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// internet plays every host there is. The program reaches it as its proxy and trusts its certificates.
type internet struct {
	hosts, proxy *httptest.Server
	env          []string // what a program needs to be in it
	key          *ecdsa.PrivateKey
	stranger     *ecdsa.PrivateKey
	authority    *x509.Certificate

	mu      sync.Mutex
	answers map[string]http.HandlerFunc // by address; those of no entry are not found
	strange map[string]bool             // hosts whose certificate nobody vouches for
	forge   forgery                     // the certificates of every host; nil: they are good but for the strange
	sent    int                         // bytes of bodies, robots.txt left out
}

func newInternet(t *testing.T) *internet {
	t.Helper()
	i := &internet{answers: map[string]http.HandlerFunc{}, strange: map[string]bool{}}
	i.makeAuthority(t)
	i.hosts = httptest.NewUnstartedServer(http.HandlerFunc(i.answer))
	i.hosts.TLS = &tls.Config{GetCertificate: i.certificate}
	i.hosts.Config.ErrorLog = log.New(io.Discard, "", 0) // refused certificates
	i.hosts.StartTLS()
	i.proxy = httptest.NewServer(http.HandlerFunc(i.connect))
	t.Cleanup(i.proxy.Close)
	t.Cleanup(i.hosts.Close)

	trusted := filepath.Join(t.TempDir(), "trusted.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: i.authority.Raw})
	if err := os.WriteFile(trusted, block, 0o600); err != nil {
		t.Fatal(err)
	}
	i.env = append(os.Environ(), "HTTPS_PROXY="+i.proxy.URL, "NO_PROXY=", "SSL_CERT_FILE="+trusted, "SSL_CERT_DIR="+t.TempDir(),
		"HOME="+t.TempDir(), "PRICEPOINT_COLLECT_ALLOW_PRIVATE=true", "PRICEPOINT_COLLECT_PAUSE=1ms",
		"PRICEPOINT_COLLECT_CONTACT=https://prices.example/about", "PRICEPOINT_SERVER_POLL=50ms")
	return i
}

// page serves a body under an ETag, as most sites do.
func (i *internet) page(body []byte) http.HandlerFunc {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag)
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	}
}

// put makes an address answer.
func (i *internet) put(address string, answer http.HandlerFunc) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.answers[address] = answer
}

// distrust makes the certificate of a host one that nobody vouches for.
func (i *internet) distrust(host string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.strange[host] = true
}

// bytesSent returns how many bytes of pages were sent since it was asked last.
func (i *internet) bytesSent() int {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := i.sent
	i.sent = 0
	return n
}

func (i *internet) answer(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	answer := i.answers["https://"+r.Host+r.URL.RequestURI()]
	i.mu.Unlock()
	if answer == nil {
		http.NotFound(w, r)
		return
	}
	answer(&counted{w, i}, r)
}

// counted counts what is sent.
type counted struct {
	http.ResponseWriter
	internet *internet
}

func (c *counted) Write(p []byte) (int, error) {
	c.internet.mu.Lock()
	defer c.internet.mu.Unlock()
	c.internet.sent += len(p)
	return c.ResponseWriter.Write(p)
}

// connect is the proxy: whatever host is asked for, the way leads to the one server.
func (i *internet) connect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		http.Error(w, "only CONNECT", http.StatusMethodNotAllowed)
		return
	}
	server, err := net.Dial("tcp", i.hosts.Listener.Addr().String())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	client, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err)
	}
	io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
	go func() {
		io.Copy(server, client)
		server.Close()
	}()
	io.Copy(client, server)
	client.Close()
}

// forgery makes the certificate that a host shows, signed with the key of a stranger.
type forgery func(i *internet, host string) (*tls.Certificate, error)

func (i *internet) makeAuthority(t *testing.T) {
	t.Helper()
	var err error
	for _, key := range []**ecdsa.PrivateKey{&i.key, &i.stranger} {
		if *key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
			t.Fatal(err)
		}
	}
	template := certificateFor("authority")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, &i.key.PublicKey, i.key)
	if err != nil {
		t.Fatal(err)
	}
	if i.authority, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
}

func (i *internet) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.forge != nil {
		return i.forge(i, hello.ServerName)
	}
	own := certificateFor(hello.ServerName)
	parent, key := i.authority, i.key
	if i.strange[hello.ServerName] {
		parent, key = own, i.stranger // signed by itself
	}
	der, err := x509.CreateCertificate(rand.Reader, own, parent, &key.PublicKey, key)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

func certificateFor(host string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
}

// run runs the program in this Internet until it ends.
func (i *internet) run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "pricepoint", args...)
	c.Env = i.env
	return finished(t, c)
}
