package listing

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/rating"
)

func number(text string) *data.Number {
	n := data.MustNumber(text)
	return &n
}

// four tools with everything that a query can ask for.
func four() []Tool {
	return []Tool{
		{ID: "acme-5", Name: "Acme 5", Provider: "Acme", Categories: []string{"frontier"}, Input: data.MustNumber("5"), Output: data.MustNumber("25"),
			CacheRead: number("0.5"), Confidence: data.High, ContextTokens: data.MustNumber("1000000"), InputModalities: []data.Modality{"text", "image", "pdf"},
			Features: []string{"Reasoning", "PDF input"}, Score: number("80.5"), PricePerPoint: number("0.1242"), Released: "2026-05", State: Sold},
		{ID: "acme-mini", Name: "Acme Mini", Provider: "Acme", Categories: []string{"fast-budget"}, Input: data.MustNumber("0.25"), Output: data.MustNumber("2"),
			Confidence: data.Medium, ContextTokens: data.MustNumber("400000"), InputModalities: []data.Modality{"text"}, Features: []string{"Reasoning"},
			Released: "2026-08", State: Ending, ShutdownDate: "2027-04-01"},
		{ID: "bolt", Name: "Bolt", Provider: "Bolt Works", Categories: []string{"balanced", "open-weights"}, Input: data.MustNumber("0.25"), Output: data.MustNumber("1"),
			CacheRead: number("0.05"), Confidence: data.Low, ContextTokens: data.MustNumber("200000"), Score: number("60"), PricePerPoint: number("0.007292"),
			Released: "2025-12", State: Deprecated, Successor: "acme-5"},
		{ID: "coil", Name: "coil", Provider: "Bolt Works", Categories: []string{"balanced"}, Confidence: data.High,
			ContextTokens: data.MustNumber("200000"), Score: number("9.5"), Released: "2026-08", State: Sold},
	}
}

func TestSelect(t *testing.T) {
	for _, tt := range []struct {
		name  string
		query Query
		want  string
	}{
		{"everything", Query{}, "acme-5 acme-mini bolt coil"},
		{"part-of-a-name", Query{Name: "ACME_"}, "acme-5 acme-mini"},
		{"nothing-like-it", Query{Name: "zinc"}, ""},
		{"a-provider", Query{Providers: []string{"Bolt Works"}}, "bolt coil"},
		{"two-providers", Query{Providers: []string{"Bolt Works", "Acme"}}, "acme-5 acme-mini bolt coil"},
		{"one-of-its-categories", Query{Categories: []string{"open-weights", "frontier"}}, "acme-5 bolt"},
		{"open-weights", Query{OpenWeights: true}, "bolt"},
		{"all-modalities", Query{Modalities: []string{"pdf", "text"}}, "acme-5"},
		{"all-features", Query{Features: []string{"Reasoning"}}, "acme-5 acme-mini"},
		{"states", Query{States: []string{"deprecated", "ending"}}, "acme-mini bolt"},
		{"a-price-known-well", Query{Confidence: "medium"}, "acme-5 acme-mini coil"},
		{"no-dearer", Query{MaxInput: number("0.25"), MaxOutput: number("1")}, "bolt coil"},
		{"no-smaller", Query{MinContext: number("400000")}, "acme-5 acme-mini"},
		{"no-worse-and-measured", Query{MinScore: number("60")}, "acme-5 bolt"},
		{"any-score-is-none-for-the-unmeasured", Query{MinScore: number("0")}, "acme-5 bolt coil"},
		{"cheapest-first", Query{Sort: "input"}, "coil acme-mini bolt acme-5"},
		{"dearest-first", Query{Sort: "input", Reverse: true}, "acme-5 acme-mini bolt coil"},
		{"best-first", Query{Sort: "score"}, "acme-5 bolt coil acme-mini"},
		{"worst-first", Query{Sort: "score", Reverse: true}, "coil bolt acme-5 acme-mini"},
		{"the-cheapest-cache", Query{Sort: "cacheRead", Limit: 2}, "bolt acme-5"},
		{"by-name", Query{Sort: "name", Reverse: true}, "coil bolt acme-mini acme-5"},
		{"newest-first", Query{Sort: "released"}, "acme-mini coil acme-5 bolt"},
		{"published-order-turned", Query{Sort: "provider", Reverse: true, Limit: 1}, "coil"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := four()
			var ids []string
			for _, tool := range tt.query.Select(all) {
				ids = append(ids, tool.ID)
			}
			if got := strings.Join(ids, " "); got != tt.want {
				t.Errorf("selected %q, want %q", got, tt.want)
			}
			if diff := cmp.Diff(four(), all); diff != "" {
				t.Errorf("the list itself has changed (-before +after):\n%s", diff)
			}
		})
	}
}

// TestResolve takes words as people write them.
func TestResolve(t *testing.T) {
	known, err := fixture.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Query{Providers: []string{"zai", "openai"}, Categories: []string{"Open_Weights"}, Modalities: []string{"PDF"},
		Features: []string{"open weights"}, States: []string{"Sold"}, Confidence: "HIGH", Sort: "score"}.Resolve(known)
	want := Query{Providers: []string{"Z.ai", "OpenAI"}, Categories: []string{"open-weights"}, Modalities: []string{"pdf"},
		Features: []string{"Open weights"}, States: []string{"sold"}, Confidence: "high", Sort: "score"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("resolved %v (-want +got):\n%s", err, diff)
	}
	for _, q := range []Query{
		{Providers: []string{"nobody"}}, {Categories: []string{"cheap"}}, {Modalities: []string{"smell"}}, {Features: []string{"Telepathy"}},
		{States: []string{"solid"}}, {Confidence: "certain"}, {Sort: "beauty"},
	} {
		if _, err := q.Resolve(known); err == nil || !strings.Contains(err.Error(), "; there are ") {
			t.Errorf("%+v is resolved with %v, want an error that lists what there is", q, err)
		}
	}
}

// TestListed reads a tool as the documents have it.
func TestListed(t *testing.T) {
	stood := func(field, value string) data.Evidence {
		return data.Evidence{Field: field, Value: data.MustNumber(value), Method: data.Collected, Confidence: data.High}
	}
	unknown := stood(data.FieldCacheRead, "2")
	unknown.Method, unknown.Confidence = data.Ruled, data.Low
	unknown.RestOn(data.Ruling{Rule: data.InputAsBound})
	same := stood(data.FieldCacheWrite, "2")
	same.RestOn(data.Ruling{Rule: data.SameAsInput})
	feed := stood(data.FieldOutput, "6")
	feed.Confidence = data.Medium
	behind := data.ToolProvenance{ID: "acme-5", Values: []data.Evidence{stood(data.FieldInput, "2"), feed, unknown, same, stood(data.FieldContext, "200000"), stood("sweBench", "70.25")}}
	got := listed(data.Tool{ID: "acme-5", Pricing: data.Pricing{Input: data.MustNumber("2"), Output: data.MustNumber("6"), CacheRead: data.MustNumber("2")}}, behind, time.Now())
	if got.CacheRead != nil || got.CacheWrite == nil || got.Score != nil || got.SWEBench == nil || got.Confidence != data.Medium || !got.ContextTokens.Equal(data.MustNumber("200000")) {
		t.Errorf("listed as %+v; want no cache read price, since nobody states it, and the lower confidence", got)
	}
	for _, tt := range []struct {
		p    data.Properties
		want State
	}{
		{data.Properties{}, Sold}, {data.Properties{Deprecated: true}, Deprecated}, {data.Properties{Retired: true, ShutdownDate: "2027-04-01"}, Ended}, {data.Properties{Deprecated: true, ShutdownDate: "2027-04-01"}, Ending},
		{data.Properties{ShutdownDate: "2026-10-15"}, Ending}, {data.Properties{ShutdownDate: "2026-10-14"}, Ended},
	} {
		if got := stateOf(tt.p, fixture.On("2026-10-15").Time); got != tt.want {
			t.Errorf("the state of %+v is %s, want %s", tt.p, got, tt.want)
		}
	}
}

// TestTableMarksProvisionalScores tells what was measured from what is expected.
func TestTableMarksProvisionalScores(t *testing.T) {
	tools := four()[:2]
	tools[1].Provisional = &Expected{Score: data.MustNumber("79.7")}
	table := Table(tools, 0)
	column := slices.Index(table.Header, any("score"))
	var got []string
	for _, line := range table.Lines {
		got = append(got, strings.TrimSpace(line[column].(string)))
	}
	if diff := cmp.Diff([]string{"80.5", "~79.7"}, got); diff != "" {
		t.Errorf("scores (-want +got):\n%s", diff)
	}
	if legend := Legend(tools, 4, "v"); !strings.Contains(legend, "~ marks a provisional score") || strings.Contains(Legend(tools[:1], 4, "v"), "~") {
		t.Errorf("the legend is %q", legend)
	}
}

// TestTableMarksPrices marks each price by its own word.
func TestTableMarksPrices(t *testing.T) {
	tools := four()[2:3]
	tools[0].Words = Words{
		Input: Word{data.OwnPage, data.High, ""}, Output: Word{data.OwnPage, data.Low, ""}, CacheRead: Word{data.ThirdParty, data.Medium, "2026-09-01"},
	}
	table := Table(tools, 0)
	var got []string
	for _, heading := range []any{"input", "output", "cached"} {
		got = append(got, strings.TrimSpace(table.Lines[0][slices.Index(table.Header, heading)].(string)))
	}
	if diff := cmp.Diff([]string{"0.25", "1?", "0.05*!"}, got); diff != "" {
		t.Errorf("prices (-want +got):\n%s", diff)
	}
}

func TestWriteCSV(t *testing.T) {
	var out bytes.Buffer
	tools := four()[1:3]
	tools[0].ShutdownBasis = data.ThirdParty
	tools[1].Words = Words{Input: Word{Basis: data.OwnPage}, Output: Word{Basis: data.OwnPage}, CacheRead: Word{Basis: data.ThirdParty}}
	tools[0].Provisional = &Expected{Score: data.MustNumber("79.7"), Low: data.MustNumber("75.1"), High: data.MustNumber("82.8"), RestsOn: rating.OnPredecessor}
	if err := data.WriteCSV(&out, Columns, tools, data.LF); err != nil {
		t.Fatal(err)
	}
	want := `id,name,provider,categories,input,output,cacheRead,cacheCreate,confidence,contextTokens,inputLimitTokens,maxOutputTokens,inputModalities,features,overallScore,pricePerScorePoint,deepSWE,vibeCode,terminalBench4,sweBench,liveCodeBench,bigCodeBench,humanEval,releaseDate,state,shutdownDate,successor,url,basis,publisher,promised,provisionalScore,provisionalLow,provisionalHigh,provisionalRestsOn,inputBasis,outputBasis,cacheReadBasis,cacheCreateBasis,shutdownBasis
acme-mini,Acme Mini,Acme,fast-budget,0.25,2,,,medium,400000,,,text,Reasoning,,,,,,,,,,2026-08,ending,2027-04-01,,,,,,79.7,75.1,82.8,predecessor,,,,,third-party
bolt,Bolt,Bolt Works,balanced;open-weights,0.25,1,0.05,,low,200000,,,,,60,0.007292,,,,,,,,2025-12,deprecated,,acme-5,,,,,,,,,page,page,third-party,,
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("csv (-want +got):\n%s", diff)
	}
	header, _, _ := strings.Cut(want, "\n")
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Tool]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		nested := field.Type == reflect.TypeFor[Words]() || field.Type == reflect.TypeFor[*Expected]() // which have columns of their own
		if !nested && !slices.Contains(strings.Split(header, ","), name) {
			t.Errorf("%s is in JSON and no column", name)
		}
	}
}
