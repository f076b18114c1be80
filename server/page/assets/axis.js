import { isCurrent, isProvisional, number } from "./models.js";
import { amount } from "./number.js";

// What the plot can draw, and the candidates that follow. An axis is a board, solved:deepswe, whose share of solved tasks is drawn
// against what a solved task costs; or "work" or a column of prices, against which the score is drawn.

// boardOf is the board of an axis; undefined: it has none.
export const boardOf = (axis) => axis.split(":")[1];

// candidates are what the axis draws of models; points are those of its board.
export function candidates(models, axis, points) {
  if (!boardOf(axis)) return models.flatMap((m) => scored(m, axis));
  const byId = new Map(models.map((m) => [m.id, m]));
  return points.flatMap((p) => (byId.has(p.id) ? [measured(byId.get(p.id), p)] : []));
}

function measured(m, { share, solved, low, high, attempt, front, then, setting }) {
  const score = 100 * Number(share), at = then ? "the prices of the run" : "today’s prices";
  const lines = [m.name, `solves ${Math.round(score)} of 100${setting ? ", " + setting : ""}`, `$${amount(solved)} per solved task, at ${at}`,
    `between $${amount(low)} and $${amount(high)}`, `$${amount(attempt)} per attempt`];
  return { ...own(m), cost: Number(solved), costLow: Number(low), costHigh: Number(high), score, low: score, high: score, front, lines };
}

const own = ({ id, page, name, maker }) => ({ id, page, name, maker });

function scored(m, key) {
  const { text, low, high } = m.values.overallScore, said = m.values[key], cost = number(m, key), score = number(m, "overallScore"), guessed = isProvisional(m);
  if (!(cost > 0) || score === undefined) return [];
  const of = key === "work" ? "for this work, by price list" : "per million tokens";
  const lines = [m.name, `$${said.text.replace(/^\$/, "")} ${of}`, `${guessed ? "provisional " : ""}score ${guessed ? "≈ " : ""}${text}, between ${Number(low).toFixed(1)} and ${Number(high).toFixed(1)}`];
  const [costLow, costHigh] = [Number(said.low ?? cost), Number(said.high ?? cost)];
  if (costLow < costHigh) lines.push(`cost between $${amount(said.low)} and $${amount(said.high)}`);
  return [{ ...own(m), cost, costLow, costHigh, guessed, hollow: m.hollow, score, low: Number(low), high: Number(high), lines }];
}

const longest = 8;

// unmeasured are current models that the axis cannot draw, those with the best score first, also an expected one; and how many more there are.
export function unmeasured(models, drawn) {
  const there = new Set(drawn.map((c) => c.id));
  const all = models.filter((m) => !there.has(m.id) && isCurrent(m) && number(m, "overallScore") !== undefined).sort((a, b) => number(b, "overallScore") - number(a, "overallScore"));
  return { shown: all.slice(0, longest), more: Math.max(0, all.length - longest) };
}
