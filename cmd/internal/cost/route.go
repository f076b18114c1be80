package cost

import (
	"fmt"
	"regexp"
	"strings"
)

// The spellings of one model that tell by which way it is asked.
var (
	offer       = regexp.MustCompile(`:[a-z]+$`)                                                                        // :free, :nitro: another offer
	longContext = regexp.MustCompile(`\[1m\]$`)                                                                         // how Claude Code asks for long prompts
	bedrock     = regexp.MustCompile(`^(?:(?:us|eu|apac|au|jp|global)\.)?[a-z]+\.([a-z].*?)(?:-v[0-9]+(?::[0-9]+)?)?$`) // us.anthropic.NAME-v1:0
	vertexDay   = regexp.MustCompile(`@([0-9]{8})$`)
)

// means is the tool that a printed name means, and whether the name is that of a route: of somebody who passes requests
// on, and may bill otherwise. A route is taken off only where the whole name means nothing.
func (b Books) means(name string) (id string, routed bool, err error) {
	if suffix := offer.FindString(name); suffix != "" {
		return "", false, fmt.Errorf("%q is another offer than the model itself: nothing is known of %s", name, suffix)
	}
	own := longContext.ReplaceAllString(strings.TrimPrefix(name, "models/"), "")
	routed = strings.Contains(own, "/") || vendor(own) != own
	if id, err = b.ToolID(name); err == nil {
		return id, routed, nil
	}
	bare := own[strings.LastIndex(own, "/")+1:]
	for _, other := range []string{own, bare, vertexDay.ReplaceAllString(bare, "-$1"), vendor(bare)} {
		if other == name || other == "" {
			continue
		}
		if id, wrong := b.ToolID(other); wrong == nil {
			return id, routed, nil
		}
	}
	return "", false, err
}

// vendor is a name without what Amazon Bedrock puts around it.
func vendor(name string) string {
	if m := bedrock.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return name
}
