package tariff

import _ "embed"

// Script is tariff.js, the same calculator for pages: a module without dependencies.
//
//go:embed tariff.js
var Script []byte
