// Package config reads how pricepoint runs: where the store is, how the web is asked, how documents are served.
// Start at Config for what can be set and at Load for where a value is taken from. pricepoint.yaml beside this
// file documents every key for operators.
//
// A key has the same name everywhere: server.metrics_listen is metrics_listen under server in the file and
// PRICEPOINT_SERVER_METRICS_LISTEN in the environment. Names are lower case because viper keeps no other.
// The package holds nothing that changes a published number (that is data/catalog), opens no store, and knows
// only the source names that it is given. Its types are plain values for the commands to pass on.
package config

import "time"

// Config is every setting, valid by construction: Load refuses anything else. It is the one table of them: the tag yaml names
// a key, and the tag check what its value must keep to, in the words of checks.
type Config struct {
	Store   string  `yaml:"store" check:"location"`              // directory or URL of a bucket, never ""
	Output  string  `yaml:"output" check:"oneOf table json csv"` // table, json, or csv for the commands that can
	Log     Log     `yaml:"log"`
	Collect Collect `yaml:"collect"`
	Refresh Refresh `yaml:"refresh"`
	Keep    Keep    `yaml:"keep"`
	Sign    Sign    `yaml:"sign"`
	Server  Server  `yaml:"server"`
}

// Log says how the log is written.
type Log struct {
	Format string `yaml:"format" check:"oneOf text json"`            // text or json
	Level  string `yaml:"level" check:"oneOf debug info warn error"` // debug, info, warn or error, as slog.Level reads them
}

// Collect says how the web is asked.
type Collect struct {
	Contact      string        `yaml:"contact" check:"webAddress"` // URL in the user agent; "" for none
	Only         []string      `yaml:"only"`                       // names of the sources to visit; empty: all
	Try          []string      `yaml:"try"`                        // names of sources to visit, too, that are off by default
	Disable      []string      `yaml:"disable"`                    // names of sources never to visit
	Pause        time.Duration `yaml:"pause" check:"notNegative"`  // between two requests to one host
	Timeout      time.Duration `yaml:"timeout" check:"positive"`   // of one request
	Deadline     time.Duration `yaml:"deadline" check:"positive"`  // of a whole run
	AllowPrivate bool          `yaml:"allow_private"`              // sources may lead to private addresses
}

// Refresh says when new data are fetched.
type Refresh struct {
	Every time.Duration `yaml:"every" check:"positive"`
}

// Keep says which snapshots stay when old ones are dropped.
type Keep struct {
	Days int `yaml:"days" check:"notNegative"` // all up to this many days before the newest, and then one a month; 0: all
}

// Sign says who vouches for snapshots, with keys of minisign. The password of the secret key is not a setting: it has
// a variable of its own.
type Sign struct {
	Key       string `yaml:"key" check:"wholePath"`        // file of the secret key that signs what is published; "": nothing is signed
	PublicKey string `yaml:"public_key" check:"wholePath"` // file of the public key, or its line; "": signatures are not checked
}

// Server says how documents are served.
type Server struct {
	Listen        string        `yaml:"listen" check:"address"`                 // host:port
	MetricsListen string        `yaml:"metrics_listen" check:"optionalAddress"` // host:port; "": on Listen
	PublicURL     string        `yaml:"public_url" check:"webAddress"`          // "": derived from Listen
	ReportURL     string        `yaml:"report_url" check:"reportAddress"`       // where readers report wrong numbers, https: or mailto:; "": nowhere in particular
	TLSCert       string        `yaml:"tls_cert" check:"wholePath"`             // PEM file; "": no TLS
	TLSKey        string        `yaml:"tls_key" check:"wholePath"`              // PEM file
	Poll          time.Duration `yaml:"poll" check:"positive"`                  // how often the store is asked for a new snapshot
	MaxAge        time.Duration `yaml:"max_age" check:"notNegative"`            // older data make /readyz fail; 0: never
	AccessLog     int           `yaml:"access_log" check:"notNegative"`         // log one request in this many; 0: none

	ReadHeaderTimeout time.Duration `yaml:"read_header_timeout" check:"positive"`  // to send the header of a request
	ReadTimeout       time.Duration `yaml:"read_timeout" check:"positive"`         // to send a whole request
	WriteTimeout      time.Duration `yaml:"write_timeout" check:"positive"`        // to take an answer
	IdleTimeout       time.Duration `yaml:"idle_timeout" check:"positive"`         // between two requests
	MaxHeaderBytes    int           `yaml:"max_header_bytes" check:"atLeast 1024"` // of a request
	MaxConnections    int           `yaml:"max_connections" check:"notNegative"`   // open at once; 0: no limit

	MaxConnectionsPerClient int `yaml:"max_connections_per_client" check:"notNegative"` // open at once; 0: no limit
	SendBuffer              int `yaml:"send_buffer" check:"atLeast 4096"`               // bytes of an answer that the system keeps for a connection

	RateLimit int           `yaml:"rate_limit" check:"notNegative"` // requests a second of one client; 0: no limit
	RateBurst int           `yaml:"rate_burst" check:"atLeast 1"`   // requests at once under RateLimit
	Drain     time.Duration `yaml:"drain" check:"notNegative"`      // how long clients are warned before listening stops
	Shutdown  time.Duration `yaml:"shutdown" check:"positive"`      // how long open requests may take to end
}

// Default returns the settings before anybody changes them. Its Store is "": Load puts the state directory there.
func Default() Config {
	return Config{
		Output:  "table",
		Log:     Log{Format: "text", Level: "info"},
		Collect: Collect{Pause: time.Second, Timeout: 30 * time.Second, Deadline: 15 * time.Minute},
		Refresh: Refresh{Every: 7 * 24 * time.Hour},
		Keep:    Keep{Days: 90},
		Server: Server{
			Listen: "127.0.0.1:8080", Poll: 5 * time.Second,
			ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
			IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, MaxConnections: 10_000,
			MaxConnectionsPerClient: 1_000, SendBuffer: 64 << 10, RateBurst: 20,
			Drain: time.Second, Shutdown: 10 * time.Second,
		},
	}
}
