package explain

import (
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// explainCase is one question and what stands in the snapshot about it.
type explainCase struct {
	id, field string
	values    []data.Evidence
	findings  []data.Finding
}

func explainSources() []data.SourceStatus {
	status := func(id string, kind data.SourceKind, publisher string, state data.State, cause string) data.SourceStatus {
		return data.SourceStatus{ID: id, Kind: kind, Publisher: publisher, State: state, Cause: cause}
	}
	return []data.SourceStatus{
		status("pricing_acme", "pricing", "Acme", data.Fresh, ""),
		status("pricing_down", "pricing", "Acme", data.Failing, "status 403 Forbidden"),
		status("pricing_shut", "pricing", "Acme", data.Disallowed, "robots.txt refuses us"),
		status("leaderboard_vals", "leaderboard", "vals.ai", data.Fresh, ""),
		status("feed_one", "feed", "oneFeed", data.Fresh, ""),
		status("feed_two", "feed", "two.dev", data.Fresh, ""),
		status("feed_copy", "feed", "Copycat", data.Fresh, ""),
		status("feed_echo", "feed", "echo", data.Fresh, ""),
	}
}

func amount(text string) *data.Number {
	n := data.MustNumber(text)
	return &n
}

// explainCases are the questions of TestExplain.
func explainCases(t *testing.T) []explainCase {
	day := func(d string) data.Timestamp { return fixture.On(d) }
	page := func(field, value, quote string) data.Evidence {
		return data.Evidence{
			Field: field, Value: data.MustNumber(value), Unit: "USD/1M tokens", Method: data.Collected, Confidence: data.High,
			Source: "pricing_acme", Publisher: "Acme", Subject: "acme 5", URL: "https://acme.example/pricing", Quote: quote,
			Conditions: data.Qualifiers{Service: "standard"}, SHA256: strings.Repeat("5e", 32), Archive: "archive/" + fixture.MadeOn + ".warc.gz",
			FetchedAt: day("2026-08-28"), ConfirmedAt: day("2026-08-28"), ChangedAt: day("2026-08-28"),
		}
	}
	input := page(data.FieldInput, "1.25", "$1.25")
	with := func(e data.Evidence, changes ...func(*data.Evidence)) []data.Evidence {
		for _, change := range changes {
			change(&e)
		}
		return []data.Evidence{e}
	}
	since := func(d string) func(*data.Evidence) { return func(e *data.Evidence) { e.ChangedAt = day(d) } }
	verified := func(d string) func(*data.Evidence) { return func(e *data.Evidence) { e.VerifiedAt = day(d) } }
	from := func(source string) func(*data.Evidence) { return func(e *data.Evidence) { e.Source = source } }
	answered := func(d string) func(*data.Evidence) { return func(e *data.Evidence) { e.FetchedAt = day(d) } }
	under := func(q data.Qualifiers) func(*data.Evidence) { return func(e *data.Evidence) { e.Conditions = q } }
	rest := func(r data.Ruling) func(*data.Evidence) { return func(e *data.Evidence) { e.RestOn(r) } }
	held := func(id string) func(*data.Evidence) { return func(e *data.Evidence) { e.Held = id } }
	method := func(m data.Method) func(*data.Evidence) { return func(e *data.Evidence) { e.Method = m } }
	note := func(c data.Confidence, text string) func(*data.Evidence) {
		return func(e *data.Evidence) { e.Confidence, e.Note = c, text }
	}
	unconfirmed := func(d string) func(*data.Evidence) {
		return func(e *data.Evidence) { e.UnconfirmedSince = day(d) }
	}
	says := func(source, value, d, copyOf string) data.Statement {
		return data.Statement{Source: source, Value: data.MustNumber(value), FetchedAt: day(d), CopyOf: copyOf}
	}
	agree := func(all ...data.Statement) func(*data.Evidence) { return func(e *data.Evidence) { e.Agrees = all } }
	differ := func(all ...data.Statement) func(*data.Evidence) { return func(e *data.Evidence) { e.Disagrees = all } }
	announced := func(d string, quote, page string) func(*data.Evidence) {
		return func(e *data.Evidence) {
			e.Announced = append(e.Announced, data.Announcement{Value: data.MustNumber("3"), From: d, Quote: quote, Page: page})
		}
	}
	curated := func(field, value string, basis data.Basis, d string) data.Evidence {
		return data.Evidence{
			Field: field, Value: data.MustNumber(value), Unit: "USD/1M tokens", Method: data.Curated, Confidence: data.High,
			Source: "catalogue", Basis: basis, URL: "https://acme.example/docs", ChangedAt: day(d), VerifiedAt: day(d),
		}
	}
	placeholder := func(e *data.Evidence) { e.Placeholder = true }
	promotion := func(until string) func(*data.Evidence) {
		return func(e *data.Evidence) {
			e.Conditions.Kind, e.Conditions.ValidUntil, e.ListPrice = "promotional", until, amount("2.5")
		}
	}
	score := page("liveCodeBench", "85.296", "LiveCodeBench,2026-10-01,coding,overall,Overall,acme/five,9,130,85.296,0.9,0.2,57.7,")
	score.Source, score.Publisher, score.Subject, score.Conditions = "leaderboard_vals", "vals.ai", "acme/five", data.Qualifiers{Effort: "xhigh"}
	shortScore := with(score, func(e *data.Evidence) {
		e.Field, e.Quote, e.Value, e.Conditions = "bigCodeBench", "acme/five | 31.8", data.MustNumber("31.8"), data.Qualifiers{Effort: "thinking", Harness: "no prefill"}
	})
	fed := func(field, value, quote string) data.Evidence {
		return with(page(field, value, quote), from("feed_one"), method(data.Fed), note(data.Medium, ""))[0]
	}
	ruled := func(field string, r data.Rule, c data.Confidence) []data.Evidence {
		return with(page(field, "1.25", ""), method(data.Ruled), rest(data.Ruling{Rule: r}), note(c, ""))
	}
	overall := data.Evidence{Field: data.FieldOverall, Value: data.MustNumber("67.3"), Unit: "percent", Method: data.Computed, Confidence: data.Medium,
		Rule: "0.4 * 64.9 estimated for SWE-bench Verified + 0.3 * 85.296 on LiveCodeBench + 0.2 * 31.8 on BigCodeBench Hard (instruct) + 0.1 * 94.1 estimated for HumanEval", Source: "methodology 1", ChangedAt: day("2026-09-01")}
	perPoint := with(overall, func(e *data.Evidence) {
		e.Field, e.Value, e.Rule, e.ChangedAt = data.FieldPerPoint, data.MustNumber("0.05"), "(3 * 1.25 + 10) / 4 / 67.3", day("2026-10-15")
	})[0]
	holding := func(id, why string) []data.Finding {
		return []data.Finding{{ID: id, Kind: data.Held, Source: "pricing_acme", Found: amount("15"), Quote: "$15.00", Evidence: day("2026-10-14"),
			Breaches: []data.Breach{{Rule: data.RuleRatio, Why: why}}, Why: "the input price of Acme 5 is held: " + why, Ends: "an independent source states the same, or an operator accepts it"}}
	}
	far := "it moved from 1.25 to 15, by a factor of 3 or more"

	return []explainCase{
		{"printed", "input", with(input), nil},
		{"in-full", "pricing.input", with(input, since("2026-07-03"), verified("2026-07-05"), agree(says("feed_one", "1.25", "2026-08-01", ""), says("feed_two", "1.25", "2026-08-02", ""),
			says("feed_copy", "1.25", "2026-08-03", "feed_two")), differ(says("feed_echo", "1.5", "2026-07-02", ""))), nil},
		{"known-before-it-was-read", "input", with(curated(data.FieldInput, "1.25", "page", "2026-09-22"), since("2026-04-30")), nil},
		{"cache-write", "cacheWrite", with(page(data.FieldCacheWrite, "1.5625", "$1.5625"), under(data.Qualifiers{CacheTTL: "5m"})), nil},
		{"context", "context", with(page(data.FieldContext, "1050000", "1.05M"), agree(says("feed_one", "1050000", "2026-08-01", "")), differ(says("feed_two", "400000", "2026-09-02", ""))), nil},
		{"score", "liveCodeBench", with(score), nil},
		{"score-in-a-copy", "liveCodeBench", with(score, func(e *data.Evidence) { e.PrintedBy, e.Confidence = "ada/copies", data.Medium }), nil},

		{"page-read-by-a-person", "input", with(curated(data.FieldInput, "1.25", "page", "2026-09-22")), nil},
		{"third-party-read-by-a-person", "input", with(curated(data.FieldInput, "1.25", "third-party", "2026-09-22"), note(data.High, "Cites Acme's page.")), nil},
		{"placeholder", "input", with(curated(data.FieldInput, "1.25", "page", "2026-11-18"), placeholder), nil},
		{"feed", "input", with(fed(data.FieldInput, "1.25", "acme-5 | input 1.25")), nil},
		{"copies-alone", "input", with(fed(data.FieldInput, "1.25", "acme-5 | input 1.25"), agree(says("feed_copy", "1.25", "2026-08-03", "feed_one"), says("feed_echo", "1.25", "2026-08-03", "feed_one"))), nil},
		{"unconfirmed", "input", with(input, method(data.Carried), note(data.Low, ""), unconfirmed("2026-08-28")), nil},

		{"reading-is-unknown", "cacheRead", ruled(data.FieldCacheRead, data.InputAsBound, data.Low), nil},
		{"overall-score", "overall", append(append(with(score), shortScore...), overall), nil},
		{"price-per-point", "pricePerScorePoint", []data.Evidence{perPoint}, nil},

		{"no-longer-stated", "input", with(input, method(data.Carried), answered("2026-10-14"), note(data.Medium, "")), nil},
		{"cannot-be-read", "input", with(input, from("pricing_down")), nil},
		{"cannot-be-used", "input", with(input), []data.Finding{{ID: "bad0000001", Kind: data.Refused, Source: "pricing_acme", Tool: "cannot-be-used", Field: data.FieldInput,
			Quote: `price.input of acme 5 is "$1" and "$2" under the same conditions`}}},

		{"held", "input", with(input, method(data.Carried), answered("2026-10-14"), held("0123456789")), holding("0123456789", far)},
		{"held-and-accepted", "input", with(input, method(data.Carried), held("acce000001")), holding("acce000001", far)},
		{"held-with-nothing-before", "cacheRead", []data.Evidence{{Field: data.FieldCacheRead, Held: "0000000001"}}, holding("0000000001", "15 lies outside of 0.0005 to 10, what such a price can be")},
		{"held-by-an-unknown-finding", "swe", []data.Evidence{{Field: "sweBench", Held: "0000000002"}}, nil},
		{"accepted", "input", with(input, rest(data.Ruling{Rule: data.AcceptedByHand, By: "ada", At: day("2026-09-14")})), nil},

		{"announced", "input", with(input, announced("2027-01-01", "$3.00 from January", "")), nil},
		{"announced-and-not-read-again", "input", with(input, announced("2026-10-15", "$3.00 from October", "")), nil},
		{"promotion", "input", with(input, promotion("2026-12-31")), nil},
		{"promotion-without-end", "input", with(input, promotion("")), nil},
		{"many-conditions", "input", with(input, under(data.Qualifiers{Service: "batch", Window: "peak", ContextUpTo: "272000", Region: "international", Modality: "audio", ValidUntil: "2026-12-31"})), nil},

		{"absent-score", "sweBench", with(input), nil},
		{"stand-in", "deepSwe", with(score, func(e *data.Evidence) {
			e.Field, e.Value, e.Publisher, e.Quote = "deepSWEMercor", data.MustNumber("72.3"), "Mercor", "72.3%"
		}), nil},
		{"absent-overall", "overallScore", with(input), nil},
		{"absent-per-point", "value", with(input), nil},

		{"whole-tool", "", append(append(append(with(input, verified("2026-08-28")), with(page(data.FieldOutput, "10", "$10.00"), verified("2026-08-28"))...),
			ruled(data.FieldCacheWrite, data.SameAsInput, data.High)...), with(score)[0], shortScore[0], overall, perPoint), nil},
		{"whole-tool-of-a-person", "", []data.Evidence{
			with(curated(data.FieldInput, "1.25", "page", "2026-11-18"), placeholder, note(data.Medium, "Undated page."))[0],
			with(curated(data.FieldOutput, "10", "page", "2026-11-18"), placeholder, note(data.Medium, "Undated page."))[0],
			curated(data.FieldContext, "400000", "third-party", "2026-09-22")}, nil},
	}
}
