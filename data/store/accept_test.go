//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

const (
	oneFinding   = "0123456789"
	otherFinding = "89abcdef01"
)

func acceptance(id, by, note string) data.Acceptance {
	return data.Acceptance{ID: id, By: by, Note: note, At: data.At(time.Date(2026, 11, 8, 9, 30, 0, 0, time.UTC))}
}

// accepting is a locked store in which otherFinding is accepted.
func accepting(t *testing.T) shelf {
	t.Helper()
	d := open(t, t.TempDir())
	locked(t, d)
	accept(t, d, acceptance(otherFinding, "ada", ""))
	return d
}

func accept(t *testing.T, d shelf, a data.Acceptance) data.Acceptance {
	t.Helper()
	stands, err := d.Accept(a)
	if err != nil {
		t.Fatal(err)
	}
	return stands
}

func wantAccepted(t *testing.T, d shelf, want ...data.Acceptance) {
	t.Helper()
	got, err := d.Accepted()
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("accepted (-want +got):\n%s", diff)
	}
}

func TestAcceptances(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "store"))
	wantAccepted(t, d)
	locked(t, d)
	wantAccepted(t, d)
	other, one := acceptance(otherFinding, "ada", ""), acceptance(oneFinding, "bob", "the page is right")
	accept(t, d, other)
	accept(t, d, one)
	wantAccepted(t, d, one, other)

	body, err := d.objects.read("accepted/" + oneFinding + ".json")
	if want := "{\n  \"id\": \"0123456789\",\n  \"by\": \"bob\",\n  \"at\": \"2026-11-08T09:30:00.000Z\",\n  \"note\": \"the page is right\"\n}\n"; err != nil || string(body) != want {
		t.Errorf("the record is %q (%v), want %q", body, err, want)
	}
}

func TestAcceptTwice(t *testing.T) {
	d := accepting(t)
	first := acceptance(oneFinding, "ada", "seen on the page")
	accept(t, d, first)
	again := first
	again.At = data.At(first.At.Add(time.Hour))
	if stands := accept(t, d, again); stands != first {
		t.Errorf("the second acceptance returns %v, want the first, %v", stands, first)
	}
	for name, other := range map[string]data.Acceptance{
		"by-another":       acceptance(oneFinding, "bob", "seen on the page"),
		"for-other-reason": acceptance(oneFinding, "ada", ""),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := d.Accept(other)
			wantError(t, err, "finding 0123456789 was accepted by ada on 2026-11-08T09:30:00.000Z already", `"seen on the page"`, "stands")
		})
	}
	wantAccepted(t, d, first, acceptance(otherFinding, "ada", ""))
}

func TestAcceptRefuses(t *testing.T) {
	d := accepting(t)
	for name, row := range map[string]struct {
		a     data.Acceptance
		words []string
	}{
		"a-path":        {acceptance("../latest", "ada", ""), []string{"../latest", "not the id"}},
		"no-id":         {acceptance("", "ada", ""), []string{"not the id"}},
		"capitals":      {acceptance("89ABCDEF02", "ada", ""), []string{"not the id"}},
		"nobody":        {acceptance(oneFinding, " ", ""), []string{"who accepted it", "missing"}},
		"never":         {data.Acceptance{ID: oneFinding, By: "ada"}, []string{"when", "missing"}},
		"lines-of-note": {acceptance(oneFinding, "ada", "one\ntwo"), []string{"one line"}},
		"a-long-note":   {acceptance(oneFinding, "ada", strings.Repeat("x", 1001)), []string{"at most 1000 bytes"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := d.Accept(row.a)
			wantError(t, err, row.words...)
		})
	}
	wantAccepted(t, d, acceptance(otherFinding, "ada", ""))
}

// TestBrokenAcceptances keeps one bad file from costing the others, and from being overwritten.
func TestBrokenAcceptances(t *testing.T) {
	good := `{"id": "0123456789", "by": "eve", "at": "2026-11-08T09:30:00.000Z"}`
	file := func(name, text string) func(shelf) error {
		return func(d shelf) error { return os.WriteFile(d.path(acceptedName+"/"+name), []byte(text), 0o644) }
	}
	for name, row := range map[string]struct {
		damage func(shelf) error
		words  []string
	}{
		"cut":              {file("0123456789.json", `{"id": "01234`), []string{"accepted/0123456789.json is broken", "move it away", "accept finding 0123456789 again"}},
		"empty":            {file("0123456789.json", ""), []string{"accepted/0123456789.json is broken"}},
		"of-another":       {file("0123456789.json", strings.Replace(good, "0123456789", otherFinding, 1)), []string{`"89abcdef01" is not the id of this finding`}},
		"by-nobody":        {file("0123456789.json", strings.Replace(good, "eve", "", 1)), []string{"who accepted it"}},
		"of-a-newer-build": {file("0123456789.json", strings.Replace(good, `"by"`, `"until": 1, "by"`, 1)), []string{"until"}},
		"deep":             {file("0123456789.json", strings.Repeat("[", 16<<10)), []string{"accepted/0123456789.json is broken"}},
		"huge": {func(d shelf) error {
			return errors.Join(file("0123456789.json", good)(d), os.Truncate(d.path(acceptanceName(oneFinding)), 1<<40))
		}, []string{"0123456789.json is larger than 67108864 bytes"}},
		"pipe":             {func(d shelf) error { return syscall.Mkfifo(d.path(acceptanceName(oneFinding)), 0o644) }, []string{"not a regular file"}},
		"to-another-place": {file("0123456789.json", strings.Replace(good, "0123456789", "../latest", 1)), []string{`"../latest" is not the id of this finding`}},
		"escapes":          {file("\x1b[2J\u202e.json", good), []string{`accepted holds "\x1b[2J\u202e.json", which is none of ours`}},
		"of-another-name":  {file("notes.txt", "x"), []string{`accepted holds "notes.txt", which is none of ours`, "accepted/<finding>.json", "move it away"}},
		"without-suffix":   {file("0123456789", good), []string{`accepted holds "0123456789", which is none of ours`}},
		"link": {func(d shelf) error {
			if err := file("../elsewhere.json", good)(d); err != nil {
				return err
			}
			return os.Symlink("../elsewhere.json", d.path(acceptanceName(oneFinding)))
		}, []string{"accepted/0123456789.json is broken", "not a regular file"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := accepting(t)
			if err := row.damage(d); err != nil {
				t.Fatal(err)
			}
			got, err := d.Accepted()
			wantError(t, err, row.words...)
			if diff := cmp.Diff([]data.Acceptance{acceptance(otherFinding, "ada", "")}, got); diff != "" {
				t.Errorf("accepted beside it (-want +got):\n%s", diff)
			}
			if strings.Contains(row.words[0], "none of ours") {
				return
			}
			if _, err := d.Accept(acceptance(oneFinding, "ada", "")); err == nil {
				t.Error("the broken record is overwritten")
			}
		})
	}
}
