package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/cmd/internal/service"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// host is a site that sources are read from, and how it answered.
type host struct {
	name    string
	sources []string
	err     error
}

const (
	askedAtOnce = 8
	longestAsk  = 20 * time.Second
)

// network asks the site of every source for its robots.txt: anybody may, and it is small. It returns what they say the time is.
func (d *doctor) network(ctx context.Context) *web.Dates {
	chosen, err := d.Asked(nil)
	if err != nil {
		return nil // told among the settings
	}
	hosts := hostsOf(chosen)
	dates := web.NewDates(web.Live(web.LiveOptions{AllowPrivate: d.Config.Collect.AllowPrivate, Now: d.Now}), d.Now)
	client := &http.Client{Transport: dates, Timeout: min(d.Config.Collect.Timeout, longestAsk),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var wg sync.WaitGroup
	slots := make(chan struct{}, askedAtOnce)
	for i := range hosts {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			d.ask(ctx, client, &hosts[i])
		})
	}
	wg.Wait()
	d.tellNetwork(hosts)
	return dates
}

// hostsOf are the sites of the first address of each source, by name.
func hostsOf(chosen []collectors.Source) []host {
	var all []host
	for _, s := range chosen {
		for _, alternatives := range s.Requests {
			u, err := url.Parse(alternatives[0].URL)
			if err != nil {
				continue
			}
			i := slices.IndexFunc(all, func(h host) bool { return h.name == u.Host })
			if i < 0 {
				all = append(all, host{name: u.Host})
				i = len(all) - 1
			}
			if !slices.Contains(all[i].sources, s.Name) {
				all[i].sources = append(all[i].sources, s.Name)
			}
		}
	}
	slices.SortFunc(all, func(a, b host) int { return strings.Compare(a.name, b.name) })
	return all
}

// ask finds out whether a site answers. That it has no robots.txt is an answer.
func (d *doctor) ask(ctx context.Context, client *http.Client, h *host) {
	name := d.Program
	if contact := d.Config.Collect.Contact; contact != "" {
		name += " (+" + contact + ")"
	}
	var answer *http.Response
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+h.name+"/robots.txt", nil)
	if err == nil {
		request.Header.Set("User-Agent", name)
		answer, err = client.Do(request)
	}
	if err != nil {
		h.err = plainly(err)
		return
	}
	answer.Body.Close()
	switch {
	case answer.StatusCode >= 500:
		h.err = fmt.Errorf("status %d: the site itself has failed", answer.StatusCode)
	case answer.StatusCode == http.StatusForbidden || answer.StatusCode == http.StatusTooManyRequests:
		h.err = fmt.Errorf("status %d: it does not let us in", answer.StatusCode)
	}
}

// plainly drops the method and the address, which the line names already.
func plainly(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

func (d *doctor) tellNetwork(hosts []host) {
	silent := slices.DeleteFunc(slices.Clone(hosts), func(h host) bool { return h.err == nil })
	if len(hosts) > 0 && len(silent) == len(hosts) {
		d.note(theNetwork, Wrong, lookAtNetwork+d.command("sources --check"),
			"none of %s answers; %s: %v", terminal.Several(len(hosts), "site"), silent[0].name, silent[0].err)
		return
	}
	for _, h := range silent {
		d.note(theNetwork, Warning, d.command("sources --check --only "+strings.Join(h.sources, ",")), "%s: %v (%s)", h.name, h.err, strings.Join(h.sources, ", "))
	}
	d.note(theNetwork, Well, "", "%d of %s answer", len(hosts)-len(silent), terminal.Several(len(hosts), "site"))
}

// server asks whoever listens on server.listen which version it serves.
func (d *doctor) server(ctx context.Context) {
	address, port := d.own()
	if port == "0" {
		return // the system chose a port, and only the server knows which
	}
	got, err := servedBy(ctx, address+"/"+data.FreshnessPath)
	newest := d.newest.Manifest.Version
	switch {
	case newest == "":
		// there is nothing to serve, which is told already
	case err != nil:
		d.note(theNetwork, Warning, "systemctl start pricepoint-serve; or: "+d.command("serve"), "%v; right if this machine only refreshes", err)
	case got != newest:
		d.note(theNetwork, Wrong, "systemctl reload pricepoint-serve, and journalctl -u pricepoint-serve for why; is its --store the same?",
			"%s serves %s, the newest here is %s", address, got, newest)
	default:
		d.note(theNetwork, Well, "", "%s serves %s", address, got)
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
	err = json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&fresh)
	if answer.StatusCode != http.StatusOK || err != nil || fresh.Version == "" {
		return "", fmt.Errorf("%s answers %s, and no version", url, answer.Status)
	}
	return fresh.Version, nil
}
