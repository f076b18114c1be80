import { isCurrent, number } from "./models.js";

// Which models a state lets through. named says whether a model is meant by what is searched for.

export function passes(model, state, named) {
  return named(model) && within(state.provider, model.provider) && tagged(model, state) && reaches(model, state);
}

const within = (all, one) => all.length === 0 || all.includes(one);

function tagged(model, { category, takes, open, state }) {
  return (!category || model.categories.includes(category)) && (!takes || model.takes.includes(takes)) &&
    (!open || model.open) && inState(model, state);
}

function inState(model, wanted) {
  const { states } = model;
  switch (wanted) {
    case "now": return isCurrent(model);
    case "scored": return !states.includes("unscored");
    case "superseded": return states.includes("superseded") || states.includes("deprecated");
    case "": return true;
    default: return states.includes(wanted);
  }
}

// reaches compares with limits. What nobody has published reaches none.
function reaches(model, { context, score, cost }) {
  const least = (key, text) => limit(text) === undefined || number(model, key) >= limit(text);
  const most = (key, text) => limit(text) === undefined || number(model, key) <= limit(text);
  return least("contextWindow", context) && least("overallScore", score) && most("task", cost);
}

// limit reads a number that somebody types, with a comma or a dollar sign too.
export function limit(text) {
  const n = Number.parseFloat(text.replace(/[$\s]/g, "").replace(",", "."));
  return Number.isFinite(n) && n >= 0 ? n : undefined;
}
