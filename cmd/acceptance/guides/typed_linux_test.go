package guides

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/guide"
	"pricepoint/data/bucket/s3test"
)

var clones = flag.Int("clones", 0, "in so many clones compile and run what the guides type with Go, each with a build cache of its own; 0: a program that is there already stands in")

// standIn is a command of the guides that the machine cannot be given as it is written.
type standIn struct {
	command string // a pattern for the whole line
	why     string
	instead string // what is typed instead, with the groups of the pattern; "" for nothing
	check   func(t *testing.T, line string)
}

// standIns must each be needed: one that fits no command of any guide fails the test.
var standIns = []standIn{
	{`claude mcp add .*`, "a program of somebody else; TestAgentsWithTheirOwnLibrary asks as it does", "", nil},
	{`crush update-providers .*`, "a program of somebody else; TestPrograms of cmd/acceptance/clients has the same file read", "", nil},
	{`(curl -so ccusage.json .*) && ccusage .*`, "ccusage is a program of somebody else; TestPrograms types it", "$1", nil},
	{`pricepoint export (?:opencode|pi) .*`, "no page of the tests has the names of models.dev; TestPrograms has them", "", checkExport},
	{`(.*)s3://(prices/pricepoint|mirror)\?region=eu-central-1(.*)`, "a bucket of this machine", "${1}s3://$2?region=us-east-1&endpoint=http://127.0.0.1:9000$3", nil},
	{`(pricepoint findings accept )ID( .*)`, "the value that is held here", "$1$(pricepoint findings --kind held --output json | grep -om1 '\"id\": \"[^\"]*' | cut -d'\"' -f4)$2", nil},
	{`(.*pricepoint .*rollback )2026-11-14T030000Z(.*)`, "the version that is there", "${1}$(ls /var/lib/pricepoint/snapshots | head -n 1 | cut -d. -f1)$2", nil},
	{`(unzip /var/lib/pricepoint/snapshots/)VERSION.zip( .*)`, "the version that is there", "$1$(ls /var/lib/pricepoint/snapshots | tail -n 1)$2", nil},
	{`sudo systemctl edit (.*)`, "nobody is there to type into an editor", `sudo script -qec 'env SYSTEMD_EDITOR="cp /root/edited" systemctl edit $1' /dev/null`, nil},
}

// comparedElsewhere are answers that need more than a machine that is new.
var comparedElsewhere = []struct{ block, by string }{
	{`archive/2026-10-15T000000Z`, "TestGuideExplainsWhatWasRecorded"},
	{`^\$ pricepoint diff `, "TestHistoryInAStore"},
}

// given is what a reader has, whom the guide tells to type a command.
var given = []struct{ command, prepare string }{
	{`go run ./cmd/pricepoint refresh .*`, "cp /usr/local/lib/pricepoint/archives/good.warc.gz run.warc.gz"},
	{`pricepoint (sources|explain deepseek.*|verify)`, "mkdir -p ~/.local/state && rm -rf ~/.local/state/pricepoint && cp -r /backup/pricepoint ~/.local/state/"},
	{`pricepoint explain gpt-5.5 input`, "rm -rf ~/.local/state/pricepoint"},
	{`sudo -u pricepoint pricepoint restore .*`, "sudo systemctl stop pricepoint-serve.socket pricepoint-metrics.socket pricepoint-serve && sudo find /var/lib/pricepoint -mindepth 1 -delete"},
	{`sudo install .* minisign.key .*`, "cp /usr/local/lib/pricepoint/keys/minisign.* . && sudo sh -c 'echo \"[Service]\nEnvironmentFile=/etc/pricepoint.password\" > /root/edited'"},
}

// promises are what the guides say that a command prints, beyond what they show.
var promises = []struct{ command, prints string }{
	{`\./pricepoint --version`, `^pricepoint `},
	{`id pricepoint`, `^uid=\d+\(pricepoint\) `},
	{`systemd-analyze verify .*`, `^$`},
	{`grep contact: .*`, `contact: "https://example.org/about"`},
	{`sudo journalctl -u pricepoint-refresh .*`, `(?s)msg=refreshed .*published`},
	{`pricepoint sources --store /var/lib/pricepoint`, `(?s)(fresh.*){20}`},
	{`curl -s http://127.0.0.1:8080/readyz`, `^ok`},
	{`curl -s http://127.0.0.1:8080/api/tools.json \| head -n 4`, `"tools"`},
	{`systemctl list-timers .*`, `Mon `},
	{`.*127.0.0.1:9090.*`, `"health":"up"`},
	{`.*pricepoint doctor`, `(?m)^ *ok`},
}

// TestGuidesAreTyped follows every guide on a machine of its own, in the order in which somebody new reads them, and
// types every command as it is written.
func TestGuidesAreTyped(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for _, name := range []string{"README.md", "config/README.md", "collectors/README.md", "data/README.md", "scoring/README.md", "server/README.md"} {
		r.follows(name)
	}
	for _, s := range standIns {
		r.wasNeeded(s.command)
	}
	for _, e := range comparedElsewhere {
		r.wasNeeded(e.block)
	}
	for _, g := range given {
		r.wasNeeded(g.command)
	}
}

// reader is somebody new at a machine.
type reader struct {
	machine
	plug    func()          // into the Internet
	needed  map[string]bool // the stand-ins
	serving []*exec.Cmd
}

func (r *reader) wasNeeded(pattern string) {
	if !r.needed[pattern] {
		r.t.Errorf("no guide has %s any more, for which there is an exception here", pattern)
	}
}

func newReader(t *testing.T) *reader {
	r := &reader{machine: boot(t), needed: map[string]bool{}}
	r.plug = r.connect()
	r.write("/usr/local/bin/sudo", sudo, 0o755)
	r.install()
	r.must("root", "mkdir -p /backup /usr/local/lib/pricepoint")
	for location, from := range map[string]string{
		"/backup/pricepoint": guideStore(t), "/usr/local/lib/pricepoint/keys": fixture.SigningKeys(), "/usr/local/lib/pricepoint/archives": guideArchives(t),
	} {
		if err := os.CopyFS(r.path(location), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// sudo is enough of that program: who types it is root already.
const sudo = `#!/bin/bash
export SUDO_USER=reader
[ "$1" = -u ] || exec "$@"
export HOME=$(getent passwd "$2" | cut -d: -f6)
exec runuser -u "$2" -- "${@:3}"
`

// install puts Go where commands are found, or what stands in for it: the program, compiled already.
func (r *reader) install() {
	r.t.Helper()
	if *clones > 0 {
		r.must("root", "ln -s "+goEnv(r.t, "GOROOT")+"/bin/go /usr/local/bin/go")
		return
	}
	file, err := exec.LookPath("pricepoint")
	if err != nil {
		r.t.Fatal(err)
	}
	compiled, err := os.ReadFile(file)
	if err != nil {
		r.t.Fatal(err)
	}
	r.write("/usr/local/lib/pricepoint/compiled", string(compiled), 0o755)
	r.write("/usr/local/bin/go", `#!/bin/bash
case "$*" in
"run ./cmd/pricepoint"*) exec /usr/local/lib/pricepoint/compiled "${@:3}" ;;
build*" ./cmd/pricepoint") cp /usr/local/lib/pricepoint/compiled pricepoint ;;
test*) echo "not run: go $*" ;;
*) exit 2 ;;
esac
`, 0o755)
}

// follows types what a guide says, block after block. What serves goes on serving until the guide ends.
func (r *reader) follows(name string) {
	if name == "server/README.md" { // which says so in its first lines
		r.must("root", "systemctl stop pricepoint-serve.socket pricepoint-metrics.socket pricepoint-serve")
		r.serves("go run ./cmd/pricepoint run")
	}
	for n, b := range guide.Blocks(r.t, name) {
		r.t.Run(fmt.Sprintf("%s_%d_%s", strings.ReplaceAll(name, "/", "_"), n+1, b.Heading), func(t *testing.T) {
			in := *r
			in.t = t
			in.tries(b)
			r.serving = in.serving
		})
	}
	r.stopServing()
}

// tries does with a block what it is there for.
func (r *reader) tries(b guide.Block) {
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
	case "":
		r.triesUnnamed(b)
	default:
		r.t.Errorf("no test tries a block of %q", b.Language)
	}
}

// asks compares an answer with the one that is shown.
func (r *reader) asks(b guide.Block) {
	for _, e := range comparedElsewhere {
		if regexp.MustCompile(e.block).MatchString(b.Text) {
			r.needed[e.block] = true
			return
		}
	}
	command, answer, _ := strings.Cut(strings.TrimPrefix(b.Text, "$ "), "\n")
	r.prepares(command)
	out, code := r.types("reader", command)
	if code != built.ExitDone {
		r.t.Errorf("%s: exit code %d", command, code)
	}
	guide.Compare(r.t, answer, out)
}

// triesUnnamed tries a block that says not what it is: a line for cron, lines for a go.mod, or a picture.
func (r *reader) triesUnnamed(b guide.Block) {
	cron := regexp.MustCompile(`^[0-9* ]+  (\w+)  (.*)$`).FindStringSubmatch(b.Text)
	switch {
	case cron != nil:
		r.prepares(cron[2])
		if out, code := r.types("root", "sudo -u "+cron[1]+" sh -c '"+cron[2]+"'"); code != built.ExitDone {
			r.t.Errorf("cron would run %s: exit code %d\n%s", cron[2], code, out)
		}
	case strings.HasPrefix(b.Text, "require pricepoint "):
		r.requires(b.Text)
	case !strings.ContainsAny(b.Text, "►▼"):
		r.t.Errorf("no test tries this:\n%s", b.Text)
	}
}

// requires compiles a program in a module whose go.mod has the lines of the guide.
func (r *reader) requires(lines string) {
	r.write(readerHome+"/mine/go.mod", "module mine\n\ngo 1.26.0\n\n"+lines+"\n", 0o644)
	r.write(readerHome+"/mine/main.go", libraryProgram(r.t), 0o644)
	if *clones > 0 { // TestClientFromAnotherModule does it without a machine
		r.must("root", "chown -R reader: "+readerHome+"/mine")
		r.must("reader", "cd ../mine && cp ../pricepoint/go.sum . && go build -mod=mod .")
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
			r.needed[s.command] = true
			line = whole.ReplaceAllString(command, s.instead)
			r.t.Logf("%s: instead %q, for it is %s", command, line, s.why)
			if s.check != nil {
				s.check(r.t, command)
			}
		}
	}
	r.prepares(command)
	switch {
	case line == "":
	case strings.HasPrefix(line, "go test ") && *clones == 0:
		checkGoTest(r.t, line)
	case command == "go test ./...": // of which this is a part
		r.expects(command, "go test -run '^$' ./...")
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
			r.needed[g.command] = true
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

// rentsBuckets makes the buckets of the guides. What is put into them stays.
func (r *reader) rentsBuckets() {
	s3 := s3test.Start(r.t)
	folder, _ := s3.NewBucket(r.t)
	prices, mirror := filepath.Join(filepath.Dir(folder), "prices"), filepath.Join(filepath.Dir(folder), "mirror")
	if err := errors.Join(os.MkdirAll(prices, 0o755), os.MkdirAll(mirror, 0o755)); err != nil {
		r.t.Fatal(err)
	}
	r.leads("127.0.0.1:9000", s3.Address)
	keys := fmt.Sprintf("[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n", s3test.AccessKey, s3test.SecretKey)
	for _, home := range []string{readerHome, "/root"} {
		r.write(home+"/.aws/credentials", keys, 0o644)
	}
}

func (r *reader) expects(command, line string) {
	user := "reader"
	if strings.HasPrefix(line, "sudo ") {
		user = "root"
	}
	out, code := r.types(user, line)
	r.t.Logf("$ %s\n%.2000s", line, out)
	if code != built.ExitDone {
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

// serves starts a server and waits until it serves the prices.
func (r *reader) serves(line string) {
	r.stopServing()
	c := r.command(context.Background(), "reader", line) // also after this block
	built.Serving(r.t, c)
	r.serving = append(r.serving, c)
	built.Eventually(r.t, "the prices are served", func() bool {
		out, code := r.types("reader", "curl -fs http://127.0.0.1:8080/api/tools.json")
		return code == 0 && strings.Contains(out, `"totalTools"`)
	})
}

// stopServing ends what serves, as Ctrl-C does.
func (r *reader) stopServing() {
	for _, c := range r.serving {
		r.must("root", "pkill -INT -u reader -x 'pricepoint|compiled'")
		if err := c.Wait(); err != nil {
			r.t.Errorf("%v after Ctrl-C: %v", c.Args, err)
		}
	}
	r.serving = nil
}

// checkExport looks at the words of a command.
func checkExport(t *testing.T, line string) { checkUsage(t, "server/README.md", strings.Fields(line)) }

var guideStoreOnce, guideArchivesOnce sync.Once

// guideArchives are archives to read in place of the web.
func guideArchives(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(built.Dir, "guide-archives")
	guideArchivesOnce.Do(func() {
		if err := errors.Join(os.Mkdir(dir, 0o755), fixture.WriteArchives(dir)); err != nil {
			t.Fatal(err)
		}
		fixture.DeepSeek(t, dir, 1, "0.87")
		fixture.DeepSeek(t, dir, 2, "8.70")
	})
	return dir
}

// guideStore is a signed store that has read every source once, then a price, and now holds ten times that price back.
func guideStore(t *testing.T) (location string) {
	t.Helper()
	location = filepath.Join(built.Dir, "guide-store")
	archives := guideArchives(t)
	guideStoreOnce.Do(func() {
		for _, args := range [][]string{
			{"good.warc.gz", "--as-of", "2026-01-03"},
			{"week1.warc.gz", "--as-of", "2026-01-10", "--only", "pricing_deepseek"},
			{"week2.warc.gz", "--only", "pricing_deepseek"},
		} {
			args[0] = filepath.Join(archives, args[0])
			c := exec.Command("pricepoint", append([]string{"refresh", "--store", location, "--replay"}, args...)...)
			c.Env = append(os.Environ(), "PRICEPOINT_SIGN_KEY="+filepath.Join(fixture.SigningKeys(), "minisign.key"))
			if _, log, code := built.Finished(t, c); code != built.ExitDone {
				t.Fatalf("refresh: exit code %d: %s", code, log)
			}
		}
	})
	return location
}

// checkGoTest looks for the packages and the functions that a command names.
func checkGoTest(t *testing.T, line string) {
	folder := regexp.MustCompile(` \./([a-z/]+)`).FindStringSubmatch(line)
	wanted := regexp.MustCompile(` -(run|bench) '?([A-Z]\w+)`).FindStringSubmatch(line)
	if folder == nil && strings.Contains(line, "./...") {
		return
	}
	if folder == nil || wanted == nil {
		t.Fatalf("%s names no folder or no function", line)
	}
	sources, err := filepath.Glob(filepath.Join(fixture.Root(), folder[1], "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?m)^func (Test|Benchmark)\w*` + strings.TrimPrefix(wanted[2], "Test")).Match(text) {
			return
		}
	}
	t.Errorf("%s: there is no %s in %s", line, wanted[2], folder[1])
}
