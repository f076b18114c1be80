//go:build proof

package poison

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors/registry"
)

// TestPoisonedFixtures edits the small pages of testdata, which a lone clone has too.
func TestPoisonedFixtures(t *testing.T) {
	w := newWorld(t)
	files, err := filepath.Glob(filepath.Join("testdata", "*"))
	if err != nil || files == nil {
		t.Fatal(files, err)
	}
	all := newReport()
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		chosen, err := registry.Select([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := w.catalog.Verified.First.Add(72 * time.Hour) // later than whatever people have verified
		doc := payload(chosen[0].Requests[0][0].URL, at, body)
		poison(t, &scene{world: w, name: filepath.Base(file), source: chosen[0], docs: []webPayload{doc}, at: at}, slices.Concat(priceClasses, numberClasses), all)
	}
	all.judge(t)
}
