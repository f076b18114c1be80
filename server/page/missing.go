package page

// missing is what the page says that is shown where there is none: what became of an address, and the one that was probably meant.
// Both may be "".
type missing struct{ Detail, Near string }

// Missing is the page for people who ask for an address that does not exist. detail says what became of it, and near is the address that
// was probably meant; both may be "".
func Missing(detail, near string) ([]byte, error) {
	return render("missing.html", missing{detail, near})
}
