//go:build !unix

package lock

// noFollow is nothing that this system knows: a link is only looked for before the file is opened.
const noFollow = 0
