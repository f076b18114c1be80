package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEffective(t *testing.T) {
	file := write(t, "\nserver:\n  poll: 7s\n  public_url: https://example.org/?api_key=hidden&a=b\ncollect:\n  disable: [a, b]\nlog: {level: warn}\n")
	all, err := Effective(Options{
		File:   file,
		Getenv: environment(map[string]string{"PRICEPOINT_LOG_LEVEL": "debug", "PRICEPOINT_SERVER_ACCESS_LOG": "3", "XDG_STATE_HOME": "/xdg"}),
		Flags:  flags(t, "--allow-private=true", "--deadline=1h"),
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Setting{}
	for _, s := range all {
		got[s.Key] = s
	}
	for _, want := range []Setting{
		{"store", "/xdg/pricepoint", "XDG_STATE_HOME"},
		{"output", "table", "default"},
		{"log.level", "debug", "PRICEPOINT_LOG_LEVEL"},
		{"server.poll", "7s", file + ":3"},
		{"server.public_url", "https://example.org/?api_key=redacted&a=b", file + ":4"},
		{"server.access_log", 3, "PRICEPOINT_SERVER_ACCESS_LOG"},
		{"collect.disable", []string{"a", "b"}, file + ":6"},
		{"collect.only", []string{}, "default"},
		{"collect.allow_private", true, "--allow-private"},
		{"collect.deadline", "1h", "--deadline"},
		{"refresh.every", "168h", "default"},
	} {
		if diff := cmp.Diff(want, got[want.Key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Key, diff)
		}
	}
	if len(all) != len(settingsOf(Default())) || !slices.IsSortedFunc(all, func(a, b Setting) int { return strings.Compare(a.Key, b.Key) }) {
		t.Errorf("%d settings, want all %d, sorted", len(all), len(settingsOf(Default())))
	}
	if _, err := Effective(Options{File: write(t, "stroe: x\n"), Getenv: environment(nil)}); err == nil {
		t.Error("an unknown key is shown rather than refused")
	}
}

func TestRedact(t *testing.T) {
	for name, row := range map[string]struct{ value, want string }{
		"directory": {"/var/lib/key=secret", "/var/lib/key=secret"},
		"bucket":    {"s3://prices/p?region=eu&endpoint=https://s3.example.org", "s3://prices/p?region=eu&endpoint=https://s3.example.org"},
		"secret":    {"s3://prices?Secret_Key=hidden&region=eu", "s3://prices?Secret_Key=redacted&region=eu"},
		"userinfo":  {"s3://prices?region=eu&endpoint=http://ann:hidden@s3.example.org", "s3://prices?region=eu&endpoint=http://s3.example.org"},
		"escaped":   {"s3://prices?endpoint=http%3A%2F%2Fann%3Ahid%2Fden%40s3.example.org", "s3://prices?endpoint=http%3A%2F%2Fs3.example.org"},
		"spaced":    {"https://ann:hid den@example.org/x", "https://example.org/x"},
		"quoted":    {`https://ann:hid"<den>@example.org/x`, "https://example.org/x"},
		"fragment":  {"s3://prices?token=hidden#https://ann:hid den%40example.org", "s3://prices?token=redacted#https://example.org"},
		"half":      {"s3://prices?token=hidden# %3A/%2Fann:hidden@example.org", "s3://prices?token=redacted#%20://example.org"},
		"signed":    {"s3://prices?X-Amz-Signature=hidden", "s3://prices?X-Amz-Signature=redacted"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := redact(row.value); got != row.want {
				t.Errorf("redact(%q) = %q, want %q", row.value, got, row.want)
			}
		})
	}
}

func TestWithoutUserinfo(t *testing.T) {
	for text, want := range map[string]string{
		`Get "http://ann:hidden@example.org/a": refused`:            `Get "http://example.org/a": refused`,
		"http://ann@example.org and HTTPS://b:c@d/":                 "http://example.org and HTTPS://d/",
		"http://ann:hid&den'@example.org":                           "http://example.org",
		"s3://hid@den:secret@prices":                                "s3://prices",
		`{"endpoint": "https:\u002f"}`:                              `{"endpoint": "https:\u002f"}`,
		"write to prices@example.org, or mailto:prices@example.org": "write to prices@example.org, or mailto:prices@example.org",
		"https://www.npmjs.com/package/@openai/codex?by=@ann#@b":    "https://www.npmjs.com/package/@openai/codex?by=@ann#@b",
		"100 %, 50 % of https://example.org":                        "100 %, 50 % of https://example.org",
	} {
		if got := WithoutUserinfo(text); got != want {
			t.Errorf("of %q is left %q, want %q", text, got, want)
		}
	}
}
