package documents

import (
	"fmt"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize"
)

// useCases is api/use-cases.json.
func useCases(d normalize.Decision) ([]byte, error) {
	doc := data.UseCasesDocument{LastUpdated: d.Manifest.GeneratedAt}
	for _, u := range d.UseCases {
		f := faqData(d, u)
		intro, err := intro(d, u, f)
		if err != nil {
			return nil, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		faq, err := renderFAQ(u.FAQ, f)
		if err != nil {
			return nil, fmt.Errorf("use case %s: %v", u.Slug, err)
		}
		var ids []string
		for _, p := range u.Picks {
			ids = append(ids, p.ID)
		}
		doc.UseCases = append(doc.UseCases, data.UseCase{
			ID: u.Slug, Slug: u.Slug, Title: u.Title, Description: u.Description, Keyword: u.Keyword,
			SortBy: string(u.SortBy), Intro: intro, TopPicks: ids, FAQ: faq,
			Scenario: data.Scenario{InputTokens: u.Scenario.InputTokens, OutputTokens: u.Scenario.OutputTokens},
		})
	}
	return data.Encode(doc)
}

// intro is that of a use case, and says where no board tells what a finished task costs, and which prices are about to change.
func intro(d normalize.Decision, u normalize.UseCase, f FAQData) (string, error) {
	text, err := rendered(u.Intro, f)
	if why := u.Unmeasured.String(); why != "" {
		text += "\n" + strings.ToUpper(why[:1]) + why[1:] + "."
	}
	var holds []string
	for _, p := range u.Picks {
		t := d.Tool(p.ID)
		if day := until(d, *t); day != "" {
			holds = append(holds, "until "+day+" for "+t.Name)
		}
	}
	if len(holds) > 0 {
		text += "\nToday's price is known to hold " + conjunction(holds) + "."
	}
	return text, err
}
