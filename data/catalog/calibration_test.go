package catalog

import (
	"strings"
	"testing"
	"testing/fstest"

	"pricepoint/data"
)

const calibration = "calibration.yaml"

func init() {
	base[calibration] = calibrationHead + `methodologyVersion: "0"
rows: {digest: ` + strings.Repeat("0a", 32) + `, newest: 2026-10-06, results: 826, models: 449}
population: {origin: 2025.5, trend: 2.5489, shift: -0.945668, spread: 1.2, kinship: 0.75}
boards:
  - {id: sweBench, slope: 0.775368, difficulty: -0.005, ceiling: 0.98, noise: 0.07, released: 2026.21, width: 2.23}
  - {id: liveCodeBench, slope: 0.87, difficulty: -1.4, ceiling: 0.88, noise: 0.15, released: 2025.89, width: 1.97}
  - {id: bigCodeBench, slope: 1.07, difficulty: -3.3, ceiling: 0.31, noise: 0.08, released: 2024.66, width: 2.12}
  - {id: humanEval, slope: 1.09, difficulty: -4.7, ceiling: 0.96, noise: 0.09, released: 2024.25, width: 2.19}
  - {id: extra, slope: 0.21, difficulty: -0.7, ceiling: 1, noise: 0.1, released: 2026, width: 0}
` + evaluationHead + `  - {hidden: run, published: false, cells: 244, cell: 4.8, overall: 2.36, moved: 1.9, columnMean: 13.83, columnMeanOverall: 6.34, weightedMean: 24.98, weightedMeanOverall: 12.12, coverage: 0.906}
  - {hidden: tasks, published: true, board: sweBench, cells: 76, cell: 5.34, overall: 3.05, moved: 2.19, columnMean: 10.1, columnMeanOverall: 5.7, weightedMean: 11.3, weightedMeanOverall: 6.46, coverage: 0.908}
` + provisionalHead + `  - {restsOn: results, width: 2.19, models: 73, cells: 136, cell: 4.51, overall: 4.37, half: 9.12, coverage: 0.904}
`
}

func TestLoadRefusesCalibrations(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"no-version", `methodologyVersion: "0"`, `methodologyVersion: ""`, ":3: the text is empty; write it"},
		{"short-digest", "0a0a", "0a", `:4: "` + strings.Repeat("0a", 31) + `" is not a sha256 in hexadecimal`},
		{"more-models-than-results", "results: 826", "results: 26", ":4: 26 results of 449 models is not possible"},
		{"no-spread", "spread: 1.2,", "spread: 0,", ":5: 0 is not above 0"},
		{"falling-curve", "slope: 0.87,", "slope: -0.87,", ":8: -0.87 is not above 0"},
		{"ceiling-in-percent", "ceiling: 0.31", "ceiling: 31", ":9: 31 is not a share up to 1"},
		{"no-noise", "noise: 0.09", "noise: 0", ":10: 0 is not above 0"},
		{"benchmark-without-interval", "width: 2.19", "width: 0", ":10: 0 is not above 0"},
		{"no-number", "slope: 0.21", "slope: NaN", `:11: "NaN" is not a decimal number`},
		{"infinite", "slope: 0.21", "slope: .inf", `:11: want a single value, not YAML of type Infinity; leave the key out if there is none`},
		{"board-twice", "id: extra", "id: humanEval", ":11: 0 is not above 0\n" + calibration + `:11: "humanEval" appears twice; remove or rename one`},
		{"figures-of-no-board", "board: sweBench", "board: sweBanch", `:16: no board above has the id "sweBanch"`},
		{"figures-of-nothing", "cells: 244", "cells: 0", ":15: 0 is less than 1"},
		{"hidden-with-what", "hidden: run", "hidden: none", `:15: "none" is not one of ["run" "tasks"]`},
		{"coverage-in-percent", "coverage: 0.906", "coverage: 90.6", ":15: 90.6 is not a share from 0 to 1"},
		{"the-whole-distance-is-kept", "kinship: 0.75", "kinship: 1", ":5: 1 is not a share below 1"},
		{"provisional-on-nothing", "restsOn: results", "restsOn: hope", `:20: "hope" is not one of ["results" "predecessor" "releaseDate"]`},
		{"provisional-without-interval", "width: 2.19, models", "width: 0, models", ":20: 0 is not above 0"},
		{"provisional-of-more-models-than-results", "models: 73", "models: 173", ":20: 173 models with 136 results is not possible"},
		{"unknown-key", "moved: 1.9", "moves: 1.9", `:15: unknown key "moves"; the keys here are hidden published board cells cell overall moved columnMean columnMeanOverall weightedMean weightedMeanOverall coverage` + "\n" + calibration + `:15: key "moved" is missing`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(base[calibration], tt.old, tt.new, 1)
			if text == base[calibration] {
				t.Fatalf("%q does not stand in the base", tt.old)
			}
			fsys := baseFS()
			fsys[calibration] = &fstest.MapFile{Data: []byte(text)}
			_, err := load(fsys, small)
			if err == nil || err.Error() != calibration+tt.want {
				t.Errorf("error\n%v\nwant\n%s", err, calibration+tt.want)
			}
		})
	}
}

func TestCalibrationIsWrittenAsItIsRead(t *testing.T) {
	c, err := load(baseFS(), small)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(c.Calibration.Encode()); got != base[calibration] {
		t.Errorf("Encode =\n%s\nwant what was read:\n%s", got, base[calibration])
	}
}

func TestOutdated(t *testing.T) {
	c, err := load(baseFS(), small)
	if err != nil {
		t.Fatal(err)
	}
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		t.Errorf("Outdated = %q, want it current", why)
	}
	newer := c.Scoring
	newer.MethodologyVersion = "1"
	if why := c.Calibration.Outdated(newer); !strings.Contains(why, "made for methodology 0, scoring.yaml has 1") {
		t.Errorf("Outdated for another methodology = %q", why)
	}
	without := c.Calibration
	without.Boards = without.Boards[1:]
	if why := without.Outdated(c.Scoring); !strings.Contains(why, "no curve for sweBench") {
		t.Errorf("Outdated without a curve = %q", why)
	}
}

// TestShippedCalibration holds the estimates to what the methodology promises: at most 3 points off in the overall score,
// 0.30 of the weighted mean's error, 0.45 among models that would still be published, and an interval that keeps its word.
func TestShippedCalibration(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		t.Error(why)
	}
	number := func(n data.Number) float64 { return n.InexactFloat64() }
	ofAll := 0
	for _, f := range c.Calibration.Evaluation {
		if held := number(f.Coverage); f.Cells >= 30 && (held < 0.86 || held > 0.94) {
			t.Errorf("hiding the same %s, published %t, board %q: the 90 %% interval holds %v of the results", f.Hidden, f.Published, f.Board, held)
		}
		if f.Board != "" {
			continue
		}
		ofAll++
		most := map[bool]float64{false: 0.30, true: 0.45}[f.Published]
		if ratio := number(f.Overall) / number(f.WeightedMeanOverall); number(f.Overall) > 3 || ratio > most {
			t.Errorf("hiding the same %s, published %t: off by %s points, %.2f of the weighted mean's error", f.Hidden, f.Published, f.Overall, ratio)
		}
	}
	for _, f := range c.Calibration.Provisional {
		if held := number(f.Coverage); held < 0.86 || held > 0.94 || number(f.Overall) > 5.5 {
			t.Errorf("provisional scores from %s are off by %s points, and their 90 %% interval holds %v of %d models", f.RestsOn, f.Overall, held, f.Models)
		}
	}
	if n := len(c.Calibration.Provisional); n != len(data.ProvisionalBases) {
		t.Errorf("provisional scores were tried from %d bases, there are %d", n, len(data.ProvisionalBases))
	}
	if ofAll != 4 {
		t.Errorf("%d figures over all boards, want those of both ways to hide, of all models and of the published", ofAll)
	}
}
