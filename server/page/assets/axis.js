import { number } from "./models.js";

// What the horizontal axis of the plot can show, and the candidates that follow. An axis is "work", a column of prices, or
// a measured cost on a board: solved:deepswe or attempt:deepswe.

// candidates are the models that have a score and a cost; measured are the rows of /api/solved.json, [] without any.
export function candidates(models, axis, measured) {
  return models.flatMap((m) => {
    const cost = costOn(m, axis, measured), score = number(m, "overallScore");
    if (!(cost?.cost > 0) || score === undefined) return [];
    const { text, low, high } = m.values.overallScore;
    const lines = [m.name, `$${cost.text} ${cost.of}`, `score ${text}, between ${Number(low).toFixed(1)} and ${Number(high).toFixed(1)}`];
    if (cost.costLow < cost.costHigh) lines.push(`cost between $${short(cost.costLow)} and $${short(cost.costHigh)}`);
    return [{ ...cost, id: m.id, name: m.name, hollow: m.hollow, score, low: Number(low), high: Number(high), lines }];
  });
}

const short = (n) => String(Number(n.toPrecision(3)));

function costOn(model, axis, measured) {
  const [kind, board] = axis.split(":");
  if (!board) return costOf(model, axis);
  const row = measured.find((r) => r.shown && r.modelId === model.id && r.board === board);
  if (!row) return undefined;
  const cost = kind === "solved" ? row.costPerSolved : row.costPerAttempt;
  const { low, high } = (kind === "solved" && row.interval) || { low: cost, high: cost };
  return cost && { cost, costLow: low, costHigh: high, text: short(cost), of: kind === "solved" ? "per solved task" : "per attempt" };
}

function costOf(model, key) {
  const value = model.values[key], cost = number(model, key);
  if (cost === undefined) return undefined;
  const of = key === "work" ? "for this work" : "per million tokens";
  return { cost, costLow: Number(value.low), costHigh: Number(value.high), text: value.text, of };
}
