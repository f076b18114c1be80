package web

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"path"
	"slices"
	"syscall"

	"pricepoint/data"
)

// challengeMarks appear in the pages that bot protection serves in place of the page that was asked for.
var challengeMarks = []string{"cf-chl", "_cf_chl_opt", "challenge-platform", "Just a moment...", "captcha-delivery", "px-captcha", "Enable JavaScript and cookies to continue"}

// statusError says in an operator's words what a status other than 200 means, nil for 200.
func statusError(status int, header http.Header, body []byte) error {
	class, meaning := data.UnexpectedStatus, "not the 200 of a page"
	switch {
	case status == http.StatusOK:
		return nil
	case status >= 400 && isChallenge(header, body):
		class, meaning = data.BotChallenge, "the site answers with a bot challenge instead of the page; a program cannot read it there"
	case status == http.StatusUnauthorized:
		class, meaning = data.LoginNeeded, "the page needs a login"
	case status == http.StatusForbidden:
		class, meaning = data.AccessRefused, "the site refuses this program"
	case status == http.StatusNotFound, status == http.StatusGone:
		class, meaning = data.PageNotFound, "there is no such page; it has moved or, in a replay, is not in the file"
	case status == http.StatusTooManyRequests:
		class, meaning = data.TooManyRequests, "too many requests, also after waiting"
	case status >= 500:
		class, meaning = data.SiteError, "the site itself has failed, also when asked again"
	}
	return data.Failed(class, "status %d: %s", status, meaning)
}

// dataFiles are the endings of addresses that never lead to a web page.
var dataFiles = []string{".json", ".csv", ".yml", ".zip", ".js"}

// noPayload says why the body of a 200 cannot be what was asked for; nil when it can.
func noPayload(address string, body []byte) error {
	body = bytes.TrimSpace(body)
	start := bytes.ToLower(body[:min(len(body), len("<!doctype html"))])
	ending := path.Ext(address)
	switch {
	case len(body) == 0:
		return data.Failed(data.NotThePage, "status 200, but the page is empty")
	case slices.Contains(dataFiles, ending) && (bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html"))):
		return data.Failed(data.NotThePage, "status 200, but a web page in place of the %s file", ending)
	}
	return nil
}

func isChallenge(header http.Header, body []byte) bool {
	return header.Get("Cf-Mitigated") == "challenge" ||
		slices.ContainsFunc(challengeMarks, func(mark string) bool { return bytes.Contains(body, []byte(mark)) })
}

// inWords says in an operator's words why there was no answer. Causes are published, so it names no address of the
// network we run in. An error that is worded already stays as it is.
func inWords(err error) error {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var network net.Error
	var dial *net.OpError
	switch {
	case errors.As(err, &dial) && dial.Op == "proxyconnect":
		return data.Failed(data.NoConnection, "the proxy that the environment names cannot be used")
	case errors.Is(err, errPrivate):
		return errPrivate
	case errors.As(err, &name):
		trouble := "the name server cannot answer" // the text of net names the sockets that were used to ask
		if name.IsNotFound {
			trouble = name.Err
		} else if name.IsTimeout {
			trouble = "the name server does not answer in time"
		}
		return data.Failed(data.HostNotFound, "the name of the host cannot be resolved (DNS): %s", trouble)
	case errors.As(err, &certificate):
		return data.Failed(data.NotSecure, "the site's certificate cannot be trusted (TLS): %v", certificate.Err)
	case errors.As(err, &dial) && (dial.Op == "remote error" || dial.Op == "local error"):
		return data.Failed(data.NotSecure, "the site and this program cannot agree on an encrypted connection (TLS): %v", dial.Err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return data.Failed(data.NoConnection, "the site accepts no connections")
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return data.Failed(data.NoConnection, "the site broke off the connection")
	case errors.As(err, &network) && network.Timeout():
		return data.Failed(data.NoAnswerInTime, "the site does not answer in time")
	}
	return err
}
