package catalog

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/rating"
)

const calibration = "calibration.yaml"

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
	if n := len(c.Calibration.Provisional); n != len(rating.ProvisionalBases) {
		t.Errorf("provisional scores were tried from %d bases, there are %d", n, len(rating.ProvisionalBases))
	}
}
