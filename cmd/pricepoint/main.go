// Command pricepoint keeps the open JSON API of AI coding models: what they cost, how they score, and the
// evidence for every number. Start at root.go for the commands; each has a file of its own.
//
// This package wires the stages together and talks to people. It reads no page, decides no value and renders
// no document itself.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }
