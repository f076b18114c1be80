package catalog

import (
	"testing"
	"testing/fstest"
)

const (
	acme    = "tools/acme.yaml"
	bolt    = "tools/bolt.yaml"
	chat    = "use-cases.yaml"
	scoring = "scoring.yaml"
	naming  = "naming.yaml"
	plans   = "plans.yaml"
)

// TestLoadRefuses has one row for each rule: the base with one text replaced, and the whole error.
func TestLoadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, file, old, new, want string }{
		{"syntax", acme, "bestFor: Anything", "bestFor: [Anything", acme + ":9: ',' or ']' must be specified"},
		{"duplicate-key", acme, "bestFor: Anything", "name: Twice", acme + `:8: mapping key "name" already defined at [3:5]`},
		{"unknown-key", acme, "      cacheRead: 0.01", "      cacheReads: 0.01", acme + `:14: unknown key "cacheReads"; the keys here are verified source basis note confidence input output cacheRead cacheWrite cacheRule elsewhere longContext offPeak promotion announced past`},
		{"missing-key", acme, "      input: 0.075\n", "", acme + `:11: key "input" is missing`},
		{"missing-key-of-an-inlined-struct", acme, "        basis: third-party\n", "", acme + `:21: key "basis" is missing`},
		{"no-number", acme, "0.075", "free", acme + `:12: "free" is not a decimal number`},
		{"no-value", acme, "0.075", "", acme + `:12: want a single value, not nothing; leave the key out if there is none`},
		{"no-whole-number", acme, "200000", "200.5", acme + `:10: "200.5" is not a whole number; write only its digits`},
		{"no-boolean", bolt, "shutdown: 2027-04-01", "deprecated: yes", bolt + `:21: "yes" is neither true nor false`},
		{"no-list", acme, "[Reasoning, Tool calling]", "Reasoning", acme + ":9: want a list, not YAML of type String"},
		{"no-mapping", acme, "{tokens: 200000, verified: 2026-09, source: https://acme.example/models, basis: page}", "[200000]", acme + ":10: want keys with values, not a list"},
		{"list-for-a-text", acme, "bestFor: Anything", "bestFor: [Anything]", acme + ":8: want a single value, not a list; leave the key out if there is none"},
		{"no-date", acme, "verified: 2026-09-02", "verified: 2026-9-2", acme + `:17: "2026-9-2" is not a date; write 2006-01-02, 2006-01 or 2006`},
		{"yaml-anchor", acme, "bestFor: Anything", "bestFor: &best Anything", acme + ":8: want a single value, not YAML of type Anchor; leave the key out if there is none"},
		{"two-documents", "catalogue.yaml", "2026-11-21\n", "2026-11-21\n---\na: b\n", "catalogue.yaml:1: the file must hold exactly one YAML document"},

		{"id-is-no-slug", acme, "id: acme-one", "id: acme_one", "solved.yaml:5: no tool has the id \"acme-one\"\n" + acme + `:2: "acme_one" is not an identifier; use lower-case letters, digits and single hyphens`},
		{"empty-description", acme, "The first.", `" "`, acme + ":7: the text is empty; write it"},
		{"long-best-for", acme, "bestFor: Anything", "bestFor: " + long, acme + ":8: the text has 201 characters, at most 200 are allowed; shorten it"},
		{"one-feature", acme, "[Reasoning, Tool calling]", "[]", acme + ":9: 1 features, at least 2 are needed"},
		{"feature-twice", acme, "[Reasoning, Tool calling]", "[Reasoning, Tool calling, Reasoning]", acme + `:9: "Reasoning" appears twice; remove or rename one`},
		{"feature-of-another-name", acme, "[Reasoning, Tool calling]", "[Reasoning, JSON output]", acme + `:9: "JSON output" is not one of ["Reasoning" "Tool calling" "Structured output" "Vision input" "Video input" "Audio input" "PDF input" "Prompt caching" "1M-token context" "Open weights"]`},
		{"feature-that-follows", acme, "[Reasoning, Tool calling]", "[Reasoning, 1M-token context]", acme + `:9: "1M-token context" follows from context.tokens; remove it here`},
		{"no-https", acme, "url: https://acme.example/pricing", "url: http://acme.example", acme + `:6: "http://acme.example" is not an https address`},
		{"no-month", acme, "released: 2026-09", "released: 2026-13", acme + `:5: "2026-13" is not a month; write it as 2006-01`},
		{"released-later", acme, "released: 2026-09", "released: 2026-12", acme + ":5: 2026-12 is after 2026-11-21, when the catalogue was verified; correct it, or move the date in catalogue.yaml on"},
		{"verified-later", acme, "verified: 2026-09-02", "verified: 2026-11-22", acme + ":17: 2026-11-22 is after 2026-11-21, when the catalogue was verified; correct it, or move the date in catalogue.yaml on"},
		{"unknown-category", acme, "[frontier]", "[frontier, best]", acme + `:4: no category in categories.yaml has the slug "best"`},
		{"no-category", acme, "[frontier]", "[]", acme + ":4: the tool has no category"},
		{"context-in-thousands", acme, "200000", "200", acme + ":10: 200 tokens is outside the plausible 1000 to 20000000"},
		{"copy-of-nobody", acme, "        printedBy: Copies Inc\n", "", acme + `:21: the text is empty; write it`},
		{"copy-by-the-publisher", acme, "basis: third-party", "basis: page", acme + `:28: what the board itself says is no copy; remove printedBy`},
		{"unknown-basis", acme, "basis: third-party", "basis: hearsay", acme + `:27: "hearsay" is not one of ["page" "third-party" "rule"]`},
		{"unknown-confidence", acme, "confidence: high", "confidence: sure", acme + `:16: "sure" is not one of ["high" "medium" "low"]`},
		{"price-of-a-whole-site", acme, "source: https://acme.example/pricing", "source: https://acme.example", acme + ":16: https://acme.example is a whole site or repository, in which nobody finds the number; cite its page, file or line, or write low"},
		{"price-of-a-whole-repository", acme, "source: https://acme.example/pricing", "source: https://github.com/acme/one", acme + ":16: https://github.com/acme/one is a whole site or repository, in which nobody finds the number; cite its page, file or line, or write low"},
		{"third-party-trusted-fully", acme, "basis: page\n    scores", "basis: third-party\n    scores", acme + ":16: the maker was not seen to print it, so it is never of high confidence; write medium"},
		{"low-without-note", acme, "confidence: high", "confidence: low", acme + ":11: a price of low confidence needs a note that says why"},
		{"price-outside-the-band", acme, "output: 0.30", "output: 3000", acme + ":13: 3000 USD per million tokens is outside the 0.02 to 1000 that gate.yaml allows"},
		{"output-below-input", acme, "output: 0.30", "output: 0.05", acme + ":13: output at 0.05 is cheaper than input at 0.075; are they swapped?"},
		{"cache-read-above-input", acme, "cacheRead: 0.01", "cacheRead: 0.1", acme + ":14: cache reads at 0.1 are dearer than input at 0.075; are they swapped?"},
		{"cache-rule-missing", acme, "      cacheRule: same-as-input\n", "", acme + ":11: a cache price is absent, so cacheRule must say why: same-as-input or unknown"},
		{"cache-rule-unknown", acme, "same-as-input", "free", acme + `:15: "free" is not one of ["same-as-input" "unknown"]`},
		{"cache-rule-superfluous", bolt, "      confidence", "      cacheRule: unknown\n      confidence", bolt + ":16: both cache prices are there, so cacheRule has nothing to say; remove it"},
		{"score-of-no-column", acme, "column: sweBench", "column: other", acme + `:21: no column in scoring.yaml has the id "other"`},
		{"score-above-100", acme, "76.40", "764", acme + ":22: 764 is not a score from 0 to 100"},
		{"score-without-entry", acme, "entry: acme/one", `entry: ""`, acme + ":23: the text is empty; write it"},
		{"score-of-unknown-effort", acme, "effort: high", "effort: huge", acme + `:24: effort "huge" is not in effortOrder of scoring.yaml`},

		{"name-like-a-formula", acme, "name: Acme One", "name: =Acme One", acme + `:3: "=Acme One" begins like a formula of a spreadsheet; begin with a letter or a digit`},
		{"provider-like-a-formula", "providers.yaml", "name: Bolt", "name: -Bolt", `providers.yaml:3: "-Bolt" begins like a formula of a spreadsheet; begin with a letter or a digit`},
		{"shutdown-without-evidence", bolt, "    lifecycle: {verified: 2026-09, source: https://bolt.example/end, basis: page}\n", "", bolt + ":2: where shutdownDate was read is missing; add lifecycle with verified, source and basis"},
		{"lifecycle-of-nothing", bolt, "    shutdown: 2027-04-01\n", "", bolt + ":21: there is neither deprecated nor legacy nor shutdown nor successor; remove it or add one"},
		{"lifecycle-without-https", bolt, "https://bolt.example/end", "bolt.example", bolt + `:22: "bolt.example" is not an https address`},
		{"unknown-successor", bolt, "shutdown: 2027-04-01", "successor: bolt-three", bolt + `:21: no tool has the id "bolt-three"`},
		{"successor-of-itself", bolt, "shutdown: 2027-04-01", "successor: bolt-two", bolt + ":21: a tool does not follow itself"},
		{"answer-beyond-the-context", bolt, "maxOutput: 64000", "maxOutput: 1000001", bolt + ":24: an answer of 1000001 tokens does not fit into the context of 1000000"},
		{"unknown-modality", bolt, "[text, image]", "[text, smell]", bolt + `:24: "smell" is not one of ["text" "image" "audio" "video" "pdf"]`},
		{"modality-twice", bolt, "[text, image]", "[text, text]", bolt + `:24: "text" appears twice; remove or rename one`},
		{"knowledge-of-the-future", bolt, "knowledge: 2026-01", "knowledge: 2027-01", bolt + ":24: 2027-01 is after 2026-11-21, when the catalogue was verified; correct it, or move the date in catalogue.yaml on"},
		{"properties-of-nothing", bolt, "maxOutput: 64000, input: [text, image], knowledge: 2026-01, ", "", bolt + ":24: nothing is stated here; write a figure or remove it"},
		{"figure-twice", bolt, "    properties:\n", "    properties:\n      - {maxOutput: 1, verified: 2026-09, source: https://bolt.example/models, basis: page}\n", bolt + ":25: maxOutputTokens appears twice; keep the better evidence"},

		{"input-limit-of-nothing", bolt, "maxOutput: 64000", "inputLimit: 1000000", bolt + ":24: 1000000 tokens limit nothing in a context of 1000000; remove it"},
		{"evidence-of-no-price", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      elsewhere: [{prices: [cacheWrite], confidence: low, verified: 2026-09, source: https://acme.example/news, basis: third-party}]\n", acme + `:16: there is no price "cacheWrite"`},
		{"long-context-without-a-bound", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      longContext: {input: 1, output: 2, verified: 2026-09, source: https://acme.example/news, basis: page}\n", acme + `:16: one of over and from must say above how many tokens a prompt is long`},
		{"long-context-for-less", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      longContext: {over: 100000, input: 0.07, output: 2, verified: 2026-09, source: https://acme.example/news, basis: page}\n", acme + `:16: 0.07 is less than the 0.075 of shorter prompts`},
		{"off-peak-for-more", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      offPeak: {peak: UTC; mon 01:00-04:00, input: 0.05, output: 2, verified: 2026-09, source: https://acme.example/news, basis: page}\n", acme + `:16: 2 is not less than the price above, which is that of the peak`},
		{"off-peak-outside-of-nothing", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      offPeak: {peak: outside UTC; mon 01:00-04:00, input: 0.05, output: 0.1, verified: 2026-09, source: https://acme.example/news, basis: page}\n", acme + `:16: these are hours outside of others; write those of the peak`},
		{"peak-of-no-day", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      offPeak: {peak: UTC; moonday 01:00-04:00, input: 0.05, output: 0.1, verified: 2026-09, source: https://acme.example/news, basis: page}\n", acme + `:16: "UTC; moonday 01:00-04:00": "moonday" is not a day; there are mon tue wed thu fri sat sun`},
		{"long-prompts-dearer-in-a-text", acme, "description: The first.", "description: Requests above 256,000 input tokens are billed at a higher rate.", acme + `:11: "Requests above 256,000 input tokens are billed at a higher rate." says that long prompts cost more; add longContext with their prices`},
		{"holiday-after-all-that-are-known", "holidays.yaml", "to: 2026-12-31", "to: 2026-03-31", `holidays.yaml:2: "2026-03-31" is no day, or does not stand in the order of days up to "2026-03-31"`},
		{"price-of-nothing-known", "tariffs.yaml", "class: searches", "class: coffee", `tariffs.yaml:4: "coffee" is none of the classes: [audio.cacheRead audio.input cacheRead cacheStorage cacheWrite12h cacheWrite1h searches]`},
		{"price-for-another-measure", "tariffs.yaml", "per: 1000 searches", "per: 1000 tokens", `tariffs.yaml:4: per, "1000 tokens", is not what searches is counted in`},
		{"price-for-no-measure", "tariffs.yaml", "per: 1000 searches", "per: a search", `tariffs.yaml:4: "a search" is no measure, which look like 1000 searches`},
		{"price-and-a-factor", "tariffs.yaml", "price: 10,", "price: 10, timesInput: 2,", "tariffs.yaml:4: one of price and timesInput must say what it costs"},
		{"factor-of-what-is-no-token", "tariffs.yaml", "price: 10, per: 1000 searches", "timesInput: 10", `tariffs.yaml:4: per, "0 ", is not what searches is counted in`},
		{"long-price-of-what-is-no-token", "tariffs.yaml", "price: 10,", "price: 10, long: 20,", `tariffs.yaml:4: 20 must be a price of tokens that is not below the one of shorter prompts`},
		{"price-that-is-not-quoted", "tariffs.yaml", "price: 10,", "price: 14,", "tariffs.yaml:4: the quote does not say 14"},
		{"price-at-no-service", "tariffs.yaml", "price: 10,", "price: 10, services: [slow],", `tariffs.yaml:4: "slow" is not one of ["standard" "batch" "flex" "priority" "fast"]`},
		{"price-of-another-provider's-tool", "tariffs.yaml", "price: 10,", "price: 10, tools: [bolt-two],", `tariffs.yaml:4: acme has no tool "bolt-two"`},
		{"rule-that-leads-nowhere", "tariffs.yaml", "service: batch, ", "", "tariffs.yaml:2: one of service and region must say where the rule leads"},
		{"rule-of-no-service", "tariffs.yaml", "service: batch", "service: slow", `tariffs.yaml:2: "slow" is not one of ["batch" "flex" "priority" "fast"]`},
		{"rule-of-another-provider's-tool", "tariffs.yaml", "provider: acme, service", "provider: acme, tools: [bolt-two], service", `tariffs.yaml:2: acme has no tool "bolt-two"`},
		{"rule-of-nobody", "tariffs.yaml", "provider: acme, service", "provider: zed, service", `tariffs.yaml:2: no provider in providers.yaml has the id "zed"`},
		{"rule-of-a-percentage", "tariffs.yaml", "factor: 0.5", "factor: 50", "tariffs.yaml:2: 50 does not lie above 0 and up to 10"},
		{"rule-without-a-number", "tariffs.yaml", "Batches cost 50% less.", "Batches cost less.", "tariffs.yaml:2: the quote says no number"},

		{"board-of-no-work", "solved.yaml", "work: repository", "work: chores", `solved.yaml:2: "chores" is not one of ["repository" "terminal" "answer" "exercise"]`},
		{"board-without-an-address", "solved.yaml", "https://s.example", "s.example", `solved.yaml:2: "s.example" is not an https address`},
		{"board-of-another-column", "solved.yaml", "column: sweBench", "column: humanEval", `solved.yaml:2: no column of leaderboard_vals in scoring.yaml has the id "humanEval"`},
		{"board-with-fewer-than-no-tasks", "solved.yaml", "tasks: 500", "tasks: -1", "solved.yaml:2: -1 is no number of tasks"},
		{"written-by-nobody", "solved.yaml", "[acme]", "[zed]", `solved.yaml:3: no provider in providers.yaml has the id "zed"`},
		{"earlier-price-of-nothing", "solved.yaml", "tool: acme-one", "tool: acme-two", `solved.yaml:5: no tool has the id "acme-two"`},
		{"earlier-price-of-zero", "solved.yaml", "output: 0.60", "output: 0", "solved.yaml:5: 0 is not above 0"},

		{"list-of-no-collector", "audit.yaml", "source: feed_modelsdev, name", "source: pages, name", "audit.yaml:2: \"pages\" is not a source; its name begins with pricing_, leaderboard_, feed_ or lifecycle_\naudit.yaml:4: \"feed_modelsdev\" is not one of [\"pages\"]"},
		{"list-that-sells-nothing", "audit.yaml", "sells: maker", "sells: dreams", `audit.yaml:2: "dreams" is not one of ["maker" "cheapest"]`},
		{"list-without-an-address", "audit.yaml", "https://m.example", "m.example", `audit.yaml:2: "m.example" is not an https address`},
		{"acknowledged-of-no-list", "audit.yaml", "source: feed_modelsdev, tool", "source: feed_litellm, tool", `audit.yaml:4: "feed_litellm" is not one of ["feed_modelsdev"]`},
		{"acknowledged-of-no-tool", "audit.yaml", "tool: bolt-two", "tool: bolt-nine", `audit.yaml:4: no tool has the id "bolt-nine"`},
		{"acknowledged-of-no-field", "audit.yaml", "pricing.input", "input", `audit.yaml:4: "input" is not one of ["pricing.input" "pricing.output" "pricing.cacheRead" "pricing.cacheCreate" "contextWindow"]`},
		{"acknowledged-agreement", "audit.yaml", "theirs: 4", "theirs: 5.0", "audit.yaml:4: 5 on both sides is no deviation"},
		{"acknowledged-without-a-reason", "audit.yaml", "why: a reseller", `why: ""`, "audit.yaml:4: the text is empty; write it"},

		{"withdrawn-is-listed", "withdrawn.yaml", "id: gone-zed", "id: acme-one", `withdrawn.yaml:2: "acme-one" of acme-one is also a spelling of acme-one (tools/acme.yaml:2); give one of them a source or dates, or remove it`},
		{"withdrawn-name-of-a-tool", "withdrawn.yaml", "[gone-0]", "[bolt-2]", `withdrawn.yaml:2: "bolt-2" of gone-zed is also a spelling of bolt-two (tools/bolt.yaml:20); give one of them a source or dates, or remove it`},
		{"withdrawn-without-a-reason", "withdrawn.yaml", "why: was shut down", `why: ""`, "withdrawn.yaml:2: the text is empty; write it"},
		{"withdrawn-for-nothing", "withdrawn.yaml", "why: was shut down", "why: was shut down, successor: acme-two", `withdrawn.yaml:2: no tool has the id "acme-two"`},
		{"other-is-withdrawn", naming, "acme-old", "gone-0", naming + `:7: "gone-0" is a spelling of gone-zed (withdrawn.yaml:2); one of the two is wrong`},

		{"id-twice", bolt, "id: bolt-two", "id: acme-one", "audit.yaml:4: no tool has the id \"bolt-two\"\n" + bolt + `:2: "acme-one" of acme-one is also a spelling of acme-one (tools/acme.yaml:2); give one of them a source or dates, or remove it`},
		{"alias-of-two-tools", bolt, "[bolt-2]", "[bolt-2, ACME 1]", bolt + `:20: "ACME 1" of bolt-two is also a spelling of acme-one (tools/acme.yaml:29); give one of them a source or dates, or remove it`},
		{"alias-is-the-name-of-another", bolt, "[bolt-2]", "[acme_one]", bolt + `:20: "acme_one" of bolt-two is also a spelling of acme-one (tools/acme.yaml:2); give one of them a source or dates, or remove it`},
		{"alias-repeats-the-id", acme, "[acme-1, one.1]", "[acme-1, Acme_One]", acme + `:29: "Acme_One" repeats "acme-one" (tools/acme.yaml:2): case, spaces, hyphens and underscores do not count; remove it`},
		{"alias-empty", acme, "[acme-1, one.1]", `["-"]`, acme + ":29: a name must not be empty"},
		{"scoped-alias-of-two-tools", bolt, "    aliases: [bolt-2]", "    scopedAliases: [{name: acme-latest, source: leaderboard_vals, from: 2026-10-01}]", bolt + `:20: "acme-latest" of bolt-two is also a spelling of acme-one (tools/acme.yaml:31); give one of them a source or dates, or remove it`},
		{"scoped-alias-repeats-an-alias", acme, "name: acme-latest", "name: acme-1", acme + `:31: "acme-1" repeats "acme-1" (tools/acme.yaml:29): case, spaces, hyphens and underscores do not count; remove it`},
		{"scoped-alias-without-scope", acme, "name: acme-latest, source: leaderboard_vals, from: 2026-09-14", "name: acme-last", acme + `:31: "acme-last" has no source and no dates; move it to aliases`},
		{"scoped-alias-of-no-source", acme, "source: leaderboard_vals", "source: vals", acme + `:31: "vals" is not a source; its name begins with pricing_, leaderboard_, feed_ or lifecycle_`},
		{"scoped-alias-ends-before-it-begins", acme, "from: 2026-09-14", "from: 2026-09-14, until: 2026-09-13", acme + `:31: "acme-latest" ends on 2026-09-13, before it begins on 2026-09-14`},
		{"other-is-an-alias", naming, "acme-old", "Acme 1", naming + `:7: "Acme 1" is a spelling of acme-one (tools/acme.yaml:29); one of the two is wrong`},
		{"other-twice", naming, "names: [bolt-2], source: leaderboard_vals", "names: [ACME_old]", naming + `:8: "ACME_old" appears twice (naming.yaml:7); remove one`},
		{"other-without-why", naming, "why: retired", `why: ""`, naming + ":7: the text is empty; write it"},
		{"grammar-of-no-provider", naming, "{acme: acme}", "{acme: acne}", naming + `:3: no provider in providers.yaml has the id "acne"`},
		{"suffix-without-separator", naming, "text: -thinking", "text: thinking", naming + `:5: suffix "thinking" must begin with a separator, or it would cut words apart`},
		{"suffix-without-setting", naming, ", effort: high", "", naming + `:5: suffix "-thinking" is neither a setting nor a route; it needs an effort, a harness or a route`},
		{"suffix-of-unknown-effort", naming, "effort: high", "effort: huge", naming + `:5: effort "huge" is not in effortOrder of scoring.yaml`},

		{"provider-without-file", "providers.yaml", "id: bolt", "id: boltz", "providers.yaml:3: provider \"boltz\" has no file tools/boltz.yaml\ntools/bolt.yaml:1: no provider in providers.yaml has the id \"bolt\""},
		{"provider-without-tool", bolt, base[bolt], "tools: []\n", "audit.yaml:4: no tool has the id \"bolt-two\"\nproviders.yaml:3: provider \"bolt\" has no tool"},
		{"category-without-tool", "categories.yaml", "categories:\n", "categories:\n  - {slug: new, name: New, description: Later.}\n", "categories.yaml:2: category \"new\" has no tool"},
		{"platform-without-offer", plans, "platforms: [ed]", "platforms: []", `platforms.yaml:2: no offer in plans.yaml has the platform "ed"; add what it costs, or that this is unknown`},
		{"offer-of-no-platform", plans, "platforms: [ed]", "platforms: [ed, vi]", plans + `:6: no platform in platforms.yaml has the id "vi"`},
		{"offer-without-plans", "plans.yaml", base[plans], "offers:\n  - {id: ed, name: Ed, seller: Edco, url: https://ed.example, platforms: [ed], plans: []}\n", plans + ":2: the offer has no plan"},
		{"plan-twice", plans, "id: ed-team", "id: ed-free", plans + ":15: no other plan has the id \"ed-team\"\n" + plans + `:20: "ed-free" appears twice; remove or rename one`},
		{"fee-in-words", plans, "flat: 0}", "flat: free}", plans + `:9: "free" is not a decimal number`},
		{"fee-without-figure", plans, "fees: [{currency: USD, flat: 0}], ", "", plans + ":9: fee is stated, but fees is missing"},
		{"figure-of-an-unknown-fee", plans, "name: Team, fee: unknown", "name: Team, fee: unknown, fees: [{currency: USD, flat: 5}]", plans + ":20: fee is unknown, so fees has nothing to say; remove it, or write fee: stated"},
		{"fee-of-another-state", plans, "fee: unknown", "fee: none", plans + ":20: \"none\" is not one of [\"stated\" \"included\" \"byAgreement\" \"unknown\"]\n" + plans + ":20: where the fee or the allowance was read is missing; add evidence with verified, source and basis"},
		{"fee-of-nobody", plans, "flat: 9.50, perUser: 4, ", "", plans + ":13: neither flat nor perUser says how much it is"},
		{"fee-below-0", plans, "flat: 9.50", "flat: -9.50", plans + ":13: -9.5 is no fee; a free plan has flat: 0 as its only fee"},
		{"fee-of-0-for-users", plans, "perUser: 4", "perUser: 0", plans + ":13: 0 is no fee; a free plan has flat: 0 as its only fee"},
		{"fee-beyond-reason", plans, "perUser: 4", "perUser: 40000000", plans + ":13: 40000000 is no fee; a free plan has flat: 0 as its only fee"},
		{"free-and-not", plans, "flat: 0}]", "flat: 0}, {currency: USD, flat: 1}]", plans + ":9: 0 is no fee; a free plan has flat: 0 as its only fee"},
		{"free-and-billed", plans, "flat: 0}]", "flat: 0, billed: month}]", plans + ":9: nothing is billed for a free plan; remove it"},
		{"unknown-currency", plans, "currency: EUR", "currency: XXX", plans + `:13: "XXX" is neither USD nor in exchangeRates of gate.yaml`},
		{"unknown-period", plans, "period: month", "period: moon", plans + `:13: "moon" is no period; write week, month, year, or a number of hours or days such as 5 hours`},
		{"included-with-nothing", plans, "fee: unknown", "fee: included", plans + ":20: fee is included, but includedWith is missing\n" + plans + ":20: where the fee or the allowance was read is missing; add evidence with verified, source and basis"},
		{"allowance-without-figure", plans, "        limits: [{amount: 2, of: multiple, than: ed-team, period: 5 hours}]\n", "", plans + ":10: allowance is stated, but limits is missing"},
		{"allowance-of-another-state", plans, "allowance: none", "allowance: free", plans + `:9: "free" is not one of ["stated" "none" "unstated" "unknown"]`},
		{"limit-of-0", plans, "amount: 2", "amount: 0", plans + ":15: 0 is not above 0"},
		{"limit-of-an-unknown-unit", plans, "of: multiple, than: ed-team", "of: wishes", plans + `:15: "wishes" is not one of ["USD" "credits" "requests" "completions" "tokens" "hours" "multiple"]`},
		{"multiple-of-nothing", plans, ", than: ed-team", "", plans + ":15: of is multiple, but than is missing"},
		{"multiple-of-itself", plans, "than: ed-team", "than: ed-pro", plans + `:15: no other plan has the id "ed-pro"`},
		{"plan-verified-later", plans, "verified: 2026-10,", "verified: 2026-12,", plans + ":19: 2026-12 is after 2026-11-21, when the catalogue was verified; correct it, or move the date in catalogue.yaml on"},
		{"offer-of-another-basis", plans, "basis: page, quote", "basis: hearsay, quote", plans + `:7: "hearsay" is not one of ["page" "third-party" "rule"]`},
		{"plan-without-evidence", plans, "    evidence: [{verified: 2026-05, source: https://ed.example/plans, basis: page, quote: Free}]\n", "", plans + ":8: where the fee or the allowance was read is missing; add evidence with verified, source and basis\n" + plans + ":8: a plan of low confidence or without evidence needs a note that says why"},
		{"doubted-plan-without-a-note", plans, ", note: Nobody says.", "", plans + ":20: a plan of low confidence or without evidence needs a note that says why"},

		{"unknown-sort-rule", chat, "sortBy: value", "sortBy: luck", chat + `:7: "luck" is not one of ["overallScore" "price" "value" "contextWindow" "sweBench" "liveCodeBench" "humanEval" "bigCodeBench" "outputPrice" "releaseDate" "taskCost"]`},
		{"use-case-of-no-category", chat, "[frontier]", "[best]", chat + `:8: no category in categories.yaml has the slug "best"`},
		{"like-a-board-that-nobody-reads", chat, "    sortBy", "    boards: [vals, other]\n    failure: {minutes: 5}\n    sortBy", chat + `:7: no board in solved.yaml whose share is one of finished tasks has the id "other"` + "\n" + chat + `:7: boards, failure and sortBy: taskCost go together; write all three or none`},
		{"failures-of-days", chat, "    sortBy: value", "    boards: [vals]\n    failure: {minutes: 1001}\n    sortBy: taskCost", chat + `:8: 1001 minutes are outside 0 to 1000`},
		{"timed-on-a-board-that-nobody-reads", chat, "    sortBy", "    speed: {board: other, seconds: 60}\n    sortBy", chat + `:7: no board in solved.yaml has the id "other"`},
		{"in-no-time", chat, "    sortBy", "    speed: {board: vals, seconds: 0}\n    sortBy", chat + `:7: 0 is less than 1`},
		{"after-a-tool-that-is-not-listed", acme, "    released: 2026-09", "    released: 2026-09\n    predecessor: acme-zero", acme + `:6: no tool has the id "acme-zero"`},
		{"after-a-tool-that-is-no-older", acme, "    released: 2026-09", "    released: 2026-05\n    predecessor: bolt-two", acme + `:6: bolt-two was released in 2026-05, which is not before 2026-05`},
		{"needs-what-no-tool-has", chat, "    sortBy", "    needs: [Reasoning, Vision]\n    sortBy", chat + `:7: no tool has the feature "Vision"; spell it as the tools do`},
		{"cached-more-than-input", chat, "inputTokens: 1000", "inputTokens: 999", chat + ":9: 999 input tokens do not hold the 1000 that are read from and written to the cache; inputTokens counts those too"},
		{"no-request", chat, "requests: 2", "requests: 0", chat + ":9: 0 is less than 1"},
		{"one-question", chat, "      - {q: Why?, a: It talks.}\n", "", chat + ":10: 1 questions, at least 2 are needed"},
		{"answer-is-no-template", chat, "It talks.", `"{{.First"`, chat + `:12: the answer is not a template: template: answer:1: unclosed action`},
		{"answer-types-in-a-price", chat, "It talks.", "It costs $5.", chat + ":12: the answer types in a price ($5…), which will be wrong one day; render it from a field such as {{.First.Cost}}"},

		{"benchmark-of-how-many-tasks", scoring, "weight: 0.4, size: 500", "weight: 0.4", scoring + ":6: how many tasks the board sweBench has is missing; it has a weight"},
		{"weights-do-not-add-up", scoring, "weight: 0.4", "weight: 0.5", scoring + ":5: the weights add up to 1.1, they must add up to 1"},
		{"frozen-column-with-weight", scoring, "weight: 0, source: leaderboard_eval", "weight: 0.1, size: 164, source: leaderboard_eval", scoring + ":5: the weights add up to 1.1, they must add up to 1\n" + scoring + ":9: what is relative, takes no new models, or stands in for another column, has no weight of its own"},
		{"benchmark-without-column", scoring, "id: humanEval", "id: other", scoring + ":5: the benchmark humanEval has no column"},
		{"column-of-no-score", scoring, "field: score.extra", "field: price.input", scoring + `:10: "price.input" is not a score field; it must begin with score. or be solved.share`},
		{"column-of-a-share-of-what", scoring, "field: score.extra", "field: solved.share", scoring + `:10: "" does not say of which score the tasks are that a share of was solved; it must begin with score.`},
		{"column-that-stands-in-for-nothing", scoring, "field: score.extra}", "field: score.extra, standsInFor: other}", scoring + `:10: no other column has the id "other"`},
		{"column-in-an-unknown-unit", scoring, "field: score.extra}", "field: score.extra, unit: stars}", scoring + `:10: "stars" is not one of ["percent" "elo"]`},
		{"doubts-everything", scoring, "doubtBelow: 20", "doubtBelow: 0", scoring + `:11: 0 is not above 0`},
		{"column-of-unknown-qualifier", scoring, "{board: hard}", "{bord: hard}", scoring + `:8: "bord" is not one of ["board" "split" "harness" "effort" "measuredBy" "measurer"]`},
		{"uncertain-without-limit", scoring, "maxHalfWidth: 6", "maxHalfWidth: 0", scoring + `:12: 0 is not above 0`},
		{"unstated-effort-missing", scoring, `[low, "", high]`, "[low, high]", scoring + `:4: the unstated effort "" is missing`},
		{"minimum-weight-above-1", scoring, "0.30", "30", scoring + ":3: 30 is not a share above 0 and up to 1"},
		{"band-missing", "gate.yaml", "  price.cacheWrite: {min: 0.01, max: 400}\n", "", "gate.yaml:1: price.cacheWrite has no band"},
		{"band-below-0", "gate.yaml", "{min: 0.01, max: 400}", "{min: -1, max: 400}", "gate.yaml:5: -1 to 400 is not a band of prices"},
		{"factor-that-holds-everything", "gate.yaml", "ratio: 3", "ratio: 1", "gate.yaml:6: 1 must be more than 1, or every change is held"},
		{"share-above-all", "gate.yaml", "goneShare: 0.20", "goneShare: 20", "gate.yaml:12: 20 is not a share; it must be above 0 and at most 1"},
		{"alone-for-no-day", "gate.yaml", "aloneForDays: 28", "aloneForDays: 0", "gate.yaml:15: 0 days must be more than 0"},
		{"asks-before-it-doubts", "gate.yaml", "askAfterDays: 120", "askAfterDays: 60", "gate.yaml:14: 60 days must be more than the 60 of doubtAfterDays, and both more than 0"},
		{"stand-in-twice", "gate.yaml", "[feed_one]", "[feed_one, feed_one]", `gate.yaml:21: "feed_one" appears twice; remove or rename one`},
		{"promotion-over-when-it-was-read", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      promotion: {until: 2026-09-01}\n", acme + ":16: \"2026-09-01\" is not a day on or after that on which the prices were verified (2026-09-02)"},
		{"promotion-above-its-list-price", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      promotion: {until: 2026-12-01, input: 0.05, listed: {confidence: high, verified: 2026-09-02, source: https://acme.example/offer, basis: page, quote: 50% off}}\n", acme + ":16: the list price of 0.05 is not above that of the promotion"},
		{"list-price-from-nowhere", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      promotion: {until: 2026-12-01, input: 9}\n", acme + ":16: listed must say where the list price is from"},
		{"list-price-without-a-number", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      promotion: {until: 2026-12-01, input: 9, listed: {confidence: high, verified: 2026-09-02, source: https://acme.example/offer, basis: page, quote: half off}}\n", acme + ":16: the quote says no number"},
		{"promotion-with-two-ends", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      promotion: {until: 2026-12-01, promised: 2026-11-01}\n", acme + ":16: until says when the promotion ends, promised that it does not say so; remove one"},
		{"rate-of-nothing", "gate.yaml", "{EUR: 0.86}", "{EUR: 0}", "gate.yaml:19: 0 is no exchange rate"},
		{"announced-for-the-past", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      announced: [{from: 2026-09-01, source: https://acme.example/news, input: 1}]\n", acme + ":16: \"2026-09-01\" is not after the prices above were verified (2026-09-02)"},
		{"announced-outside-the-band", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      announced: [{from: 2026-12-01, source: https://acme.example/news, input: 1000}]\n", acme + ":16: 1000 USD per million tokens is outside the 0.01 to 200 that gate.yaml allows"},
		{"announced-by-a-whole-repository", acme, "      cacheRule: same-as-input\n", "      cacheRule: same-as-input\n      announced: [{from: 2026-12-01, source: https://github.com/acme/one, input: 1}]\n", acme + ":16: https://github.com/acme/one is a whole site or repository, in which nobody finds the number; cite its page, file or line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Load(edited(t, tt.file, tt.old, tt.new))
			if err == nil {
				t.Fatalf("no error, want %s", tt.want)
			}
			if got := err.Error(); got != tt.want {
				t.Errorf("error\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// long has 201 characters.
var long = func() string {
	text := make([]byte, 201)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}()

// TestLoadRefusesWhatNoStoreHolds says so before anything else is checked, and long before a snapshot is made.
func TestLoadRefusesWhatNoStoreHolds(t *testing.T) {
	l := loader{checks: checks{catalog: &Catalog{Tools: make([]Tool, mostTools+1)}}}
	l.validate(nil)
	want := "catalogue.yaml:1: 6501 tools, but at most 6500 tools fit into one store; list fewer, or part them between two programs with a store each"
	if err := l.Err(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestLoadReportsEverythingInOrder(t *testing.T) {
	fsys := baseFS()
	fsys["tools/bolt.yaml"] = &fstest.MapFile{Data: []byte("tools:\n  - {id: b, price: 1}\n  - {id: c, released: [1]}\n")}
	fsys["gate.yaml"] = &fstest.MapFile{Data: []byte(base["gate.yaml"] + "ratio2: low\n")}
	fsys["extra.yaml"] = &fstest.MapFile{Data: []byte("a: b\n")}
	delete(fsys, "naming.yaml")
	_, err := Load(fsys)
	const missing = `: key "name" is missing`
	want := []string{
		"extra.yaml:1: nothing reads this file; rename or remove it",
		`gate.yaml:22: unknown key "ratio2"; the keys here are ratio cacheRatio rereadBelow scorePoints movedShare movedAtLeast goneShare doubtAfterDays askAfterDays aloneForDays togetherAtLeast togetherShare sameFactor exchangeRates rateWithin termWords plainWords standIns bands`,
		"naming.yaml:1: the file is missing",
		"tools/bolt.yaml:2: unknown key \"price\"; the keys here are " + toolKeys,
		"tools/bolt.yaml:2" + missing,
	}
	got := problemsOf(err)
	for i, text := range want {
		if i >= len(got) || got[i] != text {
			t.Fatalf("problem %d of\n%q\nis not %q", i, got, text)
		}
	}
	if last := got[len(got)-1]; last != `tools/bolt.yaml:3: key "prices" is missing` {
		t.Errorf("last problem = %q", last)
	}
}

const toolKeys = "id name categories released predecessor url description bestFor features strengths weaknesses context prices scores properties aliases scopedAliases deprecated legacy shutdown successor lifecycle"

func problemsOf(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var all []string
	for _, e := range joined.Unwrap() {
		all = append(all, e.Error())
	}
	return all
}
