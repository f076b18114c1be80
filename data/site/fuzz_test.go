package site

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzMark publishes to a destination in which the mark is anything: nothing outside of it changes, a refused one stays as it
// was, and otherwise the site is whole afterwards and the same again the next time.
func FuzzMark(f *testing.F) {
	for _, mark := range []string{
		`{"schema":1,"files":{"old.json":"x"},"folders":{}}`, `{"schema":1,"files":{"old.json":"","../outside":"","/etc/passwd":""},"folders":{"..":["outside"]}}`, `{"schema":2}`, `{"schema":-1,"files":null}`,
		`{"schema":1,"files":{"api/tools.json":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","old.json":""},"folders":{"api/snapshots/x":["a","a","../../../outside"]}}`, "", "null", "{} {}", `{"files":{"":""}}`, `{"schema":1,"files":{"old.json/":"x"}}`,
	} {
		f.Add([]byte(mark))
	}
	f.Fuzz(func(t *testing.T, mark []byte) {
		around := t.TempDir()
		root, outside := filepath.Join(around, "site"), filepath.Join(around, "outside")
		if err := os.Mkdir(root, 0o755); err != nil {
			t.Fatal(err)
		}
		before := map[string]string{outside: "not ours", filepath.Join(root, "old.json"): "old", filepath.Join(root, markName): string(mark)}
		for path, text := range before {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Open(root, filepath.Join(around, "store"))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		page := []File{{Path: "api/tools.json", Type: "application/json", Body: []byte("{}")}}
		if _, err := s.Update(t.Context(), page); err != nil {
			checkFiles(t, before)
			return
		}
		checkFiles(t, map[string]string{outside: "not ours", filepath.Join(root, "api", "tools.json"): "{}"})
		if left, err := os.ReadFile(filepath.Join(root, "old.json")); err == nil {
			t.Errorf("%q is left, which the site does not have", left)
		}
		if again, err := s.Update(t.Context(), page); err != nil || again != (Report{Unchanged: 1}) {
			t.Errorf("the same again: %+v, %v", again, err)
		}
	})
}

// checkFiles wants files to have these contents.
func checkFiles(t *testing.T, want map[string]string) {
	t.Helper()
	for path, text := range want {
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%s is %q, %v; want %q", path, got, err, text)
		}
	}
}
