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

func TestFrontier(t *testing.T) {
	o := func(score, cost string) Offer { return Offer{Score: d(score), Cost: d(cost)} }
	less := func(score, cost, by string) Offer { return Offer{d(score), d(cost), Doubt{Less: d(by)}} }
	more := func(score, cost string) Offer { return Offer{d(score), d(cost), Doubt{More: true}} }
	for _, tt := range []struct {
		name string
		in   []Offer
		want []bool
	}{
		{"best-and-cheapest-stay", []Offer{o("90", "5"), o("80", "1"), o("70", "2"), o("85", "5")}, []bool{true, true, false, false}},
		{"alike-both-stay", []Offer{o("80", "1"), o("80.0", "1.00")}, []bool{true, true}},
		{"same-score-dearer", []Offer{o("80", "1"), o("80", "1.0000001")}, []bool{true, false}},
		{"same-cost-worse", []Offer{o("80", "1"), o("79.999999999999999999", "1")}, []bool{true, false}},
		{"free", []Offer{o("40", "0"), o("90", "3")}, []bool{true, true}},
		{"who-may-be-cheaper-stays", []Offer{o("90", "2"), less("80", "3", "2")}, []bool{true, true}},
		{"who-is-dearer-even-then-does-not", []Offer{o("90", "1"), less("80", "3", "1.5")}, []bool{true, false}},
		{"who-may-be-dearer-takes-no-place", []Offer{more("90", "1"), o("80", "2")}, []bool{true, true}},
		{"nothing", nil, []bool{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Frontier(tt.in)); diff != "" {
				t.Errorf("frontier (-want +got):\n%s", diff)
			}
		})
	}
}
