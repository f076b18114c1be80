// The Pareto frontier of candidates {cost, costLow, costHigh, score, low, high}, all numbers: "front" for the best score
// at that cost, "beaten" where another one certainly costs no more and is better, "maybe" in between. One whose score is
// only provisional is "guessed" and beats nobody.

export function byCost(a, b) {
  return a.cost - b.cost || b.score - a.score;
}

// frontier says so of each candidate; they come cheapest first.
export function frontier(candidates) {
  let best = -Infinity;
  return candidates.map((c) => {
    if (c.guessed) return "guessed";
    if (c.score > best) {
      best = c.score;
      return "front";
    }
    return candidates.some((o) => !o.guessed && o.costHigh <= c.costLow && o.low > c.high) ? "beaten" : "maybe";
  });
}
