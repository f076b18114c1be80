//go:build proof

package operating

// standIn is a command of the guides that the machine cannot be given as it is written.
type standIn struct {
	command string // a pattern for the whole line
	why     string
	instead string // what is typed instead, with the groups of the pattern; "" for nothing
}

// standIns are all of them.
var standIns = []standIn{
	{`claude mcp add .*`, "a program of somebody else; TestAgentsWithTheirOwnLibrary asks as it does", ""},
	{`(curl -so ccusage.json .*) && ccusage .*`, "ccusage is a program of somebody else; TestNeverTooCheap types it", "$1"},
	{`pricepoint export pi .*`, "no page of the tests has the names of models.dev; TestNeverTooCheap has them", ""},
	{`(.*)s3://(prices/pricepoint|mirror)\?region=eu-central-1(.*)`, "a bucket of this machine", "${1}s3://$2?region=us-east-1&endpoint=http://127.0.0.1:9000$3"},
	{`(pricepoint findings accept )ID( .*)`, "the value that is held here", "$1$(pricepoint findings --kind held --output json | grep -om1 '\"id\": \"[^\"]*' | cut -d'\"' -f4)$2"},
	{`(.*pricepoint .*rollback )2026-11-14T030000Z(.*)`, "the version that is there", "${1}$(ls /var/lib/pricepoint/snapshots | head -n 1 | cut -d. -f1)$2"},
	{`(unzip /var/lib/pricepoint/snapshots/)VERSION.zip( .*)`, "the version that is there", "$1$(ls /var/lib/pricepoint/snapshots | tail -n 1)$2"},
	{`pricepoint calibrate .*`, "the small pages have too few results for a fit; TestCalibrateRecorded makes one", ""},
	{`sleep 35; (curl .*)`, "Prometheus asks every second here, and so it knows sooner", "for _ in $(seq 35); do $1 | grep up && break; sleep 1; done"},
	{`sudo systemctl edit (.*)`, "nobody is there to type into an editor", `sudo script -qec 'env SYSTEMD_EDITOR="cp /root/edited" systemctl edit $1' /dev/null`},
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
	{`sudo systemctl restart prometheus`, "sudo sed -i 's/_interval: .*/_interval: 1s/' /etc/prometheus/prometheus.yml"},
	{`sudo install .* minisign.key .*`, "cp /usr/local/lib/pricepoint/keys/minisign.* . && sudo sh -c 'echo \"[Service]\nEnvironmentFile=/etc/pricepoint.password\" > /root/edited'"},
}

// borrowed are programs of others, each by a pattern for a line of a block that types it, with its Debian package. Where one
// is not installed, its blocks are not typed.
var borrowed = []struct{ line, program, debianPackage string }{
	{`^sudo apt-get install .* prometheus$`, "prometheus", "prometheus"},
	{`^unzip `, "unzip", "unzip"},
	{`^minisign `, "minisign", "minisign"},
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
