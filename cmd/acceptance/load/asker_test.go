//go:build proof

package load

import (
	"context"
	"crypto/tls"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"time"
)

// asker is a client that behaves: it asks what the mix says, over one connection, and has every answer judged.
type asker struct {
	load   *load
	tally  *tally
	random *rand.Rand
	tags   map[string]string // of the last answers, by the name of the question
	number uint64            // of the request, for clients that number theirs
	next   func() *question
	greets func() // is called once when the connection stands; nil: nothing is to be done then
}

func newAsker(l *load, tally *tally, seed uint64) *asker {
	a := &asker{load: l, tally: tally, random: rand.New(rand.NewPCG(seed, 1)), tags: map[string]string{}}
	a.next = func() *question { return l.mix.choose(a.random) }
	return a
}

// connect is dial, and greets.
func (a *asker) connect(ctx context.Context, s *served, protocol string) (net.Conn, error) {
	c, err := s.dial(protocol)
	if err != nil {
		return nil, failed(ctx, "connect", err)
	}
	if secured, ok := c.(*tls.Conn); ok {
		if err := secured.HandshakeContext(ctx); err != nil {
			c.Close()
			return nil, failed(ctx, "greet", err)
		}
	}
	if a.greets != nil {
		a.greets()
	}
	return c, nil
}

// exchange is a question that was asked.
type exchange struct {
	question *question
	asked    string // the tag it was asked with
	began    time.Time
	answer   answer
}

// begin chooses a question.
func (a *asker) begin() exchange {
	e := exchange{question: a.next(), began: time.Now()}
	if e.question.conditional {
		e.asked = a.tags[e.question.name]
	}
	return e
}

// end has the answer judged and counts it.
func (a *asker) end(e *exchange) error {
	a.tally.add(time.Since(e.began), e.answer.length)
	if e.question.conditional && e.answer.status == 200 {
		a.tags[e.question.name] = e.answer.tag
	}
	return a.load.judge.judge(e.question, e.asked, &e.answer)
}

// headersOf are what is sent besides the first lines.
func (a *asker) headersOf(e *exchange, each func(name, value string)) {
	if e.question.encoding != "" {
		each("Accept-Encoding", e.question.encoding)
	}
	if e.asked != "" {
		each("If-None-Match", `"`+e.asked+`"`)
	}
	for _, h := range e.question.headers {
		each(h[0], h[1])
	}
	if e.question.numbered {
		a.number++
		each("X-Request-Id", strconv.FormatUint(a.number, 10))
	}
	if e.question.body != "" {
		each("Content-Length", strconv.Itoa(len(e.question.body)))
	}
}

// longest is how long an answer may take by the server's own limits.
func (l *load) longest() time.Duration { return l.limits.header + l.limits.write + slack }

// slack is what a busy machine adds.
const slack = 15 * time.Second

// until ends a connection when the load ends, so that nobody waits for it.
func until(ctx context.Context, close func() error) (stop func() bool) {
	return context.AfterFunc(ctx, func() { close() })
}

// failed is the error of a connection, nil when the load has ended it.
func failed(ctx context.Context, doing string, err error) error {
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
