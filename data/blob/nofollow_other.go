//go:build !unix

package blob

// noFollow is nothing that this system knows: a link is only looked for before the file is opened.
const noFollow = 0
