package data

import "testing"

func TestAddressKeys(t *testing.T) {
	here := PageAddress{Section: []string{"Pricing", "Model pricing"}, Table: TableOf([]string{"Model", "Input & cache", "Output"}),
		Column: "Input & cache", Row: "Kite 2 (deprecated)"}
	tests := map[string]struct {
		change func(*PageAddress)
		same   bool
	}{
		"nothing":             {func(*PageAddress) {}, true},
		"order of columns":    {func(a *PageAddress) { a.Table = TableOf([]string{"Output", "Model", "Input & cache"}) }, true},
		"capitals and spaces": {func(a *PageAddress) { a.Column, a.Row = "INPUT and  Cache", "kite 2 (Deprecated)" }, true},
		"another column":      {func(a *PageAddress) { a.Column = "Output" }, false},
		"another row":         {func(a *PageAddress) { a.Row = "Kite 2" }, false},
		"another section":     {func(a *PageAddress) { a.Section = []string{"Pricing", "Batch pricing"} }, false},
		"a column more":       {func(a *PageAddress) { a.Table = TableOf([]string{"Model", "Input & cache", "Output", "Speed"}) }, false},
		"a note":              {func(a *PageAddress) { a.Notes = []string{"batch"} }, false},
		"lengths of prompts":  {func(a *PageAddress) { a.Row = "Kite 2 (≥ 200k)" }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			there := here
			tt.change(&there)
			if same := here.Key() == there.Key(); same != tt.same {
				t.Errorf("Key() equal = %t, want %t", same, tt.same)
			}
		})
	}
}
