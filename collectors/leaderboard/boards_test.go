package leaderboard

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// FuzzBoards puts anything in the place of one document of a board: no panic, and whatever comes out is a number of a named
// subject, in the bounds of its unit, and enough of them to be a board.
func FuzzBoards(f *testing.F) {
	var good [][]web.Payload
	for i, s := range collectors.Registered() {
		good = append(good, sourcetest.Documents(f, s, sourcetest.Cases(f, s.Name)[0]))
		for place, doc := range good[i] {
			f.Add(uint8(i), uint8(place), doc.Body)
		}
	}
	f.Fuzz(func(t *testing.T, board, place uint8, body []byte) {
		s := collectors.Registered()[int(board)%len(good)]
		docs := slices.Clone(good[int(board)%len(good)])
		doc := &docs[int(place)%len(docs)]
		doc.Body = body
		if s.Next != nil {
			if pages := s.Next(*doc); len(pages) > 2*maxOpenHands {
				t.Errorf("Next names %d pages", len(pages))
			}
		}
		found, err := s.Parse(docs, new(page.Refused))
		if err == nil && len(found) < minScores {
			t.Errorf("%d observations and no error", len(found))
		}
		most := map[data.Unit]decimal.Decimal{data.Fraction: decimal.NewFromInt(1), data.Percent: decimal.NewFromInt(100)}
		for _, o := range found {
			n, err := decimal.NewFromString(o.Value)
			limit, bounded := most[o.Unit]
			if err != nil || n.IsNegative() || o.Subject == "" || bounded && n.GreaterThan(limit) || o.Unit == data.USDPerAttempt && n.IsZero() {
				t.Errorf("%s of %q = %q %s", o.Field, o.Subject, o.Value, o.Unit)
			}
		}
	})
}

// TestNext asks for what the first page of a board names, in so far as it is there.
func TestNext(t *testing.T) {
	const files, site = openHandsFiles, "https://livebench.ai/"
	index := func(folders ...string) string {
		folders = append(folders, strings.Fields("o/1 o/2 o/3 o/4 o/5")[min(len(folders), minScores):]...)
		return `[{"model-path": "` + strings.Join(folders, `"}, {"model-path": "`) + `"}]`
	}
	many := strings.Fields(strings.Repeat("a ", maxOpenHands+1))
	for i := range many {
		many[i] = strings.Repeat("a", i+1)
	}
	vals := sourcetest.Named(t, collectors.Registered(), "leaderboard_vals")
	page := func(fixture string) string { return string(sourcetest.Documents(t, vals, fixture)[0].Body) }
	for _, tt := range []struct{ name, source, url, body, want string }{
		{"one page of open data", "arena", arenaData + "0", `{"num_rows_total": 100}`, ""},
		{"three pages of open data", "arena", arenaData + "0", `{"num_rows_total": 201}`, arenaData + "100 " + arenaData + "200"},
		{"a further page of open data", "arena", arenaData + "100", `{"num_rows_total": 201}`, ""},
		{"a pointer", "arena", arenaMirror + "latest.json", `{"path": "2026-11-20"}`, arenaMirror + "2026-11-20/code-webdev.json"},
		{"a pointer elsewhere", "arena", arenaMirror + "latest.json", `{"path": "../../other"}`, ""},
		{"no file", "arena", arenaData + "0", `<html>`, ""},

		{"a table and its categories", "livebench", site + "table_2025_05_30.csv", "model,a", site + "categories_2025_05_30.json"},
		{"the newest release", "livebench", liveBenchPicker, `['2025-12-23', "2026-01-08", '2024-11-25']`, site + "table_2026_01_08.csv " + site + "categories_2026_01_08.json"},
		{"no release", "livebench", liveBenchPicker, `<div>2026-01-08</div>`, ""},
		{"what only looks like a table", "livebench", site + "table_latest.csv", "model,a", ""},

		// No capture of a page exists: the fixtures follow the two forms that readers of the site describe.
		{"data in another file", "vals", "", page("linked-data"), "https://www.vals.ai/_astro/benchmark_view_swebench.a-1_B.json"},
		{"data in the page", "vals", "", page("pages"), ""},
		{"the mirror", "vals", "", page("mirror"), ""},

		{"two files a folder", "openhands", openHandsIndex, index("results/ada-9"), files + "results/ada-9/metadata.json " + files + "results/ada-9/scores.json " + files + "o/2/metadata.json"},
		{"a folder twice", "openhands", openHandsIndex, index("a/b", "a/b", "a/c", "a/d", "a/e", "a/f"), files + "a/b/metadata.json " + files + "a/b/scores.json " + files + "a/c/metadata.json"},
		{"characters of addresses", "openhands", openHandsIndex, index("a/b?c#d e%2e"), files + "a/b%3Fc%23d%20e%252e/metadata.json"},
		{"another address", "openhands", openHandsIndex, index("https://elsewhere.example/a"), ""},
		{"a folder above", "openhands", openHandsIndex, index("results/../../../else"), ""},
		{"from the root", "openhands", openHandsIndex, index("/results/a"), ""},
		{"a long name", "openhands", openHandsIndex, index(strings.Repeat("a", 999)), ""},
		{"more than anybody measures", "openhands", openHandsIndex, index(many...), ""},
		{"too few", "openhands", openHandsIndex, `[{"model-path": "results/a"}]`, ""},
		{"no list", "openhands", openHandsIndex, `{}`, ""},
	} {
		t.Run(tt.source+"/"+tt.name, func(t *testing.T) {
			s := sourcetest.Named(t, collectors.Registered(), "leaderboard_"+tt.source)
			var got []string
			for _, r := range s.Next(web.Payload{URL: tt.url, Body: []byte(tt.body)}) {
				got = append(got, r.URL)
			}
			want := strings.Fields(tt.want)
			if len(want) > 0 && tt.source == "openhands" {
				got = got[:min(len(got), len(want))] // others follow
			}
			if !slices.Equal(got, want) {
				t.Errorf("Next (-want +got):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

// TestOpenHandsNeedsEveryFile: a listed path without its file is a failure, and then the others are not asked for.
func TestOpenHandsNeedsEveryFile(t *testing.T) {
	s := sourcetest.Named(t, collectors.Registered(), "leaderboard_openhands")
	docs := sourcetest.Documents(t, s, "models")
	site := sourcetest.CountedPages{Pages: sourcetest.Pages{}, Asked: map[string]int{}}
	for _, doc := range docs[:3] {
		site.Pages[doc.URL] = string(doc.Body)
	}
	got := collectors.Run(t.Context(), site, []collectors.Source{s}, collectors.RunOptions{})[0]
	if got.Failure == nil || !strings.Contains(got.Failure.Cause, "fetch "+docs[3].URL) {
		t.Errorf("the failure is %v, want one of %s", got.Failure, docs[3].URL)
	}
	if len(site.Asked) != 4 {
		t.Errorf("asked for %d addresses, want the index, two files and the missing one", len(site.Asked))
	}
}

// TestLiveBenchFindsItsRelease visits the source as a run does: by the picker, and without it by what is known.
func TestLiveBenchFindsItsRelease(t *testing.T) {
	s := sourcetest.Named(t, collectors.Registered(), "leaderboard_livebench")
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
