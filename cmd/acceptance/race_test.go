//go:build race

package acceptance

const raced = true
