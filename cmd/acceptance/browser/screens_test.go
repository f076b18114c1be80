//go:build proof

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"pricepoint/cmd/internal/fixture"
)

// measured is the plot of costs that a board has measured, which only captures of it bring.
const measured = "/#axis=solved%3Adeepswe"

// scenes are what the screenshots show, besides the pages as they are at first.
var scenes = []struct{ name, path string }{
	{"calculator", "/#open=1&service=batch&day=2026-07-01"},
	{"measured", measured},
	{"front-filtered", "/#provider=Anthropic&provider=OpenAI&sort=pricing.output&compare=claude-opus-5-5&compare=gpt-6-2-sol&compare=gpt-5-6-luna&work=agent-turn"},
}

// TestScreenshots keeps how every page looks at three widths, in light and dark, in the folder that PRICEPOINT_TEST_SCREENSHOTS
// names, and fails when a page shows nothing. Without a folder it looks at each page once.
func TestScreenshots(t *testing.T) {
	views := []view{{width: 360, height: 740}, {width: 1280, height: 900}, {width: 3840, height: 2160}}
	for _, v := range views {
		v.dark = true
		views = append(views, v)
	}
	folder := os.Getenv("PRICEPOINT_TEST_SCREENSHOTS")
	if folder == "" {
		folder, views = t.TempDir(), views[:1]
	}
	base := site(t)
	for _, page := range append(pages[:len(pages):len(pages)], scenes...) {
		t.Run(page.name, func(t *testing.T) {
			if page.path == measured {
				fixture.Recorded(t)
			}
			p := open(t, base, page.path, desk)
			p.ready(page.path)
			for _, v := range views {
				p.look(v)
				picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				keep(t, folder, fmt.Sprintf("%s-%d-%s.png", page.name, v.width, map[bool]string{true: "dark", false: "light"}[v.dark]), picture)
			}
		})
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
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("PRICEPOINT_TEST_SCREENSHOTS"); folder != "" {
		keep(t, folder, "front-paper.png", picture)
	}
}

func keep(t *testing.T, folder, name string, picture []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o644); err != nil {
		t.Fatal(err)
	}
	if len(picture) < 10_000 {
		t.Errorf("%s has %d bytes: it shows nothing", name, len(picture))
	}
}
