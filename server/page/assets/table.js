import { element } from "./element.js";

// The table of all models: headings that sort, rows that come and go, boxes that choose, and arrow keys between cells.

export class Table {
  // sort is called with a key such as "-overallScore", choose with the id of a model and whether it is chosen.
  constructor(table, { sort, choose, point }) {
    this.table = table;
    this.body = table.tBodies[0];
    this.sort = sort;
    for (const head of this.#heads()) this.#makeSortable(head);
    this.body.addEventListener("change", (event) => choose(event.target.closest("tr").id, event.target.checked));
    this.body.addEventListener("keydown", (event) => move(event));
    this.body.addEventListener("pointerover", (event) => point(event.target.closest("tr")?.id));
    this.body.addEventListener("pointerleave", () => point(undefined));
  }

  #heads() {
    return [...this.table.tHead.querySelectorAll("[data-key]")];
  }

  #makeSortable(head) {
    const button = element("button", { type: "button", class: "sort", title: head.title || undefined }, head.textContent);
    head.removeAttribute("title");
    head.replaceChildren(button);
    button.addEventListener("click", () => this.sort(next(head)));
  }

  // extend puts further columns in place of those that were there; cellsOf makes the cells of a model.
  extend(heads, models, cellsOf) {
    for (const old of this.table.querySelectorAll(".more")) old.remove();
    this.table.tHead.rows[0].append(...heads);
    for (const head of heads) this.#makeSortable(head);
    for (const model of models) model.row.append(...cellsOf(model));
  }

  // show puts models into the table in their order and hides the others. Rows that are in order stay where they are.
  show(models, all) {
    const shown = new Set(models);
    for (const model of all) if (model.row.hidden === shown.has(model)) model.row.hidden = !model.row.hidden;
    let at = this.body.firstElementChild;
    for (const { row } of models) {
      while (at?.hidden) at = at.nextElementSibling;
      if (row === at) at = at.nextElementSibling;
      else this.body.insertBefore(row, at);
    }
  }

  mark(sort) {
    const key = sort.replace(/^-/, "");
    for (const head of this.#heads()) {
      if (head.dataset.key === key) head.setAttribute("aria-sort", sort.startsWith("-") ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  choose(ids, models) {
    for (const { id, row } of models) {
      const chosen = ids.includes(id);
      row.classList.toggle("chosen", chosen);
      row.querySelector(".pick").checked = chosen;
    }
  }
}

// next is how a click on a heading sorts: first the better end first, then the other way round.
function next(head) {
  const { key, best } = head.dataset, sorted = head.getAttribute("aria-sort");
  const descending = sorted ? sorted === "ascending" : Boolean(best);
  return (descending ? "-" : "") + key;
}

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// move leads from a link in one cell to that in the next. Only the names are in the order of the tab key.
function move(event) {
  const step = steps[event.key], from = event.target.closest("td, th");
  if (!step || !from || event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
  let row = from.parentElement, column = from.cellIndex;
  for (;;) {
    column += step[0];
    if (step[1]) do row = step[1] > 0 ? row.nextElementSibling : row.previousElementSibling; while (row?.hidden);
    const cell = row?.cells[column];
    if (!cell) return;
    const link = cell.querySelector("a");
    if (!link) continue;
    event.preventDefault();
    link.focus();
    return;
  }
}
