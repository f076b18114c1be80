package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
)

// LoadTLS returns what a server needs, from a certificate chain and its key, both PEM files. A certificate that
// is renewed in place is used from the next connection on. A broken one is not: the one before stays, and the log says so once.
func LoadTLS(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	k := &keyPair{certFile: certFile, keyFile: keyFile, log: log, files: stampsOf(certFile, keyFile)}
	if err := k.load(); err != nil {
		return nil, fmt.Errorf("TLS: %v", err)
	}
	return &tls.Config{GetCertificate: k.certificate, MinVersion: tls.VersionTLS12}, nil
}

// keyPair is a certificate with its key.
type keyPair struct {
	certFile, keyFile string
	log               *slog.Logger

	mu     sync.Mutex
	loaded *tls.Certificate // the last one that was good
	files  [2]stamp         // of the files when they were last looked into
}

// certificate is the one to show now. Files are looked into again once they are written again, both of them: one is written
// after the other.
func (k *keyPair) certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	files := stampsOf(k.certFile, k.keyFile)
	if files == k.files {
		return k.loaded, nil
	}
	k.files = files
	if err := k.load(); err == nil {
		k.log.Info("the renewed certificate is used")
	} else {
		k.log.Error("the renewed certificate cannot be used, so the one before stays; write the chain and its key anew before that one expires",
			"certificate", k.certFile, "key", k.keyFile, "cause", err)
	}
	return k.loaded, nil
}

func (k *keyPair) load() error {
	pair, err := tls.LoadX509KeyPair(k.certFile, k.keyFile)
	if err == nil {
		k.loaded = &pair
	}
	return err
}

// stamp changes when a file is written; the zero stamp is that of none.
type stamp struct{ written, size int64 }

func stampsOf(files ...string) (stamps [2]stamp) {
	for i, file := range files {
		if info, err := os.Stat(file); err == nil {
			stamps[i] = stamp{info.ModTime().UnixNano(), info.Size()}
		}
	}
	return stamps
}
