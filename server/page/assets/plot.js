import { element, shape } from "./element.js";
import { cellOf, fanned, named } from "./layout.js";
import { bottomOf, costTicks, percent, scales, scoreTicks } from "./scale.js";

// The plot of score against cost, as SVG whose points are links.

export class Plot {
  // point is called with the id of the model that is pointed at.
  constructor(svg, { point }) {
    this.svg = svg;
    this.area = svg.parentElement;
    this.tip = element("div", { class: "tip", hidden: true, role: "presentation" });
    this.area.append(this.tip);
    svg.addEventListener("pointerover", (event) => this.#pointAt(event.target.closest("a"), point));
    svg.addEventListener("pointerout", () => this.#pointAt(undefined, point));
    svg.addEventListener("focusin", (event) => this.#pointAt(event.target.closest("a"), point));
    svg.addEventListener("focusout", () => this.#pointAt(undefined, point));
    svg.addEventListener("keydown", (event) => this.#step(event));
    svg.addEventListener("click", (event) => this.#tap(event));
    new ResizeObserver(() => (this.width !== svg.clientWidth || this.height !== svg.clientHeight) && this.#place()).observe(svg);
    this.#rove();
  }

  // draw draws candidates {cost, costLow, costHigh, score, low, high}, all numbers, that also have id, name, maker, hollow, front (nothing
  // is better for less) and lines, which are read and shown; picks are the ids of recommended ones. It returns how many lie below the
  // bottom of the plot.
  draw(candidates, picks) {
    const ranked = [...candidates].sort((a, b) => a.cost - b.cost || b.score - a.score), bottom = ranked.length > 0 ? bottomOf(ranked) : 0;
    const all = ranked.filter((c) => c.score >= bottom);
    const layers = Object.fromEntries(["grid", "ticks", "points", "names"].map((name) => [name, this.svg.querySelector("." + name)]));
    if (all.length === 0) {
      Object.values(layers).forEach((layer) => layer.replaceChildren());
      this.svg.querySelector(".frontier").removeAttribute("d");
      this.drawn = undefined;
      return { below: 0, bottom };
    }
    const s = scales(all, bottom), costs = costTicks(s), scores = scoreTicks(s);
    layers.grid.replaceChildren(
      ...scores.map(({ at }) => shape("line", { x1: 0, x2: "100%", y1: at, y2: at })),
      ...costs.map(({ at }) => shape("line", { x1: at, x2: at, y1: 0, y2: "100%" })));
    layers.ticks.replaceChildren(
      ...scores.map(({ at, text }) => shape("text", { x: 0, dx: -8, dy: 4, y: at, class: "y" }, text)),
      ...costs.map(({ at, text, fine }) => shape("text", { x: at, y: "100%", dy: 18, class: fine ? "x fine" : "x" }, text)));
    this.lines = new Map(all.map((c) => [c.id, c.lines]));
    this.drawn = { all, picks, s };
    this.#place();
    return { below: ranked.length - all.length, bottom };
  }

  // #place draws points and names for the width that there is. A point is hit wherever it is the nearest one.
  #place() {
    Object.assign(this, { width: this.svg.clientWidth, height: this.svg.clientHeight });
    if (!this.drawn) return;
    const { all, picks, s } = this.drawn, { clientWidth: width, clientHeight: height } = this.svg;
    const points = fanned(all.map((c) => ({ c, place: placeOf(c, picks), x: (width * s.x(c.cost)) / 100, y: (height * s.y(c.score)) / 100 })));
    const focused = document.activeElement?.closest("#plot a")?.dataset.id;
    this.svg.querySelector(".points").replaceChildren(...points.map((p) => drawn(p, cellOf(p, points, reach), s)));
    this.svg.querySelector(".frontier").setAttribute("d", points.filter((p) => p.c.front).map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(""));
    this.#rove();
    this.choose(this.chosen ?? []);
    if (focused) this.#link(focused)?.focus();
    this.#name(points, { width, height });
  }

  // #name writes the names for which there is room, those of picks and of models that nobody beats first.
  #name(points, size) {
    const weight = (p) => ["front", "picked"].indexOf(p.place), weightiest = [...points].sort((a, b) => weight(b) - weight(a) || b.c.score - a.c.score);
    const texts = weightiest.map((p) => nameOf(p, this.drawn.s));
    this.svg.querySelector(".names").replaceChildren(...texts);
    const found = named(weightiest.map((p, i) => ({ x: p.x, y: p.y, width: texts[i].getComputedTextLength() })), points, size);
    texts.forEach((text, i) => {
      if (!found[i]) return text.remove();
      text.setAttribute("text-anchor", found[i].anchor);
      text.setAttribute("dx", found[i].dx + weightiest[i].dx);
      text.setAttribute("dy", found[i].dy);
    });
  }

  // #tap shows what a finger points at; another tap follows the link, as a click does at once.
  #tap(event) {
    const id = event.target.closest("a")?.dataset.id, before = this.tapped;
    this.tapped = id;
    if (event.pointerType === "touch" && id && id !== before) event.preventDefault();
  }

  // choose marks the points of models.
  choose(ids) {
    this.chosen = ids;
    for (const link of this.#links()) link.classList.toggle("chosen", ids.includes(link.dataset.id));
  }

  #links() {
    return [...this.svg.querySelectorAll(".points a")];
  }

  #link(id) {
    return this.#links().find((link) => link.dataset.id === id);
  }

  // #rove leaves one point in the order of the tab key; arrows lead to the others, by cost.
  #rove(current = this.#links()[0]) {
    for (const link of this.#links()) link.setAttribute("tabindex", link === current ? 0 : -1);
  }

  #step(event) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key], links = this.#links();
    const next = links[links.indexOf(event.target.closest("a")) + step];
    if (!step || !next) return;
    event.preventDefault();
    this.#rove(next);
    next.focus();
  }

  #pointAt(link, point) {
    point(link?.dataset.id);
    const lines = this.lines?.get(link?.dataset.id);
    this.tip.hidden = !lines;
    if (!lines) return;
    this.tip.replaceChildren(element("b", {}, lines[0]), ...lines.slice(1).map((line) => element("span", {}, line, element("br"))));
    const box = this.area.getBoundingClientRect(), dot = link.querySelector(".dot").getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.tip;
    const x = Math.min(Math.max(dot.left - box.left + 8 - width / 2, 0), box.width - width);
    const above = dot.top - box.top - height - 10;
    this.tip.style.left = `${x}px`;
    this.tip.style.top = `${above < 0 ? dot.bottom - box.top + 10 : above}px`;
  }
}

const longestName = 40, reach = 24;

function shortened(name) {
  const letters = [...name];
  return letters.length > longestName ? letters.slice(0, longestName).join("") + "…" : name;
}

// The shapes of makers, by their place among all; their colours are those of the style sheet.
const shapes = ["M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0", "M-4.5,-4.5h9v9h-9z", "M0,-5.3L5.8,5.3h-11.6z", "M0,-6.2L6.2,0L0,6.2L-6.2,0z", "M0,5.3L5.8,-5.3h-11.6z"];
const shapeOf = (maker) => shapes[Number(maker.slice(1)) % shapes.length];

function drawn({ c, place, dx }, cell, s) {
  const x = percent(s.x(c.cost)), y = percent(s.y(c.score)), line = (x1, x2, y1, y2) => shape("line", { x1, x2, y1, y2 });
  const spread = c.costLow < c.costHigh && c.costLow > 0 ? line(percent(s.x(c.costLow)), percent(s.x(c.costHigh)), y, y) : "";
  const reach = c.low < c.high ? line(x, x, percent(Math.min(100, s.y(c.low))), percent(s.y(c.high))) : "";
  const looks = { class: `${place} ${c.maker}${c.hollow || c.guessed ? " hollow" : ""}`, transform: dx ? `translate(${dx} 0)` : undefined };
  return shape("a", { href: c.page, "data-id": c.id, "aria-label": c.lines.join(", "), ...looks }, reach, spread,
    shape("svg", { x, y, overflow: "visible" }, shape("path", { class: "dot", d: shapeOf(c.maker) })),
    shape("polygon", { points: cell.map((p) => `${(p.x - dx).toFixed(1)},${p.y.toFixed(1)}`).join(" ") }));
}

// nameOf is the name of a point, which is shown where it finds a place.
const nameOf = ({ c, place }, s) => shape("text", { x: percent(s.x(c.cost)), y: percent(s.y(c.score)), class: place }, shortened(c.name));

// placeOf is where a candidate stands.
function placeOf(c, picks) {
  if (picks.includes(c.id)) return "picked";
  if (c.front) return "front";
  return c.guessed ? "guessed" : "beaten";
}
