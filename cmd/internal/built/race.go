//go:build race

package built

// WithRaces builds the program with the race detector if these tests have it.
const WithRaces = "-race=true"

// What go build is told otherwise: as much as for the container's program, which .ci/run has just compiled.
var (
	plain       = []string{"-trimpath"}
	environment = []string{"GOFLAGS=", "CGO_ENABLED=0"}
)
