package main

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

// judged are the licences that a person has read: what the SPDX list calls them, by the digest of their words. Programs
// made of such modules may be passed on in binary form, under whatever licence, by whoever hands on the notices; of
// modules under the MPL it must say where their source is, as the introduction does.
var judged = map[string]string{
	"b41b69f0dea0598ca720f95f7c676dc79782779377951993e5bdd566fec422f3": "Apache-2.0",
	"3c501c08032827700b71205be52cce9add807e7085fc9ad2884d9826b2c0f638": "Apache-2.0",
	"3c6e3f9cad6f84cbf916ef04197be970a16ed4bc5d81c0f27646e4a1f7f38073": "Apache-2.0", // without the appendix

	"35a446201226de6b27cfb7106d0f6c697f63bfeac2913dcf89024911e66ef164": "MIT",
	"6c833965e9ca4cf8095655005226f24fe8bf7b1605dbe513204837a7371fa127": "MIT",
	"0cf21bdfd1964a97a8615e128534845826afbc887edc95aa5c925cbf64386b5c": "MIT",
	"6ad3654379e72bbdf8478d5c90fb1e2525aba033fbe675e0ef2248aac67c0f6f": "MIT",
	"c1ebbf30401272f9d662677a87adbd02c4dde142693f111f8ca1530be3f0045f": "MIT", // go-toml
	"e031e289a8e5e80cb8eb4787700da718f485c98d0d189044a52cd8919e5f3947": "MIT", // go-humanize
	"138d392faf93a950fbeddf566e52b1df14149632257bd0f177c56aaaab259130": "MIT", // decimal: twice, for two authors
	"4b209376e68a2a2d1df89bd58cba46ba556e8cb9b281d29424bd87f0712ee537": "MIT", // chardet
	"287556568c67774051785cc2ce643584ca0817ed25ccde53f1c12a6fed28ccec": "ICU", // chardet

	"73d4f18261dc5ce7e97c2c48d40b56085ef20d1ddcb89938580af8b1a99a59fd": "BSD-3-Clause",
	"48a6c8566967108ff456fde2d9e45199df7a8cf85cff34196f64518281a6ac2c": "BSD-3-Clause", // the Go authors
	"d61b69377a234fe2995fb7b78d1bb37e0eb82063cf4b9ccb13138e4847ee4030": "",             // their grant of patents
	"bb9673c5222873ae20b44ed8adee0126945a8168f2e943b5cf751ffd142f5f76": "BSD-3-Clause", // goquery
	"526279aa5ce65fb23ffd45ae5430abc95af7bd6118ff94cc2842185ce6aa2c02": "BSD-3-Clause", // fsnotify
	"1c3f15841c93d6751dee443f08c03f4c502d39a4be0f56779108f5cd1420b601": "BSD-3-Clause", // flock
	"90e63c1a329fa8e5198b7f12fa95bd0a02862c2d41a39d1db3572c3d4e897c2c": "BSD-3-Clause", // a list in golang-lru
	"9c1c2bcc686d76b34b8ac8a185d23650c7813776246dca9a755d033c0f58919a": "BSD-3-Clause", // goautoneg
	"53075742228962c7ea381b8242c64602fa32e7b8f52facb6d13ee4f9c596ddfa": "BSD-3-Clause", // uritemplate
	"8f1e653605fa46638828d5ea603f07bf66d3b68fa4aa7fc7ac66f755cf52af76": "BSD-3-Clause", // gonum
	"bb8d5167f37272384441ac2148c59da24c839b381820871d431b344c14921eed": "BSD-2-Clause", // cascadia
	"986c3c3199a93b916c8f2e0aeed57819bcbdcb2cd9d99902dcc9d74b53f93a74": "BSD-2-Clause", // browser
	"98d388dac483142546ecec1a4f728b6022bd69626de179908215a4dbffee7ea3": "BSD-2-Clause", // xxh3

	"f82071285728ca3ec7685ee9bc4acdae0b8267142a4d20b8f1805eabedb4a98a": "MPL-2.0",

	"b8c04813a82b7f61e6b6f363751458d9ddf1d279dc2243985355569f7e5b31a9": "Apache-2.0, BSD-3-Clause",      // OpenTelemetry
	"637de43717dd10bb6e83afc7d3f986b4a41b96cf45ad540f2c32619b6cd1c2ff": "Apache-2.0, MIT",               // the MCP's documentation aside
	"3cb027d4c39d07e491c650f6595bfa29e5749152ec66577bb57cbe1eb245b9ab": "Apache-2.0, MIT",               // yaml
	"12ec772e9e12e577af765fb832246d9257e31bb0fca6a7cddc431d2b1873c40c": "Apache-2.0, BSD-3-Clause, MIT", // compress
}

var (
	// whose is a line that says whose a text is. The texts themselves are the same for all.
	whose = regexp.MustCompile(`(?im)^[^a-z0-9\n]*(portions )?(copyright|all rights reserved).*$`)
	word  = regexp.MustCompile(`[a-z0-9]+`)
)

// digest is the SHA-256 of the words of a licence, hexadecimal, without those that say whose it is.
func digest(licence string) string {
	words := word.FindAllString(strings.ToLower(whose.ReplaceAllString(licence, "")), -1)
	sum := sha256.Sum256([]byte(strings.Join(words, " ")))
	return hex.EncodeToString(sum[:])
}
