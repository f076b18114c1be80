package main

import (
	"os"
	"strings"
	"testing"
)

// TestSoundGo holds the Go that version and doctor ask for to the one that builds the program.
func TestSoundGo(t *testing.T) {
	text, err := os.ReadFile("../../go.mod")
	if err != nil || !strings.Contains(string(text), "\ntoolchain "+soundGo+"\n") {
		t.Errorf("go.mod does not name the toolchain %s: %v", soundGo, err)
	}
}

func TestWeakness(t *testing.T) {
	for used, weak := range map[string]bool{
		"go1.26.8": true, "go1.26.8 X:jsonv2": true, "go1.26rc2": true, soundGo: false, "go1.27.0": false, "devel go1.27-abc": false,
	} {
		if known, _ := (build{Go: used}).weakness(); (known != "") != weak {
			t.Errorf("%s: %q", used, known)
		}
	}
}
