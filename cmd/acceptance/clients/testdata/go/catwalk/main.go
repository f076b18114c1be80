//go:build proof

// Command catwalk prints the providers that the client of Crush gets from a server.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"charm.land/catwalk/pkg/catwalk"
)

func main() {
	providers, err := catwalk.NewWithURL(os.Args[1]+"/api/compat/catwalk").GetProviders(context.Background(), "")
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(providers)
	}
	if err != nil {
		log.Fatal(err)
	}
}
