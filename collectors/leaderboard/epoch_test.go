package leaderboard

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pricepoint/collectors/web"
)

// The archive may claim any size for what it holds, and hold anything.
func TestHostileArchivesFail(t *testing.T) {
	pack := func(files ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(files[i+1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	rows := func(score string) string {
		table := "Model version,mean_score\n"
		for i := range minScores {
			table += fmt.Sprintf("m%d,%s\n", i, score)
		}
		return table
	}
	for _, tt := range []struct {
		name string
		body []byte
	}{
		{"bomb", pack(epochOwn, rows("0.5")+strings.Repeat("\n", epochMaxTable))},
		{"cut", pack(epochOwn, rows("0.5"))[:60]},
		{"other files only", pack("gpqa_diamond.csv", rows("0.5"))},
		{"not a number", pack(epochOwn, rows("NaN"))},
		{"exponent", pack(epochOwn, rows("1e-999999999"))},
		{"external column renamed", pack(epochOwn, rows("0.5"), "terminalbench_external.csv", rows("0.5"))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := parseEpoch([]web.Payload{{Body: tt.body}}, nil); err == nil {
				t.Errorf("Parse = %d observations, want an error", len(got))
			}
		})
	}
	if got, err := parseEpoch([]web.Payload{{Body: pack("benchmark_data/"+epochOwn, rows("0.5"))}}, nil); err != nil || len(got) != minScores {
		t.Errorf("Parse of tables in a folder = %d observations, %v, want %d", len(got), err, minScores)
	}
}
