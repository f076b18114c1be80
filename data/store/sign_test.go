package store

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The pair in testdata is nobody's. The encrypted key is the same one, cheaply encrypted.
const (
	secretFile    = "testdata/minisign.key"
	encryptedFile = "testdata/minisign-encrypted.key"
	publicFile    = "testdata/minisign.pub"
	publicLine    = "RWREaUW6yNiYOcLoTkBdupVqhForAnNzVi8jsTb4wcDjd8leGpPIuhVF"
	password      = "open sesame"
)

func given(password string) func() string { return func() string { return password } }

func useKeys(t *testing.T, s shelf, secret, public string) {
	t.Helper()
	keys, err := NewKeys(secret, public, given(password))
	if err != nil {
		t.Fatal(err)
	}
	s.Use(keys)
}

// TestMinisignAccepts has the program that operators have check our signatures.
func TestMinisignAccepts(t *testing.T) {
	minisign, err := exec.LookPath("minisign")
	if err != nil {
		t.Skip("minisign is not installed: apt-get install minisign")
	}
	d := open(t, filepath.Join(t.TempDir(), "store"))
	useKeys(t, d, secretFile, publicFile)
	twoOf(t, d)
	for _, key := range [][]string{{"-p", publicFile}, {"-P", publicLine}} {
		out, err := exec.Command(minisign, append([]string{"-V", "-m", taken(t, d, second)}, key...)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "Trusted comment: pricepoint snapshot "+second) {
			t.Errorf("minisign with %v: %v\n%s", key, err, out)
		}
	}
	d.putManifest(second)
	if out, err := exec.Command(minisign, "-V", "-p", publicFile, "-m", taken(t, d, second)).CombinedOutput(); err == nil {
		t.Errorf("minisign accepts another manifest:\n%s", out)
	}
}

// taken takes a snapshot out of its file, and returns where its manifest is then.
func taken(t *testing.T, d shelf, version string) string {
	t.Helper()
	out := t.TempDir()
	for _, o := range d.unzip(version) {
		if err := os.WriteFile(filepath.Join(out, filepath.Base(o.Name)), o.Body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(out, manifestName)
}

// putManifest changes a manifest.
func (s shelf) putManifest(version string) {
	name := snapshotName(version) + "/" + manifestName
	s.put(name, append(s.get(name), ' '))
}

// TestNewestMustBeSigned holds with a public key: what it does not vouch for is passed over, and the store goes on from
// what is signed.
func TestNewestMustBeSigned(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		useKeys(t, s, secretFile, publicLine)
		twoOf(t, s)
		wantLatest(t, s, second)
		name := snapshotName(second) + "/" + signatureName
		signature := s.get(name)
		for what, change := range map[string]func([]byte) []byte{"is not signed": drop, "is no signature of minisign": cut, "is that of": func([]byte) []byte {
			return s.get(snapshotName(first) + "/" + signatureName)
		}} {
			damage(t, s, name, change)
			useKeys(t, s, secretFile, publicLine) // with which nothing is proven yet
			got, warning, err := s.Latest()
			if err != nil || got.Manifest.Version != first {
				t.Fatalf("Latest() = %q, %v, want %s", got.Manifest.Version, err, first)
			}
			wantError(t, warning, "snapshot "+second, signatureName, what, "using "+first)
			s.put(name, signature)
		}
		s.put(name, nil)
		add(t, s, third, first)
		wantLatest(t, s, third)
		s.Use(nil)
		s.put(snapshotName(third)+"/"+signatureName, nil)
		wantLatest(t, s, third) // nobody asks
	})
}

func TestKeysRefuse(t *testing.T) {
	garbage := filepath.Join(t.TempDir(), "garbage")
	if err := os.WriteFile(garbage, []byte("hush hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	public, _ := generated(t, 2)
	other, err := public.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := os.ReadFile(secretFile)
	if err != nil {
		t.Fatal(err)
	}
	secretLine := strings.Split(string(secret), "\n")[1]
	otherFile := filepath.Join(t.TempDir(), "other.pub")
	if err := os.WriteFile(otherFile, other, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		secret, public, password string
		want                     string
	}{
		"no-file":           {secret: "/no/such.key", want: "the file of the key that signs cannot be read: no such file or directory"},
		"no-key":            {secret: garbage, want: "garbage is not the secret key of a minisign pair; minisign -G makes one"},
		"a-public-one":      {secret: publicFile, want: "is not the secret key"},
		"no-password":       {secret: encryptedFile, want: "the password is missing or another one"},
		"another-password":  {secret: encryptedFile, password: "open sesam", want: "the password is missing or another one"},
		"another-pair":      {secret: secretFile, public: otherFile, want: "does not belong to the public key that is configured"},
		"no-public-key":     {public: garbage, want: "not the public key of a minisign pair"},
		"no-public-file":    {public: "/no/such.pub", want: "neither a file that can be read (no such file or directory) nor the line that begins with RW"},
		"a-key-as-file":     {secret: secretLine, want: "cannot be read"},
		"a-key-as-public":   {public: secretLine, want: "not the public key"},
		"a-secret-as-other": {public: secretFile, want: "not the public key of a minisign pair"},
	} {
		t.Run(name, func(t *testing.T) {
			keys, err := NewKeys(row.secret, row.public, given(row.password))
			if err == nil {
				err = keys.Ready()
			}
			wantError(t, err, row.want)
			for _, secret := range []string{"hush", "sesam", "RWQAAEIy", "RWRTY0Iy"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error repeats a secret: %v", err)
				}
			}
		})
	}
}

// TestKeyThatIsLost stops a publication, and leaves nothing of it.
func TestKeyThatIsLost(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		useKeys(t, s, "/no/such.key", "")
		locked(t, s)
		_, err := s.Publish(t.Context(), build(first, ""), strings.NewReader("responses"))
		wantError(t, err, "the file of the key that signs cannot be read")
		if left := s.list(); len(left) > 0 {
			t.Errorf("it leaves %v", left)
		}
		if _, err := s.Pointer(); !errors.Is(err, ErrEmpty) {
			t.Errorf("Pointer() fails with %v, want ErrEmpty", err)
		}
	})
}
