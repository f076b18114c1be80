// Package figures asks whether every number that is published is the right one.
//
// Prices: it refreshes week after week from what the web really said in a year, and holds everything that was published of
// prices against what people have read in the captures. Start at history_test.go for the weeks, and at testdata/prices.txt for
// what they had to publish. How a page is read is tested in collectors; what happens to a store in the meantime, in
// cmd/acceptance/endurance.
//
// Scores: it computes again, as a reader would, what is published of scores, recommendations and the cost of a solved task, from
// nothing but the documents, what people have curated, and the recorded boards. Start at picks_test.go, where the documents are
// read; example_test.go writes the example of scoring/README.md. The models themselves are tested in scoring and normalize.
//
// Pages that are misread: poison_test.go says what is done to them, and is compiled with -tags proof. Start at TestPoisonedPages.
package figures

import (
	"flag"
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

var update = flag.Bool("update", false, "rewrite the list of names and the example of scoring/README.md")

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }
