package blob

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
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
}

// s3Parameters are the parameters of a URL.
var s3Parameters = []string{"region", "endpoint", "profile", "role", "anonymous", "use_path_style", "ssetype", "kmskeyid"}

func readS3Settings(parameters url.Values) (s s3Settings, err error) {
	for name := range parameters {
		if !slices.Contains(s3Parameters, name) {
			return s, fmt.Errorf("unknown query parameter %q; there are %s", name, strings.Join(s3Parameters, ", "))
		}
	}
	s.profile, s.role = cmp.Or(parameters.Get("profile"), os.Getenv("AWS_PROFILE")), parameters.Get("role")
	s.region = cmp.Or(parameters.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), regionOf(s.profile))
	if s.anonymous, err = flag(parameters, "anonymous"); err != nil {
		return s, err
	}
	pathStyle, err := flag(parameters, "use_path_style")
	if err != nil {
		return s, err
	}
	if s.role != "" && !strings.HasPrefix(s.role, "arn:") {
		return s, errors.New("a role is named as Amazon does it, beginning with arn: and the service")
	}
	if err := s.readHost(parameters.Get("endpoint")); err != nil {
		return s, err
	}
	switch { // few storages but Amazon's answer to a bucket's own host name
	case pathStyle, !parameters.Has("use_path_style") && s.host != amazon:
		s.lookup = minio.BucketLookupPath
	case parameters.Has("use_path_style"):
		s.lookup = minio.BucketLookupDNS
	}
	s.encryption, err = readEncryption(parameters.Get("ssetype"), parameters.Get("kmskeyid"))
	return s, err
}

func flag(parameters url.Values, name string) (bool, error) {
	value, err := strconv.ParseBool(cmp.Or(parameters.Get(name), "false"))
	if err != nil {
		return false, fmt.Errorf("%s is true or false, not %q", name, parameters.Get(name))
	}
	return value, nil
}

// amazon is the host of Amazon's storage; minio-go puts the region in.
const amazon = "s3.amazonaws.com"

// readHost finds the storage: the endpoint, or Amazon's.
func (s *s3Settings) readHost(endpoint string) error {
	endpoint = cmp.Or(endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), "https://"+amazon)
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.Path != "" && u.Path != "/" {
		return errors.New("the endpoint of a bucket is a web address without credentials or path, such as https://s3.example.org")
	}
	s.host, s.secure = u.Host, u.Scheme == "https"
	return nil
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

// regionOf is the region of a profile in the configuration of Amazon's programs, "" when there is none.
func regionOf(profile string) string {
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
	profile = cmp.Or(profile, "default")
	return cmp.Or(file.Section("profile "+profile).Key("region").String(), file.Section(profile).Key("region").String())
}

// credentials come from where Amazon's own programs look for them: the profile that is named, keys in the
// environment, a token that Kubernetes has put into a file, the files in ~/.aws, and the machine or container itself. A
// role is taken on with those. Where there are none, the storage is asked without.
func (s *s3Settings) credentials() *credentials.Credentials {
	switch own := (&credentials.Chain{Providers: s.places()}); {
	case s.anonymous:
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	case s.role != "":
		return credentials.New(&assumedRole{own: own, role: s.role, region: s.region})
	default:
		return credentials.New(own)
	}
}

// places are where credentials may be, in the order of Amazon's programs.
func (s *s3Settings) places() []credentials.Provider {
	files, keys := &credentials.FileAWSCredentials{Profile: s.profile}, &credentials.EnvAWS{}
	// The container or the machine that the program runs on is near, and behind no proxy.
	here := &credentials.IAM{Region: s.region, Client: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{}}}
	switch {
	case os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "":
		here = &credentials.IAM{Region: s.region, Endpoint: os.Getenv("AWS_ENDPOINT_URL_STS")}
		if s.profile == "" {
			return []credentials.Provider{keys, here}
		}
	case os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")+os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != "":
	case strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true"):
		return []credentials.Provider{keys, files}
	default:
		here.Endpoint = os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT")
	}
	if s.profile != "" {
		return []credentials.Provider{files, keys, here}
	}
	return []credentials.Provider{keys, files, here}
}

// assumedRole are the credentials of a role, which are lent to whoever has others.
type assumedRole struct {
	credentials.Expiry
	own          credentials.Provider
	role, region string
}

// RetrieveWithCredContext asks Amazon's service for the role.
func (a *assumedRole) RetrieveWithCredContext(c *credentials.CredContext) (credentials.Value, error) {
	own, err := a.own.RetrieveWithCredContext(c)
	if err != nil {
		return credentials.Value{}, err
	}
	domain := "amazonaws.com"
	if strings.HasPrefix(a.region, "cn-") {
		domain = "amazonaws.com.cn"
	}
	service := credentials.STSAssumeRole{
		STSEndpoint: cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://sts."+a.region+"."+domain),
		Options: credentials.STSAssumeRoleOptions{
			AccessKey: own.AccessKeyID, SecretKey: own.SecretAccessKey, SessionToken: own.SessionToken,
			Location: a.region, RoleARN: a.role, RoleSessionName: "pricepoint",
		},
	}
	lent, err := service.RetrieveWithCredContext(c)
	if err != nil {
		return credentials.Value{}, fmt.Errorf("no credentials of the role %s: %w", a.role, err)
	}
	a.SetExpiration(lent.Expiration, credentials.DefaultExpiryWindow)
	return lent, nil
}

// Retrieve is RetrieveWithCredContext without a context.
func (a *assumedRole) Retrieve() (credentials.Value, error) { return a.RetrieveWithCredContext(nil) }
