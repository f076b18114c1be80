package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/cmd/internal/refresh"
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
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+h.name+"/robots.txt", nil)
	if err != nil {
		h.err = err
		return
	}
	request.Header.Set("User-Agent", d.Program)
	if contact := d.Config.Collect.Contact; contact != "" {
		request.Header.Set("User-Agent", fmt.Sprintf("%s (+%s)", d.Program, contact))
	}
	answer, err := client.Do(request)
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
	const name = "network"
	silent := slices.DeleteFunc(slices.Clone(hosts), func(h host) bool { return h.err == nil })
	if len(hosts) > 0 && len(silent) == len(hosts) {
		d.note(name, Wrong, lookAtNetwork+d.command("sources --check"),
			"none of %s answers; %s: %v", terminal.Several(len(hosts), "site"), silent[0].name, silent[0].err)
		return
	}
	for _, h := range silent {
		d.note(name, Warning, d.command("sources --check --only "+strings.Join(h.sources, ",")), "%s: %v (%s)", h.name, h.err, strings.Join(h.sources, ", "))
	}
	d.note(name, Well, "", "%d of %s answer", len(hosts)-len(silent), terminal.Several(len(hosts), "site"))
}

// clockSkew is how far the clock may be off.
const clockSkew = 5 * time.Minute

// setClock has the system ask a time server.
const setClock = "timedatectl set-ntp true"

// clock compares the clock with the newest snapshot, which cannot be of the future, and with what the sites say. dates is nil
// when none was asked.
func (d *doctor) clock(dates *web.Dates) {
	const name = "clock"
	off, sites := time.Duration(0), 0
	if dates != nil {
		off, sites = dates.Ahead()
	}
	way := "ahead of"
	if off < 0 {
		way = "behind"
	}
	made, err := data.ParseVersion(d.newest.Manifest.Version)
	ahead := made.Sub(d.Now())
	fromFuture := err == nil && ahead > clockSkew
	switch {
	case off.Abs() > clockSkew:
		d.note(name, Wrong, setClock, "it says %s, which is %s %s what %s say", data.At(d.Now()), rough(off.Abs()), way, terminal.Several(sites, "site"))
	case fromFuture && sites > 0:
		d.note(name, Wrong, d.withoutFuture(), "as %s say; but the newest snapshot was made by one that was %s ahead, and no refresh can publish until then",
			terminal.Several(sites, "site"), rough(ahead))
	case fromFuture:
		d.note(name, Wrong, setClock+"; if it is right, "+d.withoutFuture(), "it says %s, which is %s before the newest snapshot was made; no refresh can publish until then",
			data.At(d.Now()), rough(ahead))
	case sites > 0:
		d.note(name, Well, "", "as %s say", terminal.Several(sites, "site"))
	case err == nil:
		d.note(name, Well, "", "it says %s, which is later than the newest snapshot", data.At(d.Now()))
	default:
		d.note(name, Well, "", "it says %s; no site and no snapshot was there to compare it with", data.At(d.Now()))
	}
}

// withoutFuture leaves behind what a clock has made that was ahead.
func (d *doctor) withoutFuture() string {
	return refresh.WithoutFuture(d.Store.String(), d.Now())
}
