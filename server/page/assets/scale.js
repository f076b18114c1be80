import { dollars } from "./number.js";

// From costs and scores to places on the plot, in percent of its area.

const room = 0.04, mostTicks = 9, letterRoom = 2.7, leftOut = 8, scoreStep = 5, widest = 40;

// bottomOf is the lowest score that the plot shows: an eighth of the candidates may lie below it, but none that is front.
export function bottomOf(candidates) {
  const scores = candidates.map((c) => c.score).sort((a, b) => a - b), kept = candidates.filter((c) => c.front).map((c) => c.score);
  return Math.floor(Math.min(scores[Math.floor(scores.length / leftOut)], ...kept) / scoreStep) * scoreStep;
}

// scales are those of the candidates that are drawn.
export function scales(candidates, bottom) {
  const logs = candidates.flatMap((c) => [c.costLow, c.costHigh]).filter((cost) => cost > 0).map(Math.log10);
  const first = Math.min(...logs), last = Math.max(...logs), margin = Math.max((last - first) * room, 0.05);
  const from = first - margin, to = last + margin;
  const upper = Math.min(100, Math.ceil((Math.max(...candidates.map((c) => c.high)) + 0.5) / scoreStep) * scoreStep);
  return {
    from, to, bottom, upper,
    x: (cost) => (100 * (Math.log10(cost) - from)) / (to - from),
    y: (score) => (100 * (upper - score)) / (upper - bottom),
  };
}

export const percent = (n) => n.toFixed(2) + "%";

// costTicks stand at 1, 2 and 5 of every power of ten, or at fewer where that would be too many.
export function costTicks(s) {
  let all = [];
  for (const digits of [[1, 2, 5], [1, 3], [1]]) {
    all = [];
    const apart = (100 * Math.log10(digits[1] ?? 10)) / (s.to - s.from); // percent between the closest two
    for (let power = Math.floor(s.from); power <= s.to; power++) {
      for (const digit of digits) {
        const cost = digit * 10 ** power, x = s.x(cost);
        const text = dollars(cost);
        if (x >= 0 && x <= 100) all.push({ at: percent(x), text, fine: digit > 1 && apart < letterRoom * text.length });
      }
    }
    if (all.length <= mostTicks) break;
  }
  return all;
}

export function scoreTicks(s) {
  const all = [], step = s.upper - s.bottom > widest ? 2 * scoreStep : scoreStep;
  for (let score = s.bottom; score <= s.upper; score += step) all.push({ at: percent(s.y(score)), text: String(score) });
  return all;
}
