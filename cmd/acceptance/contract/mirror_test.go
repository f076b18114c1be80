package contract

import (
	"compress/gzip"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/server/page"
)

// TestMirror publishes a store of two snapshots as plain files, and has nginx serve them beside our own server: same
// addresses, same bytes, same types. What else it answers stands in the script.
func TestMirror(t *testing.T) {
	t.Parallel()
	fixture.Need(t, "nginx-light", "nginx")
	dir := t.TempDir()
	store, site := fixture.TwoWeeks(t), filepath.Join(dir, "site")
	settings := publicAt(t, "https://prices.example.org")
	base := fixture.Serve(t, "serve", "--store", store, "--config", settings)
	fixture.Eventually(t, "the newest snapshot is served", func() bool { return fixture.Served(t, base) == "2026-01-10T000000Z" })
	publishSite(t, store, site, "--config", settings)
	mirror := startNginx(t, site)

	addresses := plainAddresses(t, site)
	if len(addresses) < 30 {
		t.Errorf("only %d addresses: %v", len(addresses), addresses)
	}
	for _, address := range addresses {
		history := strings.HasPrefix(address, "/api/snapshots/2026")
		for _, encoding := range []string{"identity", "gzip"} {
			got := answerOf(t, mirror+address, encoding)
			packed := encoding == "gzip" && path.Ext(address) != ".png" && !history // which is compressed by itself, or kept as it is
			if got.status != http.StatusOK || packed && got.header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%s as %s: %d, Content-Encoding %q", address, encoding, got.status, got.header.Get("Content-Encoding"))
			}
			if !strings.HasSuffix(address, "/") && (encoding == "identity" || !history) { // indexes list what only a server has
				compareAnswers(t, address, got, answerOf(t, base+address, encoding))
			}
			wantKept(t, address, got, history || strings.HasPrefix(address, page.AssetsFolder))
		}
	}
}

func publishSite(t *testing.T, store, site string, args ...string) {
	t.Helper()
	stdout, stderr, code := fixture.Run(t, append(args, "publish", site, "--store", store)...)
	if code != fixture.ExitDone || !strings.Contains(stdout, site) {
		t.Fatalf("publish ends with %d: %s%s", code, stdout, stderr)
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
	err := fs.WalkDir(os.DirFS(site), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(name, ".") || slices.Contains([]string{".br", ".gz"}, filepath.Ext(name)) {
			return err
		}
		all = append(all, "/"+strings.TrimSuffix(strings.TrimSuffix(name, "index.html"), "index.json"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// startNginx serves a site with the configuration that operators get.
func startNginx(t *testing.T, site string) (base string) {
	t.Helper()
	dir := t.TempDir()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	text, err := os.ReadFile(filepath.Join(fixture.Root(), "config", "nginx", "pricepoint.conf"))
	if err != nil {
		t.Fatal(err)
	}
	server := strings.NewReplacer("listen 80;", "listen "+address+";", "/srv/pricepoint;", site+";").Replace(string(text))
	temps := ""
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temps += kind + "_temp_path " + dir + "/" + kind + "; "
	}
	file := filepath.Join(dir, "nginx.conf")
	config := "daemon off; master_process off; pid " + dir + "/pid; events {}\nhttp { access_log off; " + temps + "\n" + server + "}\n"
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	nginx := exec.Command("nginx", "-p", dir, "-e", dir+"/error.log", "-c", file)
	if err := nginx.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = nginx.Process.Kill(), nginx.Wait() })
	fixture.Eventually(t, "nginx listens", func() bool {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// siteAnswer is an answer with its body as sent.
type siteAnswer struct {
	status int
	header http.Header
	body   string // decoded
}

func answerOf(t *testing.T, url, encoding string, headers ...string) siteAnswer {
	t.Helper()
	method := http.MethodGet
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", encoding)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(request) // follows no redirect
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	from := io.Reader(answer.Body)
	if answer.Header.Get("Content-Encoding") == "gzip" && answer.StatusCode == http.StatusOK {
		if from, err = gzip.NewReader(answer.Body); err != nil {
			t.Fatal(err)
		}
	}
	body, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return siteAnswer{answer.StatusCode, answer.Header, string(body)}
}

// compareAnswers holds a mirror against our own server. Entity tags are each server's own.
func compareAnswers(t *testing.T, address string, mirror, own siteAnswer) {
	t.Helper()
	if own.status != http.StatusOK || mirror.body != own.body {
		t.Errorf("%s: the bytes differ from those of our server, which answers %d", address, own.status)
	}
	for _, name := range []string{"Content-Type", "Content-Encoding", "Cache-Control", "Access-Control-Allow-Origin",
		"Access-Control-Expose-Headers", "X-Content-Type-Options"} {
		if diff := cmp.Diff(own.header.Get(name), mirror.header.Get(name)); diff != "" {
			t.Errorf("%s: %s (-our server +nginx):\n%s", address, name, diff)
		}
	}
}

// wantKept asks again with the tag, and looks at how long a cache may keep the answer.
func wantKept(t *testing.T, address string, a siteAnswer, forEver bool) {
	t.Helper()
	if a.header.Get("ETag") == "" || a.header.Get("Last-Modified") == "" {
		t.Errorf("%s comes without a validator: %v", address, a.header)
	}
	if got := a.header.Get("Cache-Control"); strings.Contains(got, "immutable") != forEver || !strings.Contains(got, "max-age=") {
		t.Errorf("%s: Cache-Control %q", address, got)
	}
}
