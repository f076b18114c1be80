package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/server"
)

// certificate writes a certificate for 127.0.0.1 with its key. age makes the files look older.
func certificate(t *testing.T, dir string, serial int64, age time.Duration) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "test"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "EC PRIVATE KEY", Bytes: secret}} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
}

// A certificate is renewed by writing it over the old one, which takes a moment for both files. What is broken is told once,
// however many connections are made until it is mended.
func TestRenewedCertificatesAreTakenUp(t *testing.T) {
	const used, broken = "the renewed certificate is used", "the renewed certificate cannot be used, so the one before stays; write "
	dir := t.TempDir()
	certificate(t, dir, 1, time.Hour)
	var log lockedBuffer
	settings, err := server.LoadTLS(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	address := serving(t, with(t, server.Options{Now: clock(monday), TLS: settings}, snapshot(t, monday), nil))
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name   string
		change func()
		serial int64
		logged string // "": nothing
	}{
		{"at first", func() {}, 1, ""},
		{"renewed", func() { certificate(t, dir, 2, time.Minute) }, 2, used},
		{"broken", func() { write("cert.pem", "half a") }, 2, broken},
		{"broken in another way", func() { write("cert.pem", "half a certificate") }, 2, broken},
		{"its key too", func() { write("key.pem", "half a key") }, 2, broken},
		{"mended", func() { certificate(t, dir, 3, 0) }, 3, used},
		{"gone", func() { os.Remove(filepath.Join(dir, "key.pem")) }, 3, broken},
		{"back", func() { certificate(t, dir, 4, 0) }, 4, used},
	} {
		before := len(log.String())
		step.change()
		for range 3 {
			conn, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64(); got != step.serial {
				t.Errorf("%s: certificate %d, want %d", step.name, got, step.serial)
			}
			conn.Close()
		}
		said := log.String()[before:]
		if lines := strings.Count(said, "\n"); !strings.Contains(said, step.logged) || lines > 1 || step.logged == "" && lines > 0 {
			t.Errorf("%s: the log says %q; want %q, once", step.name, said, step.logged)
		}
	}
}
