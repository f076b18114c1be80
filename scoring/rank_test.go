package scoring

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRanks(t *testing.T) {
	i := func(score, low, high string) Interval { return Interval{d(score), d(low), d(high)} }
	for _, tt := range []struct {
		name string
		in   []Interval
		want []Rank
	}{
		{"apart", []Interval{i("90", "88", "92"), i("70", "65", "75"), i("80", "79", "81")}, []Rank{{1, 1, 1}, {3, 3, 3}, {2, 2, 2}}},
		{"overlapping", []Interval{i("90", "80", "95"), i("85", "79", "91"), i("60", "50", "79")}, []Rank{{1, 1, 2}, {2, 1, 3}, {3, 2, 3}}},
		{"equal-scores-share-a-place", []Interval{i("80", "80", "80"), i("80", "80", "80"), i("70", "70", "70")}, []Rank{{1, 1, 2}, {1, 1, 2}, {3, 3, 3}}},
		{"one", []Interval{i("50", "40", "60")}, []Rank{{1, 1, 1}}},
		{"none", nil, []Rank{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Ranks(tt.in)); diff != "" {
				t.Errorf("ranks (-want +got):\n%s", diff)
			}
		})
	}
}
