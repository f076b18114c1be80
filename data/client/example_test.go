package client_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/client"
	"pricepoint/data/client/clienttest"
	"pricepoint/data/tariff"
)

// server is what the examples ask; a program names its own in Options.URL.
var server *clienttest.Server

// exampleServer starts the server of the examples once, with a test that lasts as long as they do.
func exampleServer() *clienttest.Server {
	if server == nil {
		server = clienttest.New(forever{})
	}
	return server
}

// forever is a test that does not end before the examples do.
type forever struct{ testing.TB }

func (forever) Helper()           {}
func (forever) Cleanup(func())    {}
func (forever) Fatal(args ...any) { log.Fatal(args...) }

// The prices of all models, kept on disk for an hour, and for a week when the server cannot be asked.
func Example() {
	folder, err := os.MkdirTemp("", "prices")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	c, err := client.New(client.Options{URL: exampleServer().URL, Folder: folder, MaxAge: time.Hour, StaleFor: 7 * 24 * time.Hour})
	if err != nil {
		log.Fatal(err)
	}
	tools, err := c.Tools(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range tools.Tools {
		fmt.Printf("%s: %s USD in, %s USD out\n", t.Name, t.Pricing.Input, t.Pricing.Output)
	}
	// Output:
	// Bolt: 2 USD in, 12 USD out
	// Nut: 0.25 USD in, 1 USD out
}

// What a request costs, exactly, at any time: the long prompt makes the dearer tier hold.
func ExampleClient_Prices() {
	c, err := client.New(client.Options{URL: exampleServer().URL})
	if err != nil {
		log.Fatal(err)
	}
	history, err := c.Prices(context.Background(), "bolt")
	if err != nil {
		log.Fatal(err)
	}
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	t, _, known := tariff.At(history, at, time.Now())
	if !known {
		log.Fatal("nothing is known of that time")
	}
	cost, err := tariff.Price(t, tariff.Usage{Quantities: map[data.BillingClass]int64{data.ClassInput: 300_000, data.ClassOutput: 1_000}, Requests: 1, At: at})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cost.High, "USD")
	// Output: 1.212 USD
}

// Documents that are proved by the signature of their publisher.
func ExampleNew_signed() {
	s := exampleServer()
	c, err := client.New(client.Options{URL: s.URL, PublicKey: s.PublicKey})
	if err != nil {
		log.Fatal(err)
	}
	tools, err := c.Tools(context.Background()) // client.ErrUnverified if they are not what was signed
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(tools.Tools), "tools")
	// Output: 2 tools
}
