import { dearest } from "./dearest.js";
import { history, tariffs } from "./documents.js";
import { at } from "./history.js";
import { amount } from "./number.js";
import { price, Problems } from "./tariff.js";
import { aboutTheQuestion, reason } from "./usage.js";

// What work costs by price list with every model, computed with tariff.js, exactly.

// costs are {value, text, each, low, high, mark, why} by model, as in models.js, and assumed: models whose price then is not
// known, so that the earliest known is counted. trouble says what is wrong with the question.
export async function listed(models, usage, { day, hour }) {
  const ofModel = await tariffsOf(models, usage, day), costs = new Map();
  let assumed = 0, trouble = "";
  for (const { id } of models) {
    const known = ofModel.get(id);
    assumed += known?.assumed > 0;
    costs.set(id, known ? costOf(known.tariff, usage, hour, (text) => (trouble = text)) : { text: "", why: "nothing is known of its prices" });
  }
  return { costs, assumed, trouble };
}

async function tariffsOf(models, usage, day) {
  if (!day) return new Map([...(await tariffs())].map(([id, tariff]) => [id, { tariff, assumed: 0 }]));
  const all = await Promise.all(models.map(async ({ id }) => [id, at(await history(id), usage.at)]));
  return new Map(all.filter(([, known]) => known));
}

function costOf(tariff, usage, hour, complain) {
  try {
    const { low, high } = hour === "" ? dearest(tariff, usage) : price(tariff, usage);
    if (low === high) return { value: low, text: "$" + amount(low), each: low, low, high };
    return { value: high, text: "$" + amount(high), each: high, low, high, mark: "unstated",
      why: `nobody states the price of the cache; between ${amount(low)} and ${amount(high)}` };
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    if (aboutTheQuestion(error.problems)) complain(reason(error.problems));
    return { text: "", why: reason(error.problems) };
  }
}
