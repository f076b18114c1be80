package page

// Section is a page of its own beside the explorer and the pages of tools.
type Section struct {
	Path  string // its address
	Name  string // in the navigation
	Title string
	What  string // in a sentence

	view func(frame, documents) any
	file string // of its template
}

// Sections are in the order of the navigation.
var Sections = []Section{
	{Path: "/use-cases", Name: "Use cases", Title: "Which model for which work", file: "usecases.html", view: useCasesView,
		What: "Twenty kinds of coding work: what one task costs with each model, which models are recommended, and why."},
	{Path: "/plans", Name: "Plans", Title: "Subscriptions that include coding models", file: "plans.html", view: plansView,
		What: "Editors, command-line tools and providers: what their plans cost, what usage is included, and who says so."},
	{Path: "/changes", Name: "Changes", Title: "What changed, and what is announced", file: "news.html", view: newsView,
		What: "Every price and score that changed lately, what is announced, and what of it was retracted."},
	{Path: "/audit", Name: "Audit", Title: "Where price lists differ from the providers’ own pages", file: "audit.html", view: auditView,
		What: "Every number of the price lists that programs use which differs from what the provider prints, with both sources."},
	{Path: "/exports", Name: "Exports", Title: "Our prices in the formats of other programs", file: "exports.html", view: exportsView,
		What: "Price files for opencode, genai-prices, pi, ccusage and tokscale, and what each format cannot say."},
	{Path: "/method", Name: "Method", Title: "How the numbers are made", file: "method.html", view: methodView,
		What: "Where prices and scores come from, how scores are computed, and what they do not say."},
}

// sectionPages has one page for each section.
func sectionPages(site Site, d documents) ([]Page, error) {
	var all []Page
	for _, s := range Sections {
		f := frame{Site: site, Path: s.Path, Title: s.Title + " · pricepoint", What: s.What}
		page, err := pageOf(s.file, s.Path, s.view(f, d))
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
	}
	return all, nil
}
