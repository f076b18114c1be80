package doctor

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestDoctor breaks an installation in every way there is.
func TestDoctor(t *testing.T) {
	whole := fixture.Halved(t, t.TempDir())
	t.Setenv("PRICEPOINT_COLLECT_CONTACT", "https://prices.example/about")
	twoDaysLater := time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC)
	current, behind := versionServer(t, fixture.Newer), versionServer(t, fixture.Older)
	fresh := func(t *testing.T) patient {
		p := patient{store: fixture.Copied(t, whole), now: twoDaysLater, args: []string{"--listen", current}}
		fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-10"), Published: fixture.Newer})
		return p
	}
	t.Run("all_is_well", func(t *testing.T) {
		text := examined(t, fresh(t)).Text(0)
		if !strings.HasSuffix(text, "\n\nall is well\n") || strings.Contains(text, "->") {
			t.Error(text)
		}
	})
	for name, row := range map[string]struct {
		spoil func(t *testing.T, p *patient)
		want  string // the line, and what mends it
	}{
		"pointer-missing": {func(t *testing.T, p *patient) {
			if err := os.Remove(filepath.Join(p.store, "latest.json")); err != nil {
				t.Fatal(err)
			}
		},
			`wrong store .*latest.json is missing; using 2026-01-10T000000Z -> pricepoint refresh --store `},
		"newest-broken": {func(t *testing.T, p *patient) {
			fixture.Ruin(t, p.store, "snapshots/"+fixture.Newer+"/api/tools.json.br", nil)
		},
			`wrong store snapshot 2026-01-10T000000Z .* is broken.*; using 2026-01-03T000000Z -> copy snapshots/2026-01-10T000000Z.zip back from a backup if there is one; if not: pricepoint refresh --store `},
		"flipped-byte": {func(t *testing.T, p *patient) {
			alter(t, p.store, flip)
		}, `wrong store .*2026-01-10T000000Z.zip: zip: checksum error; using 2026-01-03T000000Z -> copy snapshots/2026-01-10T000000Z.zip back from a backup if there is one; if not: pricepoint refresh --store `},
		"flipped-byte-of-the-archive": {func(t *testing.T, p *patient) {
			alterFile(t, filepath.Join(p.store, "archive", fixture.Newer+".warc.gz"), flip)
		}, `wrong store archive/2026-01-10T000000Z.warc.gz: .* -> copy it back from a backup`},
		"run-failed-otherwise": {func(t *testing.T, p *patient) {
			fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-11"), Class: data.RunFailedOtherwise, Reason: "previous snapshot: decode"})
		}, `wrong sources the last run ended .* previous snapshot: decode -> pricepoint verify .*; then pricepoint refresh `},
		"all-broken": {func(t *testing.T, p *patient) {
			fixture.Ruin(t, p.store, "snapshots/"+fixture.Newer+"/api/tools.json.br", nil)
			fixture.Ruin(t, p.store, "snapshots/"+fixture.Older+"/api/tools.json.br", nil)
		}, `wrong store .*; no snapshot is intact -> pricepoint restore BACKUP`},
		"empty": {func(t *testing.T, p *patient) { p.store = filepath.Join(t.TempDir(), "a dir") },
			`wrong store .*holds no snapshot.* -> pricepoint refresh --store '/`},
		"unsigned": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "sign: {public_key: "+testKey("minisign.pub")+"}"))
		},
			`wrong store snapshot 2026-01-10T000000Z .* it is not signed: .* no snapshot is intact -> ` +
				`set sign.key where pricepoint refreshes; if the newest snapshot is yours: pricepoint refresh .* --adopt 2026-01-10T000000Z; if not: `},
		"only-serves": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "sign: {public_key: "+testKey("minisign.pub")+"}"))
		}, `warning settings sign.public_key is set and sign.key is not, .*; right if this machine only serves -> set sign.key where`},
		"bucket-away": {func(t *testing.T, p *patient) {
			t.Setenv("AWS_ACCESS_KEY_ID", "a")
			t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
			gone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if w.WriteHeader(http.StatusServiceUnavailable); strings.HasSuffix(r.URL.Path, "/runs/latest.json") {
					t.Error("a store that did not answer is asked again")
				}
			}))
			t.Cleanup(gone.Close)
			p.store = "s3://prices?region=eu&endpoint=" + gone.URL
		}, `wrong store s3://prices: the store cannot be reached: .* -> pricepoint config --store `},
		"run-without-room": {func(t *testing.T, p *patient) {
			fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-11"), Class: data.RunLackedSpace,
				Reason: "store x cannot be written: write x: no space left on device"})
		}, `wrong sources the last run ended .* no space left on device -> free some space.*; then systemctl start pricepoint-refresh`},
		"run-without-rights": {func(t *testing.T, p *patient) {
			fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-11"), Class: data.RunNotPermitted,
				Reason: "store x cannot be written: mkdir x: permission denied"})
		}, `wrong sources the last run ended .* permission denied -> run this as the user who refreshes; .*sudo chown -R `},
		"old-data": {func(_ *testing.T, p *patient) { p.now = twoDaysLater.AddDate(0, 1, 0) },
			`wrong time the data are 33 days old; refresh.every is 7 days -> systemctl start pricepoint-refresh`},
		"old-run": {func(_ *testing.T, p *patient) { p.now = twoDaysLater.AddDate(0, 0, 8) },
			`wrong sources the last run ended 9 days ago; refresh.every is 7 days -> systemctl start pricepoint-refresh`},
		"max-age": {func(t *testing.T, p *patient) {
			p.now = twoDaysLater.AddDate(0, 0, 6)
			p.args = append(p.args, "--config", written(t, "server: {max_age: 168h}"))
		}, `wrong time the data are 8 days old; server.max_age is 7 days, so /readyz fails -> `},
		"clock-back": {func(_ *testing.T, p *patient) { p.now = time.Date(2026, 1, 9, 0, 0, 0, 0, time.UTC) },
			`wrong time the clock says 2026-01-09T00:00:00.000Z, which is 24 hours before the newest snapshot was made.* -> timedatectl`},
		"nothing-published": {func(t *testing.T, p *patient) {
			fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-11"), Reason: "no source could be read"})
		}, `wrong sources the last run ended 12 hours ago and published nothing: no source could be read -> pricepoint sources --check --store `},
		"sources-failing": {func(t *testing.T, p *patient) {
			failing := data.SourceOutcome{SourceStatus: data.SourceStatus{ID: "pricing_xai", Cause: "status 403"}}
			fixture.WriteReport(t, p.store, data.RunReport{FinishedAt: fixture.On("2026-01-10"), Published: fixture.Newer, Sources: []data.SourceOutcome{failing}})
		}, `warning sources 1 of \d+ sources could not be read, and the last good values stay; pricing_xai: status 403 -> pricepoint sources --check --only pricing_xai --store `},
		"no-contact": {func(t *testing.T, _ *patient) { t.Setenv("PRICEPOINT_COLLECT_CONTACT", "") },
			`warning settings collect.contact is not set.* -> PRICEPOINT_COLLECT_CONTACT=`},
		"settings": {func(t *testing.T, p *patient) { p.args = append(p.args, "--config", written(t, "\nsrever: {}")) },
			`wrong settings .*p.yaml:2: unknown key "srever".* -> correct it there`},
		"no-such-source": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "collect: {disable: [pricing_nobody]}"))
		},
			`wrong settings .*no source is named "pricing_nobody".* -> pricepoint sources lists the names`},
		"secret-key-missing": {func(t *testing.T, p *patient) {
			p.args = append(p.args, "--config", written(t, "sign: {key: /no/such.key}"))
		},
			`wrong settings sign.key: .*no such file or directory -> put the key back; if it is lost, .*, then pricepoint refresh .* --adopt 2026-01-10T000000Z$`},
		"server-behind": {func(_ *testing.T, p *patient) { p.args = []string{"--listen", behind} },
			`wrong network http://\S+ serves 2026-01-03T000000Z, the newest here is 2026-01-10T000000Z -> systemctl reload pricepoint-serve`},
		"server-loading": {func(t *testing.T, p *patient) {
			p.args = []string{"--listen", behind}
			fixture.WriteReport(t, p.store, data.RunReport{PublishedAt: data.At(p.now.Add(-30 * time.Second)), Published: fixture.Newer})
		}, `warning network http://\S+ still serves 2026-01-03T000000Z, the newest here is 2026-01-10T000000Z -> look again in a minute`},
		"no-server": {func(_ *testing.T, p *patient) { p.args = []string{"--listen", "127.0.0.1:1"} },
			`warning network no answer from http://127.0.0.1:1/api/freshness.json: .*connection refused.* -> systemctl start pricepoint-serve`},
		"another-server": {func(t *testing.T, p *patient) { p.args = []string{"--listen", versionServer(t, "")} },
			`warning network http://\S+ answers 200 OK, and no version; something else listens there, .* -> sudo ss -ltnp`},
	} {
		t.Run(name, func(t *testing.T) {
			p := fresh(t)
			row.spoil(t, &p)
			wantLine(t, examined(t, p), row.want)
		})
	}
}

// TestDoctorOnATerminal wraps what was found at words, and cuts no command.
func TestDoctorOnATerminal(t *testing.T) {
	found := Diagnosis{Wrong: 1, Checks: []Check{
		{"time", Wrong, "they are 33 days old, which is older than anybody would like them to be", "systemctl start pricepoint-refresh --no-block; or: pricepoint refresh --store /srv"},
		{"settings", Well, "short", ""},
	}}
	for width, want := range map[int]string{
		0: `wrong    time      they are 33 days old, which is older than anybody would like them to be
                   -> systemctl start pricepoint-refresh --no-block; or: pricepoint refresh --store /srv
ok       settings  short
`,
		60: `wrong    time      they are 33 days old, which is older than
                   anybody would like them to be
                   -> systemctl start pricepoint-refresh --no-block; or: pricepoint refresh --store /srv
ok       settings  short
`,
	} {
		if diff := cmp.Diff(want, found.Text(width)); diff != "" {
			t.Errorf("%d columns (-want +got):\n%s", width, diff)
		}
	}
}
