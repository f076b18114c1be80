//go:build proof

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"pricepoint/data"
)

// page is what a browser can look at.
type page struct{ name, path string }

// pages are those that the tests of looks and access visit.
var pages = []page{
	{"front", "/"},
	{"tool", "/tools/gpt-5-6-sol"}, {"tool-unscored", "/tools/gpt-6-2-sol"}, {"tool-superseded", "/tools/claude-opus-4-6"},
	{"models", "/models"}, {"use-cases", "/use-cases"}, {"plans", "/plans"}, {"changes", "/changes"}, {"audit", "/audit"}, {"exports", "/exports"}, {"method", "/method"},
	{"sources", "/sources"}, {"addresses", "/addresses"},
}

// TestAccess lets axe look at each page, in light and dark, wide and narrow, and takes nothing that it calls serious.
func TestAccess(t *testing.T) {
	dir := os.Getenv("AXE_PACKAGE")
	if dir == "" {
		t.Skip("AXE_PACKAGE names no folder of the npm package axe-core")
	}
	axe, err := os.ReadFile(filepath.Join(dir, "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	base := site(t)
	for _, page := range pages {
		p := open(t, base, page.path, desk)
		p.ready(page.path)
		get[bool](p, string(axe)+"; true")
		for _, v := range []view{desk, {width: 1280, height: 900, dark: true}, {width: 360, height: 740}} {
			t.Run(fmt.Sprintf("%s %d dark %v", page.name, v.width, v.dark), func(t *testing.T) {
				p.look(v)
				found, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](`axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations
					.map((v) => [v.impact, v.id, v.help, v.nodes.length, v.nodes[0].target.join(" "), v.nodes[0].any[0]?.message ?? ""].join(" | ")))`, chromedp.EvalAwaitPromise))
				if err != nil {
					t.Fatal(err)
				}
				for _, violation := range found {
					t.Error(violation)
				}
			})
		}
	}
}

// ready waits for the scripts, where the page has any.
func (p *tab) ready(path string) {
	p.t.Helper()
	if _, fragment, _ := strings.Cut(path, "#"); path == "/" || fragment != "" {
		if fragment != "" {
			fragment = "#" + fragment
		}
		p.shown(fragment)
	}
}

// TestKeyboard goes through table and plot without a mouse.
func TestKeyboard(t *testing.T) {
	p := open(t, site(t), "/", desk)
	p.shown("")
	get[bool](p, `(document.querySelector("#table tbody th a").focus(), true)`)
	first := get[string](p, "document.activeElement.closest('tr').id")
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if at := get[string](p, "document.activeElement.getAttribute('href')"); at != "/tools/"+first+"#overallScore" {
		t.Errorf("the right arrow leads to %s", at)
	}
	p.do(chromedp.KeyEvent(kb.ArrowDown))
	if at := get[string](p, "document.activeElement.getAttribute('href')"); !strings.HasSuffix(at, "#overallScore") || strings.Contains(at, "/"+first+"#") {
		t.Errorf("the down arrow leads to %s", at)
	}
	get[bool](p, `(document.querySelector('#plot .points a[tabindex="0"]').focus(), true)`)
	cheapest := get[string](p, "document.activeElement.dataset.id")
	p.until(`document.querySelector(".tip").hidden === false`)
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	if next := get[string](p, "document.activeElement.dataset.id"); next == cheapest || next == "" {
		t.Errorf("the right arrow leads from %s to %s", cheapest, next)
	}
	if stops := get[int](p, `document.querySelectorAll('#plot .points a[tabindex="0"]').length`); stops != 1 {
		t.Errorf("the plot has %d stops of the tab key, want one", stops)
	}
}

// TestWithoutScripts finds the table and the way to all evidence, and nothing that would need a script.
func TestWithoutScripts(t *testing.T) {
	base := site(t)
	p := open(t, base, "/", view{width: 1280, height: 900, plain: true})
	seen := `[...document.querySelectorAll("button, input, select, textarea, details")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))`
	if controls := get[[]string](p, seen); len(controls) > 0 {
		t.Errorf("controls that need a script: %v", controls)
	}
	if rows := get[int](p, `[...document.querySelectorAll(".answer")].filter((a) => a.checkVisibility()).flatMap((a) => [...a.querySelectorAll("tbody tr")]).length`); rows != 3 {
		t.Errorf("the answer has %d rows, want those of the first kind of work", rows)
	}
	tools := document[data.ToolsDocument](t, base, data.ToolsPath).TotalTools
	if rows := get[int](p, `document.querySelectorAll("#table tbody tr").length`); rows != tools {
		t.Errorf("the table has %d rows, want %d", rows, tools)
	}
}

// TestNothingMoves measures how far anything jumps while the page loads.
func TestNothingMoves(t *testing.T) {
	base := site(t)
	for _, v := range []view{desk, {width: 360, height: 740}} {
		p := open(t, base, "/", v)
		p.shown("")
		shift := `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().reduce((n, e) => n + e.value, 0))).observe({ type: "layout-shift", buffered: true }) ||
			setTimeout(() => done(0), 1000))`
		moved, err := chromedp.Run(p.ctx, chromedp.Evaluate[float64](shift, chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatal(err)
		}
		if moved > 0.01 {
			t.Errorf("at %d pixels the layout shifts by %.3f", v.width, moved)
		}
	}
}

// TestOverdueSince looks at pages that were rendered in time, and have lain somewhere for too long since.
func TestOverdueSince(t *testing.T) {
	base := site(t)
	due := document[data.FreshnessDocument](t, base, data.FreshnessPath).NextRefreshDue
	for _, path := range []string{"/", "/sources"} {
		p := open(t, base, path, desk)
		if get[bool](p, `document.getElementById("overdue").checkVisibility()`) {
			t.Errorf("%s says that its data are overdue before they are", path)
		}
		p.setClock(due.AddDate(0, 0, 3))
		p.visit(path)
		p.until(`document.getElementById("overdue").innerText.includes(", 3 days ago")`)
	}
}
