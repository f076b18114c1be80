// Package export writes our prices in the formats that other programs read. Start at Bare, which makes the files that hold
// our tools alone; package overlay lays our prices over the lists of others.
//
// What a tool costs is the same for all formats (model.go, rates.go), and so are the names under which programs know it
// (names.go). Each format then has a function of its own, which formats.go lists; losses.go says what none of them can say.
//
// It is pure: documents in, bytes out. It asks nobody, keeps nothing, and decides no price: a tool without one is in no
// file.
package export

// Bare makes the files that follow from our documents alone, each with its Path (the address, as in /api/compat/pi.json)
// and its line of the index. One that cannot be made yet has no bytes, and its line says why. The prices are those of the
// instant at which the documents were updated last.
func Bare(d Documents) ([]File, error) {
	b := bookOf(d)
	var all []File
	for _, f := range formats {
		file, err := f.file(b)
		if err != nil {
			return nil, err
		}
		all = append(all, file)
	}
	return all, nil
}
