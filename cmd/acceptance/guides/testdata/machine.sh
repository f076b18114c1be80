# Boots the Debian that this runs on a second time, as root in namespaces of its own: the same files, of which every
# change stays in memory, no network but a loopback, and systemd as process 1.
set -eu
scratch=$1 goroot=$2 modules=$3 home=$4
mount --make-rprivate /
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch/upper" "$scratch/work" "$scratch/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$scratch/upper,workdir=$scratch/work" "$scratch/root"
cd "$scratch/root"

mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for stream in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${stream%:*}" "dev/${stream#*:}"; done

# A user whose home holds nothing but a clone, and the modules that Go would have fetched.
mkdir -p home/reader/go/pkg/mod "./$goroot"
mount --bind "$home" home/reader
mkdir -p home/reader/go/pkg/mod
mount --bind -o ro "$modules" home/reader/go/pkg/mod
mount --bind "$goroot" "./$goroot"
chroot . useradd --home-dir /home/reader --shell /bin/bash reader
chroot . chown reader: /home/reader /home/reader/go /home/reader/go/pkg
chroot . chown -R reader: /home/reader/pricepoint
ip link set lo up
ip address add "$5" dev lo

# Not chroot: nobody there could make a user namespace, which units ask for.
mkdir outside
pivot_root . outside
umount -l /outside
exec env -i container=test PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --unit=basic.target --log-target=journal --show-status=no
