package catalog

import (
	"strings"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// Properties are figures about a tool, all read at one place, from which nothing is computed. What the place does not
// state is absent.
type Properties struct {
	Evidence   `yaml:",inline"`
	InputLimit int64           `yaml:"inputLimit,omitempty" check:"least=0"` // tokens of one prompt, where they are fewer than the context
	MaxOutput  int64           `yaml:"maxOutput,omitempty" check:"least=0"`  // tokens of one answer, reasoning included
	Input      []data.Modality `yaml:"input,omitempty" check:"distinct"`
	Output     []data.Modality `yaml:"output,omitempty" check:"distinct"`
	Knowledge  Date            `yaml:"knowledge,omitempty" check:"past"` // what happened later was in no training data
}

// Figures names what is stated, as the published document does.
func (p Properties) Figures() []string {
	return there([]figure{
		{data.PropertyInputLimit, p.InputLimit != 0}, {data.PropertyMaxOutput, p.MaxOutput != 0}, {data.PropertyInput, p.Input != nil},
		{data.PropertyOutput, p.Output != nil}, {data.PropertyKnowledge, !p.Knowledge.IsZero()},
	})
}

// figure is one that may be stated.
type figure struct {
	name  string
	there bool
}

// there names those that are stated.
func there(figures []figure) (names []string) {
	for _, f := range figures {
		if f.there {
			names = append(names, f.name)
		}
	}
	return names
}

// InputLimit is the most tokens that one prompt may have where they are fewer than the context, 0 when nobody states it.
func (t Tool) InputLimit() int64 {
	return t.most(func(p Properties) int64 { return p.InputLimit })
}

// MaxOutput is the most tokens that one answer may have, 0 when nobody states it.
func (t Tool) MaxOutput() int64 {
	return t.most(func(p Properties) int64 { return p.MaxOutput })
}

func (t Tool) most(of func(Properties) int64) (most int64) {
	for _, p := range t.Properties {
		most = max(most, of(p))
	}
	return most
}

// LifecycleFigures names what is stated about the end of a tool, as the published document does.
func (t Tool) LifecycleFigures() []string {
	return there([]figure{
		{data.PropertyState, t.Legacy}, {data.PropertyDeprecated, t.Deprecated}, {data.PropertyShutdown, !t.Shutdown.IsZero()},
		{data.PropertySuccessor, t.Successor != ""},
	})
}

// validateProperties checks that every figure is plausible.
func (t Tool) validateProperties(check *checks, at yaml.Place) {
	for i, p := range t.Properties {
		here := at.Key("properties").Item(i)
		if p.MaxOutput > t.Context.Tokens {
			check.Add(here.Key("maxOutput"), "an answer of %d tokens does not fit into the context of %d", p.MaxOutput, t.Context.Tokens)
		}
		if p.InputLimit >= t.Context.Tokens && p.InputLimit != 0 {
			check.Add(here.Key("inputLimit"), "%d tokens limit nothing in a context of %d; remove it", p.InputLimit, t.Context.Tokens)
		}
	}
}

// validatePredecessor keeps lines in order of release, so that none leads back to where it began.
func (t Tool) validatePredecessor(check *checks, at yaml.Place) {
	before := data.Find(check.catalog.Tools, func(o Tool) bool { return o.ID == t.Predecessor })
	if before != nil && before.Released >= t.Released {
		check.Add(at, "%s was released in %s, which is not before %s", before.ID, before.Released, t.Released)
	}
}

// validateLifecycle asks for evidence exactly where something is said about the end of a tool.
func (t Tool) validateLifecycle(check *checks, at yaml.Place) {
	said := strings.Join(t.LifecycleFigures(), ", ")
	switch {
	case said != "" && t.Lifecycle == nil:
		check.Add(at, "where %s was read is missing; add lifecycle with verified, source and basis", said)
	case said == "" && t.Lifecycle != nil:
		check.Add(at.Key("lifecycle"), "there is neither deprecated nor legacy nor shutdown nor successor; remove it or add one")
	}
	if t.Successor == t.ID {
		check.Add(at.Key("successor"), "a tool does not follow itself")
	}
}
