package leaderboard

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

func TestNextLiveBench(t *testing.T) {
	const picker, site = liveBenchPicker, "https://livebench.ai/"
	for _, tt := range []struct{ name, url, body, want string }{
		{"a table and its categories", site + "table_2025_05_30.csv", "model,a", site + "categories_2025_05_30.json"},
		{"the newest release", picker, `['2025-12-23', "2026-01-08", '2024-11-25']`, site + "table_2026_01_08.csv " + site + "categories_2026_01_08.json"},
		{"no release", picker, `<div>2026-01-08</div>`, ""},
		{"an address that only looks like a table", site + "table_latest.csv", "model,a", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range nextLiveBench(web.Payload{URL: tt.url, Body: []byte(tt.body)}) {
				got = append(got, r.URL)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("Next = %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLiveBenchFindsItsRelease visits the source as a run does: by the picker, and without it by what is known.
func TestLiveBenchFindsItsRelease(t *testing.T) {
	s := sourcetest.Named(t, Sources(), "leaderboard_livebench")
	for _, tt := range []struct {
		name, want string
		served     []string
	}{
		{"by the picker", "/table_2027_01_01.csv", []string{liveBenchPicker, "table_2027_01_01.csv", "categories_2027_01_01.json", "table_2026_01_08.csv"}},
		{"the table of the picker is gone", "/table_2026_01_08.csv", []string{liveBenchPicker, "table_2026_01_08.csv", "categories_2026_01_08.json"}},
		{"without the picker", "/table_2025_12_23.csv", []string{"table_2026_01_08.csv", "table_2025_12_23.csv", "categories_2025_12_23.json"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			web := sourcetest.Pages{}
			for _, address := range tt.served {
				switch {
				case address == liveBenchPicker:
					web[address] = `const releases = ["2026-01-08", "2027-01-01"]`
				case strings.HasPrefix(address, "table"):
					web[liveBenchSite+"/"+address] = "model,code\na,50\nb,51\nc,52\nd,53\ne,54\n"
				default:
					web[liveBenchSite+"/"+address] = `{"Coding": ["code"]}`
				}
			}
			r := collectors.Run(t.Context(), web, []collectors.Source{s}, collectors.RunOptions{})[0]
			if r.Failure != nil {
				t.Fatal(r.Failure)
			}
			if got := r.Observations[0].URL; got != liveBenchSite+tt.want {
				t.Errorf("read %s, want %s", got, tt.want)
			}
		})
	}
}

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
		{"rows cut short", pack(epochOwn, strings.Replace(rows("0.5"), "mean_score\n", "mean_score,id\n", 1))},
		{"other files only", pack("gpqa_diamond.csv", rows("0.5"))},
		{"percentages", pack(epochOwn, rows("74.4"))},
		{"not a number", pack(epochOwn, rows("NaN"))},
		{"exponent", pack(epochOwn, rows("1e-999999999"))},
		{"column renamed", pack(epochOwn, strings.Replace(rows("0.5"), "mean_score", "score", 1))},
		{"no scores", pack(epochOwn, rows(""))},
		{"quote never closed", pack(epochOwn, rows("0.5")+`"`)},
		{"external column renamed", pack(epochOwn, rows("0.5"), "terminalbench_external.csv", rows("0.5"))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := parseEpoch([]web.Payload{{Body: tt.body}}); err == nil {
				t.Errorf("Parse = %d observations, want an error", len(got))
			}
		})
	}
	if got, err := parseEpoch([]web.Payload{{Body: pack("benchmark_data/"+epochOwn, rows("0.5"))}}); err != nil || len(got) != minScores {
		t.Errorf("Parse of tables in a folder = %d observations, %v, want %d", len(got), err, minScores)
	}
}

func FuzzAider(f *testing.F) { fuzzBoard(f, "leaderboard_aider") }
func FuzzEpoch(f *testing.F) { fuzzBoard(f, "leaderboard_epoch") }

func FuzzLiveBench(f *testing.F) {
	for _, doc := range sourcetest.Documents(f, sourcetest.Named(f, Sources(), "leaderboard_livebench"), "table") {
		f.Add(doc.Body, []byte(`{"Coding": ["code_completion"]}`))
	}
	f.Fuzz(func(t *testing.T, table, categories []byte) {
		scores, err := parseLiveBench([]web.Payload{{Body: table}, {Body: categories}})
		if err == nil && len(scores) < minScores {
			t.Errorf("%d scores and no error", len(scores))
		}
	})
}
