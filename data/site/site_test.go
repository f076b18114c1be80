package site

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/blob"
	"pricepoint/data/blob/s3test"
)

const (
	first  = "2026-11-07T030000Z"
	second = "2026-11-14T030000Z"
	third  = "2026-11-21T030000Z"
)

func TestMain(m *testing.M) {
	s3test.Environment()
	code := m.Run()
	s3test.Stop()
	os.Exit(code)
}

func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q lacks %q", err, word)
		}
	}
}

// siteOf are the files of a site: two current ones, two that lead to others, and the documents of some versions.
func siteOf(made string, versions ...string) (all []File) {
	at, err := time.Parse(time.DateOnly, made)
	if err != nil {
		panic(err)
	}
	all = []File{
		{Path: "api/snapshots.json", Modified: at, List: true, Body: []byte(strings.Join(versions, " "))},
		{Path: "index.html", Modified: at, List: true, Body: []byte("as of " + made)},
		{Path: "api/tools.json", Modified: at, Body: []byte("tools of " + made)},
		{Path: "api/tools.json.gz", Encoding: "gzip", Modified: at, Body: []byte("zipped")},
	}
	for _, version := range versions {
		for _, name := range []string{"tools.json", "prices/a.json"} {
			all = append(all, File{Path: "api/snapshots/" + version + "/" + name, Load: func() ([]byte, error) { return []byte(name + " of " + version), nil }})
		}
	}
	return all
}

func openSite(t *testing.T, location string) *Site {
	t.Helper()
	site, err := Open(location)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// recorded notes what is done to a destination, in order, and may fail.
type recorded struct {
	blob.Blobs
	done []string
	stop int // before this step, and at each after it; 0: never
}

// of has what is done to a site recorded.
func (r *recorded) of(site *Site) *Site {
	r.Blobs = site.to
	return &Site{r}
}

func (r *recorded) step(what string) error {
	if r.done = append(r.done, what); r.stop > 0 && len(r.done) >= r.stop {
		return context.Canceled
	}
	return nil
}

func (r *recorded) Write(ctx context.Context, b blob.Blob) error {
	if err := r.step("+" + b.Name); err != nil {
		return err
	}
	return r.Blobs.Write(ctx, b)
}

func (r *recorded) Remove(ctx context.Context, name string) error {
	if err := r.step("-" + name); err != nil {
		return err
	}
	return r.Blobs.Remove(ctx, name)
}

// filesOf are all files of a destination.
func filesOf(t *testing.T, site *Site) map[string]string {
	t.Helper()
	found, err := site.to.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range found {
		body, _, err := site.to.Read(t.Context(), e.Name, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if e.Name != markName {
			all[e.Name] = string(body)
		}
	}
	return all
}

// eachSite runs a test on an empty destination of every kind.
func eachSite(t *testing.T, test func(t *testing.T, site *Site)) {
	t.Helper()
	t.Run("directory", func(t *testing.T) { test(t, openSite(t, filepath.Join(t.TempDir(), "a/site"))) })
	t.Run("s3", func(t *testing.T) {
		s3 := s3test.Start(t)
		_, bucket := s3.NewBucket(t)
		test(t, openSite(t, s3.URL(bucket+"/mirror", s3.Address)))
	})
}

func mustUpdate(t *testing.T, site *Site, made string, versions ...string) Report {
	t.Helper()
	report, err := site.Update(t.Context(), siteOf(made, versions...))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// wantSite compares the names in a destination and their content with what should be there.
func wantSite(t *testing.T, site *Site, made string, versions ...string) {
	t.Helper()
	want := map[string]string{}
	for _, f := range siteOf(made, versions...) {
		if f.Load != nil {
			f.Body, _ = f.Load()
		}
		want[f.Path] = string(f.Body)
	}
	if diff := cmp.Diff(want, filesOf(t, site)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestSiteIsUpdatedInOrder(t *testing.T) {
	eachSite(t, func(t *testing.T, site *Site) {
		r := &recorded{}
		site = r.of(site)
		mustUpdate(t, site, "2026-11-07", first)
		wantSite(t, site, "2026-11-07", first)
		r.done = nil
		report := mustUpdate(t, site, "2026-11-21", second, third)
		wantSite(t, site, "2026-11-21", second, third)
		want := []string{
			"+" + markName,
			"+api/snapshots/" + second + "/prices/a.json", "+api/snapshots/" + second + "/tools.json",
			"+api/snapshots/" + third + "/prices/a.json", "+api/snapshots/" + third + "/tools.json",
			"+api/tools.json", // the .gz is as it was
			"+api/snapshots.json", "+index.html",
			"-api/snapshots/" + first + "/prices/a.json", "-api/snapshots/" + first + "/tools.json",
			"+" + markName,
		}
		if diff := cmp.Diff(want, r.done); diff != "" {
			t.Errorf("steps (-want +got):\n%s", diff)
		}
		if report.Written != 7 || report.Removed != 2 || report.Unchanged != 1 || report.Bytes == 0 {
			t.Errorf("report = %+v", report)
		}
	})
}

func TestSiteThatIsUpToDate(t *testing.T) {
	eachSite(t, func(t *testing.T, site *Site) {
		r := &recorded{}
		site = r.of(site)
		mustUpdate(t, site, "2026-11-07", first, second)
		r.done = nil
		files := siteOf("2026-11-07", first, second)
		for i := range files {
			if files[i].Load != nil {
				files[i].Load = func() ([]byte, error) { return nil, errors.New("what is there is loaded") }
			}
		}
		report, err := site.Update(t.Context(), files)
		if err != nil || len(r.done) > 0 || report != (Report{Unchanged: 8}) {
			t.Errorf("Update() = %+v, %v, with %v; want nothing to be done", report, err, r.done)
		}
	})
}

// TestSiteStoppedAtEveryStep is whole after the next update, and never leads to what is not there.
func TestSiteStoppedAtEveryStep(t *testing.T) {
	for step := 1; ; step++ {
		site := openSite(t, t.TempDir())
		mustUpdate(t, site, "2026-11-07", first, second)
		stopped := (&recorded{stop: step}).of(site)
		_, err := stopped.Update(t.Context(), siteOf("2026-11-14", second, third))
		there := filesOf(t, site)
		for _, version := range strings.Fields(there["api/snapshots.json"]) {
			if there["api/snapshots/"+version+"/prices/a.json"] == "" {
				t.Errorf("step %d: the list leads to %s, which is not there", step, version)
			}
		}
		mustUpdate(t, site, "2026-11-14", second, third)
		wantSite(t, site, "2026-11-14", second, third)
		if err == nil {
			if step < 8 {
				t.Errorf("only %d steps", step)
			}
			return
		}
	}
}

// TestSiteHealsWhatIsMissing also when it is of a version that was whole.
func TestSiteHealsWhatIsMissing(t *testing.T) {
	eachSite(t, func(t *testing.T, site *Site) {
		mustUpdate(t, site, "2026-11-07", first)
		lost := []string{"api/tools.json", "api/snapshots/" + first + "/tools.json"}
		for _, name := range lost {
			if err := site.to.Remove(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		mustUpdate(t, site, "2026-11-07", first)
		wantSite(t, site, "2026-11-07", first)
	})
}

func TestSiteRefusesForeignFiles(t *testing.T) {
	eachSite(t, func(t *testing.T, site *Site) {
		put := func(name string) {
			if err := site.to.Write(t.Context(), File{Path: name, Body: []byte("mine")}.blob()); err != nil {
				t.Fatal(err)
			}
		}
		put("notes.txt")
		_, err := site.Update(t.Context(), siteOf("2026-11-07", first))
		wantError(t, err, site.String()+" holds notes.txt", "has not written", "another destination")
		if found := filesOf(t, site); !maps.Equal(found, map[string]string{"notes.txt": "mine"}) {
			t.Errorf("files afterwards: %v", found)
		}
		if err := site.to.Remove(t.Context(), "notes.txt"); err != nil {
			t.Fatal(err)
		}
		mustUpdate(t, site, "2026-11-07", first)
		put("api/snapshots/" + first + "/mine.json")
		_, err = site.Update(t.Context(), siteOf("2026-11-07")) // which would drop the folder
		wantError(t, err, "holds api/snapshots/"+first+"/mine.json")
	})
}

func TestSiteOfANewerProgram(t *testing.T) {
	for body, words := range map[string][]string{
		`{"schema": 2, "files": {}, "folders": {}}`: {"schema 2", ErrNewer.Error()},
		`{"schema": 1`: {markName + " is broken", "another destination"},
	} {
		site := openSite(t, t.TempDir())
		if err := site.to.Write(t.Context(), File{Path: markName, Body: []byte(body)}.blob()); err != nil {
			t.Fatal(err)
		}
		_, err := site.Update(t.Context(), nil)
		wantError(t, err, words...)
	}
}

// TestSiteDirectory has the times of the content and no file that a web server cannot read.
func TestSiteDirectory(t *testing.T) {
	root := t.TempDir()
	mustUpdate(t, openSite(t, root), "2026-11-07", first)
	info, err := os.Stat(filepath.Join(root, "api/tools.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := info.ModTime().UTC().Format(time.DateOnly); got != "2026-11-07" || info.Mode().Perm() != 0o644 {
		t.Errorf("api/tools.json is of %s, with mode %v", got, info.Mode())
	}
	mustUpdate(t, openSite(t, root), "2026-11-07")
	if _, err := os.Stat(filepath.Join(root, "api/snapshots")); !os.IsNotExist(err) {
		t.Errorf("the folder of a dropped version is left: %v", err)
	}
}

// TestSiteHeaders are what a cache in front of the bucket goes by.
func TestSiteHeaders(t *testing.T) {
	got := map[string][3]string{}
	for _, f := range []File{
		{Path: "api/tools.json", Type: "application/json"}, {Path: "api/tools.json.gz", Type: "application/json", Encoding: "gzip"},
		{Path: "api/snapshots/" + first + "/tools.json", Type: "application/json", Load: func() ([]byte, error) { return nil, nil }}, {Path: markName, Type: "application/json"},
	} {
		b := f.blob()
		got[b.Name] = [3]string{b.CacheControl, b.ContentType, b.ContentEncoding}
	}
	want := map[string][3]string{
		"api/tools.json":                         {cachedBriefly, "application/json", ""},
		"api/tools.json.gz":                      {cachedBriefly, "application/json", "gzip"},
		"api/snapshots/" + first + "/tools.json": {"public, max-age=31536000, immutable", "application/json", ""},
		markName:                                 {"no-cache", "application/json", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

// TestSiteNeverGoesBack: a mirror of a store that was taken back stays as it is.
func TestSiteNeverGoesBack(t *testing.T) {
	eachSite(t, func(t *testing.T, site *Site) {
		mustUpdate(t, site, "2026-11-14", first, second)
		if _, err := site.Update(t.Context(), siteOf("2026-11-15", first)); !errors.Is(err, ErrWentBack) {
			t.Errorf("%v; want ErrWentBack", err)
		}
		wantSite(t, site, "2026-11-14", first, second)
		mustUpdate(t, site, "2026-11-21", second, third)
		less := slices.DeleteFunc(siteOf("2026-11-21", third), func(f File) bool { return strings.Contains(f.Path, "/prices/") })
		if _, err := site.Update(t.Context(), less); err != nil {
			t.Errorf("less of the same time: %v", err)
		}
	})
}
