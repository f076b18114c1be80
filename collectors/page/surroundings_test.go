package page

import (
	"strings"
	"testing"

	"pricepoint/collectors/web"
)

// TestSurroundings finds what a page says outside of its cells.
func TestSurroundings(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"markdown", "# Prices\n\nDraft.\n\n| Model | Input |\n|---|---|\n| a | $1 |\n\n* For partners\n", "Prices; Draft.; For partners"},
		{"switch", "<html><button>Standard</button><button>Batch</button><table><tr><td>a</table>", "Standard; Batch"},
		{"title-and-class-of-a-cell", `<html><table><tr><td><span class="old-price x1" title="until May">$1</span></td></table>`, "old-price; until May"},
		{"frame", `<html><iframe src="https://acme.example/"></iframe><p>Hello`, `<iframe src="https://acme.example/">; Hello`},
		{"hidden", "<html><p hidden>nothing</p><!-- nothing --><p>something</p>", "something"},
	} {
		if got := strings.Join(Surroundings(web.Payload{Body: []byte(tt.page)}), "; "); got != tt.want {
			t.Errorf("%s: texts are %q, want %q", tt.name, got, tt.want)
		}
	}
}
