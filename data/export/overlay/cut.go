package overlay

import "bytes"

// cutter drops members of an object, each with a comma that divides it from its neighbour. It is told of every member, in order.
type cutter struct {
	body  []byte
	from  int  // where the member before ends, or what is kept of the object begins
	later bool // a member before is kept
}

// cut starts at the brace of an object.
func cut(body []byte, brace int) *cutter { return &cutter{body: body, from: brace + 1} }

func (c *cutter) keep(end int) { c.from, c.later = end, true }

func (c *cutter) drop(end int, at pointer) edit {
	if rest := bytes.TrimLeft(c.body[end:], " \t\r\n"); !c.later && bytes.HasPrefix(rest, []byte(",")) {
		end = len(c.body) - len(rest) + 1
	}
	e := edit{start: c.from, end: end, at: at}
	c.from = end
	return e
}
