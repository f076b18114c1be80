// The models, as the rows of the table say them. A value is {value, text, low, high, mark, why}; value, low and high are
// texts of exact decimals, undefined where nobody has published any; a score that is only provisional is a guess instead.

export function readModels(table) {
  const keys = [...table.tHead.querySelectorAll("[data-key]")].map((th) => th.dataset.key);
  return [...table.tBodies[0].rows].map((row) => {
    const cells = {}, values = {};
    [...row.cells].forEach((cell, i) => {
      cells[keys[i]] = cell;
      values[keys[i]] = readValue(cell);
    });
    const words = (text) => (text ? text.split(" ") : []);
    const { provider, category, takes, state, open, hollow } = row.dataset;
    const link = row.querySelector(".who a"), name = link.textContent;
    values.name = { value: name, text: name };
    return {
      id: row.id, name, page: link.getAttribute("href"), provider, row, cells, values, open: Boolean(open), hollow: Boolean(hollow),
      categories: words(category), takes: words(takes), states: words(state),
    };
  });
}

const marks = ["estimated", "guessed", "low", "copied", "overdue", "disputed", "implied", "then", "unstated"];

function readValue(cell) {
  const link = cell.querySelector("a"), { v, guess, low, high } = cell.dataset;
  const shown = link && [...link.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => n.data).join("").trim();
  return {
    value: v, guess, text: shown || "", low: low ?? v, high: high ?? v, why: (link ?? cell.firstElementChild)?.title ?? "",
    mark: marks.find((mark) => cell.classList.contains(mark)),
  };
}

// number is a value to compare by, a provisional one where there is no other; undefined where there is none.
export function number(model, key) {
  const { value, guess } = model.values[key] ?? {}, text = value || guess;
  return text ? Number(text) : undefined;
}

// isProvisional reports whether a score is only expected of a model.
export const isProvisional = (model) => !model.values.overallScore.value && Boolean(model.values.overallScore.guess);
