package page_test

import (
	"strings"
	"testing"

	"pricepoint/server/page"
)

// TestCopiedPages name files, from where they are; only what is said of the site from outside needs its address.
func TestCopiedPages(t *testing.T) {
	for _, tt := range []struct {
		name, url, address string
		has, lacks         []string
	}{
		{"front page", "https://prices.example/name", "/",
			[]string{`href="tools/known-1.html"`, `href="index.html#models"`, `href="assets/`, `<link rel="canonical" href="https://prices.example/name/">`},
			[]string{`href="/`, `src="/`}},
		{"tool", "https://prices.example/name", "/tools/known-1",
			[]string{`href="../index.html#models"`, `http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;`, `src="../assets/`, `href="../use-cases.html"`, `<link rel="canonical" href="https://prices.example/name/tools/known-1.html">`},
			[]string{`href="/`, `src="/`}},
		{"tool of a site that nobody has placed", "", "/tools/known-1", []string{`href="../api/prices/known-1.json"`}, []string{"canonical", "og:url"}},
		{"addresses of a site that nobody has placed", "", "/addresses", []string{"$SITE/api/tools.json"}, []string{`href="/`}},
		{"in place of a page", "https://prices.example/name", "/404", []string{`href="/name/index.html"`, `href="/name/assets/`, "noindex"}, []string{"canonical", `href="../`}},
		{"in place of a page at the root", "", "/404", []string{`href="/index.html"`}, nil},
		{"for models", "https://prices.example/name", "/llms.txt", []string{"(https://prices.example/name/tools/known-1.html)", "(https://prices.example/name/audit.html)"}, []string{"/mcp"}},
		{"for models of a site that nobody has placed", "", "/llms.txt", []string{"(tools/known-1.html)", "(index.html)", "(api/router.json)"}, []string{"(/"}},
		{"for crawlers", "https://prices.example/name", "/sitemap.xml", []string{"<loc>https://prices.example/name/</loc>", "/name/audit.html</loc>"}, []string{"404"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := site(t)
			s.Copied, s.URL = true, tt.url
			body := rendered(t, s)[tt.address]
			for _, want := range tt.has {
				if !strings.Contains(body, want) {
					t.Errorf("%s lacks %s", tt.address, want)
				}
			}
			for _, never := range tt.lacks {
				if at := strings.Index(body, never); at >= 0 {
					t.Errorf("%s has %s: %.100s", tt.address, never, body[at:])
				}
			}
		})
	}
}

func TestFilesOfAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"/": "index.html", "/audit": "audit.html", "/tools/a-1.5": "tools/a-1.5.html", "/404": "404.html", "/api/": "api/index.json",
		"/api/compat/": "api/compat/index.json", "/api/tools.json": "api/tools.json", "/llms.txt": "llms.txt", "/robots.txt": "robots.txt",
	} {
		if got := page.File(address); got != want {
			t.Errorf("File(%s) = %s, want %s", address, got, want)
		}
	}
	for address, want := range map[string]bool{"/": true, "/index.html": true, "/audit.html": true, "/tools/a.html": true, "/404.html": false, "/api/x.html": false} {
		if page.IsPage(address) != want {
			t.Errorf("IsPage(%s) = %v", address, !want)
		}
	}
}
