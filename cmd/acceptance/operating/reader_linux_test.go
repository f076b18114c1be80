//go:build proof

package operating

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/blob/s3test"
)

// reader is somebody new at a machine, with nothing but a clone.
type reader struct {
	*machine
	t       *testing.T
	plug    func() // into the Internet
	serving []*exec.Cmd
}

// home is where the clone lies.
const home = "/home/reader"

// newReader boots a machine with a user reader, who has a clone, and with what operators are told to have: a backup, keys.
func newReader(t *testing.T) *reader {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may boot a second Debian in namespaces: run this test as root")
	}
	fixture.Need(t, "git passwd curl", "git", "useradd", "curl") // for the clone, for the reader, and in almost every guide
	files, mine := t.TempDir(), t.TempDir()
	clone(t, filepath.Join(mine, "pricepoint"))
	archives := guideArchives(t)
	put(t, files, map[string]string{
		"backup/pricepoint": guideStore(t, archives), "usr/local/lib/pricepoint/keys": fixture.SigningKeys(), "usr/local/lib/pricepoint/archives": archives,
	})
	write(t, filepath.Join(files, "usr/local/bin/sudo"), sudo, 0o755)
	write(t, filepath.Join(files, "etc/systemd/system.conf.d/hosts.conf"), "[Manager]\nDefaultEnvironment="+noPauses+"\n", 0o644)
	m := boot(t, files, mine, home)
	r := &reader{machine: m, t: t}
	r.must("root", "useradd --home-dir "+home+" --shell /bin/bash reader && cd .. && chown reader: . && chown -R reader: pricepoint")
	r.plug = r.connect()
	r.installGo()
	return r
}

// put copies folders below another.
func put(t *testing.T, root string, folders map[string]string) {
	t.Helper()
	for to, from := range folders {
		if err := os.CopyFS(filepath.Join(root, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
}

// noPauses has the program ask a host without a pause: all hosts are this machine.
const noPauses = "PRICEPOINT_COLLECT_PAUSE=0s"

// sudo is enough of that program: who types it is root already.
const sudo = `#!/bin/bash
export SUDO_USER=reader
[ "$1" = -u ] || exec "$@"
export HOME=$(getent passwd "$2" | cut -d: -f6)
exec runuser -u "$2" -- "${@:3}"
`

// installGo puts the program, compiled already, where it stands in for Go.
func (r *reader) installGo() {
	r.t.Helper()
	compiled, err := os.ReadFile(fixture.Path())
	if err != nil {
		r.t.Fatal(err)
	}
	r.write(r.t, "/usr/local/lib/pricepoint/compiled", string(compiled), 0o755)
	r.write(r.t, "/usr/local/bin/go", `#!/bin/bash
case "$*" in
"run ./cmd/pricepoint"*) exec /usr/local/lib/pricepoint/compiled "${@:3}" ;;
build*" ./cmd/pricepoint") cp /usr/local/lib/pricepoint/compiled pricepoint ;;
test*) echo "not run: go $*" ;;
*) exit 2 ;;
esac
`, 0o755)
}

// shell has a shell of the machine run a line in the clone, as one of its users, with an environment that holds nothing
// but what every shell has, and noPauses.
func (r *reader) shell(user, line string) *exec.Cmd {
	of := map[string]string{"root": "/root", "reader": home}[user]
	return r.command("runuser", "-u", user, "--", "env", "-i", noPauses, "HOME="+of, "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"bash", "-c", "cd "+home+"/pricepoint && "+line)
}

// types runs a line to its end and returns all that it printed.
func (r *reader) types(user, line string) (printed string, code int) {
	r.t.Helper()
	c := r.shell(user, line)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		r.t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// must runs a line that prepares something.
func (r *reader) must(user, line string) string {
	r.t.Helper()
	out, code := r.types(user, line)
	if code != 0 {
		r.t.Fatalf("%s: exit code %d\n%s", line, code, out)
	}
	return out
}

// serves starts a server, which goes on after its block, and waits until it serves the prices.
func (r *reader) serves(line string) {
	r.stopServing()
	c := r.shell("reader", line)
	fixture.Serving(r.t, c)
	r.serving = append(r.serving, c)
	fixture.Eventually(r.t, "the prices are served", func() bool {
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

// publicAddress is where the machine finds every host of the Internet, once it is connected.
const publicAddress = "1.1.1.1"

// connect gives the machine an Internet, in which plug makes it find every host that a source asks. Each has the page of
// the collectors' own tests.
func (r *reader) connect() (plug func()) {
	r.t.Helper()
	i := fixture.NewInternet(r.t)
	address, vouches := i.Hosts()
	r.must("root", "ip address add "+publicAddress+"/32 dev lo")
	r.leads(r.t, publicAddress+":443", address)
	pages := fixture.Pages(r.t)
	hosts := "127.0.0.1 localhost\n"
	for _, page := range pages {
		i.Put(page.URL, i.Page(page.Body))
		from, err := url.Parse(page.URL)
		if err != nil {
			r.t.Fatal(err)
		}
		hosts += publicAddress + " " + from.Host + "\n"
	}
	const certificates = "/etc/ssl/certs/ca-certificates.crt"
	trusted, err := os.ReadFile(r.path(certificates))
	if err != nil {
		r.t.Fatal(err)
	}
	r.write(r.t, certificates, string(trusted)+string(vouches), 0o644)
	return func() { r.write(r.t, "/etc/hosts", hosts, 0o644) }
}

// rentsBuckets makes the buckets of the guides. What is put into them stays.
func (r *reader) rentsBuckets() {
	s3 := s3test.Start(r.t)
	folder, _ := s3.NewBucket(r.t)
	prices, mirror := filepath.Join(filepath.Dir(folder), "prices"), filepath.Join(filepath.Dir(folder), "mirror")
	if err := errors.Join(os.MkdirAll(prices, 0o755), os.MkdirAll(mirror, 0o755)); err != nil {
		r.t.Fatal(err)
	}
	r.leads(r.t, "127.0.0.1:9000", s3.Address)
	keys := fmt.Sprintf("[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n", s3test.AccessKey, s3test.SecretKey)
	for _, of := range []string{home, "/root"} {
		r.write(r.t, of+"/.aws/credentials", keys, 0o644)
	}
}
