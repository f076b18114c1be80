package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

func newKnow(p *program) *cobra.Command {
	return &cobra.Command{
		Use: "know ID...", Short: "Say that a title or text of a page says nothing of its prices",
		Long: "Say that the title over prices, or the text around them, for which a finding keeps them back, says nothing of them: they\n" +
			"are those of text tokens at the standard service, for everyone. From then on the page's prices count under that title\n" +
			"or beside that text. It is one line of " + catalog.KnownFile + " in the folder of the settings that --config names.",
		Example: "  pricepoint findings know 1a2b3c4d5e --config /etc/pricepoint/pricepoint.yaml",
		Args:    cobra.MinimumNArgs(1),
		RunE:    p.with(func(parts *parts, _ context.Context, args []string) error { return p.know(parts, args) }),
	}
}

// known is the operator's file of known titles and texts, nil for none.
func (p *program) known() ([]byte, error) {
	if p.configFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(p.knownFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func (p *program) knownFile() string {
	return filepath.Join(filepath.Dir(p.configFile), catalog.KnownFile)
}

// know adds the titles and texts of findings to the operator's file.
func (p *program) know(parts *parts, named []string) error {
	if p.configFile == "" {
		return terminal.Usage(fmt.Errorf("name the settings with --config: %s stands in their folder", catalog.KnownFile))
	}
	lines, err := parts.unknownTexts(named)
	if err != nil {
		return err
	}
	text, err := p.known()
	if err != nil {
		return err
	}
	if text == nil {
		text = []byte("headings:\n")
	}
	added := ""
	for _, line := range lines {
		if !strings.Contains(string(text)+added, line) {
			added += line
		}
	}
	text = append(text, added...)
	if _, err := catalog.With(text); err != nil {
		return fmt.Errorf("nothing is added to %s: %v", p.knownFile(), err)
	}
	if err := os.WriteFile(p.knownFile(), text, 0o644); err != nil {
		return err
	}
	return parts.out.Say("added to %s, for the next refresh:\n%s", p.knownFile(), added)
}

// unknownTexts are the lines of the file that findings ask for.
func (p *parts) unknownTexts(named []string) (lines []string, err error) {
	_, doc, err := p.findings()
	if err != nil {
		return nil, err
	}
	for _, id := range named {
		f, err := findingNamed(id, doc)
		if err != nil {
			return nil, err
		}
		known, ok := unknownText(f)
		if !ok {
			return nil, terminal.Usage(fmt.Errorf("finding %s is about no title and no text: it ends when %s", f.ID, f.Ends))
		}
		line, err := known.Line()
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// unknownText is the title or text for which a finding keeps prices back; false where it is about none.
func unknownText(f data.Finding) (catalog.Headings, bool) {
	for _, b := range f.Breaches {
		switch b.Rule {
		case data.RuleHeading:
			return catalog.Headings{Source: f.Source, Titles: []string{b.Text}}, true
		case data.RuleText, data.RuleTerms:
			return catalog.Headings{Source: f.Source, Texts: []string{data.TextKey(b.Text)}}, true
		}
	}
	return catalog.Headings{}, false
}
