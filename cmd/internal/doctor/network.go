package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"pricepoint/cmd/internal/service"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	askedAtOnce = 8
	longestAsk  = 20 * time.Second
)

// network asks the site of every source for its robots.txt: anybody may, and it is small. It returns what they say the time is.
func (d *doctor) network(ctx context.Context) *web.Machine {
	chosen, err := d.Asked(nil)
	if err != nil {
		return nil // told among the settings
	}
	machine := web.NewMachine(web.Live(web.LiveOptions{AllowPrivate: d.Config.Collect.AllowPrivate, Now: d.Now}), d.Now)
	client := &http.Client{Transport: machine, Timeout: min(d.Config.Collect.Timeout, longestAsk),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	sources := readFrom(chosen)
	hosts := slices.Sorted(maps.Keys(sources))
	troubles := make([]error, len(hosts))
	var asking errgroup.Group
	asking.SetLimit(askedAtOnce)
	for i, host := range hosts {
		asking.Go(func() error {
			troubles[i] = d.ask(ctx, client, host)
			return nil
		})
	}
	_ = asking.Wait()
	d.tellNetwork(hosts, troubles, sources)
	return machine
}

// readFrom are the sources by the sites of their first addresses.
func readFrom(chosen []collectors.Source) map[string][]string {
	sources := map[string][]string{}
	for _, s := range chosen {
		for _, alternatives := range s.Requests {
			if u, err := url.Parse(alternatives[0].URL); err == nil && !slices.Contains(sources[u.Host], s.Name) {
				sources[u.Host] = append(sources[u.Host], s.Name)
			}
		}
	}
	return sources
}

// ask is an error when a site does not answer. That it has no robots.txt is an answer.
func (d *doctor) ask(ctx context.Context, client *http.Client, host string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+host+"/robots.txt", nil)
	if err != nil {
		return err
	}
	name := d.Program
	if contact := d.Config.Collect.Contact; contact != "" {
		name += " (+" + contact + ")"
	}
	request.Header.Set("User-Agent", name)
	answer, err := client.Do(request)
	if err != nil {
		return plainly(err)
	}
	answer.Body.Close()
	switch {
	case answer.StatusCode >= 500:
		return fmt.Errorf("status %d: the site itself has failed", answer.StatusCode)
	case answer.StatusCode == http.StatusForbidden || answer.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("status %d: it does not let us in", answer.StatusCode)
	}
	return nil
}

// plainly drops the method and the address, which the line names already.
func plainly(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}

func (d *doctor) tellNetwork(hosts []string, troubles []error, sources map[string][]string) {
	if len(hosts) > 0 && !slices.Contains(troubles, nil) {
		d.note(theNetwork, Wrong, lookAtNetwork+d.command("sources --check"),
			"none of %s answers; %s: %v", terminal.Several(len(hosts), "site"), hosts[0], troubles[0])
		return
	}
	answered := len(hosts)
	for i, host := range hosts {
		if troubles[i] != nil {
			answered--
			of := sources[host]
			d.note(theNetwork, Warning, d.command("sources --check --only "+strings.Join(of, ",")), "%s: %v (%s)", host, troubles[i], strings.Join(of, ", "))
		}
	}
	d.note(theNetwork, Well, "", "%d of %s answer", answered, terminal.Several(len(hosts), "site"))
}

// server asks whoever listens on server.listen which version it serves.
func (d *doctor) server(ctx context.Context) {
	newest, own := d.newest.Manifest.Version, d.Config.Server
	if newest == "" || strings.HasSuffix(own.Listen, ":0") {
		return // nothing can be served, which is told already, or only the server knows its port
	}
	own.PublicURL = ""
	address := service.PublicURL(own)
	switch got, err := servedBy(ctx, address+"/"+data.FreshnessPath); {
	case errors.Is(err, syscall.ECONNREFUSED):
		d.note(theNetwork, Warning, "systemctl start pricepoint-serve; or: "+d.command("serve"), "%v; right if this machine only refreshes", err)
	case err != nil:
		d.note(theNetwork, Warning, "sudo ss -ltnp names the program; of pricepoint, journalctl -u pricepoint-serve tells more",
			"%v; something else listens there, or the server has loaded nothing yet", err)
	case got != newest && d.justPublished():
		d.note(theNetwork, Warning, "look again in a minute", "%s still serves %s, the newest here is %s", address, got, newest)
	case got != newest:
		d.note(theNetwork, Wrong, "systemctl reload pricepoint-serve, and journalctl -u pricepoint-serve for why; is its --store the same?",
			"%s serves %s, the newest here is %s", address, got, newest)
	default:
		d.note(theNetwork, Well, "", "%s serves %s", address, got)
	}
}

// justPublished tells whether the newest snapshot is younger than a minute, which a server may take to load it. Its version says
// when its run began, the report when it was published.
func (d *doctor) justPublished() bool {
	made, _ := data.ParseVersion(d.newest.Manifest.Version)
	report, _ := d.Store.Report()
	return min(d.Now().Sub(made), d.Now().Sub(report.PublishedAt.Time)) < time.Minute
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
		return "", fmt.Errorf("no answer from %s: %w", url, plainly(err))
	}
	defer answer.Body.Close()
	var fresh data.FreshnessDocument
	err = json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&fresh)
	if answer.StatusCode != http.StatusOK || err != nil || fresh.Version == "" {
		return "", fmt.Errorf("%s answers %s, and no version", url, answer.Status)
	}
	return fresh.Version, nil
}
