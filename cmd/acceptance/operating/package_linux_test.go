//go:build proof

package operating

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// released are the files of a version, as .ci/release makes them.
func released(t *testing.T, version string) (folder string) {
	t.Helper()
	fixture.Installed(t, "NFPM")
	fixture.Need(t, "umoci", "umoci")
	folder = t.TempDir()
	fixture.Output(t, fixture.Root(), ".ci/release", version, folder, "amd64")
	fixture.Output(t, folder, "sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS")
	return folder
}

// TestDebianPackage installs a package on a machine, upgrades it and takes it away again, as an administrator would.
func TestDebianPackage(t *testing.T) {
	fixture.Need(t, "lintian", "lintian")
	first, next := released(t, "1.2.3"), released(t, "1.3.0")
	fixture.Output(t, first, "lintian", "--allow-root", "--fail-on", "error", "pricepoint_1.2.3_amd64.deb")
	held := fixture.Output(t, first, "dpkg", "--contents", "pricepoint_1.2.3_amd64.deb")
	for _, file := range []string{"config/README.md", "data/README.md", "examples/bucket/pricepoint-serve.conf"} {
		if !strings.Contains(held, "/usr/share/doc/pricepoint/"+file+"\n") {
			t.Errorf("the package lacks %s", file)
		}
	}
	files := t.TempDir()
	copyTo(t, filepath.Join(first, "pricepoint_1.2.3_amd64.deb"), filepath.Join(files, "first.deb"), 0o644)
	copyTo(t, filepath.Join(next, "pricepoint_1.3.0_amd64.deb"), filepath.Join(files, "next.deb"), 0o644)
	m := boot(t, files)
	client := &http.Client{Transport: &http.Transport{DialContext: m.dial}}
	t.Cleanup(client.CloseIdleConnections)
	const units = "pricepoint-serve.service pricepoint-serve.socket pricepoint-metrics.socket pricepoint-refresh.timer"
	states := func() string {
		out, _ := m.command(append([]string{"systemctl", "is-active"}, strings.Fields(units)...)...).Output()
		return strings.Join(strings.Fields(string(out)), " ")
	}

	m.run(t, "dpkg", "-i", "/first.deb")
	if got := states(); got != "active active active active" {
		t.Errorf("after installing, %s are %s", units, got)
	}
	m.run(t, "systemd-analyze", "verify", "/lib/systemd/system/pricepoint-refresh.service", "/lib/systemd/system/pricepoint-serve.service")
	if answer, err := client.Get("http://127.0.0.1:8080/healthz"); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("the server does not answer: %v, %v", answer, err)
	}
	m.run(t, "id", "pricepoint")
	m.run(t, "sh", "-c", `sed -i 's|contact: ""|contact: "https://example.org/about"|' /etc/pricepoint.yaml && install -d -o pricepoint /var/lib/pricepoint && touch /var/lib/pricepoint/kept`)

	m.run(t, "dpkg", "-i", "/next.deb")
	if version := m.run(t, "pricepoint", "--version"); !strings.Contains(version, "1.3.0") {
		t.Errorf("after the upgrade it is %s", version)
	}
	if got := states(); got != "active active active active" {
		t.Errorf("after the upgrade, %s are %s", units, got)
	}
	m.run(t, "grep", "https://example.org/about", "/etc/pricepoint.yaml")

	m.run(t, "dpkg", "-r", "pricepoint")
	if got := states(); got != "inactive inactive inactive inactive" {
		t.Errorf("after removing it, %s are %s", units, got)
	}
	m.run(t, "grep", "https://example.org/about", "/etc/pricepoint.yaml")
	if said := m.run(t, "dpkg", "-P", "pricepoint"); !strings.Contains(said, "snapshots stay in /var/lib/pricepoint") {
		t.Errorf("a purge does not say what stays: %s", said)
	}
	if left := m.run(t, "sh", "-c", "ls -d /etc/pricepoint.yaml /usr/bin/pricepoint /lib/systemd/system/pricepoint-* /var/lib/pricepoint/kept 2>/dev/null || true"); left != "/var/lib/pricepoint/kept" {
		t.Errorf("a purge leaves %s", left)
	}
}

// TestArchiveAndImage unpacks the other two forms and runs what is in them. The same sources make the same files.
func TestArchiveAndImage(t *testing.T) {
	folder, again := released(t, "1.2.3"), released(t, "1.2.3")
	sums := func(folder string) string {
		text, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if sums(folder) != sums(again) {
		t.Errorf("two builds differ:\n%s%s", sums(folder), sums(again))
	}
	name := "pricepoint_1.2.3_linux_amd64"
	fixture.Output(t, folder, "tar", "-xf", name+".tar.gz")
	if said := fixture.Output(t, folder, filepath.Join(folder, name, "pricepoint"), "--version"); !strings.Contains(said, "1.2.3") {
		t.Errorf("the archive has %s", said)
	}
	for _, file := range []string{"LICENSE", "README.md", "config/systemd/pricepoint-serve.service"} {
		if _, err := os.Stat(filepath.Join(folder, name, file)); err != nil {
			t.Error(err)
		}
	}
	layout, bundle := filepath.Join(folder, "image"), filepath.Join(folder, "bundle")
	if err := os.Mkdir(layout, 0o755); err != nil {
		t.Fatal(err)
	}
	fixture.Output(t, layout, "tar", "-xf", filepath.Join(folder, name+".oci.tar"))
	fixture.Output(t, folder, "umoci", "unpack", "--image", layout+":1.2.3", bundle)
	run := fixture.Output(t, bundle, "jq", "-c", "[.process.args, .process.user.uid]", "config.json")
	if want := `[["/pricepoint","run","--listen",":8080"],65532]` + "\n"; run != want {
		t.Errorf("the image runs %swant %s", run, want)
	}
	if said := fixture.Output(t, bundle, "chroot", "--userspec=65532:65532", filepath.Join(bundle, "rootfs"), "/pricepoint", "--version"); !strings.Contains(said, "1.2.3") {
		t.Errorf("the image has %s", said)
	}
	if owner := fixture.Output(t, bundle, "stat", "-c", "%u", "rootfs/var/lib/pricepoint"); owner != "65532\n" {
		t.Errorf("the state of the image belongs to %s", owner)
	}
}
