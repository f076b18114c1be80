package main

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
