//go:build !race

package built

// WithRaces builds the program with the race detector if these tests have it.
const WithRaces = "-race=false"

// What go build is told otherwise: nothing, since the tests have compiled most of it.
var plain, environment []string
