//go:build proof

package operating

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestGuidesAreTyped follows every guide on a machine of its own, in the order in which somebody new reads them, and
// types every command as it is written. The compiled program stands in for Go.
func TestGuidesAreTyped(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for _, name := range []string{"README.md", "config/README.md", "collectors/README.md", "data/README.md", "scoring/README.md", "server/README.md"} {
		r.follows(name)
	}
}

// follows types what a guide says, block after block. What serves goes on serving until the guide ends.
func (r *reader) follows(name string) {
	if name == "server/README.md" { // which says so in its first lines
		r.must("root", "systemctl stop pricepoint-serve.socket pricepoint-metrics.socket pricepoint-serve")
		r.serves("go run ./cmd/pricepoint run")
	}
	for n, b := range fixture.Blocks(r.t, name) {
		r.t.Run(fmt.Sprintf("%s_%d_%s", strings.ReplaceAll(name, "/", "_"), n+1, b.Heading), func(t *testing.T) {
			needs(t, b)
			in := *r
			in.t = t
			in.tries(b)
			r.serving = in.serving
		})
	}
	r.stopServing()
}

// needs skips a block that types a program which is not installed.
func needs(t *testing.T, b fixture.Block) {
	for _, p := range borrowed {
		if regexp.MustCompile("(?m)" + p.line).MatchString(b.Text) {
			fixture.Need(t, p.debianPackage, p.program)
		}
	}
}

// tries does with a block what it is there for.
func (r *reader) tries(b fixture.Block) {
	switch b.Language {
	case "sh":
		for line := range strings.Lines(b.Text) {
			r.typesLine(strings.TrimSpace(line))
		}
	case "console":
		r.asks(b)
	case "text": // TestGuideComputesAScore holds every figure of it
		if b.Guide != "scoring/README.md" {
			r.t.Errorf("no test makes this text")
		}
	case "yaml": // TestGuideHasTheLeastModel loads it
		if b.Guide != "data/README.md" {
			r.t.Errorf("no test loads this")
		}
	case "":
		r.triesUnnamed(b)
	default:
		r.t.Errorf("no test tries a block of %q", b.Language)
	}
}

// asks compares an answer with the one that is shown.
func (r *reader) asks(b fixture.Block) {
	for _, e := range comparedElsewhere {
		if regexp.MustCompile(e.block).MatchString(b.Text) {
			return
		}
	}
	command, answer, _ := strings.Cut(strings.TrimPrefix(b.Text, "$ "), "\n")
	r.prepares(command)
	out, code := r.types("reader", command)
	if code != fixture.ExitDone {
		r.t.Errorf("%s: exit code %d", command, code)
	}
	fixture.CompareShown(r.t, answer, out)
}

// triesUnnamed tries a block that says not what it is: a line for cron, or a picture.
func (r *reader) triesUnnamed(b fixture.Block) {
	cron := regexp.MustCompile(`^[0-9* ]+  (\w+)  (.*)$`).FindStringSubmatch(b.Text)
	switch {
	case cron != nil:
		r.prepares(cron[2])
		if out, code := r.types("root", "sudo -u "+cron[1]+" sh -c '"+cron[2]+"'"); code != fixture.ExitDone {
			r.t.Errorf("cron would run %s: exit code %d\n%s", cron[2], code, out)
		}
	case !strings.ContainsAny(b.Text, "►▼"):
		r.t.Errorf("no test tries this:\n%s", b.Text)
	}
}

// typesLine gives the machine one command, which must succeed and print what the guide promises.
func (r *reader) typesLine(line string) {
	command := strings.TrimSpace(regexp.MustCompile(`  +# .*$`).ReplaceAllString(line, ""))
	if command == "" {
		return
	}
	for _, s := range standIns {
		if whole := regexp.MustCompile("^(?:" + s.command + ")$"); whole.MatchString(command) {
			line = whole.ReplaceAllString(command, s.instead)
			r.t.Logf("%s: instead %q, for it is %s", command, line, s.why)
		}
	}
	r.prepares(command)
	switch {
	case line == "", strings.HasPrefix(line, "go test "):
	case regexp.MustCompile(`^(go run \./cmd/|)pricepoint (run|serve)\b`).MatchString(line):
		r.serves(line)
	default:
		r.expects(command, line)
	}
}

// prepares makes what the guide takes for granted.
func (r *reader) prepares(command string) {
	if command == "sudo systemctl start pricepoint-refresh" {
		r.plug()
	}
	for _, g := range given {
		if regexp.MustCompile("^(?:" + g.command + ")$").MatchString(command) {
			for part := range strings.SplitSeq(g.prepare, " && ") {
				user := "reader"
				if strings.HasPrefix(part, "sudo ") {
					user = "root"
				}
				r.must(user, part)
			}
		}
	}
	if strings.Contains(command, "s3://") {
		r.rentsBuckets()
	}
}

func (r *reader) expects(command, line string) {
	user := "reader"
	if strings.HasPrefix(line, "sudo ") {
		user = "root"
	}
	out, code := r.types(user, line)
	r.t.Logf("$ %s\n%.2000s", line, out)
	if code != fixture.ExitDone {
		r.t.Errorf("%s: exit code %d\n%s", line, code, out)
	}
	silent := strings.TrimSpace(out) == ""
	for _, p := range promises {
		if regexp.MustCompile("^(?:" + p.command + ")$").MatchString(command) {
			silent = false
			if !regexp.MustCompile(p.prints).MatchString(out) {
				r.t.Errorf("%s prints\n%s\nwhich is not %s", line, out, p.prints)
			}
		}
	}
	if silent && regexp.MustCompile(`^(grep|pricepoint|curl -sL?) `).MatchString(line) && !strings.Contains(line, " -o ") {
		r.t.Errorf("%s prints nothing", line)
	}
}
