package feed

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// checkFeed fails on whatever must hold for every observation of a feed.
func checkFeed(t *testing.T, found []data.Observation) {
	t.Helper()
	unit := pricesOnly(found)[0].Unit
	for _, o := range found {
		if o.Field == data.ReasoningEfforts || o.Field == data.ReasoningDefault {
			for _, e := range strings.Fields(o.Value) {
				if !effortName.MatchString(e) || o.Unit != data.NameUnit {
					t.Errorf("%s of %s is %q in %s", o.Field, o.Subject, o.Value, o.Unit)
				}
			}
			continue
		}
		value, err := data.ParseNumber(o.Value)
		if err != nil || value.IsNegative() {
			t.Errorf("%s of %s = %q, want a price", o.Field, o.Subject, o.Value)
		}
		if o.Subject == "" || !strings.HasSuffix(o.Quote, " "+o.Value) {
			t.Errorf("%s of %q = %q is quoted as %q", o.Field, o.Subject, o.Value, o.Quote)
		}
		if (o.Field == data.ContextTokens) != (o.Unit == data.Tokens) || o.Field != data.ContextTokens && o.Unit != unit {
			t.Errorf("%s of %s is in %s", o.Field, o.Subject, o.Unit)
		}
		for _, day := range []string{o.Qualifiers.ValidFrom, o.Qualifiers.ValidUntil} {
			if _, err := time.Parse(time.DateOnly, day); day != "" && err != nil {
				t.Errorf("%s of %s holds from or until %q", o.Field, o.Subject, day)
			}
		}
		if o.Qualifiers.Service != "" && !slices.Contains(feedServices, o.Qualifiers.Service) {
			t.Errorf("%s of %s is for the service %q", o.Field, o.Subject, o.Qualifiers.Service)
		}
	}
}

func pricesOnly(found []data.Observation) []data.Observation {
	return slices.DeleteFunc(slices.Clone(found), func(o data.Observation) bool { return !strings.HasPrefix(string(o.Field), "price.") })
}

// FuzzFeeds parses anything: no panic, and whatever comes out is a price that nothing contradicts.
func FuzzFeeds(f *testing.F) {
	sourcetest.Fuzz(f, func(t *testing.T, s collectors.Source, doc web.Payload) {
		found, err := s.Parse([]web.Payload{doc}, nil)
		if err != nil {
			return
		}
		checkFeed(t, found)
		var twice page.Refused
		if twice.Distinct(found); len(twice) > 0 {
			t.Error(twice)
		}
		if again, _ := s.Parse([]web.Payload{doc}, nil); !cmp.Equal(again, found) {
			t.Error("the same body gives other observations the second time")
		}
	})
}

// What costs most is peak; hours that change nothing and tariffs without hours have no name.
func TestNameHours(t *testing.T) {
	at := func(price, over string, hours bool) tariff {
		prices := map[string]json.RawMessage{}
		if price != "" {
			prices["in"] = json.RawMessage(price)
		}
		return tariff{prices: prices, q: data.Qualifiers{ContextOver: over}, hours: hours}
	}
	for _, tt := range []struct {
		name string
		all  []tariff
		want string
	}{
		{"no hours", []tariff{at("1", "", false), at("2", "9", false)}, "1: 2:"},
		{"base is lower", []tariff{at("1", "", false), at("2", "", true)}, "1:offPeak 2:peak"},
		{"base is higher", []tariff{at("2", "", false), at("1", "", true)}, "2:peak 1:offPeak"},
		{"the whole day is listed", []tariff{at("1", "", false), at("1", "", true), at("2", "", true)}, "1:offPeak 1:offPeak 2:peak"},
		{"one price", []tariff{at("1", "", false), at("1", "", true)}, "1:"},
		{"hours without a price of input", []tariff{at("1", "", false), at("", "", true)}, "1:"},
		{"three prices", []tariff{at("2", "", false), at("1", "", true), at("3", "", true)}, "1:offPeak 3:peak"},
		{"longer prompts all day", []tariff{at("1", "", false), at("2", "", true), at("9", "200000", false)}, "1:offPeak 2:peak 9:"},
		{"too many", slices.Repeat([]tariff{at("1", "", true)}, maxFeedTariffs+1), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, named := range nameHours(tt.all, []rate{{key: "in"}}) {
				got = append(got, string(named.prices["in"])+":"+named.q.Window)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("nameHours = %v, want %s", got, tt.want)
			}
		})
	}
}

// TestUndisputed gives models two prices, and other ones for long prompts: a careless entry costs its own value and no other. A
// price of long prompts that is lower contradicts the other.
func TestUndisputed(t *testing.T) {
	price := func(subject, value, over string) data.Observation {
		return data.Observation{Subject: subject, Field: data.PriceInput, Value: value, Qualifiers: data.Qualifiers{ContextOver: over}}
	}
	got := undisputed([]data.Observation{
		price("a", "1.6", ""), price("b", "2", ""), price("a", "1.60", ""), price("a", "2", "200000"), price("b", "2.5", ""),
		price("c", "3", ""), price("c", "2", "200000"), price("d", "1", ""), price("d", "1.0", "200000"), price("e", "4", ""),
	})
	want := []data.Observation{price("a", "1.6", ""), price("a", "2", "200000"), price("d", "1", ""), price("d", "1.0", "200000"), price("e", "4", "")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("undisputed (-want +got):\n%s", diff)
	}
}

// Where the lists cannot be had, the first vendor's file leads to the others, of which some may be missing.
func TestLLMPricesReadsVendorFiles(t *testing.T) {
	s := sourcetest.Named(t, collectors.Registered(), "feed_llmprices")
	site := sourcetest.Pages{}
	for _, doc := range sourcetest.Documents(t, s, "vendor-files") {
		var file struct{ Vendor string }
		if err := json.Unmarshal(doc.Body, &file); err != nil {
			t.Fatal(err)
		}
		site[llmPricesFiles+file.Vendor+".json"] = string(doc.Body)
	}
	reading := collectors.Run(t.Context(), site, []collectors.Source{s}, collectors.RunOptions{})[0]
	if reading.Failure != nil || len(reading.Inputs) != len(site) {
		t.Errorf("Run read %d documents (%v), want %d", len(reading.Inputs), reading.Failure, len(site))
	}
	first := llmPricesFiles + "openai.json"
	if reading := collectors.Run(t.Context(), sourcetest.Pages{first: site[first]}, []collectors.Source{s}, collectors.RunOptions{})[0]; reading.Failure == nil {
		t.Error("one vendor's file is taken for the whole list")
	}
	delete(site, first)
	if reading := collectors.Run(t.Context(), site, []collectors.Source{s}, collectors.RunOptions{})[0]; reading.Failure == nil {
		t.Error("Run without the first file has no error")
	}
}
