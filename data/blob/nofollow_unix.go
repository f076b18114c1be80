//go:build unix

package blob

import "syscall"

// noFollow refuses to open a link.
const noFollow = syscall.O_NOFOLLOW
