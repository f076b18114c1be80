package blob

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// service stands for Amazon's that lends credentials, and for what a machine or a container is told.
func service(t *testing.T) string {
	t.Helper()
	const until = "2099-01-01T00:00:00Z"
	lent := func(kind, key string) string {
		return fmt.Sprintf(`<%[1]sResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><%[1]sResult><Credentials><AccessKeyId>%s</AccessKeyId>`+
			`<SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>%s</Expiration></Credentials></%[1]sResult></%[1]sResponse>`, kind, key, until)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		told := `{"Code": "Success", "AccessKeyId": %q, "SecretAccessKey": "s", "Token": "t", "Expiration": "` + until + `"}`
		switch {
		case r.Form.Get("Action") == "AssumeRoleWithWebIdentity" && r.Form.Get("WebIdentityToken") == "a token":
			fmt.Fprint(w, lent("AssumeRoleWithWebIdentity", "of-a-token-for-"+r.Form.Get("RoleArn")))
		case r.Form.Get("Action") == "AssumeRole":
			key, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential="), "/")
			fmt.Fprint(w, lent("AssumeRole", key+"-as-"+r.Form.Get("RoleArn")))
		case r.URL.Path == "/latest/api/token":
			fmt.Fprint(w, "session")
		case r.URL.Path == "/latest/meta-data/iam/security-credentials/":
			fmt.Fprint(w, "prices")
		case r.URL.Path == "/latest/meta-data/iam/security-credentials/prices" && r.Header.Get("X-aws-ec2-metadata-token") == "session":
			fmt.Fprintf(w, told, "of-the-machine")
		case r.URL.Path == "/container":
			fmt.Fprintf(w, told, "of-the-container")
		default:
			http.Error(w, r.URL.String(), http.StatusBadRequest)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestCredentials are found where Amazon's own programs find them, in their order.
func TestCredentials(t *testing.T) {
	at := service(t)
	folder := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	shared := file("credentials", "[default]\naws_access_key_id = of-default\naws_secret_access_key = s\n\n[work]\naws_access_key_id = of-work\naws_secret_access_key = s\n")
	config := file("config", "[default]\nregion = eu-north-1\n\n[profile printed]\ncredential_process = cat "+
		file("printed", `{"Version": 1, "AccessKeyId": "printed", "SecretAccessKey": "s"}`)+"\n")
	token := file("token", "a token")
	files := map[string]string{"AWS_SHARED_CREDENTIALS_FILE": shared, "AWS_CONFIG_FILE": config}
	with := func(more ...string) map[string]string {
		all := map[string]string{"AWS_ENDPOINT_URL_STS": at, "AWS_EC2_METADATA_SERVICE_ENDPOINT": at}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	both := func(more map[string]string) map[string]string {
		for name, value := range files {
			more[name] = value
		}
		return more
	}
	keys := []string{"AWS_ACCESS_KEY_ID", "of-the-environment", "AWS_SECRET_ACCESS_KEY", "s"}
	for name, row := range map[string]struct {
		url  string
		env  map[string]string
		want string
	}{
		"environment":             {"", both(with(keys...)), "of-the-environment"},
		"default-profile":         {"", both(with()), "of-default"},
		"profile-in-the-url":      {"profile=work", both(with(keys...)), "of-work"},
		"profile-in-environment":  {"", both(with(append(keys, "AWS_PROFILE", "work")...)), "of-work"},
		"printed-by-a-program":    {"profile=printed", both(with()), "printed"},
		"role-in-the-url":         {"role=arn:url", with(keys...), "of-the-environment-as-arn:url"},
		"kubernetes":              {"", with("AWS_WEB_IDENTITY_TOKEN_FILE", token, "AWS_ROLE_ARN", "arn:pod"), "of-a-token-for-arn:pod"},
		"environment-before-that": {"", with(append(keys, "AWS_WEB_IDENTITY_TOKEN_FILE", token, "AWS_ROLE_ARN", "arn:pod")...), "of-the-environment"},
		"machine":                 {"", with(), "of-the-machine"},
		"container":               {"", with("AWS_CONTAINER_CREDENTIALS_FULL_URI", at+"/container"), "of-the-container"},
		"none":                    {"", with("AWS_EC2_METADATA_DISABLED", "true"), ""},
		"nobody":                  {"anonymous=true", both(with(keys...)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			awsOnly(t, row.env)
			parameters, err := url.ParseQuery("region=eu-central-1&" + row.url)
			if err != nil {
				t.Fatal(err)
			}
			settings, err := readS3Settings(parameters)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := settings.credentials().GetWithContext(nil); err != nil || got.AccessKeyID != row.want {
				t.Errorf("the key is %q (%v), want %q", got.AccessKeyID, err, row.want)
			}
		})
	}
}

// awsOnly sets the environment of Amazon's programs, and nothing else of it.
func awsOnly(t *testing.T, env map[string]string) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	for _, name := range []string{"AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"} {
		t.Setenv(name, os.DevNull)
	}
	for name, value := range env {
		t.Setenv(name, value)
	}
}

// TestS3Settings are those of the URL, and where it says nothing those of the environment and the files.
func TestS3Settings(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("[default]\nregion = eu-north-1\n[profile work]\nregion = us-west-2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		url  string
		env  map[string]string
		want string // region, host, secure, where the bucket's name goes
	}{
		"amazon":      {"region=eu-central-1", nil, "eu-central-1 s3.amazonaws.com true 0"},
		"no-region":   {"", nil, " s3.amazonaws.com true 0"},
		"variable":    {"", map[string]string{"AWS_REGION": "eu-west-3"}, "eu-west-3 s3.amazonaws.com true 0"},
		"other-one":   {"", map[string]string{"AWS_DEFAULT_REGION": "eu-west-3"}, "eu-west-3 s3.amazonaws.com true 0"},
		"file":        {"", map[string]string{"AWS_CONFIG_FILE": config}, "eu-north-1 s3.amazonaws.com true 0"},
		"profile":     {"profile=work", map[string]string{"AWS_CONFIG_FILE": config}, "us-west-2 s3.amazonaws.com true 0"},
		"path-style":  {"region=r&use_path_style=true", nil, "r s3.amazonaws.com true 2"},
		"endpoint":    {"region=r&endpoint=https://s3.example.org:9000", nil, "r s3.example.org:9000 true 2"},
		"http":        {"region=r&endpoint=http://[::1]", nil, "r [::1] false 2"},
		"own-host":    {"region=r&endpoint=https://s3.example.org&use_path_style=false", nil, "r s3.example.org true 1"},
		"by-variable": {"region=r", map[string]string{"AWS_ENDPOINT_URL_S3": "http://s3.example.org"}, "r s3.example.org false 2"},
	} {
		t.Run(name, func(t *testing.T) {
			awsOnly(t, row.env)
			parameters, err := url.ParseQuery(row.url)
			if err != nil {
				t.Fatal(err)
			}
			s, err := readS3Settings(parameters)
			if got := fmt.Sprint(s.region, " ", s.host, " ", s.secure, " ", s.lookup); err != nil || got != row.want {
				t.Errorf("settings are %q (%v), want %q", got, err, row.want)
			}
		})
	}
	for parameters, words := range map[string]string{
		"use_path_style=perhaps":              "use_path_style is true or false",
		"role=admin":                          "beginning with arn:",
		"ssetype=rot13":                       "ssetype is AES256",
		"dualstack=true":                      "unknown query parameter",
		"endpoint=https://s3.example.org/a/b": "without credentials or path",
	} {
		query, err := url.ParseQuery(parameters)
		if err != nil {
			t.Fatal(err)
		}
		_, err = readS3Settings(query)
		wantError(t, err, words)
	}
}
