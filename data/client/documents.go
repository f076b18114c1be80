package client

import (
	"context"

	"pricepoint/data"
)

// Tools are the models that can be bought, with their prices in USD per million tokens.
func (c *Client) Tools(ctx context.Context) (data.ToolsDocument, error) {
	return Get[data.ToolsDocument](ctx, c, data.ToolsPath)
}

// Benchmarks are the scores and how they came about.
func (c *Client) Benchmarks(ctx context.Context) (data.BenchmarksDocument, error) {
	return Get[data.BenchmarksDocument](ctx, c, data.BenchmarksPath)
}

// UseCases are kinds of work with the tools recommended for them.
func (c *Client) UseCases(ctx context.Context) (data.UseCasesDocument, error) {
	return Get[data.UseCasesDocument](ctx, c, data.UseCasesPath)
}

// Tariffs are every price of every tool, for tariff.Price.
func (c *Client) Tariffs(ctx context.Context) (data.TariffsDocument, error) {
	return Get[data.TariffsDocument](ctx, c, data.TariffsPath)
}

// Prices is the price history of one tool, for tariff.At. The error is ErrNotFound when there is no such tool.
func (c *Client) Prices(ctx context.Context, tool string) (data.PricesDocument, error) {
	return Get[data.PricesDocument](ctx, c, data.PricesPath(tool))
}

// Provenance is the evidence of every number.
func (c *Client) Provenance(ctx context.Context) (data.ProvenanceDocument, error) {
	return Get[data.ProvenanceDocument](ctx, c, data.ProvenancePath)
}

// Scores are the parts of every score, and what each kind of work costs with each tool.
func (c *Client) Scores(ctx context.Context) (data.ScoresDocument, error) {
	return Get[data.ScoresDocument](ctx, c, data.ScoresPath)
}

// Changes are what has changed, newest first.
func (c *Client) Changes(ctx context.Context) (data.ChangesDocument, error) {
	return Get[data.ChangesDocument](ctx, c, data.ChangesPath)
}

// Freshness is how current all of this is. It is never verified: the server writes it whenever a source was read.
func (c *Client) Freshness(ctx context.Context) (data.FreshnessDocument, error) {
	return Get[data.FreshnessDocument](ctx, c, data.FreshnessPath)
}
