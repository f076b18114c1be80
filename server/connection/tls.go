package connection

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"
)

// LoadTLS returns what a server needs, from a certificate chain and its key, both PEM files. A certificate that
// is renewed in place is used from the next connection on; a broken one is not, the one before stays.
func LoadTLS(certFile, keyFile string) (*tls.Config, error) {
	k := &keyPair{certFile: certFile, keyFile: keyFile}
	if _, err := k.certificate(nil); err != nil {
		return nil, fmt.Errorf("TLS: %v", err)
	}
	return &tls.Config{GetCertificate: k.certificate, MinVersion: tls.VersionTLS12}, nil
}

// keyPair is a certificate with its key as they were last read.
type keyPair struct {
	certFile, keyFile string

	mu      sync.Mutex
	written time.Time // the certificate's file
	loaded  *tls.Certificate
}

func (k *keyPair) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	info, err := os.Stat(k.certFile)
	if err == nil && k.loaded != nil && info.ModTime().Equal(k.written) {
		return k.loaded, nil
	}
	if err == nil {
		err = k.load(info.ModTime())
	}
	if k.loaded != nil {
		return k.loaded, nil
	}
	return nil, err
}

func (k *keyPair) load(written time.Time) error {
	pair, err := tls.LoadX509KeyPair(k.certFile, k.keyFile)
	if err != nil {
		return err
	}
	k.loaded, k.written = &pair, written
	return nil
}
