package yaml

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shop is what the tests fill.
type shop struct {
	Name   string           `yaml:"name"`
	Open   bool             `yaml:"open,omitempty"`
	Seats  *int64           `yaml:"seats,omitempty"`
	Prices map[string]price `yaml:"prices"`
	Tags   []string         `yaml:"tags,omitempty"`
}

type price struct {
	Amount int64 `yaml:"amount"`
}

func TestDecode(t *testing.T) {
	seats := int64(4)
	for name, row := range map[string]struct {
		text string
		want shop
		err  string
	}{
		"whole": {"name: 0.10\nopen: true\nseats: 4\nprices: {tea: {amount: 2}}\ntags: [a, b]\n",
			shop{Name: "0.10", Open: true, Seats: &seats, Prices: map[string]price{"tea": {2}}, Tags: []string{"a", "b"}}, ""},
		"missing":     {"name: x\n", shop{Name: "x"}, `shop.yaml:1: key "prices" is missing`},
		"unknown":     {"name: x\nprices: {}\nowner: y\n", shop{Name: "x", Prices: map[string]price{}}, `shop.yaml:3: unknown key "owner"; the keys here are name open seats prices tags`},
		"no-number":   {"name: x\nprices:\n  tea:\n    amount: 1.5\n", shop{Name: "x", Prices: map[string]price{"tea": {}}}, `shop.yaml:4: "1.5" is not a whole number; write only its digits`},
		"two-wrong":   {"name: [x]\nprices: {}\nopen: yes\n", shop{Prices: map[string]price{}}, "shop.yaml:1: want a single value, not a list; leave the key out if there is none\n" + `shop.yaml:3: "yes" is neither true nor false`},
		"twice":       {"name: x\nname: y\n", shop{}, `shop.yaml:2: key "name" stands on line 1 already`},
		"tab":         {"name: x\nprices:\n\ttea: 1\n", shop{}, "shop.yaml:3: a tab, which YAML allows nowhere before a key; indent with spaces"},
		"nothing":     {"", shop{}, "shop.yaml:1: the file must hold exactly one YAML document"},
		"two-of-them": {"name: x\n---\nname: y\n", shop{}, "shop.yaml:1: the file must hold exactly one YAML document"},
	} {
		t.Run(name, func(t *testing.T) {
			var got shop
			var report Report
			report.Decode(NewFile("shop.yaml", []byte(row.text)), FieldsOf(&got))
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("decoded (-want +got):\n%s", diff)
			}
			text := ""
			if err := report.Err(); err != nil {
				text = err.Error()
			}
			if text != row.err || report.Failed() != (row.err != "") {
				t.Errorf("wrong is\n%s\nwant\n%s", text, row.err)
			}
		})
	}
}

// TestPlaces are of values and, where there is none, of what is around.
func TestPlaces(t *testing.T) {
	file := NewFile("shop.yaml", []byte("name: x\nprices:\n  tea:\n    amount: 2\n"))
	var report Report
	report.Decode(file, FieldsOf(&shop{}))
	for want, place := range map[string]Place{
		"shop.yaml:1": file.Place(),
		"shop.yaml:4": file.Place().Key("prices").Key("tea").Key("amount"),
		"shop.yaml:3": file.Place().Key("prices").Key("tea").Key("currency"),
		"shop.yaml:2": file.Place().Key("prices").Item(7),
	} {
		if got := place.String(); got != want {
			t.Errorf("the place is %s, want %s", got, want)
		}
	}
	if got := NewFile("none.yaml", nil).Place().Key("a").String(); got != "none.yaml:1" {
		t.Errorf("a place in a file that is not there is %s", got)
	}
}
