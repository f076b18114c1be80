//go:build proof

package web

import (
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestToolPagesSayWhatTheAPISays holds the page of every tool against the documents.
func TestToolPagesSayWhatTheAPISays(t *testing.T) {
	base := site(t)
	tools := document[data.ToolsDocument](t, base, data.ToolsPath)
	evidence := document[data.ProvenanceDocument](t, base, data.ProvenancePath)
	tariffs := document[data.TariffsDocument](t, base, data.TariffsPath)
	for i, tool := range tools.Tools {
		_, text := fixture.Get(t, base+"/tools/"+tool.ID)
		for _, n := range []data.Number{tool.Pricing.Input, tool.Pricing.Output, tool.Pricing.CacheRead, tool.Pricing.CacheWrite} {
			if want := "<b>$" + n.StringFixed(max(2, -n.Exponent())) + "</b>"; !strings.Contains(text, want) {
				t.Errorf("the page of %s does not say %s", tool.ID, want)
			}
		}
		for _, e := range evidence.Tools[i].Values {
			if quote := strings.Fields(e.Quote); len(quote) > 0 && !strings.Contains(text, quote[0]) && !strings.ContainsAny(quote[0], `<>&"'+`) {
				t.Errorf("the page of %s does not quote %q for %s", tool.ID, e.Quote, e.Field)
			}
		}
		rows := strings.Count(text, `<td class="text" data-label="Terms">`)
		if want := len(tariffs.Tools[i].Lines) + len(tariffs.Tools[i].Factors); rows < want {
			t.Errorf("the page of %s has %d prices, and its tariff %d", tool.ID, rows, want)
		}
	}
}

// TestLinesAreCopied presses each button of the exports: the line that it stands beside is taken, one way or another.
func TestLinesAreCopied(t *testing.T) {
	p := open(t, site(t), "/exports", desk)
	lines := get[[]string](p, `[...document.querySelectorAll("button[data-copies]")].map((b) => b.dataset.copies)`)
	if len(lines) == 0 {
		fixture.Recorded(t)
		t.Fatal("there is no button")
	}
	for _, id := range lines {
		p.click(`button[data-copies="` + id + `"]`)
		p.until(`/Copied|Selected/.test(document.querySelector('button[data-copies="` + id + `"]').textContent)`)
		if taken, line := get[string](p, "getSelection().toString().trim()"), get[string](p, `document.getElementById("`+id+`").textContent`); taken != line {
			t.Errorf("%s: %q is taken of %q", id, taken, line)
		}
	}
}

// TestUseCasesFitAScreen measures each kind of work on a desk.
func TestUseCasesFitAScreen(t *testing.T) {
	p := open(t, site(t), "/use-cases", view{width: 1440, height: 900})
	for _, high := range get[[]string](p, `[...document.querySelectorAll(".usecase")].filter((e) => e.offsetHeight > 900).map((e) => e.id + " " + e.querySelector("h2").id + " " + e.offsetHeight)`) {
		t.Errorf("%s pixels are more than a screen", high)
	}
}

// TestNoWordIsBroken looks for columns that are narrower than a word, at widths between a phone and a desk.
func TestNoWordIsBroken(t *testing.T) {
	base := site(t)
	for _, page := range pages {
		p := open(t, base, page.path, desk)
		for _, width := range []int64{360, 641, 768, 900} {
			p.look(view{width: width, height: 900})
			if narrow := get[[]string](p, `[...document.querySelectorAll("td, th")].filter((e) => e.checkVisibility() && e.textContent.trim().length > 20 && e.clientWidth > 1 && e.clientWidth < 70)
				.map((e) => e.textContent.trim().slice(0, 40) + " in " + e.clientWidth)`); len(narrow) > 0 {
				t.Errorf("%s at %d pixels: %d columns are too narrow: %s", page.path, width, len(narrow), narrow[0])
			}
			if small := get[[]string](p, `[...document.querySelectorAll("main *")].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && e.checkVisibility() &&
				parseFloat(getComputedStyle(e).fontSize) < 11.99).map((e) => e.textContent.trim().slice(0, 40))`); len(small) > 0 {
				t.Errorf("%s at %d pixels: %d texts are smaller than 12 pixels: %s", page.path, width, len(small), small[0])
			}
		}
	}
}
