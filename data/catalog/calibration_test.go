package catalog

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pricepoint/data"
)

const calibration = "calibration.yaml"

func init() {
	base[calibration] = calibrationHead + `methodologyVersion: "0"
rows: {digest: ` + strings.Repeat("0a", 32) + `, newest: 2026-10-06, results: 826, models: 449}
population: {origin: 2025.5, trend: 0.99, kinship: 0.75}
width: 0.22
boards:
  - {id: sweBench, level: 0.95, loading: 0.24, noise: 0.057}
  - {id: liveCodeBench, level: -1.05, loading: 0.16, noise: 0.099}
  - {id: bigCodeBench, level: 0.4, loading: 0.1, noise: 0.08}
` + standInsHead + `  - {board: sweBench, by: extra, offset: -2.25, half: 6.5, pairs: 26}
` + evaluationHead + `  - {split: forward, method: ridge, cells: 178, error: 9.65}
` + forwardHead + `forward: {since: 2026-07, cells: 86, cell: 0.953, scores: 135, score: 0.911}
` + provisionalHead + `  - {restsOn: results, width: 0.4, models: 49, error: 7.63, half: 22.08, coverage: 0.904}
` + neighboursHead + `  - {id: "model 4 gpt", results: {extra: 20.5, sweBench: 33.3}}
`
}

func TestLoadRefusesCalibrations(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"no-version", `methodologyVersion: "0"`, `methodologyVersion: ""`, ":3: the text is empty; write it"},
		{"short-digest", "0a0a", "0a", `:4: "` + strings.Repeat("0a", 31) + `" is not a sha256 in hexadecimal`},
		{"more-models-than-results", "results: 826", "results: 26", ":4: 26 results of 449 models is not possible"},
		{"the-whole-distance-is-kept", "kinship: 0.75", "kinship: 1", ":5: 1 is not a share below 1"},
		{"no-interval", "width: 0.22", "width: 0", ":6: 0 is not above 0"},
		{"falling-line", "loading: 0.24", "loading: -0.24", ":8: -0.24 is not above 0"},
		{"no-noise", "noise: 0.08", "noise: 0", ":10: 0 is not above 0"},
		{"no-number", "loading: 0.16", "loading: NaN", `:9: "NaN" is not a decimal number`},
		{"infinite", "loading: 0.16", "loading: .inf", `:9: want a single value, not YAML of type Infinity; leave the key out if there is none`},
		{"board-twice", "id: bigCodeBench", "id: sweBench", `:10: "sweBench" appears twice; remove or rename one`},
		{"figures-of-nothing", "cells: 178", "cells: 0", ":16: 0 results that are off by 9.65 points are not possible"},
		{"coverage-in-percent", "cell: 0.953", "cell: 95.3", ":18: 95.3 is not a share from 0 to 1"},
		{"provisional-on-nothing", "restsOn: results", "restsOn: hope", `:21: "hope" is not one of ["results" "predecessor" "releaseDate"]`},
		{"provisional-without-interval", "width: 0.4", "width: 0", ":21: 0 is not above 0"},
		{"provisional-of-no-model", "models: 49", "models: 0", ":21: 0 models are too few"},
		{"neighbour-on-no-board", "extra: 20.5", "other: 20.5", `:24: scoring.yaml has no column "other"`},
		{"unknown-key", "pairs: 26", "pears: 26", `:13: unknown key "pears"; the keys here are board by offset half pairs` + "\n" + calibration + `:13: key "pairs" is missing`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(base[calibration], tt.old, tt.new, 1)
			if text == base[calibration] {
				t.Fatalf("%q does not stand in the base", tt.old)
			}
			fsys := baseFS()
			fsys[calibration] = &fstest.MapFile{Data: []byte(text)}
			_, err := Load(fsys)
			if err == nil || err.Error() != calibration+tt.want {
				t.Errorf("error\n%v\nwant\n%s", err, calibration+tt.want)
			}
		})
	}
}

func TestCalibrationIsWrittenAsItIsRead(t *testing.T) {
	c, err := Load(baseFS())
	if err != nil {
		t.Fatal(err)
	}
	if got := string(c.Calibration.Encode()); got != base[calibration] {
		t.Errorf("Encode =\n%s\nwant what was read:\n%s", got, base[calibration])
	}
}

func TestOutdated(t *testing.T) {
	c, err := Load(baseFS())
	if err != nil {
		t.Fatal(err)
	}
	published := func(s Scoring, k Calibration) Scoring {
		s.Methodologies = map[string]string{s.MethodologyVersion: k.Fingerprint(s)}
		return s
	}
	current := published(c.Scoring, c.Calibration)
	if why := c.Calibration.Outdated(current); why != "" {
		t.Errorf("Outdated = %q, want it current", why)
	}
	for _, tt := range []struct {
		name   string
		change func(*Scoring, *Calibration)
		want   string
	}{
		{"another-version", func(s *Scoring, _ *Calibration) { s.MethodologyVersion = "1" }, "made for methodology 0, scoring.yaml has 1"},
		{"no-line", func(_ *Scoring, k *Calibration) { k.Boards = k.Boards[1:] }, "no line for sweBench"},
		{"a-weight", func(s *Scoring, _ *Calibration) { s.Columns[0].Weight = data.MustNumber("0.41") }, "give scoring.yaml a new methodologyVersion"},
		{"a-limit", func(s *Scoring, _ *Calibration) { s.MaxHalfWidth = data.Int(7) }, "give scoring.yaml a new methodologyVersion"},
		{"a-line", func(_ *Scoring, k *Calibration) { k.Boards[1].Level = data.MustNumber("1.06") }, "give scoring.yaml a new methodologyVersion"},
		{"a-neighbour", func(_ *Scoring, k *Calibration) { k.Neighbours = nil }, "give scoring.yaml a new methodologyVersion"},
		{"only-the-text", func(s *Scoring, _ *Calibration) { s.Methodology = "Another text." }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, k := current, c.Calibration
			s.Columns, k.Boards = slices.Clone(s.Columns), slices.Clone(k.Boards)
			tt.change(&s, &k)
			if why := k.Outdated(s); !strings.Contains(why, tt.want) || why != "" && tt.want == "" {
				t.Errorf("Outdated = %q, want %q in it", why, tt.want)
			}
		})
	}
}

// TestShippedCalibration holds the estimates to what they promise: no method that they are held against is better,
// and forward in time the intervals keep their word.
func TestShippedCalibration(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if why := c.Calibration.Outdated(c.Scoring); why != "" {
		t.Error(why)
	}
	ours := map[string]data.Number{}
	for _, f := range c.Calibration.Evaluation {
		if f.Method == "abilityAndNeighbours" {
			ours[f.Split] = f.Error
		}
	}
	for _, f := range c.Calibration.Evaluation {
		if f.Error.LessThan(ours[f.Split].Decimal) {
			t.Errorf("%s: %s is off by %s points, ours by %s", f.Split, f.Method, f.Error, ours[f.Split])
		}
	}
	if len(ours) != 4 {
		t.Errorf("figures of %d ways to hide results, want 4", len(ours))
	}
	for _, held := range []data.Number{c.Calibration.Forward.Cell, c.Calibration.Forward.Score} {
		if share := held.InexactFloat64(); share < 0.87 || share > 0.96 {
			t.Errorf("forward in time, 90 %% intervals hold %s", held)
		}
	}
	if n := len(c.Calibration.Provisional); n != len(data.ProvisionalBases) {
		t.Errorf("provisional scores were tried from %d bases, there are %d", n, len(data.ProvisionalBases))
	}
}
