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

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/server/page"
)

// TestMirror publishes a store of two snapshots as plain files, and has nginx serve them beside our own server: same
// addresses, same bytes, same types.
func TestMirror(t *testing.T) {
	t.Parallel()
	fixture.Need(t, "nginx-light", "nginx")
	dir := t.TempDir()
	store, site := built.TwoWeeks(t), filepath.Join(dir, "site")
	settings := publicAt(t, "https://prices.example.org")
	base := built.Serve(t, "serve", "--store", store, "--config", settings)
	built.Eventually(t, "the newest snapshot is served", func() bool { return built.Served(t, base) == "2026-01-10T000000Z" })
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
			packed := encoding == "gzip" && path.Ext(address) != ".png" // which is compressed by itself
			if got.status != http.StatusOK || packed && got.header.Get("Content-Encoding") != "gzip" {
				t.Errorf("%s as %s: %d, Content-Encoding %q", address, encoding, got.status, got.header.Get("Content-Encoding"))
			}
			if !strings.HasSuffix(address, "/") && (encoding == "identity" || !history) { // indexes list what only a server has
				compareAnswers(t, address, got, answerOf(t, base+address, encoding))
			}
			wantKept(t, address, got, history || strings.HasPrefix(address, page.AssetsFolder))
		}
	}
	for _, version := range []string{"2026-01-03T000000Z", "2026-01-10T000000Z"} {
		got := answerOf(t, mirror+"/api/snapshots/"+version+"/freshness.json", "gzip")
		if !strings.Contains(got.body, `"version": "`+version+`"`) {
			t.Errorf("the freshness of %s is %.200s", version, got.body)
		}
	}
	if own, got := answerOf(t, mirror+"/api/", "gzip"), answerOf(t, mirror+"/api", "gzip"); got.status != http.StatusOK || got.body != own.body ||
		got.header.Get("Content-Type") != "application/json" || got.header.Get("Content-Encoding") != "gzip" {
		t.Errorf("/api: %d %v, want what /api/ answers", got.status, got.header)
	}
	for _, address := range []string{"/", "/plans", "/tools/" + someTool(t, base)} {
		if got := answerOf(t, mirror+address, "identity").header; got.Get("Content-Security-Policy") != page.Policy || got.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("nginx sends %s as %v, and our server with %q", address, got, page.Policy)
		}
	}
	if !slices.Contains(addresses, "/robots.txt") || !slices.Contains(addresses, "/favicon.ico") {
		t.Errorf("the site lacks what crawlers and browsers ask every site for: %v", addresses)
	}
	checkMirrorRefusals(t, mirror)
}

func publishSite(t *testing.T, store, site string, args ...string) {
	t.Helper()
	stdout, stderr, code := built.Run(t, append(args, "publish", site, "--store", store)...)
	if code != built.ExitDone || !strings.Contains(stdout, site) {
		t.Fatalf("publish ends with %d: %s%s", code, stdout, stderr)
	}
}

// someTool is the id of a tool that a server has.
func someTool(t *testing.T, base string) string {
	t.Helper()
	var tools data.ToolsDocument
	if err := data.Decode([]byte(answerOf(t, base+"/api/tools.json", "identity").body), &tools); err != nil || len(tools.Tools) == 0 {
		t.Fatalf("%d tools, %v", len(tools.Tools), err)
	}
	return tools.Tools[0].ID
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
	built.Eventually(t, "nginx listens", func() bool {
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
	for _, name := range []string{"Content-Type", "Content-Encoding", "Vary", "Cache-Control", "Access-Control-Allow-Origin",
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

// checkMirrorRefusals asks for what is no document.
func checkMirrorRefusals(t *testing.T, mirror string) {
	t.Helper()
	for _, address := range []string{"/nothing", "/api/snapshots", "/api/snapshots/", "/api/tools.json.gz", "/api/tools.json.br",
		"/index.html", "/api/tools", "/.pricepoint-site.json", "/.lock", "/api/index.json", "/api/snapshots/2026-01-03T000000Z/nothing.json"} {
		got := answerOf(t, mirror+address, "gzip")
		if got.status != http.StatusNotFound || got.header.Get("Content-Type") != "application/problem+json" ||
			!strings.Contains(got.body, `"status":404`) || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v %.200s, want a problem", address, got.status, got.header, got.body)
		}
	}
	tools := answerOf(t, mirror+"/api/tools.json", "gzip")
	if again := answerOf(t, mirror+"/api/tools.json", "gzip", "If-None-Match", tools.header.Get("ETag")); again.status != http.StatusNotModified {
		t.Errorf("asked again with its tag: %d, want 304", again.status)
	}
	for method, want := range map[string]int{http.MethodPost: http.StatusMethodNotAllowed, http.MethodOptions: http.StatusNoContent} {
		request, err := http.NewRequest(method, mirror+"/api/tools.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want || answer.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("%s: %d, Allow %q; want %d", method, answer.StatusCode, answer.Header.Get("Allow"), want)
		}
	}
}
