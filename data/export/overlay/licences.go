package overlay

import _ "embed"

// Licences are the notices that go with copies of the lists. They are as the lists' own repositories have them.
//
//go:embed licences.txt
var Licences []byte
