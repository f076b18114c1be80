package data

// WrongNumber says how to report a wrong number. The operator chooses where reports go; a server says so on its start
// page and at /api/.
type WrongNumber struct {
	Text    string   `json:"text"`    // what counts as wrong, and what happens to a report
	Where   string   `json:"where"`   // where a report goes
	Include []string `json:"include"` // what a report needs, so that it can be checked
}

// HowToReport is the same in every snapshot.
var HowToReport = WrongNumber{
	Text: "A number that differs from what its own source prints is a mistake and worth a report. First look it up in /api/provenance.json, " +
		"which names the page that was read, the quoted text and the day; a page that has changed since then is read at the next refresh. " +
		"A report is checked against the page that was kept (pricepoint explain TOOL FIELD) and against the page as it is now (pricepoint sources --check). " +
		"A number that was wrong is corrected in the next snapshot and listed in /api/changes.json.",
	Where: "To whoever runs this server. Its start page and /api/ say where, if the operator has named a place.",
	Include: []string{
		"the id of the model, as in /api/tools.json",
		"the field, as in /api/provenance.json: pricing.input",
		"the number that is published, and the version in /api/freshness.json",
		"what it should be, the URL of the provider’s or leaderboard’s own page that says so, its words, and the day you saw them",
	},
}
