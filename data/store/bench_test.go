package store

import (
	"testing"
	"time"
)

// BenchmarkStore asks a store of five thousand versions, a century of weeks.
func BenchmarkStore(b *testing.B) {
	for name, open := range map[string]func(testing.TB) shelf{"directory": openLocal, "s3": openS3} {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			versions := manyVersions(b, s, 5000)
			for name, ask := range map[string]func() error{
				"pointer": func() error { _, err := s.Pointer(); return err },
				"list":    func() error { _, err := s.List(); return err },
				"latest":  func() error { _, _, err := s.Latest(); return err },
				"as-of":   func() error { _, err := s.AsOf(time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC)); return err },
				"read":    func() error { _, err := s.Read(versions[len(versions)-1]); return err },
			} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if err := ask(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}
