// The Go programs that read our prices in cmd/acceptance/clients. They have a module of their own, so that ours needs none
// of theirs.
module read

go 1.26.0

require charm.land/catwalk v0.51.1

require github.com/charmbracelet/x/etag v0.2.0 // indirect
