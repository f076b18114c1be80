package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/data"
)

// patient is an installation that the doctor looks at.
type patient struct {
	store string
	now   time.Time
	args  []string
}

// examined runs the doctor, offline, as the command line does.
func examined(t *testing.T, p patient, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, log bytes.Buffer
	root := newRoot(&app{stdout: &out, stderr: &log, now: func() time.Time { return p.now }})
	root.SetArgs(slices.Concat([]string{"doctor", "--offline", "--store", p.store}, p.args, args))
	root.SetOut(&out)
	root.SetErr(&log)
	err := root.ExecuteContext(t.Context())
	if err != nil {
		fmt.Fprintln(&log, err)
	}
	return out.String(), log.String(), exitCode(err)
}

// versionServer is a server of some version, at an address to give to --listen.
func versionServer(t *testing.T, version string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"version": %q}`, version)
	}))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// testDoctor breaks an installation in every way there is.
func testDoctor(t *testing.T, r *recovery) {
	t.Setenv("PRICEPOINT_COLLECT_CONTACT", "https://prices.example/about")
	twoDaysLater := time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	current, behind := versionServer(t, r.newer), versionServer(t, r.older)
	cert, key, _ := testCertificate(t)
	fresh := func(t *testing.T) patient {
		p := patient{store: r.copied(t), now: twoDaysLater, args: []string{"--listen", current}}
		writeReport(t, p.store, data.RunReport{FinishedAt: on(t, "2026-01-10"), Published: r.newer})
		return p
	}
	t.Run("all_is_well", func(t *testing.T) {
		out, log, code := examined(t, fresh(t))
		if code != 0 || log != "" || !strings.HasSuffix(out, "\n\nall is well\n") || strings.Contains(out, "->") {
			t.Errorf("exit code %d, %s\n%s", code, log, out)
		}
	})
	for name, row := range map[string]struct {
		spoil func(t *testing.T, p *patient)
		want  string // the line, and what mends it
	}{
		"pointer-missing": {func(t *testing.T, p *patient) { remove(t, p.store, "latest.json") },
			`wrong store .*latest.json is missing; using 2026-01-10T000000Z -> pricepoint refresh --store `},
		"newest-broken": {func(t *testing.T, p *patient) { remove(t, p.store, "snapshots/"+r.newer+"/api/tools.json.br") },
			`wrong store snapshot 2026-01-10T000000Z .* is broken.*; using 2026-01-03T000000Z -> pricepoint refresh --store `},
		"all-broken": {func(t *testing.T, p *patient) {
			remove(t, p.store, "snapshots/"+r.newer+"/api/tools.json.br")
			remove(t, p.store, "snapshots/"+r.older+"/api/tools.json.br")
		}, `wrong store no snapshot is intact: .* -> pricepoint restore BACKUP`},
		"newer-program": {func(t *testing.T, p *patient) {
			ruin(t, p.store, "snapshots/"+r.newer+"/manifest.json", []byte(`{"schema": 99}`))
			remove(t, p.store, "latest.json")
		}, `wrong store .*made by a newer pricepoint.* -> install the newer pricepoint`},
		"empty": {func(t *testing.T, p *patient) { p.store = filepath.Join(t.TempDir(), "a dir") },
			`wrong store .*holds no snapshot.* -> pricepoint refresh --store '/`},
		"no-bucket": {func(t *testing.T, p *patient) { p.store = "s3://prices?secret_key=hidden" },
			`wrong store store s3://prices cannot be opened.* -> pricepoint config`},
		"old-data": {func(_ *testing.T, p *patient) { p.now = twoDaysLater.AddDate(0, 1, 0) },
			`wrong data they are 33 days old; refresh.every is 7 days -> systemctl start pricepoint-refresh`},
		"old-run": {func(_ *testing.T, p *patient) { p.now = twoDaysLater.AddDate(0, 0, 8) },
			`wrong last run it ended 9 days ago; refresh.every is 7 days -> systemctl start pricepoint-refresh`},
		"max-age": {func(t *testing.T, p *patient) {
			p.now = twoDaysLater.AddDate(0, 0, 6)
			p.args = append(p.args, "--config", written(t, "server: {max_age: 168h}"))
		}, `wrong data they are 8 days old; server.max_age is 7 days, so /readyz fails -> `},
		"clock-back": {func(_ *testing.T, p *patient) { p.now = time.Date(2026, 1, 9, 0, 0, 0, 0, time.UTC) },
			`wrong clock it says 2026-01-09T00:00:00.000Z, which is 24 hours before the newest snapshot was made.* -> timedatectl`},
		"nothing-published": {func(t *testing.T, p *patient) {
			writeReport(t, p.store, data.RunReport{FinishedAt: on(t, "2026-01-11"), Reason: "no source could be read"})
		}, `wrong last run it ended 12 hours ago and published nothing: no source could be read -> pricepoint sources --check --store `},
		"never-run": {func(t *testing.T, p *patient) { remove(t, p.store, "runs/latest.json") },
			`warning last run the store has no report of one -> `},
		"sources-failing": {func(t *testing.T, p *patient) {
			failing := data.SourceOutcome{SourceStatus: data.SourceStatus{ID: "pricing_xai", Cause: "status 403"}}
			writeReport(t, p.store, data.RunReport{FinishedAt: on(t, "2026-01-10"), Published: r.newer, Sources: []data.SourceOutcome{failing}})
		}, `warning sources 1 source could not be read, and the last good values stay: pricing_xai: status 403 -> pricepoint sources --check --only pricing_xai --store `},
		"run-at-work": {func(t *testing.T, p *patient) { holdLock(t, p.store) }, `ok lock a run is at work: .*pid `},
		"lock-of-another-user": {func(t *testing.T, p *patient) {
			remove(t, p.store, ".lock")
			if err := os.Mkdir(filepath.Join(p.store, ".lock"), 0o700); err != nil { // root may write all files, but no folder
				t.Fatal(err)
			}
		}, `wrong lock store .* cannot be written: .*; no refresh can publish -> chown OWNER `},
		"run-hangs": {func(t *testing.T, p *patient) { holdLock(t, p.store); p.now = time.Now().Add(time.Hour) },
			`wrong lock .* more than twice collect.deadline, so it hangs -> kill \d+ on `},
		"no-contact": {func(t *testing.T, _ *patient) { t.Setenv("PRICEPOINT_COLLECT_CONTACT", "") },
			`warning contact collect.contact is not set.* -> PRICEPOINT_COLLECT_CONTACT=`},
		"settings": {func(t *testing.T, p *patient) { p.args = append(p.args, "--config", written(t, "\nsrever: {}")) },
			`wrong configuration .*p.yaml:2: unknown key "srever".* -> correct it there`},
		"no-such-source": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "collect: {disable: [pricing_nobody]}"))
		},
			`wrong configuration .*no source is named "pricing_nobody".* -> pricepoint sources lists the names`},
		"certificate": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "server: {tls_cert: "+cert+", tls_key: "+key+"}"))
			p.now = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
		}, `wrong certificate it ended on 20\d\d-.* -> renew `},
		"no-certificate": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "server: {tls_cert: "+key+", tls_key: "+key+"}"))
		}, `wrong certificate .* -> pricepoint config`},
		"secret-key-missing": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "sign: {key: /no/such.key}"))
		},
			`wrong signature sign.key: stat /no/such.key.* -> put the secret key there`},
		"server-behind": {func(_ *testing.T, p *patient) { p.args = []string{"--listen", behind} },
			`wrong server http://\S+ serves 2026-01-03T000000Z, the newest is 2026-01-10T000000Z -> systemctl reload pricepoint-serve`},
		"server-of-another-store": {func(t *testing.T, p *patient) { p.args = []string{"--listen", versionServer(t, "2026-02-10T000000Z")} },
			`wrong server http://\S+ serves 2026-02-10T000000Z, the newest here is 2026-01-10T000000Z; is its --store the same\?`},
		"no-server": {func(_ *testing.T, p *patient) { p.args = []string{"--listen", "127.0.0.1:1"} },
			`warning server nobody answers at http://127.0.0.1:1/api/freshness.json: .*connection refused.* -> systemctl start pricepoint-serve`},
	} {
		t.Run(name, func(t *testing.T) {
			p := fresh(t)
			row.spoil(t, &p)
			out, log, code := examined(t, p, "--output", "json")
			if name == "settings" { // the mistake hides what was asked for
				out, log, code = examined(t, p)
			}
			wantLine(t, out, log, code, row.want)
		})
	}
}

// wantLine looks for a check among those that were printed, and holds the exit code against the worst of them.
func wantLine(t *testing.T, out, log string, code int, want string) {
	t.Helper()
	var found diagnosis
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		found.Checks = nil
		for _, m := range regexp.MustCompile(`(?m)^(ok|warning|wrong) +(\w+) +(.*)\n(?: +-> (.*))?`).FindAllStringSubmatch(out, -1) {
			found.Checks = append(found.Checks, check{State: health(m[1]), Name: m[2], Found: m[3], Mend: m[4]})
			if health(m[1]) == isWrong {
				found.Wrong++
			}
		}
	}
	line := regexp.MustCompile("^" + want)
	if !slices.ContainsFunc(found.Checks, func(c check) bool {
		return line.MatchString(strings.TrimSuffix(fmt.Sprintf("%s %s %s -> %s", c.State, c.Name, c.Found, c.Mend), " -> "))
	}) {
		t.Errorf("no check is %q:\n%s%s", want, out, log)
	}
	for _, c := range found.Checks {
		if (c.State == isWell) != (c.Mend == "") || strings.Contains(c.Found, "\n") || strings.Contains(c.Found, "hidden") {
			t.Errorf("check %+v: one line, no secret, and a command exactly when it is not well", c)
		}
	}
	if (code == exitError) != (found.Wrong > 0) || code > exitError {
		t.Errorf("exit code %d with %d wrong checks", code, found.Wrong)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	if folder, member, is := inSnapshot(name); is {
		ruinMember(t, filepath.Join(dir, folder+".zip"), member, nil)
		return
	}
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func written(t *testing.T, settings string) string {
	t.Helper()
	dir := t.TempDir()
	ruin(t, dir, "p.yaml", []byte(settings))
	return filepath.Join(dir, "p.yaml")
}

func writeReport(t *testing.T, location string, report data.RunReport) {
	t.Helper()
	dir := mustOpen(t, location)
	locked(t, dir, func() error { return dir.WriteReport(report) })
}

func holdLock(t *testing.T, location string) {
	t.Helper()
	unlock, err := mustOpen(t, location).Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unlock(); err != nil {
			t.Error(err)
		}
	})
}

// testDoctorNetwork asks an Internet that answers, answers in part, tells another time, and is gone.
func testDoctorNetwork(t *testing.T, r *recovery) {
	i := newInternet(t)
	hosts := hostsOf(collectors.All())
	says := func(status int, at time.Time) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", at.UTC().Format(http.TimeFormat))
			w.WriteHeader(status)
			io.WriteString(w, "User-agent: *\n")
		}
	}
	doctor := func(t *testing.T, want ...string) {
		t.Helper()
		out, log, code := i.run(t, "doctor", "--store", r.store, "--output", "json", "--listen", "127.0.0.1:0")
		for _, line := range want {
			wantLine(t, out, log, code, line)
		}
	}
	t.Run("answers", func(t *testing.T) {
		i.put("https://"+hosts[1].name+"/robots.txt", says(200, time.Now().AddDate(1, 0, 0))) // one clock is wrong, and not ours
		i.put("https://"+hosts[2].name+"/robots.txt", says(200, time.Now().AddDate(-1, 0, 0)))
		all := fmt.Sprintf("%d of %d sites answer$", len(hosts), len(hosts))
		doctor(t, "ok network "+all, fmt.Sprintf("ok clock as %d sites say$", len(hosts)))
	})
	t.Run("one_is_down", func(t *testing.T) {
		i.put("https://"+hosts[0].name+"/robots.txt", says(503, time.Now()))
		doctor(t, "warning network "+regexp.QuoteMeta(hosts[0].name)+`: status 503: the site itself has failed .* -> pricepoint sources --check --only `+hosts[0].sources[0],
			fmt.Sprintf("ok network %d of %d sites answer$", len(hosts)-1, len(hosts)))
	})
	t.Run("another_time", func(t *testing.T) {
		for _, h := range hosts[1:] {
			i.put("https://"+h.name+"/robots.txt", says(200, time.Now().Add(-time.Hour)))
		}
		doctor(t, `wrong clock it says \S+, which is \d+ minutes ahead of what \d+ sites say -> timedatectl`)
	})
	t.Run("gone", func(t *testing.T) {
		i.env = append(i.env, "HTTPS_PROXY=http://127.0.0.1:1")
		doctor(t, fmt.Sprintf("wrong network none of %d sites answers; .*connection refused -> look at the way", len(hosts)))
	})
}
