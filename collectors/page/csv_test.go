package page

import (
	"strings"
	"testing"
)

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

// TestTitlesOfCSV is about columns without a title and those with the same.
func TestTitlesOfCSV(t *testing.T) {
	table, err := CSV([]byte("Model,,Score,\na,1,93.1,2\n"), "model", "score")
	if err != nil || !table.Whole(table.Rows[0]) || table.Cell(table.Rows[0], "score") != "93.1" {
		t.Errorf("two columns without titles: %+v, %v", table, err)
	}
	if _, err := CSV([]byte("Model,Score,score\na,1,2\n"), "model"); err == nil || !strings.Contains(err.Error(), `"score"`) {
		t.Errorf("a title that stands twice: %v, want an error that names it", err)
	}
}
