package web

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
)

// isMirrored holds the files of a site behind nginx against our own server: same addresses, same bytes, same headers. Entity tags
// are each server's own. What else nginx answers stands in the script.
func isMirrored(t *testing.T, base, mirror string, addresses []string) {
	t.Helper()
	for _, address := range addresses {
		history := strings.HasPrefix(address, "/api/snapshots/2026")
		for _, encoding := range []string{"identity", "gzip"} {
			if strings.HasSuffix(address, "/") || history && encoding == "gzip" {
				continue // indexes list what only a server has; documents of the past are kept as they are
			}
			ask := scriptedRequest{method: "GET", address: address, sent: [][2]string{{"Accept-Encoding", encoding}}}
			theirs, err := ask.ask(mirror, knowledge{})
			ours, ownErr := ask.ask(base, knowledge{})
			page := !strings.HasPrefix(address, "/api/") // which tells where it is served
			if err != nil || ownErr != nil || ours.StatusCode != http.StatusOK || !page && !bytes.Equal(theirs.body, ours.body) {
				t.Errorf("%s as %s: the bytes differ from those of our server: %v, %v", address, encoding, err, ownErr)
				continue
			}
			for _, name := range []string{"Content-Type", "Content-Encoding", "Cache-Control", "Access-Control-Allow-Origin",
				"Access-Control-Expose-Headers", "X-Content-Type-Options"} {
				if diff := cmp.Diff(ours.Header.Get(name), theirs.Header.Get(name)); diff != "" {
					t.Errorf("%s as %s: %s (-our server +nginx):\n%s", address, encoding, name, diff)
				}
			}
		}
	}
}

// publicAt is a settings file for a site that names another server's address on its pages.
func publicAt(t *testing.T, base string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pricepoint.yaml")
	if err := os.WriteFile(file, []byte("server:\n  public_url: "+base+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// plainAddresses are the addresses of the files of a site that are no twins.
func plainAddresses(t *testing.T, site string) (all []string) {
	t.Helper()
	for _, name := range siteFiles(t, site) {
		isTwin := slices.Contains([]string{".br", ".gz"}, filepath.Ext(name))
		if !isTwin && name != "404.html" && name != "SHA256SUMS" { // which our server does not have
			all = append(all, "/"+strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "index.html"), "index.json"), ".html"))
		}
	}
	return all
}

// startNginx serves a site with the configuration that operators get.
func startNginx(t *testing.T, site string) (base string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixture.Root(), "config", "nginx", "pricepoint.conf"))
	if err != nil {
		t.Fatal(err)
	}
	return nginx(t, func(address string) string {
		return strings.NewReplacer("listen 80;", "listen "+address+";", "/srv/pricepoint;", site+";").Replace(string(text))
	})
}
