package page

import (
	"strings"
	"testing"
)

// TestCSV reads rows of other cells than titles, columns without a title, and those with the same.
func TestCSV(t *testing.T) {
	for text, want := range map[string]struct{ score, err string }{
		"Model,Score,Cost\na,93.1,2\n": {"93.1", ""}, "Model,,Score,\na,1,93.1,2\n": {"93.1", ""}, "Model,Score\na,93,1\n": {}, "Model,Score\na\n": {},
		"Model,Score,score\na,1,2\n": {"", `"score"`}, "Model,Cost\na,1\n": {"", `no column "score"`}, "": {"", "no CSV table"},
	} {
		rows, err := CSV([]byte(text), "model", "score")
		if (err == nil) != (want.err == "") || err != nil && !strings.Contains(err.Error(), want.err) || err == nil && rows[0]("Score") != want.score {
			t.Errorf("%q: %d rows, %v, want %+v", text, len(rows), err, want)
		}
	}
}
