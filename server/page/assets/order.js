import { number } from "./models.js";

// The order of the models. Where nobody has published a value, the model comes last, whichever way round; before it come the costs
// of other boards than the answer's, which cannot be compared.

// sorted returns the models by a key such as "name", or "-overallScore" for the largest first. Models that are equal keep
// the order in which they came.
export function sorted(models, sort) {
  const key = sort.replace(/^-/, ""), sign = sort.startsWith("-") ? -1 : 1;
  return [...models].sort((a, b) => sign * compare(a, b, key, sign));
}

function compare(a, b, key, sign) {
  if (key === "name") return a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" });
  const x = number(a, key), y = number(b, key);
  if (x === undefined || y === undefined) return sign * ((x === undefined) - (y === undefined));
  const apart = (a.values[key].board ?? "").localeCompare(b.values[key].board ?? "");
  return apart ? sign * apart : x - y;
}
