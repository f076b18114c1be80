package blob

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/minio/minio-go/v7/pkg/credentials"
)

// credentials come from where Amazon's own programs look for them: the profile that is named, keys in the
// environment, a token that Kubernetes has put into a file, the files in ~/.aws, and the machine or container itself. A
// role is taken on with those.
func (s *s3Settings) credentials() *credentials.Credentials {
	if s.anonymous {
		return credentials.NewStatic("", "", "", credentials.SignatureAnonymous)
	}
	var found credentials.Provider = &identity{places: s.places()}
	if s.role != "" {
		found = &assumedRole{own: found, role: s.role, region: s.region}
	}
	return credentials.New(found)
}

// places are where credentials may be, in the order of Amazon's programs.
func (s *s3Settings) places() (places []credentials.Provider) {
	if s.profile != "" {
		places = append(places, s.files())
	}
	places = append(places, &credentials.EnvAWS{})
	if os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "" {
		return append(places, &credentials.IAM{Region: s.region, Endpoint: os.Getenv("AWS_ENDPOINT_URL_STS")})
	}
	if s.profile == "" {
		places = append(places, s.files())
	}
	return append(places, s.machine()...)
}

// machine asks the container or the machine that the program runs on: near, and behind no proxy.
func (s *s3Settings) machine() []credentials.Provider {
	asks := &credentials.IAM{Region: s.region, Client: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{}}}
	if os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")+os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != "" {
		return []credentials.Provider{asks}
	}
	if strings.EqualFold(os.Getenv("AWS_EC2_METADATA_DISABLED"), "true") {
		return nil
	}
	asks.Endpoint = os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT")
	return []credentials.Provider{asks}
}

// files are a profile in the files of Amazon's programs: keys, a program that prints some, or a role that is taken on
// with those of another profile or of the machine.
func (s *s3Settings) files() credentials.Provider {
	role := inProfile(s.profile, "role_arn")
	if role == "" {
		return &credentials.FileAWSCredentials{Profile: s.profile}
	}
	own := s.machine()
	switch {
	case inProfile(s.profile, "source_profile") != "":
		own = []credentials.Provider{&credentials.FileAWSCredentials{Profile: inProfile(s.profile, "source_profile")}}
	case inProfile(s.profile, "credential_source") == "Environment":
		own = []credentials.Provider{&credentials.EnvAWS{}}
	}
	return &assumedRole{own: &identity{places: own}, role: role, region: s.region}
}

// identity is the first of some places that has credentials.
type identity struct {
	places []credentials.Provider
	found  credentials.Provider
}

// RetrieveWithCredContext asks one place after the other.
func (i *identity) RetrieveWithCredContext(c *credentials.CredContext) (credentials.Value, error) {
	var trouble []error
	for _, place := range i.places {
		value, err := place.RetrieveWithCredContext(c)
		if err == nil && value.AccessKeyID != "" && value.SecretAccessKey != "" {
			i.found = place
			return value, nil
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			trouble = append(trouble, err)
		}
	}
	if len(trouble) > 0 {
		return credentials.Value{}, fmt.Errorf("no credentials: %w", errors.Join(trouble...))
	}
	return credentials.Value{}, errors.New("no credentials are in the environment or in the files of Amazon's programs")
}

// Retrieve is RetrieveWithCredContext without a context.
func (i *identity) Retrieve() (credentials.Value, error) { return i.RetrieveWithCredContext(nil) }

// IsExpired tells whether the credentials have to be asked for, again or for the first time.
func (i *identity) IsExpired() bool { return i.found == nil || i.found.IsExpired() }

// assumedRole are the credentials of a role, which are lent to an identity.
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
