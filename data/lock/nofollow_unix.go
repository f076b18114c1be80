//go:build unix

package lock

import "syscall"

// noFollow refuses to open a link.
const noFollow = syscall.O_NOFOLLOW
