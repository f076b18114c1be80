import { fetched } from "./documents.js";
import { element } from "./element.js";

// What the page shows only when it is asked for: further columns of the table, and the answers and costs of other kinds of work. It is
// asked for once, and has to be of the snapshot that the page is of.

export async function further(models) {
  const file = await fetched("explorer.json");
  if (file.version !== document.body.dataset.version) throw new Error("newer data have come; reload the page");
  for (const model of models) {
    const tool = file.tools[model.id];
    Object.assign(model, { categories: tool.categories ?? [], takes: tool.takes ?? [] });
    for (const [key, { text = "", value, mark, why = "", bounds }] of Object.entries(tool.cells)) {
      model.values[key] ??= { value, text, mark, why, low: bounds?.low === undefined ? value : String(bounds.low), high: bounds?.high === undefined ? value : String(bounds.high) };
    }
  }
  return file;
}

const signs = { estimated: "≈", guessed: "≈", low: "?", copied: "*", overdue: "!", disputed: "≠", implied: "=", then: "†", unstated: "≤" };

// signed is a text with the sign of its mark.
export const signed = ({ text, mark }) => (mark ? (signs[mark] ?? "") : "") + text;

// headings are those of further columns.
export const headings = (columns) => columns.map(({ key, label, what, best }) =>
  element("th", { scope: "col", "data-key": key, "data-best": best && "1", title: what, class: "more" }, label));

// cell shows one value of a model.
export function cell(model, key) {
  const said = model.values[key], { value, mark, why } = said;
  return element("td", { class: "more" + (mark ? " " + mark : ""), "data-v": value }, said.text
    ? element("a", { href: `${model.page}#${key}`, tabindex: -1, title: why || undefined }, signed(said)) : element("span", { class: "gap", title: why }, "–"));
}
