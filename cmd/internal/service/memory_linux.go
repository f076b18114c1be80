package service

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dropPages gives back the pages of the program that parsed settings, manifests and templates, two thirds of those that are
// resident at the start. Linux reads a page of a program again when it is used.
func dropPages() {
	program, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || fields[5] != program || strings.Contains(fields[1], "w") {
			continue // nothing that is written may be lost
		}
		from, to, _ := strings.Cut(fields[0], "-")
		start, err1 := strconv.ParseUint(from, 16, 64)
		end, err2 := strconv.ParseUint(to, 16, 64)
		if err1 == nil && err2 == nil && start < end {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(start), uintptr(end-start), syscall.MADV_DONTNEED)
		}
	}
}
