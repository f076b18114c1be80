package prices

// historyPrices is what had to be published from each week on, read by eye in the captures: the price of input,
// output, cache reads and five-minute cache writes in USD per million tokens, as billed to a new customer.
//
// Where a price comes from is that of input and output: page is the provider's own, read by its collector; person is
// the provider's own, verified in the catalogue by then; others are feeds and catalogue facts from third parties;
// nobody means that the catalogue was verified later. ~ marks a single price of that last kind, = a cache price that
// is not billed apart and so is what input costs.
//
// What one feed says is not the price when the feed that is published still says otherwise: models.dev rounded cache
// reads to cents until July 2026 (0.13 for GPT-5.1, 0.08 for GPT-4o mini), and in April it had Qwen3.6-Plus at its
// price in mainland China. A cache price of 0 in a feed means that there is none.
const historyPrices = `
2025-10-06 claude-fable-5-2       nobody 8     40   0.20     10
2025-10-06 claude-fable-5-1       nobody 10    50   0.25     12.50
2026-09-07 claude-fable-5-1       page   10    50   0.25     12.50
2026-10-12 claude-fable-5-1       person 10   50   0.25     12.5
2025-10-06 claude-opus-5-5        nobody 4     20   0.20     5
2026-09-28 claude-opus-5-5        others 4     20   0.20     5
2026-10-12 claude-opus-5-5        person 4    20   0.2      5
2025-10-06 claude-sonnet-5-5      nobody 2     10   0.10     2.50
2026-10-05 claude-sonnet-5-5      others 2     10   0.20     2.50
2026-10-12 claude-sonnet-5-5      person 2    10   0.2      2.5
2025-10-06 claude-haiku-5-5       nobody 0.10  0.50 0.01     0.125
2026-10-12 claude-haiku-5-5       person 0.1  0.5  ~0.01    0.125
2025-10-06 claude-opus-5          nobody 5     25   0.50     6.25
2026-07-27 claude-opus-5          page   5     25   0.50     6.25
2026-10-12 claude-opus-5          person 5    25   0.5      6.25
2025-10-06 claude-fable-5         nobody 10    50   1        12.50
2026-07-06 claude-fable-5         others 10    50   1        12.50
2026-07-27 claude-fable-5         page   10    50   1        12.50
2026-10-12 claude-fable-5         person 10   50   1        12.5
2025-10-06 claude-sonnet-5        nobody 2     10   0.20     2.50
2026-07-06 claude-sonnet-5        others 2     10   0.20     2.50
2026-07-27 claude-sonnet-5        page   2     10   0.20     2.50
2026-10-12 claude-sonnet-5        person 2    10   0.2      2.5
2025-10-06 claude-opus-4-8        nobody 5     25   0.50     6.25
2026-07-06 claude-opus-4-8        others 5     25   0.50     6.25
2026-07-27 claude-opus-4-8        page   5     25   0.50     6.25
2026-10-12 claude-opus-4-8        person 5    25   0.5      6.25
2025-10-06 claude-opus-4-7        nobody 5     25   0.50     6.25
2026-05-04 claude-opus-4-7        others 5     25   0.50     6.25
2026-07-27 claude-opus-4-7        page   5     25   0.50     6.25
2026-10-12 claude-opus-4-7        person 5    25   0.5      6.25
2025-10-06 claude-opus-4-6        nobody 5     25   0.50     6.25
2026-02-09 claude-opus-4-6        page   5     25   0.50     6.25
2026-10-12 claude-opus-4-6        person 5    25   0.5      6.25
2025-10-06 claude-sonnet-4-6      nobody 3     15   0.30     3.75
2026-03-02 claude-sonnet-4-6      others 3     15   0.30     3.75
2026-07-27 claude-sonnet-4-6      page   3     15   0.30     3.75
2026-10-12 claude-sonnet-4-6      person 3    15   0.3      3.75
2025-10-06 claude-haiku-4-5       nobody 1     5    0.10     1.25
2025-10-27 claude-haiku-4-5       others 1     5    0.10     1.25
2025-11-10 claude-haiku-4-5       page   1     5    0.10     1.25
2026-10-12 claude-haiku-4-5       person 1    5    0.1      1.25

2025-10-06 gpt-6-2-astra          nobody 8     40   0.40     10
2025-10-06 gpt-6-2-sol            nobody 2     10   0.10     2.50
2025-10-06 gpt-6-1-terra          nobody 1     5    0.05     1.25
2026-10-26 gpt-6-1-terra          person 1     5    0.05     1.25
2025-10-06 gpt-6-luna             nobody 0.10  0.50 0.01     0.125
2026-09-28 gpt-6-luna             person 0.10  0.50 0.01     0.125
2025-10-06 gpt-5-6-sol            nobody 4     20   0.40     5
2026-07-27 gpt-5-6-sol            others 5     30   0.50     6.25
2026-08-31 gpt-5-6-sol            page   4     20   0.40     5
2025-10-06 gpt-5-6-terra          nobody 2     12   0.20     2.50
2026-07-27 gpt-5-6-terra          others 2.50  15   0.25     3.125
2026-08-24 gpt-5-6-terra          others 2     12   0.20     2.50
2026-08-31 gpt-5-6-terra          page   2     12   0.20     2.50
2025-10-06 gpt-5-6-luna           nobody 0.20  1.20 0.02     0.25
2026-07-27 gpt-5-6-luna           others 1     6    0.10     1.25
2026-08-24 gpt-5-6-luna           others 0.20  1.20 0.02     0.25
2026-08-31 gpt-5-6-luna           page   0.20  1.20 0.02     0.25
2025-10-06 gpt-5-5                nobody 5     30   0.50     =
2026-04-27 gpt-5-5                others 5     30   0.50     =
2026-08-31 gpt-5-5                page   5     30   0.50     =
2025-10-06 gpt-5-4                nobody 2.50  15   0.25     =
2026-03-30 gpt-5-4                others 2.50  15   0.25     =
2026-08-31 gpt-5-4                page   2.50  15   0.25     =
2025-10-06 gpt-5-4-mini           nobody 0.75  4.50 0.075    =
2026-03-30 gpt-5-4-mini           others 0.75  4.50 0.075    =
2026-08-31 gpt-5-4-mini           page   0.75  4.50 0.075    =
2025-10-06 gpt-5-3-codex          nobody 1.75  14   0.175    =
2026-03-02 gpt-5-3-codex          others 1.75  14   0.175    =
2026-08-31 gpt-5-3-codex          page   1.75  14   0.175    =
2025-10-06 gpt-5-2                nobody 1.75  14   0.175    =
2025-12-29 gpt-5-2                others 1.75  14   0.175    =
2026-01-26 gpt-5-2                page   1.75  14   0.175    =
2025-10-06 gpt-4-1                others 2     8    0.50     =
2026-01-26 gpt-4-1                page   2     8    0.50     =
2025-10-06 gpt-4-1-mini           others 0.40  1.60 0.10     =
2026-01-26 gpt-4-1-mini           page   0.40  1.60 0.10     =
2025-10-06 gpt-4o                 others 2.50  10   1.25     =
2026-01-26 gpt-4o                 page   2.50  10   1.25     =
2025-10-06 gpt-4o-mini            others 0.15  0.60 0.075    =
2026-01-26 gpt-4o-mini            page   0.15  0.60 0.075    =

2025-10-06 gemini-4-carbon        nobody 2     10   0.10     =
2025-10-06 gemini-4-hydrogen      nobody 1.50  7.50 0.075    =
2025-10-06 gemini-4-argon         nobody 2     10   0.10     =
2026-10-19 gemini-4-argon         others 2     10   0.10     =
2025-10-06 gemini-3-8-flash       nobody 0.75  3.75 0.075    =
2026-09-28 gemini-3-8-flash       others 0.75  3.75 0.075    =
2025-10-06 gemini-3-5-flash       nobody 1.50  9    0.15     =
2026-07-06 gemini-3-5-flash       others 1.50  9    0.15     =
2025-10-06 gemini-3-5-flash-lite  nobody 0.30  2.50 0.03     =
2026-07-27 gemini-3-5-flash-lite  others 0.30  2.50 0.03     =
2025-10-06 gemini-3-1-pro-preview nobody 2     12   0.20     =
2026-03-02 gemini-3-1-pro-preview others 2     12   0.20     =
2026-05-11 gemini-3-1-pro-preview person 2     12   0.20     =
2025-10-06 gemini-3-flash-preview nobody 0.50  3    0.05     =
2025-12-29 gemini-3-flash-preview others 0.50  3    ~0.05    =
2026-01-05 gemini-3-flash-preview others 0.50  3    0.05     =
2026-05-11 gemini-3-flash-preview person 0.50  3    0.05     =

2025-10-06 grok-4-7               nobody 2     6    0.50     =
2026-10-05 grok-4-7               others 2     6    0.50     =
2026-10-19 grok-4-7               page   2     6    0.50     =
2025-10-06 grok-4-6               nobody 2     6    0.50     =
2026-08-17 grok-4-6               person 2     6    ~0.50    =
2026-09-28 grok-4-6               person 2     6    0.50     =
2025-10-06 grok-4-5               nobody 2     6    0.30     =
2026-07-27 grok-4-5               others 2     6    0.50     =
2026-08-10 grok-4-5               others 2     6    0.30     =
2026-10-19 grok-4-5               page   2     6    0.30     =
2025-10-06 grok-4-3               nobody 1.25  2.50 0.20     =
2026-07-06 grok-4-3               others 1.25  2.50 0.20     =
2026-10-19 grok-4-3               page   1.25  2.50 0.20     =

2025-10-06 deepseek-flash         nobody 0.30  1.20 0.006    =
2026-09-21 deepseek-flash         page   0.30  1.20 0.006    =
2025-10-06 deepseek-v4-pro        nobody 1.32  3.96 0.044    =
2026-04-27 deepseek-v4-pro        others 1.74  3.48 0.145    =
2026-05-11 deepseek-v4-pro        page   0.435 0.87 0.145    =
2026-05-18 deepseek-v4-pro        page   0.435 0.87 0.003625 =
2026-09-21 deepseek-v4-pro        page   1.32  3.96 0.044    =

2025-10-06 mistral-large-4        nobody 0.70  2.10 0.07     =
2025-10-06 mistral-medium-3-5     nobody 1.50  7.50 0.15     =
2026-05-04 mistral-medium-3-5     others 1.50  7.50 ~0.15    =
2026-05-11 mistral-medium-3-5     page   1.50  7.50 0.15     =

2025-10-06 qwen3-8-max            nobody 2     6    0.25     2.50
2026-10-05 qwen3-8-max            others 2     6    0.25     2.50
2025-10-06 qwen3-7-max            nobody 2.50  7.50 0.50     3.125
2026-07-06 qwen3-7-max            others 2.50  7.50 0.50     3.125
2026-09-07 qwen3-7-max            page   1.25  3.75 0.50     3.125
2025-10-06 qwen3-6-plus           nobody 0.50  3    0.05     0.625
2026-04-27 qwen3-6-plus           others 0.50  3    ~0.05    ~0.625
2026-07-06 qwen3-6-plus           others 0.50  3    0.05     0.625

2025-10-06 kimi-k3-1-pro          nobody 2     10   0.20     =
2025-10-06 kimi-k3                nobody 3     15   0.30     =
2026-07-27 kimi-k3                others 3     15   0.30     =
2026-09-07 kimi-k3                page   3     15   0.30     =
2025-10-06 kimi-k2-7-code         nobody 0.95  4    0.19     =
2026-07-06 kimi-k2-7-code         others 0.95  4    0.19     =
2025-10-06 kimi-k2-6              nobody 0.95  4    0.16     =
2026-05-04 kimi-k2-6              others 0.95  4    0.16     =
2026-09-07 kimi-k2-6              page   0.95  4    0.16     =

2025-10-06 glm-5-3                nobody 1.40  4.40 0.26     =
2026-08-24 glm-5-3                others 1.40  4.40 0.26     =
2025-10-06 glm-5-3-flash          nobody 0.15  0.50 0.03     =
2026-09-28 glm-5-3-flash          person 0.15  0.50 0.03     =
2025-10-06 glm-5-2                nobody 1.40  4.40 0.26     =
2026-07-06 glm-5-2                others 1.40  4.40 0.26     =
2025-10-06 glm-5-1                nobody 1.40  4.40 0.26     =
2026-05-04 glm-5-1                others 1.40  4.40 0.26     =
2025-10-06 glm-5                  nobody 1     3.20 0.20     =
2026-03-02 glm-5                  person 1     3.20 0.20     =
2025-10-06 glm-4-7                nobody 0.60  2.20 0.11     =
2026-01-05 glm-4-7                others 0.60  2.20 0.11     =
2026-01-26 glm-4-7                page   0.60  2.20 0.11     =

2025-10-06 minimax-m3-1-flash     nobody 0.15  0.60 0.015    =
2025-10-06 minimax-m3             nobody 0.30  1.20 0.06     =
2026-07-06 minimax-m3             others 0.30  1.20 0.06     =
2026-09-07 minimax-m3             page   0.30  1.20 0.06     =
2025-10-06 minimax-m2-7           nobody 0.30  1.20 0.06     0.375
2026-05-04 minimax-m2-7           others 0.30  1.20 0.06     0.375
2026-09-07 minimax-m2-7           page   0.30  1.20 0.06     0.375
`

// historyChanges are the changes among them that a reader is told of: old and new were both read by then.
//
// The first prices of GPT-5.6 Terra and Luna ended on 2026-07-30. Feeds say so on 2026-08-21, OpenAI's own page on
// 2026-08-28: Terra's fifth less is taken from the feed, and so is Luna's fifth of the price, since llm-prices and
// OpenRouter, who do not copy one another, had read it too. DeepSeek V4 Pro
// was 75 % off in May, with the struck price of April beside it, and went over to prices by the hour in August. Nobody
// had stated the cache prices of Qwen3.8-Max before models.dev did at the end of September, so what input costs stood
// there. Claude Sonnet 5.5 read its cache at 0.20 until 2026-10-07: models.dev has read that, a person the price since.
//
// In August llm-prices and OpenRouter, who do not copy one another, both read the cache of Grok 4.5 at 0.30, where LiteLLM
// alone said 0.50. What is corrected was said by one source before and by another after it, and no source was seen to go
// from the one to the other.
const historyChanges = `
2026-05-11 deepseek-v4-pro pricing.input       1.74     -> 0.435    corrected
2026-05-11 deepseek-v4-pro pricing.output      3.48     -> 0.87    corrected
2026-05-11 deepseek-v4-pro pricing.cacheCreate 1.74     -> 0.435    corrected
2026-05-18 deepseek-v4-pro pricing.cacheRead   0.145    -> 0.003625    corrected
2026-08-10 grok-4-5        pricing.cacheRead   0.5      -> 0.3    corrected
2026-08-24 gpt-5-6-terra   pricing.input       2.5      -> 2
2026-08-24 gpt-5-6-terra   pricing.output      15       -> 12
2026-08-24 gpt-5-6-terra   pricing.cacheRead   0.25     -> 0.2
2026-08-24 gpt-5-6-terra   pricing.cacheCreate 3.125    -> 2.5
2026-08-24 gpt-5-6-luna    pricing.input       1        -> 0.2
2026-08-24 gpt-5-6-luna    pricing.output      6        -> 1.2
2026-08-24 gpt-5-6-luna    pricing.cacheRead   0.1      -> 0.02
2026-08-24 gpt-5-6-luna    pricing.cacheCreate 1.25     -> 0.25
2026-08-31 gpt-5-6-sol     pricing.input       5        -> 4    corrected
2026-08-31 gpt-5-6-sol     pricing.output      30       -> 20    corrected
2026-08-31 gpt-5-6-sol     pricing.cacheRead   0.5      -> 0.4    corrected
2026-08-31 gpt-5-6-sol     pricing.cacheCreate 6.25     -> 5    corrected
2026-09-07 qwen3-7-max     pricing.input       2.5      -> 1.25    corrected
2026-09-07 qwen3-7-max     pricing.output      7.5      -> 3.75    corrected
2026-09-21 deepseek-v4-pro pricing.input       0.435    -> 1.32
2026-09-21 deepseek-v4-pro pricing.output      0.87     -> 3.96
2026-09-21 deepseek-v4-pro pricing.cacheRead   0.003625 -> 0.044
2026-09-21 deepseek-v4-pro pricing.cacheCreate 0.435    -> 1.32
`

// historyHolds are the changes that were kept back: in which week first, and in which no longer.
//
// DeepSeek's page cut the price of cache reads to a fortieth of what feeds had said; OpenRouter's list of the week
// after says the same. A list made two context windows five times as long, and nobody else did.
const historyHolds = `
2026-09-28 2026-10-12 claude-opus-4-6   contextWindow     200000 1000000
2026-05-04 2026-10-12 claude-sonnet-4-6 contextWindow     200000 1000000
2026-05-11 2026-05-18 deepseek-v4-pro pricing.cacheRead 0.145 0.003625
`
