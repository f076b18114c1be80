//go:build proof

package operating

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestContainer makes what the Dockerfile makes, without Docker: it puts the program alone into a folder that belongs to
// root, and runs it there as the Dockerfile says, with that folder as the root and as that user.
func TestContainer(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may change the root directory of a program: run this test as root")
	}
	text, err := os.ReadFile(filepath.Join(operations, "container", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv(staticVariable) == "" {
		t.Skip("set " + staticVariable + " to the program that the Dockerfile builds")
	}
	image := newImage(t, string(text))
	body, err := os.ReadFile(static())
	if err := errors.Join(err, os.WriteFile(filepath.Join(image.root, "pricepoint"), body, 0o755)); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(image.entrypoint[0], append(image.command, "--log-format", "text")...)
	c.Path, c.Dir, c.Err = image.entrypoint[0], "/", nil
	c.Env = append(image.env, "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_COLLECT_PAUSE=0s")
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: image.root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	base := fixture.Started(t, c)
	var tools data.ToolsDocument
	fixture.GetJSON(t, base+"/api/tools.json", &tools)
	if want := fixture.Listed(); tools.TotalTools != want {
		t.Errorf("it serves %d tools, want %d", tools.TotalTools, want)
	}
	report := filepath.Join(image.root, "var", "lib", "pricepoint", "runs", "latest.json")
	fixture.Eventually(t, "the first run has left its report in the volume", func() bool {
		_, err := os.Stat(report)
		return err == nil
	})
	if entries, err := os.ReadDir(image.root); err != nil || len(entries) != 2 {
		t.Errorf("beside its volume it has left %v, %v", entries, err)
	}
}

// image is what the last stage of the Dockerfile holds.
type image struct {
	root                string
	env                 []string
	entrypoint, command []string
}

func newImage(t *testing.T, dockerfile string) image {
	t.Helper()
	if flags := instruction(t, dockerfile, `RUN CGO_ENABLED=0 go build (.*) ./cmd/pricepoint`); !strings.Contains(flags, "-X main.release=$VERSION") {
		t.Errorf("it builds with %s, want the version in main.release, as all tests do", flags)
	}
	_, last, found := strings.Cut(dockerfile, "\nFROM scratch\n")
	if !found {
		t.Fatal("the last stage does not begin with FROM scratch")
	}
	if user := instruction(t, last, "USER (.*)"); user != "65532:65532" {
		t.Errorf("it runs as %s, want 65532:65532", user)
	}
	made := image{root: t.TempDir(), env: []string{instruction(t, last, "ENV (.*)")}}
	for instruction, words := range map[string]*[]string{instruction(t, last, "ENTRYPOINT (.*)"): &made.entrypoint, instruction(t, last, "CMD (.*)"): &made.command} {
		if err := json.Unmarshal([]byte(instruction), words); err != nil {
			t.Fatalf("%s: %v", instruction, err)
		}
	}
	made.command[len(made.command)-1] = "127.0.0.1:0" // another test may have the port
	volume := filepath.Join(made.root, instruction(t, last, "VOLUME (.*)"))
	if err := os.MkdirAll(volume, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(volume, 65532, 65532); err != nil {
		t.Fatal(err)
	}
	openParents(t, made.root)
	return made
}

// openParents lets everybody look into a temporary folder, as into that of a container.
func openParents(t *testing.T, dir string) {
	t.Helper()
	for ; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// instruction returns what a line of a Dockerfile says.
func instruction(t *testing.T, dockerfile, pattern string) string {
	t.Helper()
	found := regexp.MustCompile("(?m)^" + pattern + "$").FindStringSubmatch(dockerfile)
	if found == nil {
		t.Fatalf("the Dockerfile has no line %s", pattern)
	}
	return found[1]
}
