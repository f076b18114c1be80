package operating

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
)

// TestAnIntruderCanDoNothing runs a script in place of the program, under everything else that the units say. Whoever takes
// over the server can do nothing but answer; whoever takes over the refresh can reach the network and write the store.
func TestAnIntruderCanDoNothing(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "intruder"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"srv/intruder": string(script), "etc/systemd/system/intruder-free.service": "[Service]\nType=oneshot\nSyslogIdentifier=intruder\nExecStart=/bin/bash /srv/intruder\n"}
	for _, service := range []string{"serve", "refresh"} {
		files["etc/systemd/system/intruder-"+service+".service"] = takenOver(t, service)
	}
	m := install(t, files)
	m.run(t, "mkdir", "-p", "/run/dbus", "/run/systemd/resolve") // as where a bus and a resolver listen
	m.run(t, "systemctl", "start", "pricepoint-serve.socket")
	done := func(service string) []string {
		m.run(t, "systemctl", "start", "intruder-"+service)
		m.run(t, "journalctl", "--sync")
		return strings.Split(m.run(t, "journalctl", "--quiet", "-u", "intruder-"+service, "-t", "intruder", "-o", "cat", "--no-pager"), "\n")
	}
	free := strings.Join(done("free"), "\n")
	for _, freedom := range []string{"wrote into /var", "wrote /etc/pricepoint.yaml", "opened /etc/shadow", "reached /run/dbus", "reached /run/systemd/resolve", "connected", "made a namespace", "mounted", "is root", "has capabilities"} {
		if !strings.Contains(free, freedom) {
			t.Errorf("without a sandbox the script does not show that it %s, and so cannot show the opposite:\n%s", freedom, free)
		}
	}
	if diff := cmp.Diff([]string{""}, done("serve")); diff != "" {
		t.Errorf("in the place of the server (-want +got):\n%s", diff)
	}
	refresh := []string{"wrote into /var/lib/pricepoint", "reached /run/systemd/resolve", "connected to a port of this machine"}
	if diff := cmp.Diff(refresh, done("refresh")); diff != "" {
		t.Errorf("in the place of the refresh (-want +got):\n%s", diff)
	}
}

// takenOver is a unit of ours with the script in place of the program.
func takenOver(t *testing.T, service string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixture.Root(), "config", "systemd", "pricepoint-"+service+".service"))
	if err != nil {
		t.Fatal(err)
	}
	unit := regexp.MustCompile(`(?m)^(Requires|After|Wants|Sockets|Type|ExecReload|Restart|RestartSec|WatchdogSec)=.*\n`).ReplaceAllString(string(text), "")
	unit = regexp.MustCompile(`(?m)^ExecStart=.*$`).ReplaceAllString(unit, "Type=oneshot\nSyslogIdentifier=intruder\nExecStart=/bin/bash /srv/intruder")
	return unit
}
