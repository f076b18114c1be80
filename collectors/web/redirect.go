package web

import (
	"net/http"
	"net/url"
	"slices"

	"pricepoint/data"
)

// maxRedirects is how many redirects a fetch follows; robots.txt gets as many.
const maxRedirects = 5

// redirects are the statuses whose Location is followed.
var redirects = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
}

// redirect returns where an answer sends us, nil when it is the destination. It refuses to give up encryption.
func redirect(from *url.URL, status int, location string) (*url.URL, error) {
	if !slices.Contains(redirects, status) {
		return nil, nil
	}
	to, err := from.Parse(location)
	if err != nil || *to == *from {
		return nil, data.Failed(data.Redirected, "redirected to %q, which leads nowhere", location)
	}
	if to.Host != from.Host { // colly has refused other names; this is another port
		return nil, elsewhere(to.String())
	}
	if from.Scheme == "https" && to.Scheme != "https" {
		return nil, data.Failed(data.NotSecure, "redirected to %s, which is not encrypted", to)
	}
	return to, nil
}

// elsewhere says that an answer leads off the host that was asked, to this address.
func elsewhere(address string) *data.Failure {
	return data.Failed(data.Redirected, "redirected to %s, which is another host; if the page has moved there, its source must ask for it there", address)
}
