package names

import "pricepoint/normalize/fixture"

var (
	now          = fixture.Now
	day          = fixture.Day
	smallCatalog = fixture.Catalog
)
