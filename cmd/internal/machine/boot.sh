# boot SCRATCH FILES [FROM TO rw|ro]...: boots the Debian that this runs on a second time, as root in namespaces of its own.
# It has the same files, those of FILES over them, and each folder FROM of this machine at TO. Of what it writes, only that
# into a folder with rw leaves its memory. It has no network but a loopback, and systemd as process 1.
set -eu
scratch=$1 files=$2
shift 2
mount --make-rprivate /
mount -t tmpfs tmpfs "$scratch"
cd "$scratch"
mkdir changes work machine
mount -t overlay overlay -o lowerdir=/,upperdir=changes,workdir=work machine
cp -a "$files/." machine/
cd machine

mount -t proc proc proc
mount --bind -o ro proc/sys proc/sys # the settings of the kernel are everybody's
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  : >"dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${stream%:*}" "dev/${stream#*:}"; done

while [ $# -gt 0 ]; do
  mkdir -p "./$2"
  mount --bind -o "$3" "$1" "./$2"
  shift 3
done

# Not chroot: nobody there could make a user namespace, which units ask for.
mkdir -p outside
pivot_root . outside
umount -l /outside
exec env -i container=test PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --unit=basic.target --log-target=journal --show-status=no
