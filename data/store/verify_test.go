package store

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"
	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// generated is a pair made of random bytes that are the same every time.
func generated(t testing.TB, seed int) (public minisign.PublicKey, secret minisign.PrivateKey) {
	t.Helper()
	public, secret, err := minisign.GenerateKey(strings.NewReader(strings.Repeat(fmt.Sprint(seed), 64)))
	if err != nil {
		t.Fatal(err)
	}
	return public, secret
}

// keyPair are the keys of such a pair.
func keyPair(t testing.TB, seed int) *Keys {
	t.Helper()
	public, secret := generated(t, seed)
	folder := t.TempDir()
	files := map[string]encoding.TextMarshaler{"public": public, "secret": secret}
	for name, key := range files {
		text, err := key.MarshalText()
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	keys, err := NewKeys(filepath.Join(folder, "secret"), filepath.Join(folder, "public"), given(""))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// checkAll looks at a whole store as the command does.
func checkAll(t *testing.T, s shelf) []Checked {
	t.Helper()
	v := s
	found, err := v.Verify("")
	if err != nil {
		return []Checked{{"the store", Broken, err.Error(), ""}}
	}
	all, trouble := s.Accepted()
	if trouble != nil {
		found.Checked = append(found.Checked, Checked{acceptedName, Broken, trouble.Error(), ""})
	}
	var newest []data.Acceptance
	for _, m := range found.Manifests {
		newest = m.Accepted
		if m.Archive == nil {
			continue
		}
		if err := v.CheckArchive(m.Archive.Path, m.Archive); err != nil {
			found.Checked = append(found.Checked, Checked{m.Archive.Path, Broken, err.Error(), ""})
		}
	}
	return append(found.Checked, CheckAcceptances(all, newest)...)
}

// signed publishes three versions under a key, the last one with an acceptance.
func signedStore(t *testing.T, s shelf) {
	t.Helper()
	s.Use(keyPair(t, 1))
	twoOf(t, s)
	word, err := s.Accept(acceptance("0123456789", "ann", "the page is right"))
	if err != nil {
		t.Fatal(err)
	}
	last := build(third, second)
	last.Manifest.Accepted = []data.Acceptance{word}
	if _, err := s.Publish(t.Context(), last, strings.NewReader("responses of "+third)); err != nil {
		t.Fatal(err)
	}
}

func brokenOf(all []Checked) []Checked {
	return slices.DeleteFunc(slices.Clone(all), func(c Checked) bool { return c.State != Broken })
}

func TestVerify(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		signedStore(t, s)
		want := []Checked{
			{pointerName, Intact, "names " + third, ""},
			{snapshotName(first), Intact, "2 documents, signed", ""},
			{snapshotName(second), Intact, "2 documents, signed", ""},
			{snapshotName(third), Intact, "2 documents, signed", ""},
			{"accepted/0123456789.json", Intact, "by ann", ""},
		}
		if diff := cmp.Diff(want, checkAll(t, s)); diff != "" {
			t.Errorf("verified (-want +got):\n%s", diff)
		}
	})
}

// TestEveryFlippedBitIsNamed flips bits of every object in turn, more of small ones. Either it is named, or it makes no difference
// to a reader.
func TestEveryFlippedBitIsNamed(t *testing.T) {
	s := openLocal(t)
	signedStore(t, s)
	var want []data.Snapshot
	for _, version := range []string{first, second, third} {
		snapshot, err := s.Read(version)
		s.must(err)
		want = append(want, snapshot)
	}
	for _, name := range s.files() {
		intact := s.get(name)
		step := 17
		if len(intact) < 200 || name == zipName(third) {
			step = *every
		}
		for i := 0; i < len(intact); i += step {
			torn := slices.Clone(intact)
			torn[i] ^= 1 << (i % 8)
			s.put(name, torn)
			if len(brokenOf(checkAll(t, s))) > 0 {
				continue
			}
			var got []data.Snapshot
			for _, version := range []string{first, second, third} {
				snapshot, err := s.Read(version)
				s.must(err)
				got = append(got, snapshot)
			}
			at, err := s.Pointer()
			if diff := cmp.Diff(want, got); diff != "" || at.Version != third || err != nil {
				t.Errorf("%s: bit %d of byte %d flipped, nothing is told, and read is %v, %v (-want +got):\n%s", name, i%8, i, at, err, diff)
			}
		}
		s.put(name, intact)
	}
}

func TestVerifyTells(t *testing.T) {
	for name, row := range map[string]struct {
		change func(*testing.T, shelf)
		want   []Checked // besides what is intact; About is a part of it
	}{
		"dropped": {func(t *testing.T, s shelf) {
			s.must(s.objects.blobs.Remove(t.Context(), zipName(first)))
		}, nil},
		"key-changed-since": {func(t *testing.T, s shelf) {
			other, err := keyPair(t, 2).Sign(first, s.get(snapshotName(first)+"/"+manifestName))
			s.must(err)
			s.put(snapshotName(first)+"/"+signatureName, other)
		}, nil},
		"pointer-with-another-digest": {func(t *testing.T, s shelf) {
			damage(t, s, pointerName, replacing(`"manifest": "`, `"manifest": "0`))
		}, []Checked{{snapshotName(third) + "/" + manifestName, Broken, "latest.json says 0", ""}, {acceptanceName("0123456789"), Unproven, "the next snapshot vouches for it", ""}}},
		"document-compressed-otherwise": {func(t *testing.T, s shelf) {
			var body bytes.Buffer
			w := brotli.NewWriterOptions(&body, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 18})
			fmt.Fprint(w, string(build(first, "").Documents[0].Body))
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			s.put(snapshotName(first)+"/api/tools.json.br", body.Bytes())
		}, []Checked{{snapshotName(first) + "/api/tools.json.br", Broken, "the digest of what is stored differs", ""}}},
		"manifest-cut": {func(t *testing.T, s shelf) { damage(t, s, snapshotName(first)+"/"+manifestName, cut) },
			[]Checked{{snapshotName(first) + "/" + manifestName, Broken, "has the digest", ""}}},
		"manifest-of-a-newer-schema": {func(t *testing.T, s shelf) {
			damage(t, s, snapshotName(first)+"/"+manifestName, replacing(`"schema": 1`, `"schema": 2`))
		}, []Checked{{snapshotName(first) + "/" + manifestName, Broken, "has the digest", ""}}},
		"signature-lost": {func(_ *testing.T, s shelf) { s.put(snapshotName(third)+"/"+signatureName, nil) },
			[]Checked{{snapshotName(third) + "/" + signatureName, Broken, "is missing", ""}, {acceptanceName("0123456789"), Unproven, "the next snapshot vouches for it", ""}}},
		"signature-of-another-key": {func(t *testing.T, s shelf) {
			other, err := keyPair(t, 2).Sign(third, s.get(snapshotName(third)+"/"+manifestName))
			if err != nil {
				t.Fatal(err)
			}
			s.put(snapshotName(third)+"/"+signatureName, other)
		}, []Checked{{snapshotName(third) + "/" + signatureName, Broken, "is not by the key that is configured", ""}, {acceptanceName("0123456789"), Unproven, "the next snapshot vouches for it", ""}}},
		"signature-of-another-snapshot": {func(_ *testing.T, s shelf) {
			s.put(snapshotName(third)+"/"+signatureName, s.get(snapshotName(second)+"/"+signatureName))
		}, []Checked{{snapshotName(third) + "/" + signatureName, Broken, `is that of "pricepoint snapshot ` + second, ""}, {acceptanceName("0123456789"), Unproven, "the next snapshot vouches for it", ""}}},
		"archive-lost": {func(_ *testing.T, s shelf) { s.put(ArchiveName(second), nil) },
			[]Checked{{ArchiveName(second), Broken, "", ""}}},
		"acceptance-since": {func(t *testing.T, s shelf) {
			if _, err := s.Accept(acceptance("abcdef0123", "bob", "")); err != nil {
				t.Fatal(err)
			}
		}, []Checked{{acceptanceName("abcdef0123"), Unproven, "the next snapshot vouches for it", ""}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := openLocal(t)
			signedStore(t, s)
			row.change(t, s)
			all := checkAll(t, s)
			oldest := map[string]string{"dropped": "; the one before, " + first + ", was dropped", "key-changed-since": "signed by another key; what follows vouches for it"}
			if !strings.HasSuffix(all[1].About, oldest[name]) {
				t.Errorf("of the oldest snapshot it tells %q", all[1].About)
			}
			got := slices.DeleteFunc(all, func(c Checked) bool { return c.State == Intact })
			if len(got) != len(row.want) {
				t.Fatalf("told %v, want %v", got, row.want)
			}
			for i, want := range row.want {
				if got[i].Object != want.Object || got[i].State != want.State || !strings.Contains(got[i].About, want.About) {
					t.Errorf("told %v, want %v", got[i], want)
				}
			}
		})
	}
}

func TestVerifyOne(t *testing.T) {
	s := openLocal(t)
	signedStore(t, s)
	for version, want := range map[string]error{second: nil, fourth: ErrNotFound, "../" + second: ErrNotFound} {
		got, err := s.Verify(version)
		if !errors.Is(err, want) {
			t.Errorf("%s fails with %v, want %v", version, err, want)
		}
		if want == nil && (len(got.Checked) != 2 || got.Checked[1].Object != snapshotName(version) || len(got.Manifests) != 1) {
			t.Errorf("%s: told %v", version, got.Checked)
		}
	}
	if _, err := openLocal(t).Verify(""); !errors.Is(err, ErrEmpty) {
		t.Errorf("an empty store fails with %v, want ErrEmpty", err)
	}
}

// TestNothingVouches is of a store whose newest snapshot was made before manifests had the digest of the one before.
func TestNothingVouches(t *testing.T) {
	s := openLocal(t)
	twoOf(t, s)
	add(t, s, third, second)
	m, err := s.Manifest(third)
	if err != nil {
		t.Fatal(err)
	}
	m.PreviousManifest = ""
	replaceManifest(t, s, m)
	var states []Condition
	for _, c := range checkAll(t, s) {
		states = append(states, c.State)
	}
	if diff := cmp.Diff([]Condition{Intact, Unproven, Unproven, Intact}, states); diff != "" {
		t.Errorf("the pointer and the snapshots are told to be (-want +got):\n%s", diff)
	}
}
