package web

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestSiteShowsAnywhere publishes a site for each place, and one for a place that nobody has told it of.
func TestSiteShowsAnywhere(t *testing.T) {
	fixture.Need(t, "nginx-light", "nginx")
	fixture.Need(t, "python3", "python3")
	fixture.Need(t, "caddy", "caddy")
	store := fixture.OneWeek(t)
	for name, tt := range map[string]struct{ base, path string }{
		"at the root":  {"https://prices.example", "/"},
		"under a path": {"https://prices.example/name/", "/name/"},
		"unplaced":     {"", "/some/where/"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			site := filepath.Join(root, filepath.FromSlash(tt.path))
			publish(t, store, site, "--base-url", tt.base)
			for server, base := range map[string]string{"python": startPython(t, root), "nginx": startPlainNginx(t, root), "caddy": startCaddy(t, root)} {
				t.Run(server, func(t *testing.T) {
					c := crawl(t, base+tt.path, strings.TrimSuffix(tt.base, "/"))
					files := filesOf(t, site)
					delete(files, "SHA256SUMS") // which its readers know
					c.hasReached(files)
				})
			}
			t.Run("browser", func(t *testing.T) { scriptsWork(t, startPython(t, root)+tt.path) })
		})
	}
}

// TestSiteIsSmall: twins and the past are there for those who ask for them, and gone when nobody does any more.
func TestSiteIsSmall(t *testing.T) {
	store, site := fixture.TwoWeeks(t), filepath.Join(t.TempDir(), "site")
	publish(t, store, site)
	small := filesOf(t, site)
	publish(t, store, site, "--compressed", "--history")
	whole := filesOf(t, site)
	publish(t, store, site)
	if again := filesOf(t, site); len(again) != len(small) {
		t.Errorf("%d files, then %d, then %d", len(small), len(whole), len(again))
	}
	for _, name := range []string{"api/tools.json.gz", "audit.html.br", "api/snapshots.json", "api/snapshots/" + fixture.Older + "/tools.json"} {
		if small[name] || !whole[name] {
			t.Errorf("%s is there: %v, and with all that can be asked for: %v", name, small[name], whole[name])
		}
	}
	if manifest := "api/snapshots/" + fixture.Newer + "/manifest.json"; !small[manifest] {
		t.Errorf("%s, which vouches for the documents, is missing", manifest)
	}
}

// TestFilesAreVouchedFor has the programs that readers have check a site, and one file of it alone.
func TestFilesAreVouchedFor(t *testing.T) {
	fixture.Need(t, "minisign", "minisign")
	dir := t.TempDir()
	site, key, public := filepath.Join(dir, "site"), filepath.Join(dir, "key"), filepath.Join(dir, "key.pub")
	fixture.Output(t, dir, "minisign", "-G", "-W", "-p", public, "-s", key)
	t.Setenv("PRICEPOINT_SIGN_KEY", key)
	publish(t, fixture.OneWeek(t), site)
	fixture.Output(t, site, "sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")
	for _, file := range []string{"SHA256SUMS", "api/tools.json", "api/compat/index.json"} {
		alone := filepath.Join(t.TempDir(), "file")
		for _, ending := range []string{"", ".minisig"} {
			body, err := os.ReadFile(filepath.Join(site, file+ending))
			if err == nil {
				err = os.WriteFile(alone+ending, body, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if said := fixture.Output(t, dir, "minisign", "-V", "-p", public, "-m", alone); !strings.Contains(said, "Trusted comment: pricepoint snapshot "+fixture.Older+" "+file+"\n") {
			t.Errorf("%s: minisign trusts %s", file, said)
		}
	}
}

func TestMistakenBase(t *testing.T) {
	for _, base := range []string{"prices.example", "https://prices.example/?a=b", "https://prices.example/#a", "https://u:p@prices.example"} {
		_, stderr, code := fixture.Run(t, "publish", filepath.Join(t.TempDir(), "site"), "--store", t.TempDir(), "--base-url", base)
		if code != fixture.ExitUsage || !strings.Contains(stderr, "--base-url") {
			t.Errorf("--base-url %s ends with %d: %s", base, code, stderr)
		}
	}
}

func publish(t *testing.T, store, site string, args ...string) {
	t.Helper()
	if stdout, stderr, code := fixture.Run(t, append([]string{"publish", site, "--store", store}, args...)...); code != fixture.ExitDone || !strings.Contains(stdout, site) {
		t.Fatalf("publish ends with %d: %s%s", code, stdout, stderr)
	}
}

// filesOf are the files that a server shows.
func filesOf(t *testing.T, site string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, name := range siteFiles(t, site) {
		all[name] = true
	}
	return all
}

func startPython(t *testing.T, root string) (base string) {
	t.Helper()
	address := freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	return listening(t, address, "python3", "-m", "http.server", port, "--bind", host, "--directory", root)
}

func startCaddy(t *testing.T, root string) (base string) {
	t.Helper()
	t.Setenv("HOME", t.TempDir()) // where it keeps what it was started with
	address := freeAddress(t)
	return listening(t, address, "caddy", "file-server", "--listen", address, "--root", root)
}

// startPlainNginx sets nothing but root, beside where the list of types is, which every nginx.conf says.
func startPlainNginx(t *testing.T, root string) (base string) {
	t.Helper()
	return nginx(t, func(address string) string {
		return "include /etc/nginx/mime.types; server { listen " + address + "; root " + root + "; } "
	})
}
