package page

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"pricepoint/data"
)

// The card is the picture that other sites show beside a link to a page: score against cost of all models.
const (
	cardWidth, cardHeight    = 1200, 630 // pixels
	cardMargin               = 60
	plotTop, plotBottom      = 245, 520
	plotLeft, plotRight      = cardMargin + 50, cardWidth - cardMargin - 30
	circleRadius             = 7
	mostNames, nameClearance = 9, 24 // names that are written, and how far they keep apart in pixels
)

var (
	cardGround = color.RGBA{0xfb, 0xfa, 0xf7, 0xff}
	cardInk    = color.RGBA{0x1f, 0x23, 0x28, 0xff}
	cardQuiet  = color.RGBA{0x5c, 0x63, 0x6b, 0xff}
	cardRule   = color.RGBA{0xe2, 0xdf, 0xd7, 0xff}
	cardAccent = color.RGBA{0x0b, 0x5c, 0x8a, 0xff}
	cardDim    = color.RGBA{0xa3, 0xa1, 0x99, 0xff}
)

// cardOf draws the card as PNG.
func cardOf(d documents) ([]byte, error) {
	c := &card{RGBA: image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight)),
		title: face(fonts().bold, 50), bold: face(fonts().bold, 26), small: face(fonts().regular, 20)}
	draw.Draw(c.RGBA, c.Bounds(), image.NewUniform(cardGround), image.Point{}, draw.Src)
	t := tableOf(d)
	c.write(c.title, cardInk, cardMargin, 100, "What AI coding models cost,")
	c.write(c.title, cardInk, cardMargin, 158, "and how well they code")
	if t.Work != "" {
		c.write(c.small, cardQuiet, plotLeft, plotTop-18, "Overall score against the cost of one task: "+lowerFirst(t.Work))
	}
	c.plot(plotOf(t, d.unbeaten()))
	c.write(c.bold, cardAccent, cardMargin, cardHeight-42, "pricepoint")
	facts := fmt.Sprintf("%d models · updated %s · CC0", len(d.tools.Tools), day(d.tools.LastUpdated))
	c.write(c.small, cardQuiet, cardWidth-cardMargin-width(c.small, facts), cardHeight-42, facts)
	var buf bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&buf, c.RGBA)
	return buf.Bytes(), err
}

// card is a picture that is being drawn. Whatever draws is given the RGBA itself, for which it is a hundred times as fast.
// Its letters are no other card's, since they remember the last glyph.
type card struct {
	*image.RGBA
	title, bold, small font.Face
}

// plot draws the points, those that nobody beats last, and names those on it that have room.
func (c *card) plot(p plot) {
	for _, t := range p.Ticks {
		y := pixel(t.At, plotTop, plotBottom)
		c.bar(plotLeft, y, plotRight, y+1, cardRule)
		c.write(c.small, cardQuiet, cardMargin, int(y)+6, t.Text)
	}
	for _, t := range p.CostTicks {
		x := pixel(t.At, plotLeft, plotRight)
		c.write(c.small, cardQuiet, int(x)-width(c.small, t.Text)/2, plotBottom+32, t.Text)
	}
	names := c.names(p.Points)
	for _, n := range names {
		c.bar(float32(n.x-4), float32(n.y-17), float32(n.x+n.width+4), float32(n.y+5), cardGround)
	}
	for _, standing := range []place{notFrontier, onFrontier} {
		for _, each := range p.Points {
			if each.Standing != standing {
				continue
			}
			c.circle(pixel(each.X, plotLeft, plotRight), pixel(each.Y, plotTop, plotBottom), each.Hollow, map[bool]color.RGBA{true: cardAccent, false: cardDim}[standing == onFrontier])
		}
	}
	for _, n := range names {
		c.write(c.small, cardInk, n.x, n.y, n.text)
	}
}

// label is a name and where it is written.
type label struct {
	x, y, width int
	text        string
}

// names finds room for those that nobody beats, the best first, and leaves out those that would lie on another.
func (c *card) names(points []point) []label {
	var all []label
	var taken []image.Rectangle
	for i := len(points) - 1; i >= 0 && len(all) < mostNames; i-- {
		p := points[i]
		l := label{y: int(pixel(p.Y, plotTop, plotBottom)) - circleRadius - 7, width: width(c.small, p.Name), text: p.Name}
		l.x = min(max(int(pixel(p.X, plotLeft, plotRight))-l.width/2, plotLeft), plotRight-l.width)
		box := image.Rect(l.x-6, l.y-nameClearance, l.x+l.width+6, l.y+4)
		lies := slices.ContainsFunc(taken, box.Overlaps)
		if p.Standing == onFrontier && l.width < plotRight-plotLeft && !lies {
			taken, all = append(taken, box), append(all, l)
		}
	}
	return all
}

// pixel turns a percentage into pixels.
func pixel(percent string, from, to float32) float32 {
	n, err := strconv.ParseFloat(strings.TrimSuffix(percent, "%"), 32)
	if err != nil {
		return from // never: plot writes them
	}
	return from + float32(n)/100*(to-from)
}

// bar fills whole pixels.
func (c *card) bar(x1, y1, x2, y2 float32, ink color.RGBA) {
	box := image.Rect(int(x1), int(y1), int(x2), int(y2))
	draw.Draw(c.RGBA, box, image.NewUniform(ink), image.Point{}, draw.Src)
}

// circle has a rim of the ground, and is filled unless it is hollow.
func (c *card) circle(x, y float32, hollow bool, ink color.RGBA) {
	c.disc(x, y, circleRadius+1.5, cardGround)
	c.disc(x, y, circleRadius, ink)
	if hollow {
		c.disc(x, y, circleRadius-2.5, cardGround)
	}
}

// disc is made of four Bézier curves.
func (c *card) disc(x, y, radius float32, ink color.RGBA) {
	const k = 0.5522848 // of the radius: where the handles of a quarter are
	h := radius * k
	size := int(2*radius) + 4
	left, top := int(x)-size/2, int(y)-size/2
	x, y = x-float32(left), y-float32(top)
	r := vector.NewRasterizer(size, size)
	r.MoveTo(x+radius, y)
	r.CubeTo(x+radius, y+h, x+h, y+radius, x, y+radius)
	r.CubeTo(x-h, y+radius, x-radius, y+h, x-radius, y)
	r.CubeTo(x-radius, y-h, x-h, y-radius, x, y-radius)
	r.CubeTo(x+h, y-radius, x+radius, y-h, x+radius, y)
	r.Draw(c.RGBA, image.Rect(left, top, left+size, top+size), image.NewUniform(ink), image.Point{})
}

func (c *card) write(face font.Face, ink color.RGBA, x, y int, text string) {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(data.Visible(text))
}

func width(face font.Face, text string) int {
	return font.MeasureString(face, data.Visible(text)).Ceil()
}

// fonts are those of the Go project, under the licence of Go.
var fonts = sync.OnceValue(func() (all struct{ bold, regular *opentype.Font }) {
	all.bold, all.regular = parsed(gobold.TTF), parsed(goregular.TTF)
	return all
})

func parsed(file []byte) *opentype.Font {
	f, err := opentype.Parse(file)
	if err != nil {
		panic(err) // it is part of the program
	}
	return f
}

func face(of *opentype.Font, size float64) font.Face {
	f, err := opentype.NewFace(of, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		panic(err) // a constant size
	}
	return f
}
