//go:build proof

package web

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"pricepoint/cmd/internal/fixture"
)

// measured is the plot of another board than the first, which only captures of it bring.
const measured = "/#axis=solved%3Avals-swe-bench"

// scenes are what the screenshots show, besides the pages as they are at first.
var scenes = []page{
	{"calculator", "/#open=1&service=batch&day=2026-07-01"},
	{"measured", measured},
	{"front-filtered", "/#provider=Anthropic&provider=OpenAI&sort=price&compare=claude-opus-5-5&compare=gpt-6-2-sol&compare=gpt-5-6-luna&work=agent-turn"},
}

// TestEveryPageFitsAndIsCalm opens every page in all widths: the browser complains of nothing, each shows something, nothing runs
// off the side, little is sent, and no page but the first has a control, besides buttons that copy. PRICEPOINT_TEST_SCREENSHOTS names a folder that keeps how
// they look, in light and dark.
func TestEveryPageFitsAndIsCalm(t *testing.T) {
	base := site(t)
	for _, page := range slices.Concat(pages, scenes) {
		t.Run(page.name, func(t *testing.T) {
			if page.path == measured {
				fixture.Recorded(t)
			}
			p := open(t, base, page.path, desk)
			p.ready(page.path)
			if p.received() > 150_000 && slices.Contains(pages, page) {
				t.Errorf("%s sends %.0f bytes", page.path, p.received())
			}
			for _, v := range []view{{width: 360, height: 740}, {width: 768, height: 900}, desk, {width: 3840, height: 2160}} {
				p.look(v)
				if wide := get[int](p, "document.documentElement.scrollWidth"); int64(wide) > v.width {
					t.Errorf("%s is %d pixels wide on a screen of %d", page.name, wide, v.width)
				}
				p.keep(fmt.Sprintf("%s-%d-light.png", page.name, v.width), v.width == 360)
				v.dark = true
				p.look(v)
				p.keep(fmt.Sprintf("%s-%d-dark.png", page.name, v.width), false)
			}
			if controls := get[int](p, `document.querySelectorAll("button:not([data-copies]), input, select, textarea").length`); controls > 0 && get[string](p, "location.pathname") != "/" {
				t.Errorf("%s has %d controls", page.path, controls)
			}
		})
	}
}

// TestFirstPageIsLight counts what a browser has to lay out, and what it reads before it can.
func TestFirstPageIsLight(t *testing.T) {
	base := site(t)
	p := open(t, base, "/", desk)
	p.shown("")
	_, text := fixture.Get(t, base+"/")
	if elements := get[int](p, `document.querySelectorAll("*").length`); elements > 2500 || len(text) > 120_000 {
		t.Errorf("the first page has %d elements and %d bytes", elements, len(text))
	}
}

// TestPaper prints the explorer. On paper there are no controls, and the whole table.
func TestPaper(t *testing.T) {
	p := open(t, site(t), "/", view{width: 1050, height: 740, paper: true})
	p.shown("")
	if controls := get[[]string](p, `[...document.querySelectorAll("button, input, select, nav a")].filter((e) => e.checkVisibility() && !e.matches("th button")).map((e) => e.outerHTML.slice(0, 80))`); len(controls) > 0 {
		t.Errorf("controls on paper: %v", controls)
	}
	if wide := get[int](p, `Math.ceil(document.getElementById("table").getBoundingClientRect().right)`); wide > 1050 {
		t.Errorf("the table ends at %d of 1050 pixels", wide)
	}
	p.keep("front-paper.png", true)
}

// keep takes a picture, if there is a folder for it or it has to show something in any case.
func (p *tab) keep(name string, always bool) {
	p.t.Helper()
	folder := os.Getenv("PRICEPOINT_TEST_SCREENSHOTS")
	if folder == "" && !always {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	p.must(err)
	if folder != "" {
		p.must(os.WriteFile(filepath.Join(folder, name), picture, 0o644))
	}
	if len(picture) < 10_000 {
		p.t.Errorf("%s has %d bytes: it shows nothing", name, len(picture))
	}
}
