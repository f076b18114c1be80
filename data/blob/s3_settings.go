package blob

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/encrypt"
	"gopkg.in/ini.v1"
)

var errNoRegion = errors.New("the region of the bucket is not known")

// s3Settings are what the parameters of a URL say, and the environment where they say nothing.
type s3Settings struct {
	host   string // of the storage
	secure bool
	region string // "" when nobody names one
	lookup minio.BucketLookupType

	anonymous     bool
	profile, role string
	encryption    encrypt.ServerSide // nil: what the bucket does of itself

	dualStack, accelerate bool
	attempts              int // of a request
}

// s3Parameters are the parameters of a URL.
var s3Parameters = []string{
	"region", "endpoint", "profile", "role", "anonymous", "use_path_style", "dualstack", "fips", "accelerate", "ssetype", "kmskeyid",
	"rate_limiter_capacity",
}

func readS3Settings(parameters url.Values) (s3Settings, error) {
	for name := range parameters {
		if !slices.Contains(s3Parameters, name) {
			return s3Settings{}, fmt.Errorf("unknown query parameter %q", name)
		}
	}
	s := s3Settings{
		profile: cmp.Or(parameters.Get("profile"), os.Getenv("AWS_PROFILE")),
		role:    parameters.Get("role"),
	}
	s.region = cmp.Or(parameters.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), inProfile(s.profile, "region"))
	flags := map[string]bool{}
	for _, name := range []string{"anonymous", "use_path_style", "dualstack", "fips", "accelerate"} {
		value, err := strconv.ParseBool(cmp.Or(parameters.Get(name), "false"))
		if err != nil {
			return s3Settings{}, fmt.Errorf("%s is true or false, not %q", name, parameters.Get(name))
		}
		flags[name] = value
	}
	if s.role != "" && !strings.HasPrefix(s.role, "arn:") {
		return s3Settings{}, errors.New("a role is named as Amazon does it, beginning with arn: and the service")
	}
	s.anonymous, s.dualStack, s.accelerate = flags["anonymous"], flags["dualstack"], flags["accelerate"]
	var err error
	if s.attempts, err = readAttempts(parameters.Get("rate_limiter_capacity")); err != nil {
		return s3Settings{}, err
	}
	if err := s.readHost(parameters.Get("endpoint"), flags); err != nil {
		return s3Settings{}, err
	}
	s.lookup = lookupStyle(parameters, flags, s.host)
	s.encryption, err = readEncryption(parameters.Get("ssetype"), parameters.Get("kmskeyid"))
	return s, err
}

// readHost finds the storage: the endpoint, or Amazon's for the region.
func (s *s3Settings) readHost(endpoint string, flags map[string]bool) error {
	endpoint = cmp.Or(endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	switch {
	case endpoint != "":
		u, err := url.Parse(endpoint)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.Path != "" && u.Path != "/" {
			return errors.New("the endpoint of a bucket is a web address without credentials or path, such as https://s3.example.org")
		}
		s.host, s.secure = u.Host, u.Scheme == "https"
	case flags["fips"]:
		s.host, s.secure = "s3-fips."+s.region+".amazonaws.com", true
	default:
		s.host, s.secure = "s3.amazonaws.com", true // minio-go puts the region in
	}
	return nil
}

// attempts are made of a request unless the URL gives fewer tokens than a repetition costs.
const (
	attempts   = 3
	repetition = 5
)

func readAttempts(capacity string) (int, error) {
	tokens, err := strconv.Atoi(cmp.Or(capacity, "0"))
	switch {
	case err != nil || tokens < 0:
		return 0, fmt.Errorf("rate_limiter_capacity is a number of tokens, not %q", capacity)
	case tokens > 0 && tokens < repetition:
		return 1, nil
	}
	return attempts, nil
}

// lookupStyle says where the name of the bucket goes. Few storages but Amazon's answer to a bucket's own host name.
func lookupStyle(parameters url.Values, flags map[string]bool, host string) minio.BucketLookupType {
	named := parameters.Has("use_path_style")
	switch {
	case flags["use_path_style"], !named && host != "s3.amazonaws.com" && parameters.Get("fips") == "":
		return minio.BucketLookupPath
	case named:
		return minio.BucketLookupDNS
	}
	return minio.BucketLookupAuto
}

func readEncryption(kind, key string) (encrypt.ServerSide, error) {
	switch {
	case kind == "" && key == "":
		return nil, nil
	case kind == "AES256" && key == "":
		return encrypt.NewSSE(), nil
	case kind == "aws:kms" || kind == "":
		return encrypt.NewSSEKMS(key, nil)
	}
	return nil, fmt.Errorf("ssetype is AES256, or aws:kms with or without a kmskeyid, not %q", kind)
}

// inProfile is the value of a key in the configuration of Amazon's programs, "" when there is none.
func inProfile(profile, key string) string {
	name := os.Getenv("AWS_CONFIG_FILE")
	if name == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		name = filepath.Join(home, ".aws", "config")
	}
	file, err := ini.Load(name)
	if err != nil {
		return ""
	}
	for _, section := range []string{"profile " + cmp.Or(profile, "default"), cmp.Or(profile, "default")} {
		if value := file.Section(section).Key(key).String(); value != "" {
			return value
		}
	}
	return ""
}

// transport trusts the authorities of AWS_CA_BUNDLE instead of the system's, as Amazon's programs do.
func (s *s3Settings) transport() (*http.Transport, error) {
	transport, err := minio.DefaultTransport(s.secure)
	bundle := os.Getenv("AWS_CA_BUNDLE")
	if err != nil || bundle == "" || !s.secure {
		return transport, err
	}
	authorities := x509.NewCertPool()
	text, err := os.ReadFile(bundle)
	if err != nil || !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("AWS_CA_BUNDLE names no file of certificates: %v", err)
	}
	transport.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: authorities}
	return transport, nil
}
