package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors/web"
)

func TestExpandDocTables(t *testing.T) {
	body, err := ExpandDocTables([]byte("## Before\nexport const DocTable = ({columns = []}) => {\n  return <table></table>;\n};\n" +
		"<Tab title=\"x\">\n    <DocTable columns={[{ title: \"Model\", width: \"9%\" }, {title:\"In\"}, { title: <>Out<br/>put</> }, { title: \"Note\", },]}\n" +
		"      rows={[\n[\"a-1\", <>{\"$\"}1.00</>, \"$2\", null],\n" +
		"[\"b-2\", 3.50, <><del>{\"$\"}5</del> {\"$\"}4</>, \"\\u2264 8k, a: [b] <c>\"], ]} />\n</Tab>\nAfter"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := readMarkdown(string(body))
	if err != nil {
		t.Fatal(err)
	}
	want := []Table{{
		Headings: []string{"Before"}, Before: []string{"Before"}, Tab: "x",
		Header: []string{"Model", "In", "Out put", "Note"},
		Rows: [][]Cell{
			{{Text: "a-1"}, {Text: "$1.00"}, {Text: "$2"}, {}},
			{{Text: "b-2"}, {Text: "3.50"}, {Text: "$4", Struck: "$5"}, {Text: "≤ 8k, a: [b] <c>"}},
		},
	}}
	if diff := cmp.Diff(want, page.Tables); diff != "" {
		t.Errorf("tables differ (-want +got):\n%s", diff)
	}
	if last := page.Lines[len(page.Lines)-1]; last != "After" {
		t.Errorf("the last line is %q, want what follows the table", last)
	}
}

func TestExpandDocTablesRefuses(t *testing.T) {
	const columns = `<DocTable columns={[{ title: "Model" }, { title: "In" }]} `
	for name, source := range map[string]string{
		"no end":             columns + `rows={[["a", "1"]]}`,
		"an open list":       columns + `rows={[["a", "1"]`,
		"a variable":         columns + `rows={prices} />`,
		"a call":             columns + `rows={prices.map(p => [p])} />`,
		"too few cells":      columns + `rows={[["a"]]} />`,
		"too many cells":     columns + `rows={[["a", "1", "2"]]} />`,
		"no rows":            columns + `/>`,
		"no columns":         `<DocTable rows={[["a", "1"]]} />`,
		"open markup":        columns + `rows={[["a", <>1]]} />`,
		"nested without end": columns + `rows={` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + `} />`,
	} {
		if body, err := ExpandDocTables([]byte(source)); err == nil {
			t.Errorf("%s: %q, want an error", name, body)
		}
	}
}

func FuzzExpandDocTables(f *testing.F) {
	f.Add("x <DocTable columns={[{ title: \"Model\" }]} rows={[[<>{\"$\"}1</>], ['b'], [`c`], [4], [null]]} /> y")
	f.Fuzz(func(t *testing.T, source string) {
		if body, err := ExpandDocTables([]byte(source)); err == nil {
			_, _ = Read(web.Payload{Body: body})
		}
	})
}
