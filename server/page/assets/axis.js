import { isProvisional, number } from "./models.js";
import { amount } from "./number.js";

// What the horizontal axis of the plot can show, and the candidates that follow. An axis is "work", a column of prices, or
// a measured cost on a board: solved:deepswe or attempt:deepswe.

// candidates are the models that have a score and a cost; measured are the rows of /api/solved.json, [] without any;
// guesses says whether provisional scores count.
export function candidates(models, axis, measured, guesses) {
  return models.flatMap((m) => {
    const cost = costOn(m, axis, measured), { text, low, high } = m.values.overallScore;
    const score = number(m, "overallScore"), guessed = isProvisional(m);
    if (!(cost?.cost > 0) || score === undefined || (guessed && !guesses)) return [];
    const lines = [m.name, `$${cost.text} ${cost.of}`, `${guessed ? "provisional " : ""}score ${guessed ? "≈ " : ""}${text}, between ${Number(low).toFixed(1)} and ${Number(high).toFixed(1)}`];
    if (cost.costLow < cost.costHigh) lines.push(`cost between $${amount(cost.costLow)} and $${amount(cost.costHigh)}`);
    return [{ ...cost, id: m.id, page: m.page, name: m.name, guessed, hollow: m.hollow, score, low: Number(low), high: Number(high), lines }];
  });
}

function costOn(model, axis, measured) {
  const [kind, board] = axis.split(":");
  if (!board) return costOf(model, axis);
  const row = measured.find((r) => r.shown && r.modelId === model.id && r.board === board);
  if (!row) return undefined;
  const today = row.repriced[0] ?? {}, told = (of, figure) => `per ${of}, at ${figure === row ? "the prices of the run" : "today’s prices"}`;
  if (kind === "attempt") {
    const figure = today.costPerAttempt ? today : row, cost = figure.costPerAttempt; // as Today in solved.go
    return { cost, costLow: cost, costHigh: figure.costPerAttemptHigh ?? cost, text: amount(cost), of: told("attempt", figure) };
  }
  const figure = today.interval ? today : row, cost = figure.costPerSolved, { low, high } = figure.interval ?? {}; // as Comparable there
  return cost && low && { cost, costLow: low, costHigh: high, text: amount(cost), of: told("solved task", figure) };
}

function costOf(model, key) {
  const value = model.values[key], cost = number(model, key);
  if (cost === undefined) return undefined;
  const of = key === "work" ? "for this work" : "per million tokens";
  return { cost, costLow: Number(value.low), costHigh: Number(value.high), text: value.text, of };
}
