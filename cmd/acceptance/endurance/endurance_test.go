// Package endurance asks whether the program keeps what it ever published, whatever happens in the years that it runs.
//
// A store is refreshed again and again from a web of its own, stopped, broken, taken back, restored, moved into a bucket, read by
// an older or a newer program, and verified. Start at verify_test.go for what is looked at, and at weekly_test.go for the
// refreshes. A single package's part is tested beside it, as in data/store: there a process is killed at any of its steps.
//
// What follows is compiled with -tags proof. The machine fails the program with full disks and wrong clocks: start at TestFullDisk
// and at clock in faults_test.go. And everything grows: TestTools and TestSnapshots measure what it costs by the number of tools
// and of snapshots, in processor seconds, memory and bytes of the built program, one process a command. They print a table with
// the ratio to the size before and the exponent of growth, which is 1 for what grows as fast as the number and 2 for its square:
//
//	go test -tags proof ./cmd/acceptance/endurance -run 'Tools|Snapshots' -v -timeout 4h -tools 61,610,6100,61000 -snapshots 1,52,520,5000
//
// No speed is asserted: only ratios are judged, between sizes that lie far apart. What many clients do at once is in
// cmd/acceptance/load.
package endurance

import (
	"os"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }
