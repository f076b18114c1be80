package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"pricepoint/cmd/internal/service"
	"pricepoint/data"
	"pricepoint/data/store"
)

// expiresSoon is how long before its end a certificate is worth a warning.
const expiresSoon = 14 * 24 * time.Hour

// settings looks at what config.Load cannot know: names of sources, files, and what is better set.
func (d *doctor) settings() {
	where := "the defaults, flags and variables"
	if d.File != "" {
		where = d.File
	}
	if _, err := d.Asked(nil); err != nil {
		d.note("configuration", Wrong, "pricepoint sources lists the names", "collect.only or collect.disable: %v", err)
	} else {
		d.note("configuration", Well, "", "valid: %s", where)
	}
	if d.Config.Collect.Contact == "" {
		d.note("contact", Warning, "PRICEPOINT_COLLECT_CONTACT=https://…, or collect.contact in the settings",
			"collect.contact is not set, so the sites that are read cannot tell who asks")
	}
	if d.Config.Collect.AllowPrivate {
		d.note("collect", Warning, "set collect.allow_private to false", "collect.allow_private lets a page lead into this network; it is for tests and mirrors")
	}
	if d.Config.Server.TLSCert != "" {
		d.certificate()
	}
}

func (d *doctor) certificate() {
	const name = "certificate"
	pair, err := tls.LoadX509KeyPair(d.Config.Server.TLSCert, d.Config.Server.TLSKey)
	if err != nil {
		d.note(name, Wrong, "pricepoint config shows where server.tls_cert and server.tls_key are from", "%v", err)
		return
	}
	end := pair.Leaf.NotAfter
	switch left := end.Sub(d.Now()); {
	case left <= 0:
		d.note(name, Wrong, "renew "+d.Config.Server.TLSCert+"; the server takes it up by itself", "it ended on %s", end.Format(time.DateOnly))
	case left < expiresSoon:
		d.note(name, Warning, "renew "+d.Config.Server.TLSCert+"; the server takes it up by itself", "it ends on %s", end.Format(time.DateOnly))
	default:
		d.note(name, Well, "", "good until %s", end.Format(time.DateOnly))
	}
}

// signature looks at the newest snapshot as verify does, which asks for a signature when there is a key.
func (d *doctor) signature() {
	const name = "signature"
	sign := d.Config.Sign
	if sign.Key != "" {
		if info, err := os.Stat(sign.Key); err != nil {
			d.note(name, Wrong, "put the secret key there, or remove sign.key; no refresh can publish", "sign.key: %v", err)
		} else if info.Mode().Perm()&0o077 != 0 {
			d.note(name, Warning, "chmod 600 "+ShellQuoted(sign.Key), "others may read the secret key %s", sign.Key)
		}
	}
	if sign.PublicKey == "" || d.newest.Manifest.Version == "" {
		return
	}
	found, err := d.Store.Verify(d.newest.Manifest.Version)
	if err != nil {
		d.note(name, Wrong, d.command("verify"), "%v", err)
		return
	}
	for _, c := range found.Checked {
		if c.State == store.Broken {
			d.note(name, Wrong, d.command("verify"), "%s: %s", c.Object, c.About)
			return
		}
	}
	d.note(name, Well, "", "sign.public_key vouches for %s", d.newest.Manifest.Version)
}

// server asks whoever listens on server.listen which version it serves.
func (d *doctor) server(ctx context.Context) {
	const name = "server"
	address, port := d.own()
	if port == "0" {
		return // the system chose a port, and only the server knows which
	}
	got, err := servedBy(ctx, address+"/"+data.FreshnessPath)
	newest := d.newest.Manifest.Version
	switch {
	case err != nil && newest == "":
		// there is nothing to serve, which is told already
	case err != nil:
		d.note(name, Warning, "systemctl start pricepoint-serve; or: "+d.command("serve"), "%v; right if this machine only refreshes", err)
	case newest != "" && got < newest:
		d.note(name, Wrong, "systemctl reload pricepoint-serve, and journalctl -u pricepoint-serve for why; is its --store the same?",
			"%s serves %s, the newest is %s", address, got, newest)
	case newest != "" && got > newest:
		d.note(name, Wrong, d.command("verify"), "%s serves %s, the newest here is %s; is its --store the same?", address, got, newest)
	default:
		d.note(name, Well, "", "%s serves %s", address, got)
	}
}

// own is where a server of these settings is reached from this machine.
func (d *doctor) own() (address, port string) {
	host, port, err := net.SplitHostPort(d.Config.Server.Listen)
	if err != nil {
		return "", "0"
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return service.Scheme(d.Config.Server) + net.JoinHostPort(host, port), port
}

// servedBy is the version that a server answers with.
func servedBy(ctx context.Context, url string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, // this machine, under a name its certificate does not have
	}}
	answer, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("nobody answers at %s: %v", url, plainly(err))
	}
	defer answer.Body.Close()
	var fresh data.FreshnessDocument
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(body, &fresh)
	}
	if answer.StatusCode != http.StatusOK || err != nil || fresh.Version == "" {
		return "", fmt.Errorf("%s answers %s, and no version", url, answer.Status)
	}
	return fresh.Version, nil
}
