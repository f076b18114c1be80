// The models, as the rows of the table say them. A value is {value, text, low, high, mark, why, board}; value, low and high are
// texts of exact decimals, undefined where nobody has published any; a score that is only provisional is a guess instead.

export function readModels(table) {
  const keys = [...table.tHead.querySelectorAll("[data-key]")].map((th) => th.dataset.key);
  return [...table.tBodies[0].rows].map((row) => {
    const cells = Object.fromEntries(keys.map((key, i) => [key, row.cells[i]])), link = row.querySelector("a"), name = link.textContent;
    const values = Object.fromEntries(keys.map((key) => [key, readValue(cells[key])]));
    values.name = { value: name, text: name };
    return {
      id: row.id, name, page: link.getAttribute("href"), provider: row.dataset.provider, maker: row.classList[0], row, cells, values,
      open: Boolean(row.dataset.open), hollow: Boolean(row.dataset.hollow), states: row.dataset.state.split(" "), categories: [], takes: [],
    };
  });
}

const marks = ["estimated", "guessed", "low", "copied", "overdue", "disputed", "implied", "then", "unstated"];

function readValue(cell) {
  const link = cell.querySelector("a, .gap"), { v, guess, low, high } = cell.dataset;
  return {
    value: v, guess, text: v || guess ? (link ?? cell).textContent.replace(/^≈/, "") : "", low: low ?? v, high: high ?? v, why: link?.title ?? "",
    mark: marks.find((mark) => cell.classList.contains(mark)), board: cell.querySelector(".board")?.textContent,
  };
}

// number is a value to compare by, a provisional one where there is no other; undefined where there is none.
export function number(model, key) {
  const { value, guess } = model.values[key] ?? {}, text = value || guess;
  return text ? Number(text) : undefined;
}

// isProvisional reports whether a score is only expected of a model.
export const isProvisional = (model) => !model.values.overallScore.value && Boolean(model.values.overallScore.guess);

const left = ["superseded", "deprecated", "ending", "retired"];

// isCurrent reports whether nothing speaks against buying a model today.
export const isCurrent = (model) => !model.states.some((state) => left.includes(state));
