// Package pricing reads the prices that providers print on their own pages. Start at a provider's file: it says which pages
// to fetch, and reads them. A page that changes its form now and then has a file for its forms.
//
// It converts nothing and decides nothing: see package collectors.
package pricing

import "pricepoint/collectors"

// sources are every page of prices; each file adds its own from an init function.
var sources []collectors.Source

func register(s collectors.Source) { sources = append(sources, s) }

// Sources are every page of prices, in no particular order.
func Sources() []collectors.Source { return sources }
