package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

// apiDocuments are the six, decoded.
type apiDocuments struct {
	tools      apiTools
	benchmarks apiBenchmarks
	providers  apiProviders
	categories apiCategories
	platforms  apiPlatforms
	useCases   apiUseCases
}

// followsAPIText decodes the six documents and checks the rules of the reference text.
func followsAPIText(t *testing.T, base string) {
	var d apiDocuments
	for path, into := range map[string]any{
		"/api/tools.json": &d.tools, "/api/benchmarks.json": &d.benchmarks, "/api/providers.json": &d.providers,
		"/api/categories.json": &d.categories, "/api/platforms.json": &d.platforms, "/api/use-cases.json": &d.useCases,
	} {
		if err := apiDecode(apiGet(t, base+path), into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	t.Run("sizes", d.checkSizes)
	t.Run("counts", d.checkCounts)
	t.Run("references", d.checkReferences)
	t.Run("forms", d.checkForms)
	t.Run("scales", d.checkScales)
}

// apiGet is rule 1, and the status.
func apiGet(t *testing.T, address string) []byte {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	media, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if resp.StatusCode != http.StatusOK || media != "application/json" || err != nil {
		t.Errorf("%s: %s, content type %q; want 200 and application/json", address, resp.Status, resp.Header.Get("Content-Type"))
	}
	return body
}

// apiDecode refuses fields that the text does not have, and those it has that are missing or null.
func apiDecode(body []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	return apiComplete(into)
}

// checkSizes is section 1.
func (d apiDocuments) checkSizes(t *testing.T) {
	for _, size := range []struct {
		of        string
		got, want int
	}{
		{"tools", len(*d.tools.Tools), 61}, {"providers", len(*d.providers.Providers), 10}, {"categories", len(*d.categories.Categories), 5},
		{"platforms", len(*d.platforms.Platforms), 11}, {"useCases", len(*d.useCases.UseCases), 20},
	} {
		if size.got != size.want {
			t.Errorf("%d %s, want %d", size.got, size.of, size.want)
		}
	}
}

// checkCounts is rules 3 and 4.
func (d apiDocuments) checkCounts(t *testing.T) {
	if int(*d.tools.TotalTools) != len(*d.tools.Tools) {
		t.Errorf("totalTools is %v of %d tools", *d.tools.TotalTools, len(*d.tools.Tools))
	}
	models := 0
	for _, p := range *d.providers.Providers {
		models += len(*p.Tools)
		if int(*p.ToolCount) != len(*p.Tools) {
			t.Errorf("%s: toolCount is %v of %d tools", *p.Name, *p.ToolCount, len(*p.Tools))
		}
	}
	if models != len(*d.tools.Tools) {
		t.Errorf("the providers have %d tools together, want %d", models, len(*d.tools.Tools))
	}
	if scored := len(*d.benchmarks.Benchmarks.Models); scored == 0 || scored > len(*d.tools.Tools) {
		t.Errorf("%d models are scored", scored)
	}
}

// checkReferences is rule 5, and that ids are unique.
func (d apiDocuments) checkReferences(t *testing.T) {
	tools, slugs := map[string]apiTool{}, map[string]bool{}
	for _, c := range *d.categories.Categories {
		slugs[*c.Slug] = true
	}
	for _, tool := range *d.tools.Tools {
		if _, twice := tools[*tool.ID]; twice {
			t.Errorf("the id %s is not unique", *tool.ID)
		}
		tools[*tool.ID] = tool
		for _, c := range *tool.Category {
			if !slugs[c] {
				t.Errorf("%s: there is no category %s", *tool.ID, c)
			}
		}
	}
	refer := func(from, id, name, provider string) {
		tool, ok := tools[id]
		if !ok || name != "" && name != *tool.Name || provider != "" && provider != *tool.Provider {
			t.Errorf("%s names the tool %s %q of %q, which there is not", from, id, name, provider)
		}
	}
	for _, m := range *d.benchmarks.Benchmarks.Models {
		refer("modelId", *m.ModelID, *m.ModelName, *m.Provider)
	}
	for _, p := range *d.providers.Providers {
		for _, tool := range *p.Tools {
			refer("providers", *tool.ID, *tool.Name, *p.Name)
		}
	}
	for _, c := range *d.categories.Categories {
		for _, id := range c.Tools {
			refer("category "+*c.ID, id, "", "")
		}
	}
	for _, u := range *d.useCases.UseCases {
		for _, id := range *u.TopPicks {
			refer("topPicks of "+*u.ID, id, "", "")
		}
	}
}

var (
	apiSlug    = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*$`)
	apiContext = regexp.MustCompile(`^[0-9]+K tokens$`)
)

// checkForms is rule 2 and what section 2 says of texts.
func (d apiDocuments) checkForms(t *testing.T) {
	b := d.benchmarks.Benchmarks
	for _, at := range []*apiInstant{d.tools.LastUpdated, d.benchmarks.LastUpdated, d.providers.LastUpdated, d.categories.LastUpdated,
		d.platforms.LastUpdated, d.useCases.LastUpdated, b.RunDate} {
		if when, err := time.Parse("2006-01-02T15:04:05.999999999Z", string(*at)); err != nil || len(*at) < len("2006-01-02T15:04:05.0Z") || when.IsZero() {
			t.Errorf("%s is no timestamp with fractional seconds in UTC", *at)
		}
		if at != b.RunDate && *at != *d.tools.LastUpdated {
			t.Errorf("lastUpdated is %s and %s in one refresh", *at, *d.tools.LastUpdated)
		}
	}
	for _, tool := range *d.tools.Tools {
		if _, err := time.Parse("2006-01", *tool.ReleaseDate); err != nil || !apiSlug.MatchString(*tool.ID) || !apiContext.MatchString(*tool.ContextWindow) {
			t.Errorf("%s: contextWindow %q, releaseDate %q", *tool.ID, *tool.ContextWindow, *tool.ReleaseDate)
		}
		apiAddress(t, *tool.URL)
	}
	for _, p := range *d.platforms.Platforms {
		apiAddress(t, *p.URL)
	}
	for _, s := range b.Sources {
		apiAddress(t, fmt.Sprint(s["url"]))
	}
}

func apiAddress(t *testing.T, text string) {
	t.Helper()
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Host == "" {
		t.Errorf("%q is no web address", text)
	}
}

// checkScales is what section 2 says of numbers.
func (d apiDocuments) checkScales(t *testing.T) {
	for _, tool := range *d.tools.Tools {
		p := tool.Pricing
		for _, price := range []float64{*p.Input, *p.Output, *p.CacheRead, *p.CacheCreate} {
			if price < 0 || price > 1000 {
				t.Errorf("%s: %v is no price in USD per million tokens", *tool.ID, price)
			}
		}
	}
	for _, m := range *d.benchmarks.Benchmarks.Models {
		for _, score := range []*float64{m.OverallScore, m.SWEBench, m.LiveCodeBench, m.HumanEval, m.BigCodeBench} {
			if score != nil && (*score < 0 || *score > 100) {
				t.Errorf("%s: %v is not on the scale 0-100", *m.ModelID, *score)
			}
		}
		if *m.PricePerScorePoint < 0 {
			t.Errorf("%s: a score point costs %v", *m.ModelID, *m.PricePerScorePoint)
		}
	}
	for _, u := range *d.useCases.UseCases {
		if *u.Scenario.InputTokens <= 0 || *u.Scenario.OutputTokens <= 0 || len(*u.TopPicks) == 0 || len(*u.FAQ) == 0 {
			t.Errorf("%s: an empty scenario, faq or list of picks", *u.ID)
		}
	}
}

// apiComplete finds what is missing from a decoded document: a pointer that is nil and not marked optional.
func apiComplete(document any) error {
	return complete(reflect.ValueOf(document).Elem(), "")
}

func complete(v reflect.Value, at string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return fmt.Errorf("%s is missing or null", at)
		}
		return complete(v.Elem(), at)
	case reflect.Slice:
		for i := range v.Len() {
			if err := complete(v.Index(i), fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Tag.Get("api") == "optional" && v.Field(i).IsZero() {
				continue
			}
			if err := complete(v.Field(i), at+"."+f.Tag.Get("json")); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestAPIDecodingCanFail(t *testing.T) {
	const good = `{"platforms":[{"id":"a","name":"A","description":"d","pricing":"p","url":"https://a.example/"}],"lastUpdated":"2026-11-16T03:00:00.000Z"}`
	for _, test := range []struct{ name, old, new, want string }{
		{"untouched", "", "", ""},
		{"missing", `"name":"A",`, ``, ".platforms[0].name is missing"},
		{"null", `"name":"A"`, `"name":null`, ".platforms[0].name is missing"},
		{"other-field", `"name":"A"`, `"name":"A","rank":1`, "unknown field"},
		{"other-type", `"name":"A"`, `"name":1`, "cannot unmarshal number"},
		{"no-list", `"platforms":[`, `"platforms":null,"x":[`, "unknown field"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var p apiPlatforms
			err := apiDecode([]byte(strings.Replace(good, test.old, test.new, 1)), &p)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("apiDecode = %v, want %q", err, test.want)
			}
		})
	}
}

// The types of a client that knows the reference text and nothing of this program. Every field is a pointer, so that
// one that is missing shows.
type (
	apiTools struct {
		Tools       *[]apiTool  `json:"tools"`
		LastUpdated *apiInstant `json:"lastUpdated"`
		TotalTools  *float64    `json:"totalTools"`
	}
	apiTool struct {
		ID       *string   `json:"id"`
		Name     *string   `json:"name"`
		Provider *string   `json:"provider"`
		Category *[]string `json:"category"`
		Pricing  *struct {
			Input       *float64 `json:"input"`
			Output      *float64 `json:"output"`
			CacheRead   *float64 `json:"cacheRead"`
			CacheCreate *float64 `json:"cacheCreate"`
		} `json:"pricing"`
		Description   *string   `json:"description"`
		ContextWindow *string   `json:"contextWindow"`
		Features      *[]string `json:"features"`
		BestFor       *string   `json:"bestFor"`
		ReleaseDate   *string   `json:"releaseDate"`
		URL           *string   `json:"url"`
	}
	apiBenchmarks struct {
		Benchmarks *struct {
			Version     *string          `json:"version"`
			RunDate     *apiInstant      `json:"runDate"`
			Methodology *string          `json:"methodology"`
			Sources     []map[string]any `json:"sources" api:"optional"` // the text does not say what is in them
			Models      *[]apiModelScore `json:"models"`
		} `json:"benchmarks"`
		LastUpdated *apiInstant `json:"lastUpdated"`
	}
	apiModelScore struct {
		ModelID            *string   `json:"modelId"`
		ModelName          *string   `json:"modelName"`
		Provider           *string   `json:"provider"`
		OverallScore       *float64  `json:"overallScore"`
		SWEBench           *float64  `json:"sweBench" api:"optional"`
		LiveCodeBench      *float64  `json:"liveCodeBench" api:"optional"`
		HumanEval          *float64  `json:"humanEval" api:"optional"`
		BigCodeBench       *float64  `json:"bigCodeBench" api:"optional"`
		Strengths          *[]string `json:"strengths"`
		Weaknesses         *[]string `json:"weaknesses"`
		PricePerScorePoint *float64  `json:"pricePerScorePoint"`
	}
	apiProviders struct {
		Providers *[]struct {
			Name      *string  `json:"name"`
			ToolCount *float64 `json:"toolCount"`
			Tools     *[]struct {
				ID   *string `json:"id"`
				Name *string `json:"name"`
			} `json:"tools"`
		} `json:"providers"`
		LastUpdated *apiInstant `json:"lastUpdated"`
	}
	apiCategories struct {
		Categories *[]struct {
			ID          *string  `json:"id"`
			Name        *string  `json:"name"`
			Description *string  `json:"description"`
			Slug        *string  `json:"slug"`
			Tools       []string `json:"tools" api:"optional"` // the text leaves the name of this field open
		} `json:"categories"`
		LastUpdated *apiInstant `json:"lastUpdated"`
	}
	apiPlatforms struct {
		Platforms *[]struct {
			ID          *string `json:"id"`
			Name        *string `json:"name"`
			Description *string `json:"description"`
			Pricing     *string `json:"pricing"`
			URL         *string `json:"url"`
		} `json:"platforms"`
		LastUpdated *apiInstant `json:"lastUpdated"`
	}
	apiUseCases struct {
		UseCases *[]struct {
			ID          *string   `json:"id"`
			Title       *string   `json:"title"`
			Slug        *string   `json:"slug"`
			Description *string   `json:"description"`
			TopPicks    *[]string `json:"topPicks"`
			Scenario    *struct {
				InputTokens  *float64 `json:"inputTokens"`
				OutputTokens *float64 `json:"outputTokens"`
			} `json:"scenario"`
			Keyword *string `json:"keyword"`
			SortBy  *string `json:"sortBy"`
			Intro   *string `json:"intro"`
			FAQ     *[]struct {
				Q *string `json:"q"`
				A *string `json:"a"`
			} `json:"faq"`
		} `json:"useCases"`
		LastUpdated *apiInstant `json:"lastUpdated"`
	}
)

// apiInstant is an ISO 8601 timestamp with fractional seconds in UTC.
type apiInstant string
