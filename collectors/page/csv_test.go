package page

import "testing"

// TestWhole counts the cells of rows under three titles.
func TestWhole(t *testing.T) {
	table, err := CSV([]byte("Model,Score,Cost\na,93.1,2\nb,93,1,2\nc,93.1\n"), "model", "score")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false} {
		if got := table.Whole(table.Rows[i]); got != want {
			t.Errorf("%q is whole: %t, want %t", table.Rows[i], got, want)
		}
	}
}
