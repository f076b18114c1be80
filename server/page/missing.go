package page

// Missing is the page for people who ask for an address that does not exist. detail says what became of it, and near is the address that
// was probably meant; both may be "".
func Missing(detail, near string) ([]byte, error) {
	return render("missing.html", struct{ Detail, Near string }{detail, near})
}
