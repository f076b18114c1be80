package catalog

import (
	"regexp"
	"testing"
)

// advice is how a description says that the provider would rather see another tool used.
var advice = regexp.MustCompile(`(?i)\bdeprecated\b|\b(recommends|advises|suggests)\s+(migrating|moving|switching|upgrading)\b|\badvises against\b|\bno longer recommend`)

// TestAdviceIsFlagged holds what the descriptions say of a tool's end against its flags: recommendations, weaknesses and
// the published properties follow the flags, so that a sentence alone would change none of them.
func TestAdviceIsFlagged(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	flagged := 0
	for _, tool := range c.Tools {
		if said := advice.FindString(tool.Description); (said != "") != (tool.Deprecated || tool.Legacy) {
			t.Errorf("%s is flagged: %v, but its description says %q; set the flag, with a lifecycle source, or tell it in the description", tool.ID, tool.Deprecated || tool.Legacy, said)
		}
		if tool.Deprecated || tool.Legacy {
			flagged++
		}
	}
	if flagged < 10 {
		t.Errorf("only %d tools are flagged; does the pattern match nothing?", flagged)
	}
}
