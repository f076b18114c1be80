import { element } from "./element.js";
import { signed } from "./further.js";

// Two to four models side by side, in the words and numbers of the table.

export const most = 4;

// comparison fills a place with the models that are chosen, one at least; columns are {key, label, group, what}.
export function comparison(place, models, columns, clear) {
  const close = element("button", { type: "button" }, "Clear");
  close.addEventListener("click", clear);
  const head = element("div", { class: "bar" }, element("h3", {}, models.length === 1 ? "Choose another model to compare" : "Side by side"), close);
  const full = element("p", { class: "full", role: "status" });
  if (models.length === 1) return place.replaceChildren(head, element("p", { class: "note" }, `${models[0].name} is chosen; a comparison takes two to four.`));
  place.replaceChildren(head, full, ...told(models).map((text) => element("p", {}, text)), scroll(sheet(models, columns)));
}

function scroll(table) {
  return element("div", { class: "scroll", role: "region", "aria-label": "Comparison", tabindex: 0 }, table);
}

function sheet(models, columns) {
  const names = models.map((m) => element("th", { scope: "col" }, element("a", { href: m.page }, m.name), element("span", { class: "by" }, m.provider)));
  let group;
  const rows = columns.flatMap((c) => {
    const lead = c.group === group ? [] : [element("tr", { class: "group" }, element("th", { scope: "rowgroup", colspan: models.length + 1 }, c.group))];
    group = c.group;
    return [...lead, element("tr", {}, element("th", { scope: "row", title: c.what }, c.label), ...models.map((m) => valueCell(m, c.key)))];
  });
  return element("table", { class: "sheet" }, element("caption", { class: "unseen" }, "The chosen models side by side"),
    element("thead", {}, element("tr", {}, element("td"), ...names)), element("tbody", {}, ...rows));
}

function valueCell(model, key) {
  const { text, mark, why, low, high } = model.values[key];
  if (!text) return element("td", {}, element("span", { class: "gap", title: why }, "–"));
  const span = key === "overallScore" && low !== high ? ` (${Number(low).toFixed(1)} to ${Number(high).toFixed(1)})` : "";
  return element("td", { class: mark }, element("a", { href: `${model.page}#${key}`, title: why || undefined },
    signed(model.values[key]) + span));
}

// told are sentences about what differs and what cannot be told apart.
export function told(models) {
  return [scores(models), costs(models)].filter(Boolean);
}

function scores(models) {
  const scored = models.filter((m) => m.values.overallScore.value).map((m) => ({ name: m.name, low: Number(m.values.overallScore.low), high: Number(m.values.overallScore.high) }));
  const ties = [];
  scored.forEach((a, i) => scored.slice(i + 1).forEach((b) => {
    if (a.low <= b.high && b.low <= a.high) ties.push(`${a.name} and ${b.name}`);
  }));
  return ties.length > 0 ? `The scores do not tell ${ties.join(", nor ")} apart: their intervals overlap.` : "";
}

function costs(models) {
  const priced = models.filter((m) => Number(m.values.work?.value) > 0).sort((a, b) => a.values.work.value - b.values.work.value);
  if (priced.length < 2) return "";
  const least = priced[0], times = priced.slice(1).map((m) => `${m.name} ${ratio(m.values.work.value / least.values.work.value)}`);
  return `${least.name} costs least for this work by price list; ${times.join(", ")}.`;
}

const ratio = (n) => (n < 1.005 ? "the same" : `${n < 10 ? n.toFixed(1) : Math.round(n)} times as much`);
