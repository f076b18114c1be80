package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// environment is a process environment with nothing but a home and what a test adds.
func environment(pairs map[string]string) func(string) string {
	return func(name string) string {
		if value, ok := pairs[name]; ok {
			return value
		}
		return map[string]string{"HOME": "/home/ann"}[name]
	}
}

// write stores the text of a configuration file and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// flags are those a command offers, as if args had been given.
func flags(t *testing.T, args ...string) map[string]*pflag.Flag {
	t.Helper()
	set := pflag.NewFlagSet("pricepoint", pflag.ContinueOnError)
	set.String("store", "the default of the flag counts for nothing", "")
	set.String("listen", "", "")
	set.String("only", "", "")
	set.String("deadline", "", "")
	set.String("allow-private", "", "")
	if err := set.Parse(args); err != nil {
		t.Fatal(err)
	}
	return map[string]*pflag.Flag{
		"store": set.Lookup("store"), "server.listen": set.Lookup("listen"), "collect.only": set.Lookup("only"),
		"collect.deadline": set.Lookup("deadline"), "collect.allow_private": set.Lookup("allow-private"),
	}
}

func TestLoad(t *testing.T) {
	for name, row := range map[string]struct {
		file string // "": none
		env  map[string]string
		args []string
		want func(*Config)
	}{
		"defaults":      {want: func(*Config) {}},
		"empty-file":    {file: "\n", want: func(*Config) {}},
		"empty-section": {file: "log:\n  # format: json\n", want: func(*Config) {}},
		"empty-value":   {file: "server:\n  listen:\n  poll: # later\n", want: func(*Config) {}},
		"file":          {file: "server:\n  poll: 7s\n", want: func(c *Config) { c.Server.Poll = 7 * time.Second }},
		"file-list":     {file: "collect:\n  disable: [a, b]\n", want: func(c *Config) { c.Collect.Disable = []string{"a", "b"} }},
		"tls": {file: "server: {tls_cert: c.pem, tls_key: k.pem}\n", want: func(c *Config) {
			c.Server.TLSCert, c.Server.TLSKey = "c.pem", "k.pem"
		}},
		"two-hosts": {file: "server: {listen: 127.0.0.1:1, metrics_listen: 127.0.0.2:1}\n", want: func(c *Config) {
			c.Server.Listen, c.Server.MetricsListen = "127.0.0.1:1", "127.0.0.2:1"
		}},
		"ports-of-no-number": {file: "server:\n  listen: :0\n  metrics_listen: :0\n", want: func(c *Config) {
			c.Server.Listen, c.Server.MetricsListen = ":0", ":0"
		}},
		"file-bool":      {file: "collect: {allow_private: true}\n", want: func(c *Config) { c.Collect.AllowPrivate = true }},
		"file-number":    {file: "server:\n  max_connections: 9\n", want: func(c *Config) { c.Server.MaxConnections = 9 }},
		"environment":    {env: map[string]string{"PRICEPOINT_SERVER_METRICS_LISTEN": ":9090"}, want: func(c *Config) { c.Server.MetricsListen = ":9090" }},
		"env-list":       {env: map[string]string{"PRICEPOINT_COLLECT_ONLY": "a, b,"}, want: func(c *Config) { c.Collect.Only = []string{"a", "b"} }},
		"env-over-file":  {file: "log:\n  level: warn\n  format: json\n", env: map[string]string{"PRICEPOINT_LOG_LEVEL": "debug"}, want: func(c *Config) { c.Log = Log{Format: "json", Level: "debug"} }},
		"env-over-null":  {file: "log:\n", env: map[string]string{"PRICEPOINT_LOG_LEVEL": "debug"}, want: func(c *Config) { c.Log.Level = "debug" }},
		"flag-over-env":  {file: "store: /file\n", env: map[string]string{"PRICEPOINT_STORE": "/env"}, args: []string{"--store", "/flag"}, want: func(c *Config) { c.Store = "/flag" }},
		"flag-not-given": {env: map[string]string{"PRICEPOINT_STORE": "/env"}, want: func(c *Config) { c.Store = "/env" }},
		"flag-types": {args: []string{"--only=a,b", "--deadline=1h", "--allow-private=true"}, want: func(c *Config) {
			c.Collect.Only, c.Collect.Deadline, c.Collect.AllowPrivate = []string{"a", "b"}, time.Hour, true
		}},
		"state-directory":  {env: map[string]string{"STATE_DIRECTORY": "/var/lib/pricepoint:/var/lib/other", "XDG_STATE_HOME": "/xdg"}, want: func(c *Config) { c.Store = "/var/lib/pricepoint" }},
		"xdg":              {env: map[string]string{"XDG_STATE_HOME": "/xdg"}, want: func(c *Config) { c.Store = "/xdg/pricepoint" }},
		"xdg-relative":     {env: map[string]string{"XDG_STATE_HOME": "xdg"}, want: func(*Config) {}},
		"named-before-xdg": {file: "store: /data\n", env: map[string]string{"XDG_STATE_HOME": "/xdg"}, want: func(c *Config) { c.Store = "/data" }},
	} {
		t.Run(name, func(t *testing.T) {
			options := Options{Getenv: environment(row.env), Flags: flags(t, row.args...)}
			if row.file != "" {
				options.File = write(t, row.file)
			}
			got, err := Load(options)
			if err != nil {
				t.Fatal(err)
			}
			want := Default()
			want.Store = "/home/ann/.local/state/pricepoint"
			row.want(&want)
			if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}

// emptyIsNil compares lists by what is in them.
var emptyIsNil = cmp.Transformer("list", func(list []string) string { return strings.Join(list, ",") })

func TestLoadRefuses(t *testing.T) {
	for name, row := range map[string]struct {
		file string
		env  map[string]string
		args []string
		want string // the whole message, without the folder of the file
	}{
		"unknown-section":   {file: "store: x\nsrever:\n  listen: :1\n", want: `p.yaml:2: unknown key "srever"; there are `},
		"unknown-key":       {file: "log:\n  format: text\n  color: true\n", want: `p.yaml:3: unknown key "log.color"; there are log.format, log.level`},
		"wrong-case":        {file: "Store: x\n", want: `p.yaml:1: unknown key "Store"; there are `},
		"dotted-key":        {file: "log.format: text\n", want: `p.yaml:1: unknown key "log.format"; there are`},
		"dotted-unknown":    {file: "log.color: text\n", want: `p.yaml:1: unknown key "log.color"; there are `},
		"twice":             {file: "store: x\nstore: y\n", want: `p.yaml:2: key "store" stands on line 1 already`},
		"syntax":            {file: "log:\n  format: \"text\n", want: `p.yaml:2: found unexpected end of stream`},
		"colon-in-braces":   {file: "server: {listen: :1}\n", want: `p.yaml:1: a value is missing here, or one between { and } begins with : and needs quotation marks`},
		"two-documents":     {file: "store: x\n---\nstore: y\n", want: `p.yaml holds 2 YAML documents; want one`},
		"list-as-file":      {file: "- store\n", want: `p.yaml:1: want keys with values`},
		"value-as-section":  {file: "log: text\n", want: `p.yaml:1: want keys with values`},
		"section-as-value":  {file: "store:\n  dir: x\n", want: `p.yaml:1: store: want a single value`},
		"list-as-value":     {file: "log:\n  level: [info]\n", want: `p.yaml:2: log.level: want a single value`},
		"value-as-list":     {file: "collect:\n  only: pricing_acme\n", want: `p.yaml:2: collect.only: want a list, such as [pricing_openai]`},
		"nested-list":       {file: "collect:\n  only: [[a]]\n", want: `p.yaml:2: collect.only: in the list: want a single value`},
		"no-duration":       {file: "\nserver:\n  poll: soon\n", want: `p.yaml:3: server.poll: "soon" is not a duration; write a number and a unit, such as 30s, 10m or 168h`},
		"no-bool":           {file: "collect:\n  allow_private: maybe\n", want: `p.yaml:2: collect.allow_private: "maybe" is neither true nor false`},
		"no-whole-number":   {file: "server:\n  max_connections: 1.5\n", want: `p.yaml:2: server.max_connections: "1.5" is not a whole number`},
		"negative":          {file: "collect:\n  pause: -1s\n", want: `p.yaml:2: collect.pause: -1s is negative; it must be 0 or more`},
		"tls-half":          {file: "server:\n  tls_key: k.pem\n", want: `p.yaml:2: server.tls_key: it and server.tls_cert need each other; set both or neither`},
		"tls-half-env":      {env: map[string]string{"PRICEPOINT_SERVER_TLS_CERT": "c.pem"}, want: `PRICEPOINT_SERVER_TLS_CERT: server.tls_cert: it and server.tls_key need each other; set both or neither`},
		"one-address":       {file: "server:\n  listen: :8080\n  metrics_listen: 127.0.0.1:8080\n", want: `p.yaml:3: server.metrics_listen: "127.0.0.1:8080" is where server.listen (":8080") serves the documents; `},
		"one-address-flag":  {env: map[string]string{"PRICEPOINT_SERVER_METRICS_LISTEN": "[::]:1"}, args: []string{"--listen", "127.0.0.1:1"}, want: `PRICEPOINT_SERVER_METRICS_LISTEN: server.metrics_listen: "[::]:1" is where server.listen ("127.0.0.1:1") serves`},
		"too-young":         {file: "refresh:\n  every: 24h\nserver:\n  max_age: 23h\n", want: `p.yaml:4: server.max_age: 23h0m0s is shorter than refresh.every (24h0m0s), so /readyz would fail before each refresh; `},
		"tab":               {file: "log:\n\tformat: text\n", want: `p.yaml:2: a tab, which YAML allows nowhere before a key; indent with spaces`},
		"too-small":         {file: "server:\n  max_header_bytes: 100\n", want: `p.yaml:2: server.max_header_bytes: 100 is too small; it must be 1024 or more`},
		"zero":              {file: "collect:\n  timeout: 0s\n", want: `p.yaml:2: collect.timeout: 0s is not a time span; it must be more than 0s`},
		"format":            {file: "log:\n  format: xml\n", want: `p.yaml:2: log.format: "xml" is not one of text, json`},
		"level":             {env: map[string]string{"PRICEPOINT_LOG_LEVEL": "loud"}, want: `PRICEPOINT_LOG_LEVEL: log.level: "loud" is not one of debug, info, warn, error`},
		"output":            {env: map[string]string{"PRICEPOINT_OUTPUT": "xml"}, want: `PRICEPOINT_OUTPUT: output: "xml" is not one of table, json, csv`},
		"contact":           {file: "collect:\n  contact: ann@example.org\n", want: `p.yaml:2: collect.contact: "ann@example.org" is not a web address; write one such as https://example.org/about, or nothing`},
		"report":            {file: "server:\n  report_url: mailto:ann\n", want: `p.yaml:2: server.report_url: "mailto:ann" is not a mail address; write one such as mailto:prices@example.org, or a web address`},
		"contact-injection": {file: "collect:\n  contact: \"https://example.org/)\\r\\nX: y\"\n", want: `p.yaml:2: collect.contact: "https://example.org/)\r\nX: y" is not a web address; `},
		"flag":              {args: []string{"--listen", "8080"}, want: `--listen: server.listen: "8080" is not an address to listen on; write host:port, such as 127.0.0.1:8080 or :8080`},
		"store-no-bucket":   {file: "store: s3://\n", want: `p.yaml:1: store: not the URL of a bucket; write one such as s3://bucket/prefix`},
		"store-no-url":      {args: []string{"--store", "s3:/bucket"}, want: `--store: store: the URL of a bucket begins with s3:// (with endpoint=https://… where the storage is not Amazon's); anything else is a directory`},
		"store-google":      {file: "store: gs://prices\n", want: `p.yaml:1: store: "gs" is not a kind of bucket; write a directory, or a URL that begins with s3://`},
		"store-other-kind":  {args: []string{"--store", "file:///srv/prices"}, want: `--store: store: not the URL of a bucket`},
		"store-secret":      {args: []string{"--store", "s3://AKIA:hidden@bucket"}, want: `--store: store: a URL with credentials; give them in the environment, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`},
		"home":              {file: "\nstore: ~/prices\n", want: `p.yaml:2: store: "~/prices" begins with ~, which only a shell replaces by a home directory; write the whole path`},
		"home-variable":     {env: map[string]string{"PRICEPOINT_SIGN_KEY": "~/k"}, want: `PRICEPOINT_SIGN_KEY: sign.key: "~/k" begins with ~`},
		"home-public-key":   {file: "sign:\n  public_key: ~/k.pub\n", want: `p.yaml:2: sign.public_key: "~/k.pub" begins with ~`},
		"home-tls-cert":     {file: "server: {tls_cert: ~/c.pem, tls_key: k.pem}\n", want: `p.yaml:1: server.tls_cert: "~/c.pem" begins with ~`},
		"home-tls-key":      {file: "server: {tls_cert: c.pem, tls_key: ~/k.pem}\n", want: `p.yaml:1: server.tls_key: "~/k.pem" begins with ~`},
		"no-such-source":    {file: "collect:\n  disable: [a, x]\n", want: `p.yaml:2: collect.disable: no source is named "x"; there are a, b, c`},
		"no-source-chosen":  {args: []string{"--only", "x"}, want: `--only: collect.only: no source is named "x"; there are a, b, c`},
		"homeless":          {env: map[string]string{"HOME": ""}, want: `store: no directory is named, and neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set; use --store`},
		"all-at-once": {file: "log:\n  format: xml\n", env: map[string]string{"PRICEPOINT_LOG_LEVEL": "loud"}, args: []string{"--listen", "x"},
			want: "p.yaml:2: log.format: \"xml\" is not one of text, json\nPRICEPOINT_LOG_LEVEL: log.level: \"loud\" is not one of debug, info, warn, error\n--listen: "},
	} {
		t.Run(name, func(t *testing.T) {
			options := Options{Getenv: environment(row.env), Flags: flags(t, row.args...)}
			if row.file != "" {
				options.File = write(t, row.file)
			}
			options.Sources = []string{"a", "b", "c"}
			_, err := Load(options)
			if err == nil {
				t.Fatalf("no error, want %s", row.want)
			}
			got := strings.TrimPrefix(err.Error(), filepath.Dir(options.File)+"/")
			if got != row.want && !strings.HasPrefix(got, row.want) {
				t.Errorf("error = %s\nwant    %s", got, row.want)
			}
		})
	}
}

func TestLoadRefusesFiles(t *testing.T) {
	for file, want := range map[string]string{
		"/no/such/pricepoint.yaml": "/no/such/pricepoint.yaml",
		"~/pricepoint.yaml":        `--config: "~/pricepoint.yaml" begins with ~`,
	} {
		if _, err := Load(Options{File: file, Getenv: environment(nil)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
}

func TestUnknownVariables(t *testing.T) {
	got := UnknownVariables([]string{
		"PRICEPOINT_STROE=/x", "PRICEPOINT_STORE=/x", "PRICEPOINT_SERVER_LISTENS=:1=2", "PRICEPOINT_EMPTY=", "HOME=/home/ann", "PRICEPOINT_SERVER=",
	})
	if diff := cmp.Diff([]string{"PRICEPOINT_SERVER_LISTENS", "PRICEPOINT_STROE"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestExample keeps pricepoint.yaml complete and true: every key, with its default.
func TestExample(t *testing.T) {
	got, l, err := load(Options{File: "pricepoint.yaml", Getenv: environment(map[string]string{"HOME": "/home/ann"})})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range l.keys() {
		if !strings.HasPrefix(l.where[key], "pricepoint.yaml:") && key != "store" {
			t.Errorf("%s is not in the example", key)
		}
	}
	want := Default()
	want.Store = got.Store
	if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
		t.Errorf("values (-default +example):\n%s", diff)
	}
}
