//go:build proof

package endurance

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
)

var disks = flag.Int("disks", 2, "how many disks are full, each at another moment of a refresh")

// onAFullDisk refreshes a copy of a store on a disk with so many bytes to spare, and again when it has room. It keeps a copy of
// what is there after each.
const onAFullDisk = `
mkdir "$OUT/disk"
mount -t tmpfs -o size=64m none "$OUT/disk"
cp -a "$BASE/." "$OUT/disk"
used=$(df --output=used -B1 "$OUT/disk" | tail -n 1)
mount -o remount,size=$((used + SPARE)) "$OUT/disk"
code=0
"$@" --store "$OUT/disk" 2> "$OUT/log" || code=$?
echo $code > "$OUT/code"
cp -a "$OUT/disk" "$OUT/full"
mount -o remount,size=64m "$OUT/disk"
"$@" --store "$OUT/disk"
cp -a "$OUT/disk" "$OUT/after"
`

// TestFullDisk fills the disk at moments that are spread over what a refresh writes. It fails and says what to do, nothing
// that was published is lost, and with room on the disk the next refresh does what it would have done.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	fixture.Need(t, "mount", "mount")
	c, dir := newClock(t), t.TempDir()
	base, calm := filepath.Join(dir, "base"), filepath.Join(dir, "calm")
	first, next := inWeek(t, 0), inWeek(t, 1)
	c.stand(first.at)
	c.mustRun("refresh", "--replay", first.archive, "--store", base)
	if err := os.CopyFS(calm, os.DirFS(base)); err != nil {
		t.Fatal(err)
	}
	before := files(t, base)
	c.stand(next.at)
	refresh := []string{"refresh", "--replay", next.archive, "--as-of", next.at.Format(time.RFC3339)}
	c.mustRun(append(refresh, "--store", calm)...)
	wanted := files(t, calm)
	written := sizeOf(t, calm) - sizeOf(t, base)
	for i := range *disks {
		spare := written * (2*i + 1) / (2 * *disks)
		t.Run(fmt.Sprintf("%d of %d bytes", spare, written), func(t *testing.T) {
			out := t.TempDir()
			run := exec.Command("sh", append([]string{"-e", "-c", onAFullDisk, "sh", c.program}, refresh...)...)
			run.Env = append(c.command().Env, "OUT="+out, "BASE="+base, fmt.Sprintf("SPARE=%d", spare))
			run.SysProcAttr = ownNamespaces(t)
			if text, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			wantTold(t, out)
			after := files(t, filepath.Join(out, "full"))
			for name, digest := range before {
				if after[name] != digest {
					t.Errorf("%s is %q on a full disk, and was %q", name, after[name], digest)
				}
			}
			c.mustRun("verify", "--store", filepath.Join(out, "full"))
			c.mustRun("verify", "--store", filepath.Join(out, "after"))
			if diff := cmp.Diff(wanted, files(t, filepath.Join(out, "after"))); diff != "" {
				t.Errorf("with room on the disk (-as elsewhere +here):\n%s", diff)
			}
		})
	}
}

// wantTold wants a refresh to have said that its disk is full, and what to do.
func wantTold(t *testing.T, out string) {
	t.Helper()
	code, err := os.ReadFile(filepath.Join(out, "code"))
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(out, "log"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(code)) == "0" && strings.Contains(string(log), "the report of this run cannot be kept") {
		return // all but that was done
	}
	if strings.TrimSpace(string(code)) != "1" || !strings.Contains(string(log), "no space left on device") || !strings.Contains(string(log), "free some space") {
		t.Errorf("on a full disk: exit code %s\n%s", code, log)
	}
}

// sizeOf is how many bytes a folder takes, in blocks.
func sizeOf(t *testing.T, root string) (size int) {
	t.Helper()
	err := filepath.WalkDir(root, func(_ string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			size += int(info.Size()+4095) / 4096 * 4096
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return size
}

// ownNamespaces give a process mounts of its own, in which it is root, where the machine gives them.
func ownNamespaces(t testing.TB) *syscall.SysProcAttr {
	t.Helper()
	one := func(id int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: id, Size: 1}} }
	namespaces := func() *syscall.SysProcAttr {
		return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: one(os.Getuid()), GidMappings: one(os.Getgid()), Pdeathsig: syscall.SIGKILL}
	}
	probe := exec.Command("true")
	probe.SysProcAttr = namespaces()
	if err := probe.Run(); err != nil {
		t.Skipf("this machine gives no mounts of its own to a process: %v", err)
	}
	return namespaces()
}
