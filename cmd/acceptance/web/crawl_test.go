package web

import (
	"bytes"
	"encoding/json"
	"html"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// crawled is what was found at a site.
type crawled struct {
	t      *testing.T
	base   string // where the folder of the site is, with a slash at its end
	placed string // the address that the site thinks it has, without one; "": it does not know

	bodies map[string]string   // by address without fragment
	linked map[string][]string // from where, by address with fragment
	next   []string
}

// crawl follows all links from where readers and programs begin.
func crawl(t *testing.T, base, placed string) *crawled {
	t.Helper()
	c := &crawled{t: t, base: base, placed: placed, bodies: map[string]string{}, linked: map[string][]string{}}
	beginnings := []string{"", "index.html", "llms.txt", "robots.txt", "api/index.json", "api/changes.atom"}
	if placed != "" || base == c.origin() {
		beginnings = append(beginnings, "404.html") // it leads to where it thinks that it is
	}
	if placed != "" {
		beginnings = append(beginnings, "sitemap.xml")
	}
	for _, name := range beginnings {
		c.found("nowhere", base+name)
	}
	for len(c.next) > 0 {
		address := c.next[0]
		c.next = c.next[1:]
		c.read(address)
	}
	c.landed()
	return c
}

func (c *crawled) origin() string {
	u, _ := url.Parse(c.base)
	return u.Scheme + "://" + u.Host + "/"
}

// found notes a link. What leads to other sites is not followed.
func (c *crawled) found(from, to string) {
	if rest, own := strings.CutPrefix(to, c.placed+"/"); own && c.placed != "" {
		to = c.base + rest
	}
	u, err := url.Parse(to)
	if err != nil {
		c.t.Errorf("%s leads to %q: %v", from, to, err)
		return
	}
	base, _ := url.Parse(from)
	if u = base.ResolveReference(u); !strings.HasPrefix(u.String(), c.origin()) {
		return
	}
	if !strings.HasPrefix(u.String(), c.base) {
		c.t.Errorf("%s leads out of the site, to %s", from, u)
		return
	}
	c.linked[u.String()] = append(c.linked[u.String()], from)
	u.Fragment, u.RawFragment = "", ""
	if _, known := c.bodies[u.String()]; !known {
		c.bodies[u.String()] = ""
		c.next = append(c.next, u.String())
	}
}

// types are what a browser needs to show a file, by its ending. Whatever else a server says of others does no harm.
var types = map[string][]string{
	".html": {"text/html"}, ".css": {"text/css"}, ".js": {"text/javascript", "application/javascript"}, ".json": {"application/json"}, ".png": {"image/png"},
}

// read asks for a file and follows what it holds.
func (c *crawled) read(address string) {
	c.t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		c.t.Errorf("%s answers %d, %v; %v lead there", address, answer.StatusCode, err, c.linked[address])
		return
	}
	ending := path.Ext(strings.TrimPrefix(address, c.base))
	if address == c.base {
		ending = ".html"
	}
	if got, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); types[ending] != nil && !slices.Contains(types[ending], got) {
		c.t.Errorf("%s is %s", address, got)
	}
	c.bodies[address] = string(body)
	for _, link := range c.linksIn(ending, address, string(body)) {
		c.found(address, link)
	}
}

var links = map[string]*regexp.Regexp{
	".html": regexp.MustCompile(`\s(?:href|src|content)="([^"]*)"`),
	".js":   regexp.MustCompile(`\b(?:from |import\(|fetched\()"([^"]+)"`),
	".txt":  regexp.MustCompile(`(?:\]\(|Sitemap: )([^)\n]+)`),
	".xml":  regexp.MustCompile(`<loc>([^<]+)</loc>`),
	".atom": regexp.MustCompile(`<link href="([^"]+)"`),
}

func (c *crawled) linksIn(ending, address, body string) (all []string) {
	if address == c.base+"api/index.json" {
		return c.listed(body)
	}
	if links[ending] == nil {
		return nil
	}
	for _, m := range links[ending].FindAllStringSubmatch(body, -1) {
		link := html.UnescapeString(m[1])
		if strings.Contains(m[0], "content=") && (c.placed == "" || !strings.HasPrefix(link, c.placed+"/")) {
			continue // words
		}
		if strings.HasPrefix(m[0], "fetched") {
			link = c.base + link // from the folder of the site, wherever the script is
		}
		if !strings.Contains(link, "{") {
			all = append(all, link)
		}
	}
	return all
}

// listed are the addresses of the index, which are below that of the site.
func (c *crawled) listed(body string) (all []string) {
	var index data.AddressIndex
	if err := json.Unmarshal([]byte(body), &index); err != nil || len(index.Addresses) < 20 {
		c.t.Errorf("the index has %d addresses: %v", len(index.Addresses), err)
	}
	for _, a := range index.Addresses {
		if !strings.Contains(a.Path, "{") {
			all = append(all, c.base+strings.TrimPrefix(a.Path, "/"))
		}
	}
	return all
}

// landed holds every link into a page to a place that it has. Scripts make what has an equals sign.
func (c *crawled) landed() {
	for link, from := range c.linked {
		address, anchor, has := strings.Cut(link, "#")
		if has && !strings.Contains(anchor, "=") && !strings.Contains(c.bodies[address], `id="`+anchor+`"`) {
			c.t.Errorf("%s has no such place; %s leads there", link, from[0])
		}
	}
}

// unasked are files that no page leads to: programs find them by their names.
var unasked = regexp.MustCompile(`^(404\.html|api/(compat/.*\.sha256|schemas/.*|snapshots/[^/]+/manifest\.json)|favicon\.ico|og\.png)$`)

// hasReached wants a link to every file, so that there is none for nobody.
func (c *crawled) hasReached(files map[string]bool) {
	c.t.Helper()
	for name := range files {
		if _, reached := c.bodies[c.base+name]; !reached && !unasked.MatchString(name) {
			c.t.Errorf("nothing leads to %s", name)
		}
	}
	if len(c.linked) < 500 {
		c.t.Errorf("only %d links were found", len(c.linked))
	}
}

// scriptsWork lets Chromium calculate, which takes the table, two documents and all scripts.
func scriptsWork(t *testing.T, base string) {
	t.Helper()
	fixture.Need(t, "chromium", "chromium")
	var said bytes.Buffer
	c := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(),
		"--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom", base+"index.html#q=opus&input=5000")
	c.Stderr = &said
	page, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	for _, want := range []string{`data-shown="#q=opus&amp;input=5000"`, `id="work-trouble" class="trouble" role="status"></`} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page is not brought to where it should be: no %s", want)
		}
	}
	if work := regexp.MustCompile(`href="(tools/[^"]+\.html#work)"`).FindSubmatch(page); work == nil {
		t.Error("no price of the work leads to a page")
	}
	if complaint := regexp.MustCompile(`.*CONSOLE.*`).Find(said.Bytes()); complaint != nil {
		t.Errorf("the browser complains: %s", complaint)
	}
}
