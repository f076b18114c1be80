// Package scores computes again, as a reader would, what is published of scores, recommendations and the cost of a solved
// task: from nothing but the documents, what people have curated, and the recorded boards. Start at picks_test.go, where the
// documents are read; example_test.go writes the example of scoring/README.md.
//
// The models themselves are tested in scoring and normalize.
package scores

import (
	"flag"
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

var update = flag.Bool("update", false, "rewrite the example of scoring/README.md")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }
