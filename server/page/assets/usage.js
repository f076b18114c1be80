// What is priced: from the fields of the calculator to a usage of tariff.js.

const classes = { input: "input", read: "cacheRead", write: "cacheWrite", output: "output" };

export const fields = [...Object.keys(classes), "requests"];

// usage is what the fields say, with defaults for those that are empty. at is the instant when no day is chosen.
export function usage(said, preset, at) {
  const count = (field) => (said[field] === "" ? Number(preset[field]) : Number(said[field]));
  const quantities = {};
  for (const [field, name] of Object.entries(classes)) quantities[name] = count(field);
  return {
    quantities, requests: count("requests"), at: instant(said, at),
    ...(said.service && { service: said.service }),
    ...(said.factor && { factor: said.factor.replace(",", ".") }),
  };
}

// instant is noon of the chosen day, or the chosen hour of it, in UTC.
function instant({ day, hour }, at) {
  if (!day && hour === "") return at;
  return `${day || at.slice(0, 10)}T${(hour === "" ? "12" : hour).padStart(2, "0")}:00:00.000Z`;
}

const reasons = {
  badQuantity: "a number of tokens is not possible", badRequests: "there must be a request at least", badFactor: "the factor must lie above 0 and be at most 1000",
  noInstant: "that is no day", noService: "it has no such service", noRegion: "it has no such region", noEffort: "its price depends on the effort",
  noLongerSold: "it could no longer be bought by then", overContext: "a request has more tokens than it takes", overInput: "a prompt has more tokens than it takes",
  overOutput: "an answer has more tokens than it gives", cannotBuy: "it is not offered so", notStated: "nobody states the price",
  noLine: "no price is known for then", noBand: "no price is known for prompts of this size", broken: "its prices contradict themselves",
};

// reason says why there is no price.
export const reason = (problems) => [...new Set(problems.map((p) => reasons[p.code] ?? p.code))].join("; ");

// aboutTheQuestion reports whether problems are about what was asked, and so the same for every model.
export const aboutTheQuestion = (problems) => problems.some((p) => ["badQuantity", "badRequests", "badFactor", "noInstant"].includes(p.code));
