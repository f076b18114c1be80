// Where points, their cells and their names go on the plot, in pixels. Nothing here touches the page.

const close = 7, apart = 12;

// fanned gives points that lie on each other a shift to the side each, dx, in their order.
export function fanned(points) {
  const heaps = [];
  for (const point of points) {
    const heap = heaps.find(([first]) => Math.hypot(first.x - point.x, first.y - point.y) < close);
    if (heap) heap.push(point);
    else heaps.push([point]);
  }
  const shifts = new Map(heaps.flatMap((heap) => heap.map((point, i) => [point, (i - (heap.length - 1) / 2) * apart])));
  return points.map((point) => ({ ...point, x: point.x + shifts.get(point), dx: shifts.get(point) }));
}

const corners = 12;

// cellOf is the polygon of the places that are nearer to a point than to any other one, and within reach of it.
export function cellOf(point, points, reach) {
  const turn = (2 * Math.PI) / corners;
  let cell = Array.from({ length: corners }, (_, i) => ({ x: point.x + reach * Math.cos(i * turn), y: point.y + reach * Math.sin(i * turn) }));
  for (const other of points) if (other !== point && Math.hypot(other.x - point.x, other.y - point.y) < 2 * reach) cell = nearer(cell, point, other);
  return cell;
}

// nearer cuts off of a polygon what is nearer to b than to a.
function nearer(polygon, a, b) {
  const side = ({ x, y }) => (x - (a.x + b.x) / 2) * (b.x - a.x) + (y - (a.y + b.y) / 2) * (b.y - a.y);
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length], from = side(p), to = side(q), share = from / (from - to);
    const cut = from * to < 0 ? [{ x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share }] : [];
    return from <= 0 ? [p, ...cut] : cut;
  });
}

// The places of a name beside its point, best first: its middle, start or end is dx and dy away.
const places = [
  { anchor: "middle", dx: 0, dy: -11 }, { anchor: "start", dx: 11, dy: 4 }, { anchor: "end", dx: -11, dy: 4 }, { anchor: "middle", dx: 0, dy: 20 },
];
const before = { start: 0, middle: 0.5, end: 1 }, rise = 10, fall = 4, margin = 6;

// named finds places for names without laying one on another, on a dot or over the edge. names are {x, y, width}, the
// weightiest first; where there is no room the place is undefined.
export function named(names, dots, { width, height }) {
  const taken = dots.map(({ x, y }) => ({ left: x - 7, right: x + 7, top: y - 7, bottom: y + 7 }));
  return names.map((name) => places.find((place) => {
    const left = name.x + place.dx - name.width * before[place.anchor], base = name.y + place.dy;
    const box = { left, right: left + name.width, top: base - rise, bottom: base + fall };
    const inside = box.left >= 0 && box.right <= width + margin && box.top >= -rise && box.bottom <= height;
    if (!inside || taken.some((other) => overlap(box, other))) return false;
    taken.push(box);
    return true;
  }));
}

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
