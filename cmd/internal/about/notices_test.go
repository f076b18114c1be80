package about

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestEveryModuleIsNamed asks the go command what the program is built with here.
func TestEveryModuleIsNamed(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "pricepoint/cmd/pricepoint")
	list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=") // the flags of a test are not those of the program
	modules, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for module := range strings.Lines(string(modules)) {
		if path, _, _ := strings.Cut(module, " "); !strings.Contains(Licences, "\n"+module) || !strings.Contains(Licences, "\n"+path+": ") {
			t.Errorf("notices.txt does not name %q with a licence; run go generate ./cmd/internal/about and look at what changes", module)
		}
	}
}
