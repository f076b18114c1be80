package acceptance

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// untyped is a command of the guides that a test cannot give; check looks at as much of it as can be looked at.
type untyped struct {
	pattern, why string
	check        func(t *testing.T, line string)
}

var notTyped = []untyped{
	{`^go test `, "it takes minutes, or this is a part of it; the test it names must exist", checkGoTest},
	{`^(CGO_ENABLED=0 )?go build .*\./cmd/pricepoint$`, "TestMain builds the program", nil},
	{`\b(systemctl|journalctl) `, "systemd must be running; its unit must exist", checkUnits},
	{`^systemd-analyze verify `, "TestUnits verifies the units", checkUnits},
	{`systemd-sysusers$|^id pricepoint$`, "it makes a user of this machine", nil},
	{`\bapt-get `, "it installs packages of Debian", nil},
	{`^claude mcp add `, "it is a program of somebody else; TestAgentsWithTheirOwnLibrary asks as it does", nil},
	{`^crush |ccusage`, "they are programs of somebody else; TestPrograms of cmd/acceptance/clients types what can be installed", nil},
	{`^pricepoint export (opencode|pi) `, "the pages of the tests have none of the names at models.dev; TestPrograms has them", checkExport},
	{`:9090/`, "TestEveryPanelHasData runs a Prometheus", nil},
}

// TestGuidesAreTyped gives every command of the guides to a shell, as a reader would.
func TestGuidesAreTyped(t *testing.T) {
	typed := 0
	for _, name := range guides {
		for n, b := range blocks(t, name) {
			switch b.language {
			case "sh":
				typed++
				t.Run(fmt.Sprintf("%s_%d_%s", strings.ReplaceAll(name, "/", "_"), n+1, b.heading), func(t *testing.T) {
					t.Parallel()
					newReader(t, b.text).types()
				})
			case "console": // TestGuidesShowWhatIsPrinted
			case "text":
				if name != "scoring/README.md" { // TestGuideComputesAScore
					t.Errorf("%s, %s: no test makes this text", name, b.heading)
				}
			case "": // a picture, or a line for cron
				for _, line := range unique(b.text, `(?m)/usr/local/bin/(pricepoint .*)$`) {
					checkUsage(t, name, strings.Fields(line))
				}
			default:
				t.Errorf("%s, %s: no test tries a block of %q", name, b.heading, b.language)
			}
		}
	}
	if typed < 20 {
		t.Errorf("found only %d blocks of commands", typed)
	}
}

// reader is somebody at a shell, on a machine whose /etc, /var/lib and the like are folders of the test.
type reader struct {
	t        *testing.T
	work     string // where commands are given: as much of a checkout as they need
	store    string
	machine  *strings.Replacer // leads from the guides' machine to the test's
	commands string
}

func newReader(t *testing.T, commands string) reader {
	t.Helper()
	root := t.TempDir()
	r := reader{t: t, work: filepath.Join(root, "work"), store: fixture.Copied(t, guideStore(t)), commands: commands}
	r.furnish(root)
	into := r.store
	if strings.Contains(commands, "pricepoint restore ") {
		into = filepath.Join(root, "empty")
	}
	archives := guideArchives(t)
	good, week := filepath.Join(archives, "good.warc.gz"), filepath.Join(archives, "week2.warc.gz")
	pairs := []string{
		"go run ./cmd/pricepoint", "pricepoint", "sudo -u pricepoint ", "", "sudo ", "", " -o pricepoint", "", "curl -s", "curl -fs",
		"/var/lib/pricepoint", into, "/usr/local/", root + "/usr/local/", "2026-11-14T030000Z", fixture.Newer, "accept ID", "accept " + heldFinding(t, r.store),
		"run.warc.gz", good, "sources --check", "sources --check --replay " + good, "observe pricing_deepseek", "observe pricing_deepseek --replay " + good,
		"pricepoint refresh\n", "pricepoint refresh --only pricing_deepseek --replay " + week + "\n", "VERSION", newest(t, r.store).Manifest.Version,
	}
	for _, dir := range []string{"/srv/", "/backup/", "/tmp/", "/etc/"} {
		pairs = append(pairs, dir, root+dir)
	}
	r.machine = strings.NewReplacer(append(pairs, r.servers()...)...)
	return r
}

// furnish makes the files that commands expect.
func (r reader) furnish(root string) {
	program, err := exec.LookPath("pricepoint")
	for _, dir := range []string{"work", "tmp", "etc/systemd/system", "etc/prometheus", "usr/local/bin"} {
		err = errors.Join(err, os.MkdirAll(filepath.Join(root, dir), 0o755))
	}
	err = errors.Join(err, os.CopyFS(filepath.Join(r.work, "config"), os.DirFS(top+"/config")), os.CopyFS(filepath.Join(root, "backup/pricepoint"), os.DirFS(r.store)),
		os.CopyFS(r.work, os.DirFS(signingKeys)), os.Symlink(program, filepath.Join(r.work, "pricepoint")), os.Symlink(r.store+"/snapshots", filepath.Join(r.work, "snapshots")),
		os.Link(filepath.Join(r.work, "config/pricepoint.yaml"), filepath.Join(root, "etc/pricepoint.yaml")))
	if err != nil {
		r.t.Fatal(err)
	}
}

// signingKeys holds a pair of keys without a password.
const signingKeys = top + "/data/store/testdata"

// servers starts what the commands talk to, and tells where it is.
func (r reader) servers() (pairs []string) {
	if strings.Contains(r.commands, "http://127.0.0.1:8080") {
		pairs = append(pairs, "http://127.0.0.1:8080", start(r.t, "serve", "--store", r.store))
	}
	if strings.Contains(r.commands, "minisign") {
		needTools(r.t, "minisign unzip", "minisign", "unzip")
	}
	if strings.Contains(r.commands, "s3://") {
		bucket := testBucket(r.t)
		if out, log, code := pricepoint(r.t, "restore", r.store, "--store", bucket); code != exitDone {
			r.t.Fatalf("restore into the bucket: exit code %d, %s%s", code, out, log)
		}
		pairs = append(pairs, "s3://prices/pricepoint?region=eu-central-1", bucket, "s3://mirror?region=eu-central-1", strings.Replace(bucket, "/of/models", "/mirror", 1))
	}
	return pairs
}

// types gives the lines of a block one after the other. Each must succeed.
func (r reader) types() {
	for line := range strings.Lines(regexp.MustCompile(`(?m)  +# .*$`).ReplaceAllString(r.commands, "") + "\n") {
		if i := slices.IndexFunc(notTyped, func(u untyped) bool { return regexp.MustCompile(u.pattern).MatchString(strings.TrimSpace(line)) }); i >= 0 {
			r.t.Logf("not typed: %s (%s)", strings.TrimSpace(line), notTyped[i].why)
			if notTyped[i].check != nil {
				notTyped[i].check(r.t, line)
			}
			continue
		}
		line = strings.TrimSpace(r.machine.Replace(line))
		if words := strings.Fields(line); len(words) > 1 && words[0] == "pricepoint" && (words[1] == "serve" || words[1] == "run") {
			r.serves(line)
			continue
		}
		out, code := r.gives(line)
		if healthy := code == exitDone || strings.Contains(line, " doctor ") && strings.Contains(out, "ok "); !healthy || strings.TrimSpace(out) == "" && !regexp.MustCompile(`^curl .*-f?s?o `).MatchString(line) && regexp.MustCompile(`^(curl|grep|pricepoint) `).MatchString(line) {
			r.t.Errorf("%s: exit code %d\n%s", line, code, out)
		}
	}
}

// gives has a shell run a line.
func (r reader) gives(line string) (out string, code int) {
	if strings.HasPrefix(line, "pricepoint restore ") { // it fills empty stores only
		if err := os.RemoveAll(filepath.Join(filepath.Dir(r.work), "empty")); err != nil {
			r.t.Fatal(err)
		}
	}
	if regexp.MustCompile(`^pricepoint (refresh|rollback) `).MatchString(line + " ") { // a version is a second
		eventually(r.t, "the next second has begun", func() bool { return data.Version(time.Now()) > newest(r.t, r.store).Manifest.Version })
	}
	c := exec.CommandContext(r.t.Context(), "bash", "-c", line)
	c.Dir = r.work
	c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "STATE_DIRECTORY="+r.store, "HOME="+r.work)
	printed, err := c.CombinedOutput()
	if c.ProcessState == nil {
		r.t.Fatal(err)
	}
	return string(printed), c.ProcessState.ExitCode()
}

// serves starts a server and asks it for the prices.
func (r reader) serves(line string) {
	args := strings.Fields(strings.ReplaceAll(line, "'", ""))[1:]
	if !slices.Contains(args, "--store") {
		args = append(args, "--store", r.store)
	}
	base := start(r.t, args...)
	eventually(r.t, "the prices are served", func() bool {
		status, body := get(r.t, base+"/api/tools.json")
		return status == 200 && strings.Contains(body, `"totalTools"`)
	})
}

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
			c.Env = append(os.Environ(), "PRICEPOINT_SIGN_KEY="+signingKeys+"/minisign.key")
			if _, log, code := finished(t, c); code != exitDone {
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
	sources, err := filepath.Glob(filepath.Join(top, folder[1], "*_test.go"))
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

// checkExport looks at the words of a command.
func checkExport(t *testing.T, line string) { checkUsage(t, "server/README.md", strings.Fields(line)) }

// checkUnits looks for the units that a command names. What has no suffix is a service.
func checkUnits(t *testing.T, line string) {
	for _, unit := range unique(line, `\b(pricepoint-[\w.*]+)`) {
		if !strings.ContainsAny(unit, ".*") {
			unit += ".service"
		}
		if found, _ := filepath.Glob(filepath.Join(top, "config", "systemd", unit)); len(found) == 0 {
			t.Errorf("%s: there is no unit %s", strings.TrimSpace(line), unit)
		}
	}
}
