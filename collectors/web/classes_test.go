package web

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"testing"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// TestEveryWayToFailHasItsClass makes the failures that no server of a test can make, or not all of whose wordings.
// Those of answers are in TestFetch.
func TestEveryWayToFailHasItsClass(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	at := func(address string) *url.URL { u, _ := url.Parse(address); return u }
	redirected := func(from, to string) error { return checkRedirect(at(to), []*http.Request{{URL: at(from)}}) }
	const page = "https://a.example/page"
	for name, tc := range map[string]struct {
		err   error
		class data.FailureClass
		text  string
	}{
		"an unknown name": {inWords(dial(&net.DNSError{Err: "no such host", IsNotFound: true})), data.HostNotFound, "the name of the host cannot be resolved (DNS): no such host"},
		"no name server in time": {inWords(&net.DNSError{Err: "read udp 10.0.0.2:41234->10.0.0.1:53: i/o timeout", IsTimeout: true}), data.HostNotFound,
			"the name of the host cannot be resolved (DNS): the name server does not answer in time"},
		"no name server": {inWords(&net.DNSError{Err: "dial udp 10.0.0.1:53: connect: connection refused"}), data.HostNotFound,
			"the name of the host cannot be resolved (DNS): the name server cannot answer"},
		"a proxy": {inWords(&net.OpError{Op: "proxyconnect", Err: syscall.ECONNREFUSED}), data.NoConnection, "the proxy that the environment names cannot be used"},
		"a private address": {inWords(dial(errPrivate)), data.NoConnection,
			"the host has a private address, which only a deployment that trusts its sources may allow (collect.allow_private)"},
		"nobody listens":    {inWords(dial(syscall.ECONNREFUSED)), data.NoConnection, "the site accepts no connections"},
		"a reset":           {inWords(dial(syscall.ECONNRESET)), data.NoConnection, "the site broke off the connection"},
		"an early end":      {inWords(io.ErrUnexpectedEOF), data.NoConnection, "the site broke off the connection"},
		"a slow connection": {inWords(dial(syscall.ETIMEDOUT)), data.NoAnswerInTime, "the site does not answer in time"},
		"a certificate": {inWords(&tls.CertificateVerificationError{Err: errors.New("x509: expired")}), data.NotSecure,
			"the site's certificate cannot be trusted (TLS): x509: expired"},
		"a handshake": {inWords(&net.OpError{Op: "remote error", Err: errors.New("tls: protocol version")}), data.NotSecure,
			"the site and this program cannot agree on an encrypted connection (TLS): tls: protocol version"},
		"something else": {inWords(errors.New("something nobody has thought of")), data.OtherFailure, "something nobody has thought of"},

		"no encryption": {redirected(page, "http://a.example/page"), data.NotSecure, "redirected to http://a.example/page, which is not encrypted"},

		"a web page for a file": {noPayload("https://a.example/prices.json", []byte("<!DOCTYPE html>")), data.NotThePage, "status 200, but a web page in place of the .json file"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := data.FailureOf(tc.err); got.Class != tc.class || tc.err.Error() != tc.text {
				t.Errorf("the failure is %q: %q, want %q: %q", got.Class, tc.err, tc.class, tc.text)
			}
		})
	}
}

// A replay whose archive only points at a page says so.
func TestReplayWithoutThePayloadIsAnIncompleteArchive(t *testing.T) {
	r := &Replay{path: "run.warc.gz", newest: map[string]replayed{"https://a.example/": {Record: &warc.Record{TargetURI: "https://a.example/"}}, "https://a.example/gone": {kept: kept{path: "gone.warc.gz"}}}}
	for _, address := range []string{"https://a.example/", "https://a.example/gone"} {
		_, err := testWeb(r).Fetch(t.Context(), Request{URL: address})
		if err == nil || data.FailureOf(err).Class != data.ArchiveIncomplete {
			t.Errorf("Fetch = %v, want an incomplete archive", err)
		}
	}
}
