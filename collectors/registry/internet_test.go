package registry

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"pricepoint/collectors/web"
)

// internet is one server that plays every host there is, behind names and certificates as real ones have.
type internet struct {
	server   *httptest.Server
	trusted  authority
	stranger authority // nobody vouches for it

	answer http.HandlerFunc           // every page of every host
	fault  func(host string) netFault // what is wrong with a host
}

type netFault int

const (
	noFault netFault = iota
	unknownName
	nobodyListens
	strangeCertificate
)

func newInternet(t *testing.T) *internet {
	i := &internet{trusted: newAuthority(t), stranger: newAuthority(t), fault: func(string) netFault { return noFault }}
	i.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { i.answer(w, r) }))
	i.server.TLS = &tls.Config{GetCertificate: i.certificate}
	i.server.Config.ErrorLog = log.New(io.Discard, "", 0) // half of what happens here is a failure
	i.server.StartTLS()
	t.Cleanup(i.server.Close)
	return i
}

// transport is the live transport, but that all names lead here and that the authority of this Internet is trusted.
func (i *internet) transport() http.RoundTripper {
	trusted := x509.NewCertPool()
	trusted.AddCert(i.trusted.own)
	base := &http.Transport{DialContext: i.dial, TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true, DisableCompression: true}
	return web.Live(web.LiveOptions{Retries: 1, FirstDelay: time.Millisecond, MaxDelay: 2 * time.Millisecond, Now: noon, Base: base})
}

func (i *internet) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	var dialer net.Dialer
	switch i.fault(host) {
	case unknownName:
		return nil, &net.OpError{Op: "dial", Net: network, Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
	case nobodyListens:
		return dialer.DialContext(ctx, network, "127.0.0.1:1")
	}
	return dialer.DialContext(ctx, network, i.server.Listener.Addr().String())
}

func (i *internet) certificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if i.fault(hello.ServerName) == strangeCertificate {
		return i.stranger.issue(hello.ServerName)
	}
	return i.trusted.issue(hello.ServerName)
}

// authority issues certificates.
type authority struct {
	own *x509.Certificate
	key *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := certificateFor("authority")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	own, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return authority{own, key}
}

func (a authority) issue(host string) (*tls.Certificate, error) {
	der, err := x509.CreateCertificate(rand.Reader, certificateFor(host), a.own, &a.key.PublicKey, a.key)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}, err
}

func certificateFor(host string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
}

// What hosts answer.

func answerStatus(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func answerRedirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

func answerWith(header, value, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(header, value)
		io.WriteString(w, body)
	}
}

// answerHalf promises a long body and closes the connection in the middle of it.
func answerHalf(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	io.WriteString(w, "half of")
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func packed(text string) string {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	io.WriteString(z, text)
	z.Close()
	return buf.String()
}

var noon = func() time.Time { return time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC) }
