package page_test

import (
	"os/exec"
	"path"
	"path/filepath"
	"testing"

	"pricepoint/server/page"
)

// TestScriptsParse lets node read every script as a module.
func TestScriptsParse(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node, which reads the scripts, is not installed")
	}
	for _, a := range page.Assets() {
		if path.Ext(a.Address) != ".js" {
			continue
		}
		file := filepath.Join("assets", path.Base(a.Address))
		if path.Base(a.Address) == "tariff.js" {
			file = filepath.Join("..", "..", "data", "tariff", "tariff.js")
		}
		if out, err := exec.Command(node, "--experimental-default-type=module", "--check", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", file, out)
		}
	}
}
