package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"

	"pricepoint/data"
)

// Page is what one address answers: a page, or a file for machines.
type Page struct {
	Address string
	Body    []byte
	Type    string // media type; "": HTML
}

// Policy is the Content-Security-Policy of every page: what is not listed comes from nowhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// pageOf renders one page.
func pageOf(template, address string, view any) ([]Page, error) {
	body, err := render(template, view)
	return []Page{{Address: address, Body: body}}, err
}

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"asset": assetAddress, "scripts": scriptAddresses, "day": day, "kilobytes": kilobytes, "shown": shown, "lower": lowerFirst, "upper": upperFirst, "address": shortAddress, "sections": func() []Section { return Sections },
}).ParseFS(templateFiles, "templates/*.html"))

// render executes a template. The template escapes markup; what a terminal or a browser would act on, or show nothing
// for, is written as its code.
func render(name string, view any) ([]byte, error) {
	var buf bytes.Buffer
	if err := templates.ExecuteTemplate(&buf, name, view); err != nil {
		return nil, fmt.Errorf("page %s: %v", name, err)
	}
	return []byte(data.Visible(buf.String())), nil
}
