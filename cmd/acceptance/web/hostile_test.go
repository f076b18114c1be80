//go:build proof

package web

import (
	"encoding/json"
	"strings"
	"testing"

	"pricepoint/data"
)

// hostile are names as no provider writes them, and as a page could.
var hostile = []string{
	`<script>document.title = "owned"</script>`,
	`"><img src=x onerror="document.title='owned'">`,
	`'; document.title = "owned"; //`,
	"{{.Version}} ${document.title='owned'}",
	"right \u202e to left \u2066 marks \u200b\u00ad",
	"terminal \x1b[31m escapes \x07 \x9b",
	`=HYPERLINK("http://elsewhere.example/","owned")`,
	"long " + strings.Repeat("name ", 2000),
}

// TestHostileNamesAreText gives models such names in every document. They are shown as text, run nothing, and widen nothing.
func TestHostileNamesAreText(t *testing.T) {
	s := world(t)
	s.Documents = append([]data.Document(nil), s.Documents...)
	var names []string
	for i, d := range s.Documents {
		if d.Path != data.ToolsPath {
			continue
		}
		var tools data.ToolsDocument
		if err := json.Unmarshal(d.Body, &tools); err != nil {
			t.Fatal(err)
		}
		for n := range tools.Tools {
			if n < len(hostile) {
				tools.Tools[n].Name, tools.Tools[n].Provider = hostile[n], hostile[n]
				names = append(names, tools.Tools[n].ID)
			}
		}
		body := data.Encode(tools)
		s.Documents[i] = data.Document{Path: d.Path, Body: body}
	}
	site := serve(t, s)
	t.Cleanup(site.Close)
	p := open(t, site.URL, "/", desk)
	p.shown("")
	for n, id := range names {
		want := strings.Join(strings.Fields(data.Visible(hostile[n])), " ")
		if got := get[string](p, `document.querySelector("#`+id+` th a").textContent.split(/\s+/).filter(Boolean).join(" ")`); got != want {
			t.Errorf("%s is shown as %.200q, want %.200q", id, got, want)
		}
	}
	get[bool](p, `(location.hash = "#compare=`+strings.Join(names[:4], "&compare=")+`&q=e", true)`)
	p.until(`document.querySelectorAll("#comparison thead th").length === 4`)
	get[bool](p, `(location.hash = "#compare=`+strings.Join(names[4:], "&compare=")+`", true)`)
	p.until(`document.querySelectorAll("#comparison thead th").length === 4 && !location.hash.includes("q=")`)
	if title := get[string](p, "document.title"); strings.Contains(title, "owned") {
		t.Errorf("a name became code: the title is %q", title)
	}
	if foreign := get[int](p, `document.querySelectorAll("#table script, #table img, #comparison script, #comparison img, #plot script").length`); foreign > 0 {
		t.Errorf("names became %d elements", foreign)
	}
	if wide := get[int](p, "document.documentElement.scrollWidth"); wide > 1280 {
		t.Errorf("the page is %d pixels wide", wide)
	}
	get[bool](p, `(navigator.clipboard.writeText = async (text) => { window.written = text }, true)`)
	p.click("#copy")
	p.until("window.written !== undefined")
	if taken := get[string](p, "window.written"); strings.Contains(taken, ",=HYPER") || strings.Contains(taken, `,"=HYPER`) {
		t.Error("the CSV holds a formula")
	}
	for n, id := range names {
		p.visit("/tools/" + id)
		want := strings.Join(strings.Fields(data.Visible(hostile[n])), " ")
		if got := get[string](p, `document.querySelector("h1").textContent.split(/\s+/).filter(Boolean).join(" ")`); !strings.Contains(got, want) {
			t.Errorf("the page of %s is called %.200q, want %.200q", id, got, want)
		}
		if owned := get[bool](p, `document.title === "owned" || document.querySelector("main script, main img") !== null`); owned {
			t.Errorf("on the page of %s the name became code", id)
		}
		if wide := get[int](p, "document.documentElement.scrollWidth"); wide > 1280 {
			t.Errorf("the page of %s is %d pixels wide", id, wide)
		}
	}
}
