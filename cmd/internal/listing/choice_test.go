package listing

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/advice"
	"pricepoint/data/rating"
)

// TestTellMeasuredWork prints everything that there is to say of work that boards measure, in 80 columns.
func TestTellMeasuredWork(t *testing.T) {
	washer := advice.Provisional{Model: "washer-2", USD: *number("0.02"), Expected: *number("70.5"), Because: "no board like this work has it",
		Interval: rating.ScoreInterval{Low: *number("55"), High: *number("80.1")}}
	finished := func(usd, attempt, share string) *rating.FinishedTask {
		return &rating.FinishedTask{Board: "vals-terminal-bench-4", Effort: "medium", USD: *number(usd), AttemptUSD: *number(attempt), Share: *number(share), Basis: rating.RepricedExact}
	}
	estimated := finished("16.9466", "0.00854", "0.1636")
	estimated.Basis = rating.RepricedEstimate
	a := advice.Advice{
		UseCase: "bug-fixing", Measured: true, FailureUSD: number("20"), AtTenth: "nut", AtTenTimes: "bolt",
		Choices: []advice.Choice{
			{Model: "nut", Pick: 1, Tie: 1, Relative: number("0.5731"), Until: "2026-11-30", Finished: finished("0.8231", "0.1031", "0.964")},
			{Model: "bolt", Pick: 2, Tie: 1, Relative: number("0.6"), Finished: estimated, Newer: []advice.Provisional{washer}},
			{Model: "gear", BeatenBy: "bolt", Relative: number("2"), Finished: finished("19", "1", "0.1")},
		},
		Provisional: []advice.Provisional{washer}, Excluded: []advice.Excluded{{Because: "its provider has retired it", Models: []string{"rust", "dust"}}},
	}
	var out bytes.Buffer
	if err := TellChoice(terminal.Printer{Out: &out}, &a); err != nil {
		t.Fatal(err)
	}
	const want = `bug-fixing: what a finished task costs, where a failed one costs $20.00 (attempt + share that fails * $20.00)

       model  times  finished  attempt    solved  measured by
 1==*  nut    0.57   $0.823    $0.103     96 %    vals-terminal-bench-4, medium
 2==*  bolt   0.6    ≈$16.95   ≈$0.00854  16 %    vals-terminal-bench-4, medium

today's price of nut is known to hold until 2026-11-30
newer than bolt and no more expensive: washer-2, provisional, since no board like this work has it (expected score 70.5, 55 to 80.1; the task costs $0.0200)
times: what a finished task costs as a multiple of that with the average model, over all boards; the order goes by it, since costs of two boards cannot be compared
≈ an estimate: the board prints no tokens by class, or long prompts cost more
* recommended, of all models
= not told apart from those beside it with the same mark
of all models, nut would come first if a failure cost a tenth of that, and bolt if it cost ten times as much

 provisional  tariff   score  90 %        no recommendation, since
 washer-2     $0.0200  70.5   55 to 80.1  no board like this work has it

beaten by bolt, which does as well or better for no more: gear
left out: its provider has retired it: rust, dust
`
	if diff := cmp.Diff(want, unruled(out.String())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestTellWhatIsMissing says that nobody fits and whom nobody has timed.
func TestTellWhatIsMissing(t *testing.T) {
	timed := advice.Choice{Model: "nut", Task: &advice.Range{USD: number("0.1")}, Seconds: number("20")}
	for _, tt := range []struct {
		name, want string
		choices    []advice.Choice
	}{
		{"nobody fits", "no measured model fits; ", nil},
		{"some are timed", "nobody has timed bolt\n", []advice.Choice{timed, {Model: "bolt", Task: timed.Task}}},
	} {
		var out bytes.Buffer
		if err := TellChoice(terminal.Printer{Out: &out}, &advice.Advice{UseCase: "chat", Choices: tt.choices}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: %q is not in %s", tt.name, tt.want, out.String())
		}
	}
}

// unruled is what was printed without the rules of tables.
func unruled(out string) string {
	var lines []string
	for line := range strings.Lines(out) {
		if !strings.Contains(line, "───") {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "")) + "\n"
}
