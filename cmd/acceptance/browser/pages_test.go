//go:build proof

package browser

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// TestCellsLeadToTheirEvidence follows the links of prices and scores of the first page.
func TestCellsLeadToTheirEvidence(t *testing.T) {
	p := open(t, site(t), "/", desk)
	p.shown("")
	tool := get[string](p, `document.querySelector("#table tbody tr").id`)
	for _, key := range []string{data.FieldInput, data.FieldOverall, data.FieldContext} {
		p.visit("/")
		p.shown("")
		shown := get[string](p, `document.querySelector('a[href="/tools/`+tool+`#`+key+`"]').lastChild.textContent`)
		p.visit("/tools/" + tool + "#" + key)
		p.until(`document.readyState === "complete" && document.querySelector(":target") !== null`)
		at := get[string](p, `document.querySelector(":target").innerText`)
		if !strings.Contains(at, strings.Trim(shown, " ()")) && key == data.FieldInput {
			t.Errorf("%s of %s leads to %q, which does not say %q", key, tool, at, shown)
		}
		if top := get[float64](p, `document.querySelector(":target").getBoundingClientRect().top`); top < -10 || top > 900 {
			t.Errorf("%s of %s is %v pixels from the top", key, tool, top)
		}
	}
}

// TestEveryPageFitsAndIsCalm opens every page narrow with scripts and wide without: the browser complains of nothing, nothing
// runs off the side, and no control needs a script.
func TestEveryPageFitsAndIsCalm(t *testing.T) {
	base := site(t)
	for _, page := range pages {
		if page.path == "/" {
			continue
		}
		for _, v := range []view{{width: 360, height: 740}, {width: 1280, height: 900, plain: true}} {
			p := open(t, base, page.path, v)
			if wide := get[int64](p, "document.documentElement.scrollWidth"); wide > v.width {
				t.Errorf("%s at %d pixels is %d pixels wide", page.path, v.width, wide)
			}
			if controls := get[int](p, `document.querySelectorAll("button, input, select, textarea").length`); controls > 0 {
				t.Errorf("%s has %d controls", page.path, controls)
			}
			if p.received() > 150_000 {
				t.Errorf("%s sends %.0f bytes", page.path, p.received())
			}
		}
	}
}

// TestToolPagesSayWhatTheAPISays holds the page of every tool against the documents.
func TestToolPagesSayWhatTheAPISays(t *testing.T) {
	base := site(t)
	tools := document[data.ToolsDocument](t, base, data.ToolsPath)
	evidence := document[data.ProvenanceDocument](t, base, data.ProvenancePath)
	tariffs := document[data.TariffsDocument](t, base, data.TariffsPath)
	for i, tool := range tools.Tools {
		text := body(t, base+"/tools/"+tool.ID)
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

func body(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", url, answer.StatusCode, err)
	}
	return string(text)
}

// TestOldPagesSayThatTheyAreOverdue opens pages that were rendered in time, long after. The browser's clock tells.
func TestOldPagesSayThatTheyAreOverdue(t *testing.T) {
	s := world(t)
	s.Documents = append([]data.Document(nil), s.Documents...)
	for i, d := range s.Documents {
		if d.Path != data.FreshnessPath {
			continue
		}
		var f data.FreshnessDocument
		if err := json.Unmarshal(d.Body, &f); err != nil {
			t.Fatal(err)
		}
		f.NextRefreshDue = data.At(time.Now().AddDate(0, 0, -30))
		encoded, err := data.Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		s.Documents[i] = data.Document{Path: d.Path, Body: encoded}
	}
	for _, scripts := range []bool{true, false} {
		now := asOf.AddDate(-1, 0, 0) // the server's clock is behind, as a cache's answer is
		if !scripts {
			now = time.Now()
		}
		base := serveAt(t, s, now)
		for _, path := range []string{"/plans", "/tools/claude-opus-4-6"} {
			p := open(t, base, path, view{width: 1280, height: 900, plain: !scripts})
			p.until(`document.getElementById("overdue").checkVisibility()`)
		}
	}
}

// TestHostileNamesOnPages gives a model such a name, and looks at its page and at those that name it.
func TestHostileNamesOnPages(t *testing.T) {
	s := world(t)
	s.Documents = append([]data.Document(nil), s.Documents...)
	name := strings.Join(hostile, " ")
	for i, d := range s.Documents {
		if d.Path == data.ToolsPath {
			s.Documents[i] = data.Document{Path: d.Path, Body: []byte(strings.Replace(string(d.Body), `"name": "Claude Opus 4.6"`, `"name": `+encoded(t, name), 1))}
		}
	}
	base := serve(t, s)
	for _, v := range []view{desk, {width: 360, height: 740}} {
		p := open(t, base, "/tools/claude-opus-4-6", v)
		if title := get[string](p, `document.querySelector("h1").textContent.slice(0, 8)`); title != "<script>" {
			t.Errorf("the heading begins with %q", title)
		}
		if title := get[string](p, "document.title"); title == "owned" {
			t.Error("a name became code")
		}
		if wide := get[int64](p, "document.documentElement.scrollWidth"); wide > v.width {
			t.Errorf("the page is %d pixels wide, of %d", wide, v.width)
		}
	}
}

func encoded(t *testing.T, text string) string {
	t.Helper()
	body, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
