package acceptance

import (
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"pricepoint/data"
)

// TestContainer makes what the Dockerfile makes, without Docker: it runs its build, puts the program alone into a folder
// that belongs to root, and runs it there as the Dockerfile says, with that folder as the root and as that user.
func TestContainer(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may change the root directory of a program: run this test as root")
	}
	text, err := os.ReadFile(filepath.Join(operations, "container", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	image := newImage(t, string(text))
	build(t, image.build, filepath.Join(image.root, "pricepoint"))
	if out, err := exec.Command(filepath.Join(image.root, "pricepoint"), "--version").Output(); err != nil || string(out) != "pricepoint version 1.2.3\n" {
		t.Errorf("it calls itself %q, %v; want what VERSION says", out, err)
	}

	c := exec.Command(image.entrypoint[0], append(image.command, "--log-format", "text")...)
	c.Path, c.Dir, c.Err = image.entrypoint[0], "/", nil
	c.Env = append(image.env, "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_COLLECT_PAUSE=0s")
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: image.root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	base := startCommand(t, c)
	var tools data.ToolsDocument
	getJSON(t, base+"/api/tools.json", &tools)
	if tools.TotalTools != 61 {
		t.Errorf("it serves %d tools, want 61", tools.TotalTools)
	}
	report := filepath.Join(image.root, "var", "lib", "pricepoint", "runs", "latest.json")
	eventually(t, "the first run has left its report in the volume", func() bool {
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
	build               string // the shell's line that makes the program
	env                 []string
	entrypoint, command []string
}

func newImage(t *testing.T, dockerfile string) image {
	t.Helper()
	build := instruction(t, dockerfile, `RUN (CGO_ENABLED=0 go build .*)`)
	_, last, found := strings.Cut(dockerfile, "\nFROM scratch\n")
	if !found {
		t.Fatal("the last stage does not begin with FROM scratch")
	}
	if user := instruction(t, last, "USER (.*)"); user != "65532:65532" {
		t.Errorf("it runs as %s, want 65532:65532", user)
	}
	made := image{root: t.TempDir(), build: build, env: []string{instruction(t, last, "ENV (.*)")}}
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

// build makes the program and wants it to need no other file.
func build(t *testing.T, line, program string) {
	t.Helper()
	c := exec.Command("sh", "-c", strings.Replace(line, "/out/pricepoint", program, 1))
	c.Dir = filepath.Join("..", "..")
	c.Env = append(os.Environ(), "VERSION=v1.2.3")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, part := range file.Progs {
		if part.Type == elf.PT_INTERP {
			t.Error("the program is not static")
		}
	}
}

// TestDockerfileIsWellFormed lets a linter of Dockerfiles read it.
func TestDockerfileIsWellFormed(t *testing.T) {
	linter := filepath.Join(schemaFolder(t), "node_modules", ".bin", "dockerfile-utils")
	if out, err := exec.Command(linter, "lint", filepath.Join(operations, "container", "Dockerfile")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
