package operating

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// inside does something in the network of a machine.
func (m *machine) inside(do func() error) error {
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: this thread has left the network of the others, and ends
		network, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", m.pid))
		if err == nil {
			defer network.Close()
			err = unix.Setns(int(network.Fd()), unix.CLONE_NEWNET)
		}
		if err == nil {
			err = do()
		}
		done <- err
	}()
	return <-done
}

// dial connects from inside of the machine, as a program there would.
func (m *machine) dial(ctx context.Context, network, address string) (conn net.Conn, err error) {
	err = m.inside(func() (err error) {
		conn, err = new(net.Dialer).DialContext(ctx, network, address)
		return err
	})
	return conn, err
}

// leads makes a TCP address of the machine lead to one of the test.
func (m *machine) leads(t *testing.T, from, to string) {
	t.Helper()
	var listener net.Listener
	err := m.inside(func() (err error) {
		listener, err = net.Listen("tcp", from)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			outer, err := listener.Accept()
			if err != nil {
				return // the test has ended
			}
			go join(outer, to)
		}
	}()
}

// join copies what is said on a connection to an address, and back.
func join(outer net.Conn, to string) {
	inner, err := net.Dial("tcp", to)
	if err != nil {
		outer.Close()
		return
	}
	go func() { io.Copy(inner, outer); inner.Close() }()
	io.Copy(outer, inner)
	outer.Close()
}
