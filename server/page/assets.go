package page

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"sync"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Asset is a file that pages load. Its address has the digest of all of them in it, so that a page and its scripts always
// fit together and caches keep both for ever.
type Asset struct {
	Address string
	Type    string // media type
	Body    []byte
}

//go:embed assets
var assetFiles embed.FS

var assetTypes = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}

// AssetsFolder is where all of them are.
const AssetsFolder = "/assets/"

// Assets are the style sheet and the scripts, by address.
var Assets = sync.OnceValue(func() []Asset {
	bodies := map[string][]byte{tariffScript: tariff.Script}
	names, err := fs.Glob(assetFiles, "assets/*")
	if err != nil {
		panic(err) // a constant pattern
	}
	for _, name := range names {
		body, err := assetFiles.ReadFile(name)
		if err != nil {
			panic(err) // it is part of the program
		}
		bodies[path.Base(name)] = body
	}
	return addressed(bodies)
})

// tariffScript is the calculator of package tariff.
const tariffScript = "tariff.js"

// copyScript is that of /exports alone.
const copyScript = "copy.js"

// addressed gives files their addresses.
func addressed(bodies map[string][]byte) []Asset {
	names := slices.Sorted(maps.Keys(bodies))
	digest := sha256.New()
	for _, name := range names {
		each := sha256.Sum256(bodies[name])
		digest.Write([]byte(name + "\x00"))
		digest.Write(each[:])
	}
	folder := AssetsFolder + hex.EncodeToString(digest.Sum(nil)[:6]) + "/"
	return data.Each(names, func(name string) Asset {
		return Asset{Address: folder + name, Type: assetTypes[path.Ext(name)], Body: bodies[name]}
	})
}

// assetAddress is for templates: where a file is.
func assetAddress(name string) string {
	a := data.Find(Assets(), func(a Asset) bool { return path.Base(a.Address) == name })
	if a == nil {
		panic("no asset is called " + name) // a typing mistake in a template
	}
	return a.Address
}

// imported names a script that another one needs at once.
var imported = regexp.MustCompile(`(?m)^import .* from "\./(.+)";$`)

// scriptAddresses are those of the scripts that the first page runs at once, so that a browser fetches all together instead of
// one after the other.
func scriptAddresses() (all []string) {
	needed := []string{"explore.js"}
	for i := 0; i < len(needed); i++ {
		a := data.Find(Assets(), func(a Asset) bool { return path.Base(a.Address) == needed[i] })
		for _, m := range imported.FindAllSubmatch(a.Body, -1) {
			if name := string(m[1]); !slices.Contains(needed, name) {
				needed = append(needed, name)
			}
		}
		all = append(all, a.Address)
	}
	return all
}
