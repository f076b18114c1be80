package sourcetest

import (
	"context"
	"fmt"

	"pricepoint/collectors/web"
)

// Pages is a Fetcher of fixed pages by address; what it does not hold is not found.
type Pages map[string]string

// Fetch answers with the page of an address.
func (p Pages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	if err := ctx.Err(); err != nil {
		return web.Payload{}, err
	}
	body, ok := p[r.URL]
	if !ok {
		return web.Payload{}, fmt.Errorf("fetch %s: not found", r.URL)
	}
	return web.Payload{URL: r.URL, Body: []byte(body)}, nil
}

// CountedPages are Pages that count how often each address is asked for.
type CountedPages struct {
	Pages
	Asked map[string]int
}

// Fetch answers with the page of an address, and counts it.
func (p CountedPages) Fetch(ctx context.Context, r web.Request) (web.Payload, error) {
	p.Asked[r.URL]++
	return p.Pages.Fetch(ctx, r)
}
