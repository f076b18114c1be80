package web

import (
	"syscall"
	"testing"
)

func TestRefusePrivate(t *testing.T) {
	for address, refused := range map[string]bool{
		"127.0.0.1:80": true, "10.1.2.3:443": true, "192.168.0.1:443": true, "172.16.0.1:80": true, "100.64.0.1:80": true,
		"169.254.169.254:80": true, "0.0.0.0:80": true, "224.0.0.1:80": true, "[::1]:80": true, "[fc00::1]:80": true,
		"[fe80::1]:80": true, "[fe80::1%eth0]:80": true, "[fec0::1]:80": true, "[::]:80": true,
		"0.1.2.3:80": true, "192.0.0.192:80": true, "198.18.0.1:80": true, "240.0.0.1:80": true, "255.255.255.255:80": true,
		"[::ffff:10.0.0.1]:80": true, "[::ffff:127.0.0.1]:80": true, "[::ffff:0:127.0.0.1]:80": true, "[::127.0.0.1]:80": true,
		"[64:ff9b::10.0.0.1]:80": true, "[64:ff9b::169.254.169.254]:80": true, "[64:ff9b:1::1]:80": true,
		"[2002:7f00:1::]:80": true, "[2002:a9fe:a9fe::1]:80": true, "[2001::1]:80": true,
		"[64:ff9b::8.8.8.8]:443": false, "[2002:808:808::1]:443": false, "[::ffff:8.8.8.8]:443": false,
		"8.8.8.8:443": false, "[2606:4700::1111]:443": false, "172.32.0.1:80": false,
	} {
		t.Run(address, func(t *testing.T) {
			if err := refusePrivate("tcp", address, syscall.RawConn(nil)); (err != nil) != refused {
				t.Errorf("refusePrivate(%s) = %v, want refused: %t", address, err, refused)
			}
		})
	}
}
