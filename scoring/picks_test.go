package scoring

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// candidate has a score give or take some points, a tariff cost, and the score as its key.
func candidate(id, score, about, tariff string) Candidate {
	s := Interval{d(score), d(score).Sub(d(about)), d(score).Add(d(about))}
	return Candidate{ID: id, Score: s, Quality: s, Tariff: d(tariff), Key: Key{Interval: s, Then: d(tariff).Neg()}}
}

// by gives a candidate another key.
func (c Candidate) by(k Key) Candidate { c.Key = k; return c }

// of gives a candidate another quality, that of a board's result.
func (c Candidate) of(low, high string) Candidate {
	c.Quality = Interval{Low: d(low), High: d(high)}
	return c
}

func (c Candidate) after(ids ...string) Candidate { c.Earlier = ids; return c }

func (c Candidate) guessed() Candidate { c.Key.Guessed = true; return c }

func (c Candidate) doubted(less string, more bool) Candidate {
	c.Doubt = Doubt{Less: d(less), More: more}
	return c
}

// told is a verdict in one line: each pick with its reason, then the ties, then who is beaten by whom.
func told(v Verdict) string {
	var words []string
	for _, p := range v.Picks {
		words = append(words, p.ID+":"+string(p.Why))
	}
	for _, tie := range v.Ties {
		words = append(words, "["+strings.Join(tie, " ")+"]")
	}
	for _, r := range v.Order {
		if r.BeatenBy != "" {
			words = append(words, r.ID+"<"+r.BeatenBy)
		}
	}
	return strings.Join(words, " ")
}

func TestPicks(t *testing.T) {
	exact := func(value, then string) Key {
		return Key{Interval: Interval{d(value), d(value), d(value)}, Then: d(then)}
	}
	for _, tt := range []struct {
		name, want string
		in         []Candidate
	}{
		{"worse-and-dearer-is-dropped", "a:best c:cheaper x:cheaper b<a", []Candidate{
			candidate("a", "90", "1", "3"), candidate("b", "80", "1", "4"), candidate("c", "70", "1", "2"), candidate("x", "60", "1", "1")}},
		{"overlapping-intervals-drop-nobody-and-the-cheaper-comes-first", "b:tied a:tied c:next [b a]", []Candidate{
			candidate("a", "90", "2", "3"), candidate("b", "87", "2", "2"), candidate("c", "60", "1", "2")}},
		{"the-third-digit-decides-nothing", "b:tied c:tied a:tied [b c a]", []Candidate{
			candidate("a", "90.003", "1", "3"), candidate("b", "90.002", "1", "1"), candidate("c", "90.001", "1", "2")}},
		{"what-the-evidence-supports-comes-first", "sure:best b:next wide:next [b wide]", []Candidate{
			candidate("wide", "92", "9", "5"), candidate("sure", "91", "1", "5"), candidate("b", "84", "0.5", "5")}},
		{"mostly-estimated-comes-last-in-its-tie", "a:tied b:tied [a b]", []Candidate{
			candidate("a", "90", "2", "3"), candidate("b", "89", "3", "1").guessed()}},
		{"below-three-the-first-of-the-others-fill-up", "a:best c:fills b:fills c<a b<a x<a", []Candidate{
			candidate("a", "90", "1", "1"), candidate("x", "60", "1", "4"), candidate("b", "70", "1", "3"), candidate("c", "80", "1", "2")}},
		{"results-of-the-board-beat-and-scores-do-not", "a:best c:cheaper b:fills b<a", []Candidate{
			candidate("a", "70", "1", "2").of("85", "87").by(exact("86", "0")), candidate("b", "90", "1", "3").of("79", "81").by(exact("80", "0")),
			candidate("c", "95", "1", "1").of("0", "100").by(Key{Missing: true})}},
		{"who-lacks-a-key-comes-last", "m:best x:next", []Candidate{candidate("x", "80", "1", "1").by(Key{Missing: true}), candidate("m", "80", "1", "1").by(exact("1", "0"))}},
		{"at-most-five-and-the-tie-is-told-whole", "f:tied e:tied d:tied c:tied b:tied [f e d c b a]", []Candidate{
			candidate("a", "90", "3", "6"), candidate("b", "90", "3", "5"), candidate("c", "90", "3", "4"), candidate("d", "90", "3", "3"),
			candidate("e", "90", "3", "2"), candidate("f", "90", "3", "1")}},
		{"nothing-to-choose-from", "", nil},
		{"overlapping-scores-beat-nobody", "b:tied a:tied [b a]", []Candidate{candidate("a", "72", "1", "2"), candidate("b", "70", "1.5", "1")}},
		{"but-a-cheaper-one-of-the-same-line-does-that-is-no-worse", "b:tied worse:tied c:cheaper [b worse] a<b", []Candidate{
			candidate("a", "90", "3", "3"), candidate("b", "90", "3", "2").after("a"), candidate("c", "60", "1", "1"), candidate("worse", "89", "3", "2.5").after("a")}},
		{"not-one-that-costs-as-much-or-is-worse", "b:tied c:tied a:tied [b c a]", []Candidate{
			candidate("a", "90", "3", "3"), candidate("b", "89", "3", "2").after("a"), candidate("c", "91", "3", "3").after("a")}},
		{"nor-one-whose-result-the-other-lacks", "b:best a:next", []Candidate{
			candidate("a", "90", "1", "3").of("0", "100").by(Key{Missing: true}), candidate("b", "90", "1", "1").of("79", "81").by(exact("80", "0")).after("a")}},
		{"nor-does-the-same-cost", "a:best b:next", []Candidate{candidate("a", "90", "1", "2"), candidate("b", "70", "1", "2")}},
		{"what-may-cost-more-beats-nobody", "a:best b:next c:next", []Candidate{
			candidate("a", "90", "1", "1").doubted("0", true), candidate("b", "80", "1", "2"), candidate("c", "70", "1", "2")}},
		{"who-may-cost-less-is-not-beaten", "a:best b:next", []Candidate{candidate("a", "90", "1", "1"), candidate("b", "80", "1", "1.5").doubted("0.5", false)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			given := slices.Clone(tt.in)
			if diff := cmp.Diff(tt.want, told(Work{Fitting: tt.in}.Judge())); diff != "" {
				t.Errorf("picks differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(given, tt.in); diff != "" {
				t.Errorf("the candidates have changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestLuck: neither end of an interval falls when a result rises.
func TestLuck(t *testing.T) {
	low, high := d("-1"), d("-1")
	for tenths := range int64(1001) {
		score := decimal.New(tenths, -1)
		luck := Luck(score, 148)
		nextLow, nextHigh := decimal.Max(score.Sub(luck), decimal.Zero), score.Add(luck)
		if nextLow.LessThan(low) || nextHigh.LessThan(high) {
			t.Fatalf("at %s the interval falls from %s and %s to %s and %s", score, low, high, nextLow, nextHigh)
		}
		low, high = nextLow, nextHigh
	}
}
