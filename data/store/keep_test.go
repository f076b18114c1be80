package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

func needNothing(string) (needs, error) { return needs{}, nil }

func TestKeepChooses(t *testing.T) {
	day := func(d string) string { return d + "T030000Z" }
	for name, row := range map[string]struct {
		versions []string
		days     int
		want     reasons
	}{
		"nothing": {nil, 90, reasons{}},
		"one":     {[]string{day("2020-01-01")}, 90, reasons{day("2020-01-01"): "the newest"}},
		"the-last-of-a-month": {
			[]string{day("2025-12-22"), day("2025-12-29"), day("2026-01-05"), day("2026-02-02"), day("2026-02-09"), day("2026-11-16")}, 90,
			reasons{day("2025-12-29"): "the last of 2025-12", day("2026-01-05"): "the last of 2026-01",
				day("2026-02-09"): "the last of 2026-02", day("2026-11-16"): "the newest"},
		},
		"the-same-month-of-another-year": {
			[]string{day("2024-11-11"), day("2025-11-10"), day("2026-11-16")}, 1,
			reasons{day("2024-11-11"): "the last of 2024-11", day("2025-11-10"): "the last of 2025-11", day("2026-11-16"): "the newest"},
		},
		"to-the-second": {
			[]string{"2026-11-06T025959Z", "2026-11-06T030000Z", "2026-11-16T030000Z"}, 10,
			reasons{"2026-11-06T030000Z": "of the last 10 days", "2026-11-16T030000Z": "the newest"},
		},
		"one-day": {
			[]string{day("2026-11-15"), day("2026-11-16")}, 1,
			reasons{day("2026-11-15"): "of the last day", day("2026-11-16"): "the newest"},
		},
		"everything": {
			[]string{day("2024-11-04"), day("2024-11-11"), day("2026-11-16")}, 0,
			reasons{day("2024-11-04"): "all are kept", day("2024-11-11"): "all are kept", day("2026-11-16"): "the newest"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := keep(row.versions, row.days, muchLater, needNothing)
			if diff := cmp.Diff(row.want, got); diff != "" || err != nil {
				t.Errorf("keep() fails with %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestKeepAfterAClockWasAhead counts days from now, since the newest version was made by a clock that was a year ahead.
func TestKeepAfterAClockWasAhead(t *testing.T) {
	const newest, now, lately, before = "2027-11-16T030000Z", "2026-11-23T030000Z", "2026-11-09T030000Z", "2026-11-02T030000Z"
	clock, err := data.ParseVersion(now)
	if err != nil {
		t.Fatal(err)
	}
	versions := []string{before, lately, "2026-11-16T030000Z", newest}
	got, _, err := keep(versions, 14, clock, needNothing)
	want := reasons{lately: "of the last 14 days", "2026-11-16T030000Z": "of the last 14 days", newest: "the newest"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("keep() fails with %v (-want +got):\n%s", err, diff)
	}
}

// TestKeepFollowsNeeds has four versions of one month, of which the rule alone would keep the last, and the newest.
func TestKeepFollowsNeeds(t *testing.T) {
	versions := append(weekly("2025-03-31T030000Z", 5), "2026-11-16T030000Z")
	a, b, c, d, last, newest := versions[0], versions[1], versions[2], versions[3], versions[4], versions[5]
	byRule := reasons{last: "the last of 2025-03", newest: "the newest"}
	for name, row := range map[string]struct {
		needs map[string]needs
		want  reasons // beside byRule
	}{
		"built-on":               {map[string]needs{last: {previous: d}}, reasons{d: last + " was built on it"}},
		"built-on-but-one":       {map[string]needs{last: {previous: d}, d: {previous: c}}, reasons{d: last + " was built on it"}},
		"earlier-changes":        {map[string]needs{newest: {earlier: b}}, reasons{b: "the changes.json of " + newest + " leads to it"}},
		"earlier-changes-beyond": {map[string]needs{newest: {earlier: c}, c: {earlier: a, previous: b}}, reasons{c: "the changes.json of " + newest + " leads to it", a: "the changes.json of " + c + " leads to it"}},
		"restored":               {map[string]needs{newest: {restores: c}}, reasons{c: newest + " restores it"}},
		"gone-already":           {map[string]needs{newest: {previous: "2025-01-01T030000Z"}}, nil},
		"in-a-ring":              {map[string]needs{newest: {restores: c}, c: {earlier: newest}}, reasons{c: newest + " restores it"}},
	} {
		t.Run(name, func(t *testing.T) {
			want := reasons{}
			for _, all := range []reasons{byRule, row.want} {
				for version, why := range all {
					want[version] = why
				}
			}
			got, _, err := keep(versions, 90, muchLater, func(v string) (needs, error) { return row.needs[v], nil })
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("keep() fails with %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// TestKeepArchives keeps those of what is kept, whosever they were first.
func TestKeepArchives(t *testing.T) {
	versions := weekly("2026-11-16T030000Z", 40)
	newest, dropped := versions[39], versions[8]
	_, got, err := keep(versions, 7, muchLater, func(v string) (needs, error) {
		return needs{archives: map[string][]string{newest: {"archive/x"}, dropped: {"archive/x", "archive/y"}}[v]}, nil
	})
	if diff := cmp.Diff(reasons{"archive/x": newest + " was read from it"}, got); diff != "" || err != nil {
		t.Errorf("keep() fails with %v (-want +got):\n%s", err, diff)
	}
}
