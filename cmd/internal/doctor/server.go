package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"pricepoint/cmd/internal/service"
	"pricepoint/data"
)

// server asks whoever listens on server.listen which version it serves.
func (d *doctor) server(ctx context.Context) {
	const name = "server"
	address, port := d.own()
	if port == "0" {
		return // the system chose a port, and only the server knows which
	}
	got, err := servedBy(ctx, address+"/api/freshness.json")
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
